"""nextpnr as a program: `python -m cryptagon.toolchain.nextpnr FAMILY ARGUMENTS`, FAMILY being ecp5, ice40, himbaechel-gowin and so on.

The tool is WebAssembly; its machine code is compiled on first use. The package writes that cache in place, so two first runs at once, or a
killed one, could leave half a file. Here it is made beside its place and moved in whole, once for each version.
Paths in the arguments are best relative to the working folder: the sandbox puts a folder of its own at /tmp.
"""

import importlib
import os
import shutil
import subprocess
import sys
import tempfile
from importlib import metadata
from pathlib import Path

from cryptagon import paths


def code_cache(family: str) -> Path:
    """The folder of the compiled tool of a family; made (a few seconds) when it is not there."""
    versions = [metadata.version(package) for package in (f"yowasp-nextpnr-{family}", "yowasp-runtime", "wasmtime")]
    place = paths.build_folder() / "toolchain" / f"nextpnr-{family}-{'-'.join(versions)}"
    if place.is_dir():
        return place
    place.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix="nextpnr-", dir=place.parent))
    environment = {**os.environ, "YOWASP_CACHE_DIR": str(fresh)}
    name = _name(family)
    program = f"import sys, yowasp_nextpnr_{name} as n; sys.exit(n.run_nextpnr_{name}(['--version']))"
    subprocess.run([sys.executable, "-c", program], env=environment, check=True, capture_output=True)
    try:
        fresh.rename(place)
    except OSError:  # another process was faster
        shutil.rmtree(fresh, ignore_errors=True)
    return place


def main() -> None:
    """Run the nextpnr of a family with the other arguments of this process and end with its exit code."""
    family, *arguments = sys.argv[1:]
    os.environ["YOWASP_CACHE_DIR"] = str(code_cache(family))
    name = _name(family)
    package = importlib.import_module(f"yowasp_nextpnr_{name}")  # after the cache folder is known
    sys.exit(getattr(package, f"run_nextpnr_{name}")(arguments))


def _name(family: str) -> str:
    return family.replace("-", "_")


if __name__ == "__main__":
    main()
