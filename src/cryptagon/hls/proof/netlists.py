"""The Verilog of a core and of its reference as and-inverter graphs, by Yosys."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptagon import toolchain


@dataclass(frozen=True)
class Top:
    """A module that becomes a network in `file`; what the modules `outside` are given become outputs, what they give inputs."""

    module: str
    file: Path
    outside: tuple[str, ...] = ()


def write_netlists(verilog: Path, tops: Sequence[Top], folder: Path, limit_s: float) -> None:
    """Makes each top's network. Raises ToolError when Yosys does not take the Verilog, and when it needs more than `limit_s` seconds."""
    outside = sorted({module for top in tops for module in top.outside})
    commands = [f"read_verilog -noautowire {verilog}"]
    commands += [f"blackbox {module}" for module in outside]
    commands += ["proc -norom", "techmap", "aigmap", "design -save gates"]
    for top in tops:
        commands += ["design -load gates", f"hierarchy -top {top.module}", "flatten"]
        if top.outside:
            commands.append("expose -evert " + " ".join(f"{top.module}/t:{module}" for module in top.outside))
        commands.append(f"write_aiger -symbols {top.file}")
    script = folder / f"{verilog.stem}.netlists.ys"
    script.write_text("\n".join([*commands, ""]))
    yosys = toolchain.find("yosys")
    toolchain.run([*yosys.argv, script], cwd=folder, env=yosys.env, log=script.with_suffix(".log"), timeout=limit_s)
