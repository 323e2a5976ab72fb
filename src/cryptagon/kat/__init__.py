"""Known answers: of authenticated ciphers in the format of the NIST lightweight cryptography
process (LWC), of kernels in JSON.
"""

from cryptagon.kat.corners import Cipher, make_records
from cryptagon.kat.kernel_answers import KernelAnswer, kernel_answers
from cryptagon.kat.lwc_format import KatRecord, file_name, read_kat, write_kat

__all__ = [
    "Cipher",
    "KatRecord",
    "KernelAnswer",
    "file_name",
    "kernel_answers",
    "make_records",
    "read_kat",
    "write_kat",
]
