"""Verilog modules as and-inverter graphs, by Yosys and ABC."""

from collections.abc import Sequence
from pathlib import Path

from cryptagon import toolchain

GATES = (
    "proc -norom",
    "flatten",
    "opt_expr",
    "setundef {undefined}",
    "wreduce t:$mul",
    "simplemap",
    "techmap",
)


def write_core(
    verilog: Path, module: str, file: Path, limit_s: float, outside: Sequence[str] = ()
) -> None:
    """Makes the network of a core's module, its registers as latches.

    What the modules `outside` are given becomes outputs, what they give inputs; an undefined bit
    becomes an input of its own. Raises ToolError when Yosys does not take the Verilog, and when it
    needs more than `limit_s` seconds.
    """
    commands = [f"blackbox {other}" for other in outside]
    commands += [
        f"hierarchy -top {module}",
        *(command.format(undefined="-anyseq") for command in GATES),
        "aigmap",
    ]
    if outside:
        commands.append("expose -evert " + " ".join(f"{module}/t:{other}" for other in outside))
    _yosys(verilog, [*commands, f"write_aiger -symbols {file.resolve()}"], file, limit_s)


def write_reference(verilog: Path, module: str, file: Path, limit_s: float) -> None:
    """Makes the network of a module of logic alone, by ABC in a tenth of the time; of a core it
    would lose the registers' names.
    """
    commands = [
        f"hierarchy -top {module}",
        *(command.format(undefined="-zero") for command in GATES),
    ]
    gates = file.with_suffix(".blif")
    _yosys(verilog, [*commands, f"write_blif {gates.resolve()}"], file, limit_s)
    abc = toolchain.find("abc")
    script = f"read_blif {gates.name}; strash; write_aiger -s {file.name}"
    toolchain.run(
        [*abc.argv, "-s", "-c", script],
        cwd=file.parent,
        env=abc.env,
        log=file.with_suffix(".abc.log"),
        timeout=limit_s,
    )
    gates.unlink()


def _yosys(verilog: Path, commands: Sequence[str], file: Path, limit_s: float) -> None:
    script = file.with_suffix(".ys")
    script.write_text("\n".join([f"read_verilog -noautowire {verilog.resolve()}", *commands, ""]))
    yosys = toolchain.find("yosys")
    toolchain.run(
        [*yosys.argv, script.name],
        cwd=file.parent,
        env=yosys.env,
        log=file.with_suffix(".yosys.log"),
        timeout=limit_s,
    )
