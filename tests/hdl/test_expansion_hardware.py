"""Ciphertext that holds the padding of its plaintext: who pads, who takes the padding off, and what
comes of a message that is forged, padded wrongly or cut wrongly.
"""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from exchanges import (
    DEC,
    EOI,
    EOT,
    LAST,
    PARTIAL,
    Code,
    Exchange,
    Segment,
    ad,
    nonce,
    plaintext,
    refused,
    right,
    unit,
)
from selection import one_of

from cryptagon.catalog import Algorithm, Padding, algorithm
from cryptagon.catalog.padding import PadCase
from cryptagon.core import VerilogCore
from cryptagon.hwapi import (
    Message,
    api_words,
    confusions,
    corner_messages,
    forgeries_between,
    long_messages,
    multi_segment,
    random_messages,
    sized_messages,
    tag_forgeries,
)
from cryptagon.simulate import STALL_MODES, Simulator

CORE = VerilogCore((Path(__file__).parent / "cores" / "expands" / "CipherCore.sv",))
BLOCK = 16
BITS = 8 * BLOCK
Cases = frozenset[PadCase]
ALWAYS: Cases = frozenset({"incomplete", "complete", "empty"})
SOMETIMES: Cases = ALWAYS - {"complete"}


class Expands:
    """The cipher of CORE in Python; where not every plaintext is padded, a last byte says whether
    one is.
    """

    def __init__(self, cases: Cases) -> None:
        self.always = "complete" in cases

    def encrypt(self, key: bytes, nonce: bytes, ad: bytes, pt: bytes, /) -> bytes:
        padded = self.always or not pt or len(pt) % BLOCK > 0
        text = pt + b"\x80" + bytes(-(len(pt) + 1) % BLOCK) if padded else pt
        return self.sealed(key, nonce, ad, text, padded)

    def sealed(self, key: bytes, nonce: bytes, ad: bytes, blocks: bytes, padded: bool) -> bytes:
        """What a plaintext becomes whose padding, right or wrong, is there already."""
        output, tag = self._applied(key, nonce, ad, blocks, padded, decrypt=False)
        return output + tag + (b"" if self.always else bytes([padded]))

    def decrypt(self, key: bytes, nonce: bytes, ad: bytes, ct: bytes, /) -> bytes | None:
        padded = True
        if not self.always:
            ct, padded = ct[:-1], bool(ct[-1])
        blocks, tag = self._applied(key, nonce, ad, ct[:-BLOCK], padded, decrypt=True)
        body = blocks.rstrip(b"\0")
        if tag != ct[-BLOCK:] or (
            padded and (not body.endswith(b"\x80") or len(blocks) - len(body) >= BLOCK)
        ):
            return None
        return body[:-1] if padded else blocks

    def _applied(
        self, key: bytes, nonce: bytes, ad: bytes, data: bytes, padded: bool, *, decrypt: bool
    ) -> tuple[bytes, bytes]:
        """Output and tag."""
        state, output = _number(key) ^ _number(nonce), b""
        for block in _blocks(ad):
            # AD is padded where it is incomplete.
            whole = block if len(block) == BLOCK else block + b"\x80"
            state = _turned(state) ^ _number(whole) ^ len(block)
        blocks = _blocks(data)
        for block in blocks:
            out = _number(block) ^ state
            partial = padded and block is blocks[-1]
            state = _turned(state) ^ (out if decrypt else _number(block)) ^ partial
            output += out.to_bytes(BLOCK, "big")
        return output, (_turned(state) ^ _number(key)).to_bytes(BLOCK, "big")


def _blocks(content: bytes) -> list[bytes]:
    return [content[at : at + BLOCK] for at in range(0, len(content), BLOCK)]


def _number(block: bytes) -> int:
    return int.from_bytes(block.ljust(BLOCK, b"\0"), "big")


def _turned(number: int) -> int:
    return (number << 1 | number >> BITS - 1) & (1 << BITS) - 1


def expanding(cases: Cases) -> Algorithm:
    padding = Padding(style="10*", ad=frozenset({"incomplete"}), data=cases, expands=True)
    return algorithm("dummy").model_copy(update={"name": "expands", "padding": padding})


def messages(cases: Cases, *, segmented: bool) -> list[Message]:
    chosen, cipher = expanding(cases), Expands(cases)
    whole = corner_messages(chosen, cipher, seed=1)[::3] + random_messages(
        chosen, cipher, 40, seed=2
    )
    (victim,) = sized_messages(chosen, cipher, [(35, 35)], decrypt=True)
    mixed = forgeries_between(whole, seed=3, cipher=cipher)
    mixed += confusions(chosen, victim, cipher) + tag_forgeries(victim, cipher=cipher)[::9]
    mixed += long_messages(chosen, cipher, seed=4)[:4]
    found = [replace(one, new_key=True) for one in mixed]
    return found + (multi_segment(chosen, found, seed=5) if segmented else [])


