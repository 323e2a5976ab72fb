"""Where a fault is one: conditions on the algorithm, each of which says why it is none."""

from cryptagon.hwapi import HardwareAlgorithm
from cryptagon.mutation.fault import Applies


def several_nonce_blocks(algorithm: HardwareAlgorithm) -> str:
    """For faults of a nonce that comes in several blocks."""
    return "" if algorithm.sizes.npub > algorithm.sizes.block else "the nonce is one block"


def several_tag_blocks(algorithm: HardwareAlgorithm) -> str:
    """For faults of a tag that comes in several blocks."""
    return "" if algorithm.sizes.tag > algorithm.sizes.block else "the tag is one block"


def tag_has_bit(bit: int) -> Applies:
    """For faults of that bit of the tag, counted from its first."""

    def applies(algorithm: HardwareAlgorithm) -> str:
        return "" if bit < algorithm.sizes.tag else f"the tag has {algorithm.sizes.tag} bits"

    return applies


def full_last_block(algorithm: HardwareAlgorithm) -> str:
    """For faults of a last block of data that is full."""
    return "a padding block follows full data" if "complete" in algorithm.padding.data else ""


def two_passes(algorithm: HardwareAlgorithm) -> str:
    """For faults of the second pass."""
    return "" if algorithm.interface.two_pass else "it has one pass"


def secret_number(algorithm: HardwareAlgorithm) -> str:
    """For faults of the secret message number."""
    return "" if algorithm.sizes.nsec else "it has no secret message number"


def short_secret_number(algorithm: HardwareAlgorithm) -> str:
    """For faults of a secret message number whose last block is not full."""
    sizes = algorithm.sizes
    full = "" if sizes.nsec % sizes.block else "the secret message number fills its blocks"
    return secret_number(algorithm) or full


def ends_with_secret_number(algorithm: HardwareAlgorithm) -> str:
    """For faults of a message whose last block of input is that number."""
    padding = algorithm.padding
    padded = "empty" in padding.ad or "empty" in padding.data
    return secret_number(algorithm) or ("a block always follows it" if padded else "")


def expands(algorithm: HardwareAlgorithm) -> str:
    """For faults of ciphertext that holds the padding of its plaintext."""
    return "" if algorithm.padding.expands else "ciphertext does not expand"


def padding_block(algorithm: HardwareAlgorithm) -> str:
    """For faults of the padding block behind a full block, where it is encrypted."""
    follows = "" if "complete" in algorithm.padding.data else "no padding follows a full block"
    return expands(algorithm) or follows


def own_length(algorithm: HardwareAlgorithm) -> str:
    """For faults of the length of ciphertext, or of a block of it, that is the plaintext's."""
    return "ciphertext has whole blocks" if algorithm.padding.expands else ""
