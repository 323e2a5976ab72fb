"""The golden model: a hash function in software, called through its SUPERCOP interface."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

from cryptagon.errors import CryptagonError
from cryptagon.reference.build import build_hash
from cryptagon.reference.process import ReferenceProcess


class ReferenceHash:
    """One implementation of crypto_hash, running in a process of its own: a crash or a hang in it
    raises CryptagonError here.
    """

    def __init__(self, folder: Path, process: ReferenceProcess) -> None:
        self.folder = folder
        self._process = process

    @classmethod
    def build(
        cls,
        folder: Path,
        digest: int,
        defines: Mapping[str, str] | None = None,
        machine: Sequence[str] = (),
    ) -> Self:
        """Compile the implementation in `folder` (api.h and C files), or take it from the cache,
        and start it; `digest` is in bytes.

        `defines` are macros; `machine` are those options of `build_fast` for a processor, and none
        are for any.
        Raises CryptagonError when the folder is not of that shape, does not compile, or has digests
        of another length.
        """
        folder = folder.resolve()
        process = ReferenceProcess(build_hash(folder, defines, machine), str(folder))
        size = process.digest_size()
        if size != digest:
            why = f"api.h: CRYPTO_BYTES is {size} bytes; algorithm.toml: sizes.digest is {8 * digest} bits"
            raise CryptagonError(
                "the reference software has digests of another length",
                where=str(folder / "api.h"),
                why=why,
            )
        return cls(folder, process)

    def digest(self, message: bytes) -> bytes:
        """The digest of a message. Raises CryptagonError when the code fails."""
        result, output = self._process.digest(message)
        if result != 0:
            raise CryptagonError(
                "the reference software refused a message",
                where=str(self.folder),
                why=f"it returned {result}",
            )
        return output