@pytest.mark.slow
@pytest.mark.parametrize("cases", [ALWAYS, SOMETIMES], ids=["always", "sometimes"])
@pytest.mark.parametrize(
    ("level", "w"), one_of(3, [("core", 32), ("unit", 8), ("unit", 128), ("unit", 32)])
)
def test_what_is_padded_comes_back_under_all_stalls(level, w, cases):
    simulator = Simulator.build(CORE, expanding(cases), level, w, 32)
    sent = messages(cases, segmented=level == "unit")
    for mode, stalls in STALL_MODES.items():
        result = simulator.run(sent, stalls=stalls, seed=5)
        assert result.ok, f"{mode}: {result.faults[0]}"


def wrongly_padded(cases: Cases, blocks: bytes) -> Message:
    """An authentic decryption of a plaintext whose last block is not padded as it must be."""
    key, number = bytes(range(16)), bytes(range(16, 32))
    sealed = Expands(cases).sealed(key, number, b"ad", blocks, padded=True)
    end = len(blocks)
    return Message(
        key,
        number,
        b"ad",
        sealed[:end],
        sealed[end : end + BLOCK],
        decrypt=True,
        new_key=True,
        expected=blocks,
        authentic=False,
        padded=True,
        marker=sealed[end + BLOCK :],
        label=f"last block {blocks[-BLOCK:].hex()}",
    )


def wrong_endings() -> list[bytes]:
    """Last blocks without right padding: no bit, another bit, bits behind it, in every byte."""
    found = [bytes(BLOCK), b"\xff" * BLOCK]
    for place in range(BLOCK):
        for byte in (0x01, 0x40, 0x81, 0xC0):
            found.append(bytes(place) + bytes([byte]) + bytes(BLOCK - place - 1))
    return [*found, b"\x80" + bytes(BLOCK - 2) + b"\x01"]


@pytest.mark.parametrize("w", one_of(3, [32, 8, 128]))
@pytest.mark.parametrize("cases", [ALWAYS, SOMETIMES], ids=["always", "sometimes"])
def test_wrong_padding_is_rejected_as_a_wrong_tag_is(w, cases):
    chosen, cipher = expanding(cases), Expands(cases)
    before = bytes(range(1, BLOCK + 1))
    wrong = [
        wrongly_padded(cases, start + end) for start in (b"", before) for end in wrong_endings()
    ]
    for one in wrong:
        assert cipher.decrypt(one.key, one.nonce, one.ad, one.sealed) is None
    (good,) = sized_messages(chosen, cipher, [(3, BLOCK + 3)], decrypt=True)
    mixed = [message for one in wrong for message in (one, replace(good, new_key=True))]
    result = Simulator.build(CORE, chosen, "unit", w, 32).run(mixed)
    assert result.ok, result.faults[0]


@pytest.mark.parametrize("w", one_of(3, [32, 8, 128]))
def test_every_ending_that_is_right_is_taken_off(w):
    chosen, cipher = expanding(ALWAYS), Expands(ALWAYS)
    key, number = bytes(range(16)), bytes(16)
    contents = [bytes([fill]) * size for size in range(2 * BLOCK + 1) for fill in (0, 0x80, 0xFF)]
    sent = []
    for content in contents:
        sealed = cipher.encrypt(key, number, b"", content)
        text, tag = sealed[:-BLOCK], sealed[-BLOCK:]
        sent.append(Message(key, number, b"", text, tag, True, True, content, padded=True))
    result = Simulator.build(CORE, chosen, "unit", w, 32).run(sent)
    assert result.ok, result.faults[0]


def test_time_says_nothing_of_the_padding():
    chosen, cipher = expanding(ALWAYS), Expands(ALWAYS)
    key, number = bytes(range(16)), bytes(16)
    simulator = Simulator.build(CORE, chosen, "unit")
    wrong = [wrongly_padded(ALWAYS, end) for end in wrong_endings()]
    (authentic,) = sized_messages(chosen, cipher, [(2, 7)], decrypt=True)
    forged = replace(tag_forgeries(authentic)[0], key=key, nonce=number, new_key=True)
    cycles = {one.total for one in simulator.run([*wrong, forged], isolate=True).messages}
    assert len(cycles) == 1


def of_segments(message: Message, *data: Segment) -> Exchange:
    """A decryption whose ciphertext comes in these segments, FAILURE due."""
    pdi = (
        Code(7),
        Code(DEC),
        nonce(message.nonce),
        ad(message.ad),
        *data,
        Segment(0x8, EOT | LAST, message.tag),
    )
    return Exchange("", pdi, (Code(0xF),), (Code(4), Segment(0xC, 7, message.key)))


