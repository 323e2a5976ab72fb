"""One message as the testbench knows it: what goes in, and what must come out."""

from dataclasses import dataclass, field
from typing import Protocol

from cryptagon.errors import CryptagonError

MAX_SEGMENT_BYTES = 0xFFFF
"""The length field of a segment header has 16 bits (CAESAR Hardware API v1.0)."""


class SizesInBits(Protocol):
    """Widths in bits, multiples of 8; `block` is that of data, NPUB, NSEC and TAG; `nsec` is 0
    where there is no secret message number.
    """

    @property
    def key(self) -> int: ...  # noqa: D102
    @property
    def npub(self) -> int: ...  # noqa: D102
    @property
    def nsec(self) -> int: ...  # noqa: D102
    @property
    def tag(self) -> int: ...  # noqa: D102
    @property
    def block(self) -> int: ...  # noqa: D102
    @property
    def ad_block(self) -> int: ...  # noqa: D102


class PaddingRules(Protocol):
    """The padding of docs/cipher-core.md: a style, and for each class the cases in which it
    pads.
    """

    @property
    def style(self) -> str: ...  # noqa: D102
    @property
    def ad(self) -> frozenset[str]: ...  # noqa: D102
    @property
    def data(self) -> frozenset[str]: ...  # noqa: D102
    @property
    def expands(self) -> bool:
        """Whether the padding of data is encrypted with it."""
        ...


class HashRules(Protocol):
    """How a core takes messages to hash: `block` and `digest` in bits, the cases in which a message
    is padded, and the name of the hash function.
    """

    @property
    def function(self) -> str: ...  # noqa: D102
    @property
    def block(self) -> int: ...  # noqa: D102
    @property
    def digest(self) -> int: ...  # noqa: D102
    @property
    def padding(self) -> frozenset[str]: ...  # noqa: D102


class InterfaceNeeds(Protocol):
    """What an algorithm asks of the hardware around its core."""

    @property
    def any_segments(self) -> bool:
        """Whether segments of AD and data may end within a block, and be empty."""
        ...

    @property
    def two_pass(self) -> bool:
        """Whether the core keeps its data in a FIFO outside between two passes."""
        ...

    @property
    def decrypts_by_tag(self) -> bool:
        """Whether plaintext hangs on the tag."""
        ...


class HardwareAlgorithm(Protocol):
    """What the testbench needs to know of an algorithm; `catalog.Algorithm` is one."""

    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def sizes(self) -> SizesInBits: ...  # noqa: D102
    @property
    def padding(self) -> PaddingRules: ...  # noqa: D102
    @property
    def interface(self) -> InterfaceNeeds: ...  # noqa: D102
    @property
    def hash(self) -> HashRules | None:
        """Of a core that has a hash function, too."""
        ...

    def hardware_parameters(self, w: int = 32, sw: int = 32) -> dict[str, int]: ...  # noqa: D102


class Cipher(Protocol):
    """Anything that knows the right answers; `reference.ReferenceCipher` is one.

    A secret message number is in front of the plaintext, and encrypted in front of the
    ciphertext.
    """

    def encrypt(self, key: bytes, nonce: bytes, ad: bytes, pt: bytes, /) -> bytes:
        """Ciphertext || tag."""
        ...

    def decrypt(self, key: bytes, nonce: bytes, ad: bytes, ct: bytes, /) -> bytes | None:
        """The plaintext of ciphertext || tag, or None where the tag is wrong."""
        ...


