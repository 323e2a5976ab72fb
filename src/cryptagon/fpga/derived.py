"""What a script of Yosys makes of a finished netlist, beside it and kept."""

from pathlib import Path

from cryptagon.fpga.synthesis import Netlist
from cryptagon.toolchain import complete, digest_of, find, run

LOG = "yosys.log"


def derived(netlist: Netlist, name: str, script: str) -> Path:
    """The folder in which the script has run, one level beside that of the netlist; `name` is what
    it makes. Raises ToolError.
    """
    plan, yosys = netlist.plan, find("yosys")
    file = f"{name}.ys"
    folder = plan.folder.with_name(
        f"{name}-{plan.strategy}-{digest_of(plan.digest, script, yosys.version)[:16]}"
    )

    def make(fresh: Path) -> None:
        (fresh / file).write_text(script)
        run((*plan.argv, file), cwd=fresh, env=yosys.env, log=fresh / LOG)

    complete(folder, make)
    return folder
