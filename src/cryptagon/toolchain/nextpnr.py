"""nextpnr as a program: `python -m cryptagon.toolchain.nextpnr FAMILY ARGUMENTS`, FAMILY being
ecp5, ice40, himbaechel-gowin and so on.
"""

import sys
from pathlib import Path

from cryptagon.toolchain.router_watch import end_where_futile
from cryptagon.toolchain.webassembly import WebAssemblyTool


def _tool(family: str) -> WebAssemblyTool:
    entry = f"run_nextpnr_{family.replace('-', '_')}"
    return WebAssemblyTool(f"nextpnr-{family}", f"yowasp-nextpnr-{family}", entry)


def code_cache(family: str) -> Path:
    """The folder of the compiled tool of a family; made (a few seconds) when it is not there.

    Raises MachineError where it cannot be.
    """
    return _tool(family).code_cache()


def main() -> None:
    """Run the nextpnr of a family with the other arguments of this process and end with its exit
    code.
    """
    family, *arguments = sys.argv[1:]
    end_where_futile()
    _tool(family).end_with(arguments)


if __name__ == "__main__":
    main()
