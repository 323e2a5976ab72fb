"""The other end of driver.c and hash_driver.c: a child process that runs one implementation and
answers requests.
"""

import select
import signal
import struct
import subprocess
import threading
import weakref
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from cryptagon.errors import CryptagonError
from cryptagon.toolchain import fault_behind, machine_fault, not_started

SECONDS = 60.0
_OP_SIZES, _OP_ENCRYPT, _OP_DECRYPT, _OP_HASH = 0, 1, 2, 1
_DONE, _OUT_OF_BOUNDS, _LENGTH, _MEMORY = 0, 1, 2, 3


@dataclass(frozen=True)
class ReferenceSizes:
    """What api.h says, in bytes; `a` is the expansion (CRYPTO_ABYTES): the tag, in nearly all
    ciphers.
    """

    key: int
    nsec: int
    npub: int
    a: int


class ReferenceProcess:
    """A running driver. Started by the first request, and again by the next one after it died."""

    def __init__(self, program: Path, name: str, seconds: float = SECONDS) -> None:
        """Of a program at `program`, called `name` in messages; `seconds` is the time limit of one
        answer.
        """
        self._program = program
        self._name = name
        self._seconds = seconds
        self._lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._finalizer: weakref.finalize | None = None

    def sizes(self) -> ReferenceSizes:
        """The sizes of api.h, as the compiler sees them."""
        _, output = self._request(_OP_SIZES, (b"", b"", b"", b""))
        return ReferenceSizes(*struct.unpack("<4q", output))

    def encrypt(self, key: bytes, nonce: bytes, ad: bytes, text: bytes) -> tuple[int, bytes]:
        """What crypto_aead_encrypt returns, and its output."""
        return self._request(_OP_ENCRYPT, (key, nonce, ad, text))

    def decrypt(self, key: bytes, nonce: bytes, ad: bytes, text: bytes) -> tuple[int, bytes]:
        """What crypto_aead_decrypt returns, and its output (empty unless it returns 0)."""
        return self._request(_OP_DECRYPT, (key, nonce, ad, text))

    def digest_size(self) -> int:
        """CRYPTO_BYTES of api.h, of a hash function."""
        _, output = self._request(_OP_SIZES, (b"",))
        return int.from_bytes(output, "little")

    def digest(self, message: bytes) -> tuple[int, bytes]:
        """What crypto_hash returns, and its output."""
        return self._request(_OP_HASH, (message,))

    def call(self, op: int, inputs: tuple[bytes, ...]) -> tuple[int, bytes]:
        """Value and output of the answer to any request, for drivers with operations of their own.

        Raises CryptagonError where the code crashes, writes far outside of its buffers or does not
        answer in time.
        """
        return self._request(op, inputs)

    def close(self) -> None:
        """End the child; a later request starts a new one."""
        if self._finalizer:
            self._finalizer()
        self._child = self._finalizer = None

    def _request(self, op: int, inputs: tuple[bytes, ...]) -> tuple[int, bytes]:
        with self._lock:
            child = self._running()
            try:
                status, value, output = _exchange(child, op, inputs, self._seconds)
            except TimeoutError as fault:
                child.kill()
                self.close()
                raise CryptagonError(
                    f"the reference software did not answer within {self._seconds:g} s",
                    where=self._name,
                ) from fault
            except (EOFError, BrokenPipeError) as fault:
                code = child.wait()
                self.close()
                raise self._ended(code) from fault
            except (
                BaseException
            ):  # interrupted amid an answer: the rest of it must not pass for the next one
                child.kill()
                self.close()
                raise
        if status == _OUT_OF_BOUNDS:
            raise CryptagonError(
                "the reference software wrote far outside its buffers", where=self._name
            )
        if status == _LENGTH:
            why = f"it says that its output has {value} bytes, which is more than CRYPTO_ABYTES in api.h allows"
            raise CryptagonError(
                "the reference software returned a wrong length", where=self._name, why=why
            )
        if status == _MEMORY:
            raise machine_fault(MemoryError(), self._name)
        return value, output

    def _ended(self, code: int) -> CryptagonError:
        outside = fault_behind("the reference software", code, "", self._name)
        return outside or CryptagonError(
            "the reference software crashed", where=self._name, why=_ending(code)
        )

    def _running(self) -> subprocess.Popen[bytes]:
        if self._child is None:
            pipe = subprocess.PIPE
            try:
                self._child = subprocess.Popen(
                    [str(self._program)],
                    bufsize=0,
                    stdin=pipe,
                    stdout=pipe,
                    stderr=subprocess.DEVNULL,
                )
            except OSError as fault:
                raise not_started("the reference software", fault, self._program) from fault
            self._finalizer = weakref.finalize(self, _stop, self._child)
        return self._child


def _exchange(
    child: subprocess.Popen[bytes], op: int, inputs: tuple[bytes, ...], seconds: float
) -> tuple[int, int, bytes]:
    """Send one request and return status, value and output of its answer."""
    _write(
        child.stdin, struct.pack(f"<{1 + len(inputs)}Q", op, *map(len, inputs)) + b"".join(inputs)
    )
    status, value, length = struct.unpack("<Qqq", _read(child.stdout, 24, seconds))
    return status, value, _read(child.stdout, length, seconds)


def _write(stream: IO[bytes] | None, data: bytes) -> None:
    rest = memoryview(data)
    while stream and rest:
        rest = rest[stream.write(rest) :]  # the pipe is unbuffered: a write may be partial


def _read(stream: IO[bytes] | None, length: int, seconds: float) -> bytes:
    received = b""
    while stream and len(received) < length:
        if not select.select([stream], [], [], seconds)[0]:
            raise TimeoutError
        chunk = stream.read(length - len(received))
        if not chunk:
            raise EOFError
        received += chunk
    return received


def _ending(code: int) -> str:
    return (
        f"its process was ended by {signal.Signals(-code).name}"
        if code < 0
        else f"its process ended with exit code {code}"
    )


def _stop(child: subprocess.Popen[bytes]) -> None:
    for pipe in (child.stdin, child.stdout):
        if pipe:
            pipe.close()
    child.wait()
