"""The golden model: an authenticated cipher in software, called through its SUPERCOP interface."""

from collections.abc import Mapping
from pathlib import Path
from typing import Self

from cryptagon.errors import CryptagonError
from cryptagon.reference.build import build
from cryptagon.reference.process import ReferenceProcess, ReferenceSizes


class ReferenceCipher:
    """One implementation of crypto_aead, running in a process of its own.

    The code is foreign: a crash or a hang in it ends that process and raises CryptagonError here;
    so does a write far past the end of a buffer. Writes of a few bytes past it, which published
    code does, are let through.
    """

    def __init__(self, folder: Path, process: ReferenceProcess) -> None:
        self.folder = folder
        self._process = process
        self.sizes: ReferenceSizes = process.sizes()

    @classmethod
    def build(cls, folder: Path, defines: Mapping[str, str] | None = None) -> Self:
        """Compile the implementation in `folder` (api.h, encrypt.c and their friends), or take it
        from the cache, and start it.

        `defines` are macros.
        Raises CryptagonError when the folder is not of that shape or does not compile.
        """
        folder = folder.resolve()
        return cls(folder, ReferenceProcess(build(folder, defines), str(folder)))

    def encrypt(self, key: bytes, nonce: bytes, ad: bytes, pt: bytes) -> bytes:
        """The ciphertext followed by the tag.

        A secret message number is in front of `pt`, and encrypted in front of the ciphertext.
        Raises CryptagonError for a wrong length of key or nonce, for a text that is shorter than
        that number, or when the code fails.
        """
        self._check_lengths(key, nonce, pt)
        result, output = self._process.encrypt(key, nonce, ad, pt)
        if result != 0:
            raise CryptagonError(
                "the reference software refused to encrypt",
                where=str(self.folder),
                why=f"it returned {result}",
            )
        return output

    def decrypt(self, key: bytes, nonce: bytes, ad: bytes, ct: bytes) -> bytes | None:
        """The plaintext of `ct` (ciphertext and tag), or None when it is not authentic.

        A secret message number is in front of both, as of `encrypt`. Raises as `encrypt` does.
        """
        self._check_lengths(key, nonce, ct)
        result, output = self._process.decrypt(key, nonce, ad, ct)
        return output if result == 0 else None

    def close(self) -> None:
        """End the process of the implementation now, rather than when this object goes."""
        self._process.close()

    def _check_lengths(self, key: bytes, nonce: bytes, text: bytes) -> None:
        # The code reads as many bytes as it likes, so a short key would be read past its end.
        for name, given, wanted in (
            ("key", key, self.sizes.key),
            ("nonce", nonce, self.sizes.npub),
        ):
            if len(given) != wanted:
                why = f"it has {len(given)} bytes, and api.h says {wanted}"
                raise CryptagonError(
                    f"the {name} has a wrong length for this reference software",
                    where=str(self.folder),
                    why=why,
                )
        if len(text) < self.sizes.nsec:
            raise CryptagonError(
                "the text is too short for this reference software",
                where=str(self.folder),
                why=f"the secret message number in front of it has {self.sizes.nsec} bytes, and it has {len(text)}",
            )
