"""XLS IR to the Verilog core: XLS's own optimiser and code generator, and the outer module that gives every field its port."""

import re

import xls

from cryptagon.errors import CryptagonError
from cryptagon.hls.interface import Port
from cryptagon.hls.lowering import Proc


def generate(proc: Proc, name: str) -> str:
    """Verilog of a proc as module `name`: one pipeline stage, so a register-to-register path is one activation.

    Raises CryptagonError when XLS refuses the IR.
    """
    try:
        package = xls.parse_ir_package(xls.optimize_ir(proc.text, name))
        result = package.schedule_and_codegen(
            generator="pipeline",
            top=name,
            module_name=name,
            pipeline_stages=1,
            delay_model="unit",
            reset="rst",
            flop_inputs=False,
            flop_outputs=False,
            flop_single_value_channels=False,
            use_system_verilog=False,
            streaming_channel_data_suffix="",
            streaming_channel_valid_suffix="_valid",
            streaming_channel_ready_suffix="_ready",
            add_invariant_assertions=False,
            ffi_fallback_delay_ps=1,
        )
    except Exception as error:  # noqa: BLE001 -- the binding raises plain exceptions with XLS's status text
        raise CryptagonError("XLS refused the design", why=str(error)[:2000], fix="report this source as a fault of the compiler") from error
    return result.get_verilog_text()


def outer_module(name: str, inner: str, inner_text: str, ports: dict[str, Port]) -> str:
    """The module `name`: its ports are the fields of the streams; it holds one instance of `inner`, whose ports are packed items.

    A port that the design never uses is still there: an unread input is never ready, an unwritten output never valid.
    """
    header = inner_text[inner_text.index(f"module {inner}(") : inner_text.index(");")]
    present = set(re.findall(r"(\w+)(?=,?\n)", header))
    declarations, wiring, connections = ["  input wire clk", "  input wire rst"], [], ["    .clk(clk)", "    .rst(rst)"]
    for port in ports.values():
        declarations += _declare(port)
        if port.name in present:
            connections += _connect(port, present)
        else:
            wiring += _tie_off(port)
    wiring += [_unpack(port) for port in ports.values() if port.kind == "stream_out" and port.name in present]
    lines = [f"module {name} (", ",\n".join(declarations), ");", *wiring, f"  {inner} datapath (", ",\n".join(connections), "  );", "endmodule", ""]
    return "\n".join(lines)


def _range(bits: int) -> str:
    return f"[{bits - 1}:0] " if bits > 1 else ""


def _declare(port: Port) -> list[str]:
    out = port.kind == "stream_out"
    lines = [f"  {'output' if out else 'input'} wire {_range(field.bits)}{port.signal_of(field)}" for field in port.fields]
    if port.is_stream:
        lines += [f"  {'output' if out else 'input'} wire {port.name}_valid", f"  {'input' if out else 'output'} wire {port.name}_ready"]
    return lines


def _connect(port: Port, present: set[str]) -> list[str]:
    item = f"{port.name}_item" if port.kind == "stream_out" else "{" + ", ".join(port.signal_of(field) for field in port.fields) + "}"
    lines = [f"    .{port.name}({item})"]
    return lines + [f"    .{port.name}_{s}({port.name}_{s})" for s in ("valid", "ready") if f"{port.name}_{s}" in present]


def _unpack(port: Port) -> str:
    fields = ", ".join(port.signal_of(field) for field in port.fields)
    return f"  wire [{port.bits - 1}:0] {port.name}_item;\n  assign {{{fields}}} = {port.name}_item;"


def _tie_off(port: Port) -> list[str]:
    if port.kind == "stream_in":
        return [f"  assign {port.name}_ready = 1'b0;"]
    if port.kind == "stream_out":
        return [f"  assign {port.name}_valid = 1'b0;", *(f"  assign {port.signal_of(f)} = {f.bits}'d0;" for f in port.fields)]
    return []
