"""Kernels as C on this processor: a work item after the other, compared with the interpreter as a
layout of C is.
"""

import tempfile
from pathlib import Path

from cryptagon.spt.code.check_layout import verify_layout
from cryptagon.spt.code.kernels.generate import KernelSources
from cryptagon.spt.model import Program


def verify_kernel(program: Program, made: KernelSources) -> int:
    """Compiles kernels through a header that makes them C, and compares ECB and CTR with the
    interpreter; gives the number of blocks.

    Raises CryptagonError where they differ.
    """
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / f"{made.name}.h").write_text(made.shim_header, encoding="utf-8")
        (place / f"{made.name}.c").write_text(made.shim, encoding="utf-8")
        (place / made.kernel_file).write_text(made.kernel, encoding="utf-8")
        return verify_layout(program, made.name, place)
