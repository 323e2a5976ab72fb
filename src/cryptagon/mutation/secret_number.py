"""Faults of a secret message number: its blocks at `bdi`, and what it leaves as at `bdo`."""

from collections.abc import Callable

from cryptagon.hwapi import HardwareAlgorithm
from cryptagon.mutation.conditions import (
    ends_with_secret_number,
    secret_number,
    short_secret_number,
)
from cryptagon.mutation.fault import (
    BDI,
    BDO,
    Fault,
    Hooks,
    doubled,
    dropped,
    merged,
    swapped,
    triggered,
    wrong_answer,
    wrong_block,
    wrong_output,
)


def _fault(
    name: str,
    text: str,
    hooks: Hooks,
    applies: Callable[[HardwareAlgorithm], str] = secret_number,
) -> Fault:
    return Fault(f"secret-number-{name}", text, hooks, applies)


def _taken_as(what: str, when: str = "1") -> Hooks:
    return {"bdi_forward": f"if (of_secret && ({when})) given.data = {what};"}


INPUTS = [
    _fault("is-nonce", "the nonce is taken as the secret message number", _taken_as("last_nonce_q", "last_kind_q == 13")),
    _fault("stale", "the secret message number is that of the message before", _taken_as("secret_q", "messages_q != 0")),
    _fault("mixed-with-last", "the secret message number is added to that of the message before",
           _taken_as("bdi ^ secret_q", "messages_q != 0")),
    _fault("zero", "the secret message number is taken as zero", _taken_as("'0")),
    _fault("last-bit-ignored", "the last bit of the secret message number is not used", {
        "bdi_forward": "if (of_secret && bdi_eot) given.data[BDI - 8 * bdi_size] = 1'b0;"}),
    _fault("taken-twice", "the secret message number is taken in twice", doubled(BDI, "of_secret")),
    _fault("dropped", "the secret message number is forgotten where AD or data follow", dropped(BDI, "of_secret && !bdi_eoi")),
    _fault("wrong-after-forgery", "after a forged message the secret message number is taken in wrongly",
           wrong_block("of_secret && rejected_q")),
    _fault("eoi-ignored", "a message that ends with the secret message number is not ended", {
        "bdi_forward": "if (of_secret) given.eoi = 1'b0;"}, ends_with_secret_number),
    _fault("then-pause-200", "after a pause of 200 cycles behind the secret message number the tag is wrong",
           merged(triggered("still_q >= 200 && active_q && (last_kind_q == 14 || last_kind_q == 15) && !ended_q"), wrong_answer("armed_q"))),
]  # fmt: skip

OUTPUTS = [
    _fault("not-encrypted", "the secret message number leaves as it came", {
        "bdo_forward": "if (is_secret) bdo = bdi_valid && of_secret ? bdi[BDI-1-:BLOCK] : secret_q[BDI-1-:BLOCK];"}),
    _fault("not-given", "the secret message number does not leave", dropped(BDO, "is_secret")),
    _fault("given-twice", "the secret message number leaves twice", doubled(BDO, "is_secret")),
    _fault("given-late", "the secret message number leaves behind the output that comes after it", swapped(BDO, "is_secret")),
    _fault("last-bit-wrong", "the last bit of the secret message number is wrong as it leaves", {
        "bdo_forward": "if (is_secret) bdo[BLOCK - 8 * made_size] = !made[BLOCK - 8 * made_size];"}),
    _fault("wrong-when-decrypted", "the secret message number is decrypted wrongly", wrong_output("is_secret && decrypting_q")),
    _fault("wrong-in-second-message", "of the second message under a key the secret message number is wrong",
           wrong_output("is_secret && uses_q == 2")),
    _fault("size-full", "bdo_size of the secret message number is that of a block of data", {
        "bdo_forward": "if (is_secret) bdo_size = BYTES;"}, short_secret_number),
    _fault("size-zero", "bdo_size of the secret message number is 0", {"bdo_forward": "if (is_secret) bdo_size = '0;"}),
]  # fmt: skip

FAULTS = (*INPUTS, *OUTPUTS)
