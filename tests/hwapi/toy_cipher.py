"""A stand-in for an algorithm of the catalog, with any sizes and padding, and a cipher that is
anything but one.
"""

import hashlib
from dataclasses import dataclass, field

from cryptagon.catalog import HashPart


@dataclass(frozen=True)
class ToySizes:
    key: int = 128
    npub: int = 96
    nsec: int = 0
    tag: int = 128
    block: int = 128
    ad_block: int = 128


@dataclass(frozen=True)
class ToyPadding:
    style: str = "none"
    ad: frozenset[str] = frozenset()
    data: frozenset[str] = frozenset()
    expands: bool = False


@dataclass(frozen=True)
class ToyNeeds:
    any_segments: bool = False
    two_pass: bool = False
    decrypts_by_tag: bool = False


@dataclass(frozen=True)
class ToyAlgorithm:
    name: str = "toy"
    sizes: ToySizes = field(default_factory=ToySizes)
    padding: ToyPadding = field(default_factory=ToyPadding)
    interface: ToyNeeds = ToyNeeds()
    hash: HashPart | None = None

    def hardware_parameters(self, w: int = 32, sw: int = 32) -> dict[str, int]:
        return {"W": w, "SW": sw}


class ToyCipher:
    """Encrypt-and-hash with SHA-512; the tag is `tag_bytes` long."""

    def __init__(self, tag_bytes: int = 16) -> None:
        self.tag_bytes = tag_bytes

    def encrypt(self, key: bytes, nonce: bytes, ad: bytes, pt: bytes, /) -> bytes:
        return bytes(byte ^ key[0] for byte in pt) + self._tag(key, nonce, ad, pt)

    def decrypt(self, key: bytes, nonce: bytes, ad: bytes, ct: bytes, /) -> bytes | None:
        pt = bytes(byte ^ key[0] for byte in ct[: -self.tag_bytes])
        return pt if self._tag(key, nonce, ad, pt) == ct[-self.tag_bytes :] else None

    def _tag(self, *parts: bytes) -> bytes:
        framed = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
        return hashlib.sha512(framed).digest()[: self.tag_bytes]
