"""Messages to hash at the LWC unit of a core that has a hash function: what is served, what is
refused, blocks and digests of all widths, and defects that must be found.
"""

import random
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from exchanges import (
    ACTKEY,
    ENC,
    EOI,
    EOT,
    FAILURE,
    LAST,
    LDKEY,
    PARTIAL,
    SUCCESS,
    Code,
    Exchange,
    ExchangeLevel,
    Segment,
)
from selection import one_of
from test_elaboration import CORES, elaborate, lint
from test_lwc_unit import HASH_MESSAGE, KEY, LWC, WIDTHS, wrong_keys

from cryptagon import hwapi
from cryptagon.catalog import Algorithm, Entry, HashPart, algorithm
from cryptagon.catalog.padding import PadCase
from cryptagon.classes import Setting
from cryptagon.classes.aead import CLASS, Bench
from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.hwapi import Message, core_transaction, hash_message, words
from cryptagon.interfaces import interface
from cryptagon.simulate import NO_STALLS, STALL_MODES, Simulator, Stalls
from cryptagon.simulate.levels import Level, level_of
from cryptagon.study.levels import verilog_core

HASH, HASH_VALUE = 0x8, 0x9
END = EOI | EOT | LAST
BLOCK = 8
"""Bytes of a block to hash of Ascon."""

ALL_PADDED = {"PAD_STYLE": 1, "PAD_AD": 3, "PAD_DATA": 7, "PAD_HASH": 7}
MODES = (NO_STALLS, STALL_MODES["both"])
RESETS = Stalls(inputs=0.2, outputs=0.2, burst=8, resets=16)


@pytest.fixture(scope="module")
def bench() -> Bench:
    """Ascon with its hash function, and the answers to both kinds of messages."""
    ascon = algorithm("ascon_aead128")
    return CLASS.tests(ascon, ascon.variant("with_hash"), Setting(LWC, quick=True))


def ascon_core() -> VerilogCore:
    ascon = algorithm("ascon_aead128")
    return verilog_core(Entry(ascon, "rtl", ascon.variant("with_hash")))


def exchange(of: Algorithm, message: Message) -> Exchange:
    """A message on the buses, as test vectors have it."""

    def parts(segments) -> list[Segment]:
        return [
            Segment(one.kind, one.header >> 24 & 0xF, one.content, one.known) for one in segments
        ]

    pdi = [*map(Code, words.instructions(message)), *parts(words.public_segments(of, message))]
    do = [*parts(words.output_segments(of, message)), Code(words.status_of(message))]
    sdi = (Code(LDKEY), *parts([words.key_segment(message)])) if message.new_key else ()
    return Exchange(message.title, tuple(pdi), tuple(do), sdi)


def mixed(bench: Bench, seed: int = 1) -> list[Message]:
    """Few messages of both kinds, in every order."""
    tests = bench.tests
    assert tests.hashes
    shapes = hwapi.hash_shapes(tests.algorithm, tests.cipher, tests.hashes, BLOCK, seed=seed)
    some = hwapi.random_messages(tests.algorithm, tests.cipher, 12, seed=seed)
    return [*shapes, *hwapi.among(some, tests.hashes, BLOCK, seed=seed)]


def hashed(
    bench: Bench, data: bytes, *segments: Segment, before: tuple[Code, ...] = ()
) -> Exchange:
    """A message to hash in these segments, and its digest."""
    assert bench.tests.hashes
    digest = bench.tests.hashes.function.digest(data)
    do = (Segment(HASH_VALUE, EOT | LAST, digest), Code(SUCCESS))
    return Exchange(f"hash of {len(data)} bytes", (*before, Code(HASH), *segments), do)


def level(bench: Bench, w: int) -> ExchangeLevel:
    around = interface(LWC)
    found = around.testbench(bench.tests.algorithm, {"w": w})
    assert isinstance(found, Level)
    return ExchangeLevel(**vars(found))


def check(bench: Bench, w: int, sent: list[Exchange]) -> None:
    simulator = Simulator.on(ascon_core(), level(bench, w))
    for stalls in MODES:
        result = simulator.run(sent, stalls=stalls)
        assert result.ok, str(result.faults[0])


