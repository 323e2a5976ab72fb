"""Yosys as a program: `python -m cryptagon.toolchain.yosys SCRIPT`.

The Python package of Yosys is a library that ends the whole process on an error, so each script
runs in a process of its own.
"""

import importlib
import os
import sys

from cryptagon.toolchain.faults import told_by_exit_code


def main() -> None:
    """Run one Yosys script; the process ends with 0, or with 1 after Yosys has printed its
    error.
    """
    if len(sys.argv) != 2:
        sys.exit("usage: python -m cryptagon.toolchain.yosys SCRIPT")
    with told_by_exit_code():
        libyosys = importlib.import_module(
            "pyosys.libyosys"
        )  # here, since loading it takes over the process
    libyosys.run_pass(f"script {sys.argv[1]}")
    libyosys.log_flush()
    sys.stdout.flush()
    os._exit(0)  # the library's own tear-down at interpreter exit is not reliable


if __name__ == "__main__":
    main()
