"""Kernels of CUDA from figures on the GPU of this machine, beside the C on its processor.

As `spt_speed`. `of_peak` is the share of what the memory of the GPU allows.
"""

from pathlib import Path

from common import Row
from spt_speed import CIPHERS, rows_of

from cryptagon.errors import CryptagonError
from cryptagon.spt.speed.cuda import why_no_cuda

ROUNDS = 3
MORE: dict[str, list[Path]] = {"simon96_96": [], "speck64_128": []}


def measure() -> list[Row]:
    """A row for each cipher, C or kernel, mode and number of threads.

    Raises CryptagonError where CUDA cannot be run.
    """
    if why := why_no_cuda():
        raise CryptagonError(
            "there is no GPU to measure", why=why, fix="run this benchmark where one is"
        )
    return [
        row
        for cipher, beside in (CIPHERS | MORE).items()
        for row in rows_of(cipher, beside, ROUNDS)
    ]