def faults(message: Message) -> list[Exchange]:
    """A ciphertext of two blocks cut as none may be."""
    first, second = message.data[:BLOCK], message.data[BLOCK:]
    last = EOI | EOT | PARTIAL
    promised = [Segment(0x4, 0, first)]
    wrong = {
        "a ciphertext that ends within a block": ([], [Segment(5, last, message.data[:-1])]),
        "no ciphertext": ([], [Segment(5, last, b"")]),
        "a last segment without Partial": ([], [Segment(5, EOI | EOT, message.data)]),
        "Partial before the last segment": (
            [],
            [Segment(5, PARTIAL, first), Segment(5, last, second)],
        ),
        "an empty last segment": (
            promised,
            [Segment(5, EOI, first), Segment(5, EOT | PARTIAL, b"")],
        ),
    }
    return [
        refused(of_segments(message), title, *of_segments(message, *data).pdi, promised=due)
        for title, (due, data) in wrong.items()
    ]


def test_ciphertext_that_is_cut_wrongly_is_refused():
    chosen, cipher = expanding(ALWAYS), Expands(ALWAYS)
    (message,) = sized_messages(chosen, cipher, [(3, BLOCK + 3)], decrypt=True)
    good = right(message, block=BLOCK)
    mixed = [good, *(one for wrong in faults(message) for one in (wrong, good))]
    simulator = unit(CORE, chosen)
    for mode, stalls in STALL_MODES.items():
        result = simulator.run(mixed, stalls=stalls, seed=3)
        assert result.ok, f"{mode}: {result.faults[0]}"


def test_a_message_is_refused_while_the_one_before_it_is_stripped():
    """The refusal must wait for the plaintext before it, however late that one's verdict comes."""
    chosen, cipher = expanding(ALWAYS), Expands(ALWAYS)
    (message,) = sized_messages(chosen, cipher, [(3, 2 * BLOCK + 3)], decrypt=True)
    good = right(message, block=BLOCK)
    wrong = Exchange(
        "no segment of the nonce", (Code(7), Code(DEC), ad(b"", EOT | LAST)), (Code(0xF),), good.sdi
    )
    simulator = unit(CORE, chosen)
    for mode, stalls in STALL_MODES.items():
        for seed in range(4):
            result = simulator.run([good, wrong] * 6, stalls=stalls, seed=seed)
            assert result.ok, f"{mode}: {result.faults[0]}"


def test_a_tag_of_a_wrong_length_is_refused_though_plaintext_waits():
    chosen, cipher = expanding(ALWAYS), Expands(ALWAYS)
    for blocks in (1, 2, 3):
        size = blocks * BLOCK - 1
        (message,) = sized_messages(chosen, cipher, [(3, size)], decrypt=True)
        good = right(message, block=BLOCK)
        before = plaintext(message, BLOCK)[:-1]
        short = (*good.pdi[:-1], Segment(0x8, EOT | LAST, message.tag[1:]))
        wrong = refused(good, "a short tag", *short, promised=before)
        simulator = unit(CORE, chosen)
        for mode, stalls in STALL_MODES.items():
            result = simulator.run([good, wrong, good, wrong, wrong, good], stalls=stalls, seed=3)
            assert result.ok, f"{blocks} blocks, {mode}: {result.faults[0]}"


def test_plaintext_whose_ciphertext_is_too_long_for_a_header_is_refused():
    chosen, cipher = expanding(ALWAYS), Expands(ALWAYS)
    (message,) = sized_messages(chosen, cipher, [(0, 5)], decrypt=False)

    def sent(content: bytes) -> tuple[Code | Segment, ...]:
        last = Segment(4, EOI | EOT | LAST, content)
        return Code(7), Code(2), nonce(message.nonce), ad(b""), last

    good = right(message)
    lengths = (0xFFF0, 0xFFFF)
    wrong = [
        Exchange(f"{size} bytes", sent(bytes(size)), (Code(0xF),), good.sdi) for size in lengths
    ]
    result = unit(CORE, chosen).run([good, *(one for each in wrong for one in (each, good))])
    assert result.ok, result.faults[0]


def test_the_longest_plaintexts_are_served():
    chosen, cipher = expanding(ALWAYS), Expands(ALWAYS)
    sizes = [(0, size) for size in (0xFFEF, 0xFFF0, 0xFFFF, 0x10000)]
    sent = [
        message
        for decrypt in (False, True)
        for message in sized_messages(chosen, cipher, sizes, decrypt=decrypt)
    ]
    result = Simulator.build(CORE, chosen, "unit", 128, 32).run(sent)
    assert result.ok, result.faults[0]


def test_segments_of_the_longest_plaintext_leave_room_for_its_padding():
    chosen, cipher = expanding(ALWAYS), Expands(ALWAYS)
    (message,) = sized_messages(chosen, cipher, [(0, 3 * 0xFFF0)], decrypt=False)
    words = api_words(chosen, [message])
    headers = [word.value for word in words.do if word.kind == "HDR" and word.value >> 28 == 5]
    assert [header >> 24 for header in headers[:-1]] == [0x50] * (len(headers) - 1)
    assert headers[-1] >> 24 == 0x5A
    assert sum(header & 0xFFFF for header in headers) == len(message.expected)
    assert all(one & 0xFFFF >= two & 0xFFFF for one, two in pairwise(headers[:-1]))