@dataclass(frozen=True)
class Message:
    """One message through the hardware.

    `data` is what goes in, plaintext when encrypting and ciphertext without its tag when
    decrypting; `expected` what comes out, as long as `data` unless ciphertext expands. `padded`
    says that the ciphertext holds padding. `tag` is the tag that encryption must give, or that
    decryption is given; `marker` what software appends to it (`hwapi.expansion.marker`).
    `authentic` is the verdict that must come; it is True for encryption. `new_key` says that the
    key is loaded and activated before this message. `output_known` is False for a forgery whose
    plaintext no reference tells: its length is then checked, its bytes are not. `ad_segments` and
    `data_segments` are segment lengths in bytes, any of which may be 0 where the algorithm allows
    that, else only the last; empty means as few segments as the 16-bit length allows. `nsec` is the
    secret message number as it goes in, encrypted when decrypting, and `expected_nsec` as it comes
    out; both are empty where the algorithm has none.

    A message that `hashes` has none of this but `data`, its segments, and the digest in `expected`;
    it may bring a key, which then waits for the messages behind it.
    """

    key: bytes
    nonce: bytes
    ad: bytes
    data: bytes
    tag: bytes
    decrypt: bool
    new_key: bool
    expected: bytes
    authentic: bool = True
    output_known: bool = True
    ad_segments: tuple[int, ...] = ()
    data_segments: tuple[int, ...] = ()
    padded: bool = False
    marker: bytes = b""
    nsec: bytes = b""
    expected_nsec: bytes = b""
    hashes: bool = False
    label: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        for name, sizes, length in (
            ("AD", self.ad_segments, len(self.ad)),
            ("data", self.data_segments, len(self.data)),
        ):
            if sizes and (sum(sizes) != length or min(sizes) < 0 or max(sizes) > MAX_SEGMENT_BYTES):
                raise CryptagonError(
                    f"{name} segments of {sizes} bytes do not hold {length} bytes",
                    where=self.label,
                    fix=f"lengths from 0 to {MAX_SEGMENT_BYTES} that add up to the length of the {name}",
                )

    @property
    def sealed(self) -> bytes:
        """Ciphertext and tag as software gives and takes them, behind an encrypted secret message
        number.
        """
        nsec, text = (self.nsec, self.data) if self.decrypt else (self.expected_nsec, self.expected)
        return nsec + text + self.tag + self.marker

    @property
    def title(self) -> str:
        """For people: where it comes from, direction and lengths."""
        if self.hashes:
            parts = f"hash of {len(self.data)} bytes"
            return f"{self.label}: {parts}" if self.label else parts
        direction = "decryption" if self.decrypt else "encryption"
        forged = "" if self.authentic else ", forged"
        parts = f"{direction}{forged}, {len(self.ad)} bytes of AD, {len(self.data)} of data"
        return f"{self.label}: {parts}" if self.label else parts


def bdi_bits(sizes: SizesInBits) -> int:
    """Width of a CipherCore's `bdi`: that of the wider of both blocks."""
    return max(sizes.block, sizes.ad_block)


def hash_rules(algorithm: HardwareAlgorithm, message: Message) -> HashRules:
    """How the core takes a message to hash.

    Raises CryptagonError where the algorithm has no hash function.
    """
    if algorithm.hash is None:
        raise CryptagonError(
            f"{algorithm.name} has no hash function",
            where=message.title,
            fix="leave messages to hash out, or give [hash] in algorithm.toml",
        )
    return algorithm.hash


def data_block(algorithm: HardwareAlgorithm, message: Message) -> int:
    """Bits of a block of the message's data. Raises CryptagonError as `hash_rules` does."""
    return hash_rules(algorithm, message).block if message.hashes else algorithm.sizes.block


def data_segments(algorithm: HardwareAlgorithm, message: Message) -> tuple[int, ...]:
    """Segment lengths in bytes of a message's data as it goes in, as `segments` gives them.

    The last segment of a ciphertext that expands holds its padding, so it is not empty; raises
    CryptagonError where a chosen one is.
    """
    expands = algorithm.padding.expands
    block = data_block(algorithm, message) // 8
    sizes = segments(algorithm, len(message.data), message.data_segments, block, grows=expands)
    if expands and message.decrypt and not sizes[-1]:
        raise CryptagonError(
            f"the last segment of {sizes} bytes of ciphertext is empty",
            where=message.label,
            why="the padding is in it",
        )
    return sizes


def segments(
    algorithm: HardwareAlgorithm,
    length: int,
    chosen: tuple[int, ...],
    block_bytes: int,
    *,
    grows: bool = False,
) -> tuple[int, ...]:
    """Segment lengths in bytes for one class of a message: those chosen, else full segments and a
    rest. (0,) for no bytes.

    `block_bytes`: a block of the class. `grows`: every segment leaves room for a block of padding.
    Unless the algorithm has segments of any length, every one but the last must hold whole blocks,
    at least one; raises CryptagonError where a chosen one does not.
    """
    if not algorithm.interface.any_segments and any(
        size % block_bytes or not size for size in chosen[:-1]
    ):
        raise CryptagonError(
            f"segments of {chosen} bytes cut a block of {block_bytes} bytes, or are empty",
            why="all segments of a class but its last hold whole blocks",
            fix="let the algorithm ask for any_segments under [interface]",
        )
    if chosen:
        return chosen
    full = (MAX_SEGMENT_BYTES // block_bytes - grows) * block_bytes
    sizes = [full] * (max(length - 1, 0) // full)
    return (*sizes, length - sum(sizes))
