"""The Verilog of a datapath: by XLS's code generator, then made readable."""

import re
from dataclasses import dataclass, replace

from cryptagon.hls.datapath.optimised_ir import OptimisedDatapath, with_source_lines
from cryptagon.hls.datapath.optimiser import refusal_by_xls
from cryptagon.hls.ir.text import split_top
from cryptagon.hls.source.verilog_names import vector
from cryptagon.hls.verilog.balance import balance_chains

OUTPUT_PORT = re.compile(r"^  output wire (?:\[\d+:0\] )?out$", re.MULTILINE)
OUTPUT_VALUE = re.compile(r"^  assign out = (.*);$", re.MULTILINE)


@dataclass(frozen=True)
class DatapathText:
    """A datapath as a combinational Verilog module."""

    text: str
    optimised: OptimisedDatapath

    def shown(self) -> tuple[str, str]:
        """The Verilog, and the suffix of a file of it."""
        return ".v", self.text


def written_by_xls(optimised: OptimisedDatapath) -> DatapathText:
    """The datapath as XLS writes it. Raises CryptagonError when XLS refuses the IR."""
    import xls  # noqa: PLC0415 - not every machine has it, and what goes before works without

    try:
        package = xls.parse_ir_package(optimised.text)
        result = package.schedule_and_codegen(
            generator="combinational",
            top=optimised.datapath.name,
            module_name=optimised.datapath.name,
            delay_model="unit",
            use_system_verilog=False,
            add_invariant_assertions=False,
            array_index_bounds_checking=True,
            ffi_fallback_delay_ps=1,
        )
    except Exception as error:  # the binding raises plain exceptions with XLS's status text
        raise refusal_by_xls(error) from error
    return DatapathText(result.get_verilog_text(), optimised)


def with_balanced_sums(verilog: DatapathText) -> DatapathText:
    """With long sums as trees."""
    return replace(verilog, text=balance_chains(verilog.text))


def with_lines(verilog: DatapathText) -> DatapathText:
    """With the C lines of every net behind its assignment."""
    return replace(verilog, text=with_source_lines(verilog.text, verilog.optimised))


def one_port_an_output(verilog: DatapathText) -> DatapathText:
    """XLS packs all outputs into one: apart, those that lead to a unit do not look as if they hung
    on its result.
    """
    return replace(verilog, text=_unpacked(verilog.text, verilog.optimised.datapath.outputs))


def _unpacked(verilog: str, outputs: tuple[tuple[str, int], ...]) -> str:
    value = OUTPUT_VALUE.search(verilog)
    assert value and OUTPUT_PORT.search(verilog), "XLS writes its output otherwise"
    name = re.escape(value[1])
    packed = re.search(
        rf"^  (?:assign|wire (?:\[\d+:0\])?) ?{name} = (\{{.*\}});$", verilog, re.MULTILINE
    )
    if packed:
        verilog = re.sub(
            rf"^  wire (?:\[\d+:0\] )?{name};\n",
            "",
            verilog.replace(packed[0] + "\n", ""),
            flags=re.MULTILINE,
        )
    whole = packed[1] if packed else value[1]
    parts = split_top(whole[1:-1]) if whole.startswith("{") else [whole]
    assigned = zip((output for output, _ in outputs), parts, strict=True)
    verilog = OUTPUT_VALUE.sub(
        "\n".join(f"  assign {output} = {part};" for output, part in assigned), verilog
    )
    return OUTPUT_PORT.sub(
        ",\n".join(f"  output wire {vector(width)}{name}" for name, width in outputs), verilog
    )
