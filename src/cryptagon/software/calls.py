"""An implementation in a process of its own, and what it does to its buffers."""

import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.reference.build import build_driven
from cryptagon.reference.process import ReferenceProcess
from cryptagon.software.folder import SupercopFolder

_HERE = Path(__file__).parent
_SIZES, _ENCRYPT, _DECRYPT, _HASH, _CHECKSUM = 0, 1, 2, 1, 3
_PAST_END = 16
AT_ONCE = 4
"""Loops of SUPERCOP's checksum in one call, which has a time limit."""
_CHANGED = ("key", "nonce", "associated data", "message")


@dataclass(frozen=True)
class Answer:
    """Of one call: what it returned, the length it told, its whole buffer, which inputs it changed,
    and whether it wrote past the end of the buffer.
    """

    result: int
    length: int
    output: bytes
    changed: tuple[str, ...]
    past_end: bool


class Implementation:
    """One implementation of crypto_aead or crypto_hash; `seconds` is the time limit of a call."""

    def __init__(self, folder: SupercopFolder, seconds: float) -> None:
        """Compiles it, or takes it from the cache. Raises CryptagonError with file and line where
        it does not compile.
        """
        driver = _HERE / ("cipher_driver.c" if folder.kind == "aead" else "hash_driver.c")
        self.folder = folder
        self._process = ReferenceProcess(
            build_driven(folder.path, driver), str(folder.path), seconds
        )
        _, told = self._call(
            "reading the sizes", _SIZES, (b"",) * (4 if folder.kind == "aead" else 1)
        )
        self.key, self.nonce, self.more = (
            struct.unpack("<3Q", told) if folder.kind == "aead" else (0, 0, 0)
        )
        self.digest_bytes = struct.unpack("<2Q", told[:16])[1] if folder.kind == "hash" else 0

    def encrypt(self, key: bytes, nonce: bytes, ad: bytes, message: bytes) -> Answer:
        """crypto_aead_encrypt; raises CryptagonError, with the lengths, where the code crashes or
        does not end.
        """
        case = f"encrypting {len(message)} bytes with {len(ad)} bytes of associated data"
        return _answer(*self._call(case, _ENCRYPT, (key, nonce, ad, message)))

    def decrypt(self, key: bytes, nonce: bytes, ad: bytes, text: bytes) -> Answer:
        """crypto_aead_decrypt; raises likewise."""
        case = f"decrypting {len(text)} bytes with {len(ad)} bytes of associated data"
        return _answer(*self._call(case, _DECRYPT, (key, nonce, ad, text)))

    def digest(self, message: bytes) -> Answer:
        """crypto_hash; raises likewise."""
        return _answer(*self._call(f"hashing {len(message)} bytes", _HASH, (message,)))

    def checksum(self, loops: int, greatest: int) -> Iterator[tuple[int, bytes]]:
        """SUPERCOP's checksum after so many loops with messages of `greatest` bytes at most: after
        each of some of them which call went wrong, 0 where none did, and the 32 bytes so far.
        """
        rest = (b"",) * (3 if self.folder.kind == "aead" else 0)
        for count in (0, *[AT_ONCE] * (loops // AT_ONCE)):
            case = f"computing SUPERCOP's checksum of messages of up to {greatest} bytes"
            request = struct.pack("<2Q", count, greatest)
            wrong, state = self._call(case, _CHECKSUM, (*rest, request))
            if count:
                yield wrong, state

    def close(self) -> None:
        """End its process."""
        self._process.close()

    def _call(self, case: str, op: int, inputs: tuple[bytes, ...]) -> tuple[int, bytes]:
        return _told(case, lambda: self._process.call(op, inputs))


def _told(case: str, act: Callable[[], tuple[int, bytes]]) -> tuple[int, bytes]:
    try:
        return act()
    except CryptagonError as fault:
        fault.why = "; ".join(filter(None, (fault.why, f"it was {case}")))
        fault.fix = fault.fix or "run that call alone under a debugger, or with -fsanitize=address"
        fault.args = (fault.render(),)
        raise


def _answer(result: int, told: bytes) -> Answer:
    flags, length = struct.unpack("<2Q", told[:16])
    changed = tuple(name for bit, name in enumerate(_CHANGED) if flags >> bit & 1)
    return Answer(result, length, told[16:], changed, bool(flags & _PAST_END))
