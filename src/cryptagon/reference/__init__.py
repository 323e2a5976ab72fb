"""Reference software with the SUPERCOP interface: built from any folder of that shape, called, and checked against known answers."""

from cryptagon.reference.check import check_kat, check_sizes
from cryptagon.reference.cipher import ReferenceCipher
from cryptagon.reference.process import ReferenceSizes

__all__ = ["ReferenceCipher", "ReferenceSizes", "check_kat", "check_sizes"]
