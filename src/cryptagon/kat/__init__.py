"""Known answers of authenticated ciphers, in the file format of the NIST lightweight cryptography process (LWC)."""

from cryptagon.kat.corners import Cipher, make_records
from cryptagon.kat.lwc_format import KatRecord, file_name, read_kat, write_kat

__all__ = ["Cipher", "KatRecord", "file_name", "make_records", "read_kat", "write_kat"]