def faulty(w: int) -> list[Exchange]:
    """Every way in which a message to hash is wrong."""
    whole = bytes(range(BLOCK))

    def wrong(why: str, *pdi: Code | Segment) -> Exchange:
        return Exchange(f"refused: {why}", pdi, (Code(FAILURE),))

    def two(why: str, first: Segment, last: Segment) -> Exchange:
        return wrong(why, Code(HASH), first, last)

    part, end = Segment(HASH_MESSAGE, 0, whole), Segment(HASH_MESSAGE, END, b"abc")
    types = sorted(set(range(16)) - {HASH_MESSAGE})
    cut = [BLOCK + w // 8, 1] if w < 64 else [1]
    return [
        *(two(f"type {kind:x}", replace(part, kind=kind), end) for kind in types),
        *(two(f"type {kind:x} at the end", part, replace(end, kind=kind)) for kind in types),
        two("EOT before the end", replace(part, flags=EOT), end),
        two("Last without EOT", part, replace(end, flags=LAST)),
        two("an empty segment before the last", replace(part, content=b""), end),
        *(
            two(f"a segment of {size} bytes", replace(part, content=bytes(size)), end)
            for size in cut
        ),
        wrong("a message to hash in an encryption", Code(ENC), end),
        *(wrong(f"instruction {code:x}", Code(code), end) for code in (0, 1, 4, 5, 6, 9, 0xA, 0xC)),
    ]


@pytest.mark.parametrize("w", WIDTHS)
def test_a_wrong_message_to_hash_is_refused_and_takes_the_key_along(bench, w):
    one, same = (
        exchange(bench.tests.algorithm, message)
        for message in hwapi.sized_messages(
            bench.tests.algorithm, bench.tests.cipher, [(3, 20), (0, 5)], decrypt=True
        )
    )
    keyless = Exchange("the key is gone", same.pdi, (Code(FAILURE),))
    last = Segment(HASH_MESSAGE, END, b"abc")
    good = hashed(bench, b"abc", last)
    sent = [one, same]
    for number, fault in enumerate(faulty(w)):
        sent += [fault, good] if number % 2 else [one, good, same, fault, keyless]
    check(bench, w, [*sent, *faulty(w), good, one, same])


@pytest.mark.parametrize("w", WIDTHS)
def test_a_hash_needs_no_key_and_takes_one_that_comes(bench, w):
    one, same = (
        exchange(bench.tests.algorithm, message)
        for message in hwapi.sized_messages(
            bench.tests.algorithm, bench.tests.cipher, [(3, 20), (0, 5)], decrypt=False
        )
    )
    good = hashed(bench, b"abcdefghi", Segment(HASH_MESSAGE, END, b"abcdefghi"))
    keyed = replace(good, pdi=(Code(ACTKEY), *good.pdi), sdi=one.sdi)
    other = (Code(LDKEY), Segment(KEY, EOT | LAST, bytes(range(16))))
    twice = replace(keyed, pdi=(Code(ACTKEY), *keyed.pdi), sdi=(*other, *one.sdi))
    wrong = [
        replace(good, pdi=(Code(ACTKEY), *good.pdi), sdi=fault.sdi, title=fault.title)
        for fault in wrong_keys(algorithm("dummy"))
    ]
    refused = Exchange("without a key", same.pdi, (Code(FAILURE),))
    sent = [good, keyed, same, good, same, twice, same]
    for each in wrong:  # the hash is served, a cipher has no key
        sent += [keyed, same, each, refused, good]
    check(bench, w, [*sent, one, good, same])


def test_flags_that_say_nothing_of_a_message_to_hash(bench):
    first, last = b"01234567", b"89"
    sent = [
        hashed(
            bench,
            first + last,
            Segment(HASH_MESSAGE, before, first),
            Segment(HASH_MESSAGE, behind | EOT | LAST, last),
        )
        for before, behind in product((0, EOI, PARTIAL), (0, EOI, PARTIAL | EOI))
    ]
    sent += [hashed(bench, b"", Segment(HASH_MESSAGE, flags)) for flags in (EOT | LAST, END)]
    sent += [hashed(bench, first, Segment(HASH_MESSAGE, 0, first), Segment(HASH_MESSAGE, END))]
    check(bench, 32, sent)


def test_a_message_of_more_bytes_than_a_segment_has(bench):
    assert bench.tests.hashes
    messages = bench.tests.hashes.of_lengths([70_001], seed=1, label="long")
    check(bench, 32, [exchange(bench.tests.algorithm, message) for message in messages])


@pytest.mark.parametrize("w", WIDTHS)
def test_both_kinds_of_messages_in_turn(bench, w):
    check(bench, w, [exchange(bench.tests.algorithm, message) for message in mixed(bench, seed=w)])


# ---------------------------------------------------------------------------------------------- blocks of all widths
def toy(block: int, digest: int, padding: tuple[PadCase, ...]) -> Algorithm:
    """An algorithm for the core that hashes alone (cores/hashing)."""
    part = HashPart(
        function="toy", digest=digest, block=block, padding=frozenset(padding), variants=("",)
    )
    padded = algorithm("dummy_padded").padding
    return algorithm("dummy").model_copy(update={"hash": part, "padding": padded})


def rotated(state: int, places: int) -> int:
    return (state << places | state >> 128 - places) & (1 << 128) - 1


def toy_digest(of: Algorithm, data: bytes) -> bytes:
    """What that core gives: every block with its flags, then the top of the state again and again."""
    assert of.hash
    state = 0
    blank = hash_message(data, bytes(of.hash.digest // 8))
    for one in core_transaction(of, blank).bdi:
        flags = one.type << 47 | one.eot << 45 | one.eoi << 44 | one.partial << 43 | one.size << 37
        flags |= one.valid_bytes << 16 | one.pad_loc
        state = rotated(state, 7) ^ int.from_bytes(one.data, "big") ^ flags
    digest = b""
    while len(digest) < of.hash.digest // 8:
        digest += state.to_bytes(16, "big")[: of.hash.block // 8]
        state = rotated(state, 9)
    return digest[: of.hash.digest // 8]


@pytest.mark.parametrize(
    ("w", "block", "digest", "padding"),
    one_of(
        3,
        [
            (32, 32, 128, ("incomplete", "empty")),
            (32, 128, 256, ("incomplete", "complete", "empty")),
            (32, 96, 200, ("empty",)),
            (16, 16, 24, ("incomplete", "complete", "empty")),
            (16, 64, 160, ("complete", "empty")),
            (8, 8, 64, ("incomplete", "complete", "empty")),
            (8, 24, 80, ("incomplete", "empty")),
        ],
    ),
)
def test_blocks_and_digests_of_other_widths(tmp_path, w, block, digest, padding):
    of = toy(block, digest, padding)
    macros = tmp_path / "widths.sv"
    macros.write_text(f"`define HASH_BLOCK {block}\n`define DIGEST {digest}\n")
    bench = interface(LWC).testbench(of, {"w": w})
    source = random.Random(block)
    size = block // 8
    lengths = [*range(3 * size + 2), 0, 40 * size, 40 * size + 1, 0, size, size]
    data = [source.randbytes(length) for length in lengths]
    messages = [hash_message(one, toy_digest(of, one)) for one in data]
    messages += hwapi.multi_segment(of, messages, seed=w)
    core = VerilogCore((macros, CORES / "hashing" / "CipherCore.sv"))
    for design, stalls in product((bench, level_of("core", of, w, w)), MODES):
        result = Simulator.on(core, design).run(messages, stalls=stalls)
        assert result.ok, str(result.faults[0])


# ---------------------------------------------------------------------------------------------- the unit's Verilog
@pytest.mark.parametrize("check_unit", [lint, elaborate])
@pytest.mark.parametrize(("w", "block"), [(8, 8), (16, 64), (32, 32), (32, 64), (32, 128)])
def test_unit_is_clean(tmp_path, check_unit, w, block):
    macros = tmp_path / "widths.sv"
    macros.write_text(f"`define HASH_BLOCK {block}\n`define DIGEST 256\n")
    sources = [macros, *interface(LWC).sources, CORES / "hashing" / "CipherCore.sv"]
    given = {"W": w, "HASH_BLOCK": block, "DIGEST": 256, **ALL_PADDED}
    check_unit(tmp_path, "LWC", sources, given)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"HASH_BLOCK": 160}, "HASH_BLOCK must be a multiple of W, and no wider than BLOCK"),
        ({"HASH_BLOCK": 24}, "HASH_BLOCK must be a multiple of W"),
        ({"DIGEST": 0}, "DIGEST must be whole bytes, and goes with HASH_BLOCK"),
        ({"DIGEST": 100}, "DIGEST must be whole bytes"),
        ({"HASH_BLOCK": 0}, "DIGEST must be whole bytes, and goes with HASH_BLOCK"),
        ({"PAD_HASH": 3}, "pads an empty message"),
        ({"PAD_HASH": 8}, "PAD_HASH is a mask of three bits"),
        ({"PAD_STYLE": 0}, "pads an empty message"),
    ],
)
def test_parameters_are_refused(tmp_path, parameters, message):
    macros, log = tmp_path / "widths.sv", tmp_path / "log"
    macros.write_text("`define HASH_BLOCK 64\n`define DIGEST 256\n")
    sources = [macros, *interface(LWC).sources, CORES / "hashing" / "CipherCore.sv"]
    given = {"HASH_BLOCK": 64, "DIGEST": 256, **ALL_PADDED, **parameters}
    with pytest.raises(CryptagonError):
        lint(tmp_path, "LWC", sources, given, log)
    assert message in log.read_text()


def test_the_caesar_api_takes_no_messages_to_hash(bench):
    """A core with a hash function is served there as a cipher."""
    assert not interface("caesar-1.0").serves_hash
    of = bench.tests.algorithm
    assert "HASH_BLOCK" not in interface("caesar-1.0").parameters(of, {"w": 32, "sw": 32})
    assert interface(LWC).parameters(of, {"w": 32})["HASH_BLOCK"] == 64
    plain = of.of_variant(of.variant(""))
    assert "HASH_BLOCK" not in interface(LWC).parameters(plain, {"w": 32})


def test_words_that_are_wider_than_a_block_to_hash_are_refused():
    with pytest.raises(CryptagonError, match="does not divide a block to hash"):
        interface(LWC).parameters(toy(16, 64, ("empty",)), {"w": 32})


# ---------------------------------------------------------------------------------------------- defects
# What is wrong, the file, what is there, what is put in its place.
DEFECTS = [
    ("the digest of a stale state", "CipherCore.sv",
     "    if (rst || done) state_q <= {256'd0, IV};",
     "    if (rst || (done && !hash_q)) state_q <= {256'd0, IV};"),
    ("the key is lost behind a hash", "CipherCore.sv",
     "    if (key_transfer) key_q <= turned(key);",
     "    if (key_transfer) key_q <= turned(key);\n    else if (done && hash_q) key_q <= '0;"),
    ("the key is added to a hash", "CipherCore.sv", "round == LAST_ROUND && twelve_q && !hash_q;", "round == LAST_ROUND && twelve_q;"),
    ("the domains are separated in a hash", "CipherCore.sv", "is_data && !data_q;", "(is_data || is_last) && !data_q;"),
    ("the initial value of the cipher", "CipherCore.sv", "if (change_iv) x[0] ^= IV ^ HASH_IV;", ""),
    ("eight rounds in a hash", "CipherCore.sv", "!is_last && !hash_q)", "!is_last)"),
    ("bdi in the digest", "CipherCore.sv", "(bdi & {128{!hash_q}})", "bdi"),
    ("words of the digest in the other order", "CipherCore.sv",
     "turned({state_q[0], state_q[1]}) ^ (bdi",
     "turned(hash_q ? {state_q[1], state_q[0]} : {state_q[0], state_q[1]}) ^ (bdi"),
    ("a word of the digest less", "CipherCore.sv", "word_q != 2'd3;", "word_q != 2'd2;"),
    ("the count of words is kept by a reset", "CipherCore.sv", "if (rst) word_q <= 2'd0;\n    else if", "if"),
    ("words of the digest twice", "CipherCore.sv", "|| begin_hash || squeeze;", "|| begin_hash;"),
    ("no key behind a hash", "CipherCore.sv",
     "assign key_ready = phase_q == IDLE && key_update;",
     "assign key_ready = phase_q == IDLE && key_update && !is_hash;"),
    ("a hash without a key is refused", "PublicInput.sv", "!hash_begins && (pdi_data", "(pdi_data"),
    ("no padding of a full block", "PublicInput.sv", "in_hash_q ? HASH_PADDING : 3'b000", "in_hash_q ? HASH_PADDING & 3'b101 : 3'b000"),
    ("no block of an empty message", "PublicInput.sv", "in_hash_q ? HASH_PADDING : 3'b000", "in_hash_q ? HASH_PADDING & 3'b011 : 3'b000"),
    ("blocks of the cipher's width", "PublicInput.sv", "in_hash_q ? INDEX'(HASH_LAST) : ", ""),
    ("EOI is asked of a message to hash", "PublicInput.sv", "in_tag_q || in_hash_q || (eoi_q", "in_tag_q || (eoi_q"),
    ("EOI is asked of an empty message", "PublicInput.sv",
     "(in_hash_q && type_q == 4'd7)",
     "(in_hash_q && type_q == 4'd7 && (header_eoi_q || !empty))"),
    ("EOI is refused of an empty message", "PublicInput.sv",
     "(in_hash_q && type_q == 4'd7)",
     "(in_hash_q && type_q == 4'd7 && !(header_eoi_q && empty))"),
    ("any type ends a message to hash", "PublicInput.sv", "(in_hash_q && type_q == 4'd7)", "in_hash_q"),
    ("Last without EOT", "PublicInput.sv", "(in_tag_q || in_hash_q || (in_text_q", "(in_tag_q || (in_text_q"),
    ("a nonce in a message to hash", "PublicInput.sv", "<= {!hash_begins, 3'b000};", "<= 4'b1000;"),
    ("a digest for each segment", "PublicInput.sv", "(in_hash_q && eot_q);", "in_hash_q;"),
    ("the length of the message as that of the digest", "LwcPostProcessor.sv", "is_digest ? 16'(DIGEST / 8) : ", ""),
    ("the header of data", "LwcPostProcessor.sv", "is_digest ? 8'h93 : ", ""),
    ("words of a whole block of data", "LwcPostProcessor.sv", "digest_q ? INDEX'(HASH_LAST) : ", ""),
    ("a tag behind the digest", "LwcPostProcessor.sv", "decrypt_q || digest_q;", "decrypt_q;"),
    ("a verdict behind the digest", "LwcPostProcessor.sv", "command[20] && !is_digest;", "command[20];"),
]  # fmt: skip


@pytest.mark.parametrize(
    "defect", one_of(6, [(one,) for one in DEFECTS], name=lambda one: one[0][0])
)
def test_a_defect_is_found(tmp_path, bench, defect):
    what, file, good, bad = defect
    around, sound = level(bench, 32), ascon_core()
    found = {
        one: changed(tmp_path, one, file, good, bad) for one in (*around.library, *sound.sources)
    }
    assert sum(one.read_text() != wrong.read_text() for one, wrong in found.items()) == 1, what
    core = VerilogCore(tuple(found[one] for one in sound.sources))
    unit = replace(around, library=tuple(found[one] for one in around.library))
    messages = mixed(bench)
    last = Segment(HASH_MESSAGE, END, b"abc")
    sent = [
        hashed(bench, b"12345678abc", Segment(HASH_MESSAGE, EOI, b"12345678"), last),
        hashed(bench, b"", Segment(HASH_MESSAGE, EOT | LAST)),
        *(exchange(bench.tests.algorithm, message) for message in messages),
        *(one for fault in faulty(32) for one in (fault, hashed(bench, b"abc", last))),
    ]
    alone = level_of("core", bench.tests.algorithm, 32, 32)
    assert finds(Simulator.on(core, unit), sent) or (
        file == "CipherCore.sv" and finds(Simulator.on(core, alone), messages)
    )


def finds(simulator: Simulator, sent: list) -> bool:
    """Whether an answer is wrong, without stalls, with them, or with resets in the middle."""
    return any(simulator.run(sent, stalls=mode, record=False).faults for mode in (*MODES, RESETS))


def changed(folder: Path, source: Path, file: str, good: str, bad: str) -> Path:
    """A copy of the source, with the defect where it is the file that has it: a library is found by
    its folder.
    """
    text = source.read_text()
    if source.name == file:
        assert text.count(good) == 1
        text = text.replace(good, bad)
    (folder / source.name).write_text(text)
    return folder / source.name
