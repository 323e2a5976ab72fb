"""A Verilog module as an and-inverter graph, by Yosys."""

from collections.abc import Sequence
from pathlib import Path

from cryptagon import toolchain


def write_netlist(verilog: Path, module: str, file: Path, limit_s: float, outside: Sequence[str] = ()) -> None:
    """Makes the network of a module; what the modules `outside` are given becomes outputs, what they give inputs.

    Raises ToolError when Yosys does not take the Verilog, and when it needs more than `limit_s` seconds.
    """
    commands = [f"read_verilog -noautowire {verilog.resolve()}", *(f"blackbox {other}" for other in outside)]
    commands += [
        f"hierarchy -top {module}",
        "proc -norom",
        "flatten",
        "opt_expr",
        "setundef -anyseq",
        "wreduce t:$mul",
        "simplemap",
        "techmap",
        "aigmap",
    ]
    if outside:
        commands.append("expose -evert " + " ".join(f"{module}/t:{other}" for other in outside))
    commands.append(f"write_aiger -symbols {file.resolve()}")
    script = file.with_suffix(".ys")
    script.write_text("\n".join([*commands, ""]))
    yosys = toolchain.find("yosys")
    toolchain.run([*yosys.argv, script], cwd=file.parent, env=yosys.env, log=file.with_suffix(".yosys.log"), timeout=limit_s)
