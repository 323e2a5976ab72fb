"""Reference software, built, called, and checked against known answers: with the SUPERCOP
interface, or the program of a kernel.
"""

from cryptagon.reference.build import INCLUDE
from cryptagon.reference.check import check_kat, check_sizes
from cryptagon.reference.cipher import ReferenceCipher
from cryptagon.reference.hash import ReferenceHash
from cryptagon.reference.kernel import ReferenceKernel
from cryptagon.reference.process import ReferenceSizes

__all__ = [
    "INCLUDE",
    "ReferenceCipher",
    "ReferenceHash",
    "ReferenceKernel",
    "ReferenceSizes",
    "check_kat",
    "check_sizes",
]
