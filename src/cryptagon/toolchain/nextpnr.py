"""nextpnr as a program: `python -m cryptagon.toolchain.nextpnr FAMILY ARGUMENTS`, FAMILY being
ecp5, ice40, himbaechel-gowin and so on.

The tool is WebAssembly; its machine code is compiled on first use. The package writes that cache in
place, so two first runs at once, or a killed one, could leave half a file. Here it is kept as all
that is made (`cache`), once for each version. Paths in the arguments are best relative to the
working folder: the sandbox puts a folder of its own at /tmp.
"""

import importlib
import os
import sys
from importlib import metadata
from pathlib import Path

from cryptagon import paths
from cryptagon.errors import MachineError
from cryptagon.toolchain.cache import complete
from cryptagon.toolchain.faults import told_by_exit_code
from cryptagon.toolchain.process import ToolError, run


def code_cache(family: str) -> Path:
    """The folder of the compiled tool of a family; made (a few seconds) when it is not there.

    Raises MachineError where it cannot be.
    """
    versions = [
        metadata.version(package)
        for package in (f"yowasp-nextpnr-{family}", "yowasp-runtime", "wasmtime")
    ]
    place = paths.build_folder() / "toolchain" / f"nextpnr-{family}-{'-'.join(versions)}"
    complete(place, lambda folder: _compile(family, folder))
    return place


def _compile(family: str, folder: Path) -> None:
    """The package compiles its code on first use."""
    name = _name(family)
    program = (
        f"import sys, yowasp_nextpnr_{name} as n; sys.exit(n.run_nextpnr_{name}(['--version']))"
    )
    try:
        run([sys.executable, "-c", program], cwd=folder, env={"YOWASP_CACHE_DIR": str(folder)})
    except ToolError as fault:
        raise MachineError(
            f"nextpnr for {family} does not run here", where=fault.where, why=fault.why
        ) from fault


def main() -> None:
    """Run the nextpnr of a family with the other arguments of this process and end with its exit
    code.
    """
    family, *arguments = sys.argv[1:]
    with told_by_exit_code():
        os.environ["YOWASP_CACHE_DIR"] = str(code_cache(family))
        name = _name(family)
        package = importlib.import_module(
            f"yowasp_nextpnr_{name}"
        )  # after the cache folder is known
        sys.exit(getattr(package, f"run_nextpnr_{name}")(arguments))


def _name(family: str) -> str:
    return family.replace("-", "_")


if __name__ == "__main__":
    main()
