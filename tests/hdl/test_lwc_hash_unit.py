"""The unit of a hash function with the LWC API: segments, faults, keys that are nothing to it."""

import random
from dataclasses import replace

import pytest
from selection import one_of
from test_elaboration import elaborate, lint

from cryptagon import classes
from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.hwapi.words import SUCCESS
from cryptagon.interfaces import interface
from cryptagon.interfaces.lwc_hash.messages import RIGHT, Fault, faults, refused, spoilt
from cryptagon.interfaces.lwc_hash.words import (
    EOI,
    EOT,
    LAST,
    LwcWords,
    SpoiltMessage,
    sizes_of,
)
from cryptagon.interfaces.sha3 import HashMessage, Segment
from cryptagon.reference import ReferenceHash
from cryptagon.simulate import STALL_MODES, Simulator, StreamBench
from cryptagon.simulate.levels import Item

AROUND = interface("lwc-1.2-hash")
WIDTHS = (8, 16, 32)
ACTIVATE_KEY = 0x7
REFUSED = [
    ({"W": 64}, "W is 8, 16 or 32"),
    ({"BLOCK": 24}, "BLOCK must be a multiple of W"),
    ({"DIGEST": 40}, "DIGEST must be a multiple of W"),
    ({"W": 8, "MARKER_BYTES": 2}, "MARKER_BYTES fit into a word"),
    ({"COUNT": 1}, "COUNT_BYTES is 8 or more"),
    ({"W": 8, "COUNT": 1, "COUNT_BYTES": 8}, "a count of bits asks for words of 16 or 32 bits"),
]


@pytest.fixture(scope="module")
def ascon():
    return classes.algorithm("ascon_hash256")


@pytest.fixture(scope="module")
def digest(ascon):
    return ReferenceHash.build(ascon.reference_folder, 32, {}).digest


def core_of(one) -> VerilogCore:
    return VerilogCore(one.rtl_sources)


def bench_of(one, w: int) -> StreamBench:
    bench = AROUND.testbench(one, {"w": w})
    assert isinstance(bench, StreamBench)
    return bench


def check(simulator, messages) -> None:
    for name, stalls in STALL_MODES.items():
        result = simulator.run(messages, stalls=stalls, seed=3)
        assert result.ok, f"{name}: {result.faults[0]}"


@pytest.mark.parametrize("w", WIDTHS)
def test_faults_are_answered_by_failure_and_the_next_message_is_right(ascon, digest, w):
    rng = random.Random(w)
    good = [HashMessage.whole(data, digest(data)) for data in map(rng.randbytes, (0, 1, 8, 29))]
    simulator = Simulator.on(core_of(ascon), bench_of(ascon, w))
    check(simulator, refused(good, rng))
    check(simulator, [*(spoilt(fault, rng) for fault in faults()), good[0]])


@pytest.mark.parametrize("w", WIDTHS)
def test_a_segment_that_ends_within_a_word_is_refused_unless_it_is_the_last(ascon, digest, w):
    """A word of 8 bits has no within."""
    rng = random.Random(w)
    data = rng.randbytes(20)
    good = HashMessage("cut", (Segment(data[:7]), Segment(data[7:])), digest(data))
    cut = SpoiltMessage("cut", good.segments, b"")
    mixed = [good] if w == WIDTHS[0] else [cut, HashMessage.whole(data, good.digest)]
    check(Simulator.on(core_of(ascon), bench_of(ascon, w)), mixed * 2)


def test_a_long_message_takes_several_segments(ascon, digest):
    data = random.Random(1).randbytes(70_000)
    message = HashMessage.whole(data, digest(data))
    assert sizes_of(message) == (65_532, 4_468)
    bench = bench_of(ascon, 32)
    assert Simulator.on(core_of(ascon), bench).run([message]).ok


@pytest.mark.parametrize("w", WIDTHS)
def test_a_key_is_nothing_to_a_hash_function(ascon, digest, w):
    """ACTKEY in front of a message is passed over."""

    class Keyed(type(bench_of(ascon, w))):
        def inputs(self, messages):
            first = True
            for item in super().inputs(messages):
                if first:
                    yield Item("pdi", 0, ACTIVATE_KEY << w - 4, 0, "ACTKEY")
                first = False
                yield item

    bench = Keyed(**vars(bench_of(ascon, w)))
    assert Simulator.on(core_of(ascon), bench).run([HashMessage.whole(b"abc", digest(b"abc"))]).ok


def test_words_of_a_message(ascon):
    """An empty one as the package has it, and the digest with its header and its status."""
    pdi, out = bench_of(ascon, 32).ports
    words = LwcWords(HashMessage.whole(b"", bytes(range(32))))
    assert [item["data"] for item in words.items(pdi)] == [0x8 << 28, 0x77000000]
    answer = words.items(out)
    assert answer[0] == {"last": 0, "data": 0x93000020}
    assert answer[-1] == {"last": 1, "data": SUCCESS << 28} and len(answer) == 10


def test_end_of_input_is_on_the_last_segment_that_has_bytes(ascon):
    pdi, _ = bench_of(ascon, 32).ports
    message = HashMessage("cut", (Segment(b"abcd"), Segment(b"")), b"")
    assert [item["data"] for item in LwcWords(message).items(pdi)] == [
        0x8 << 28, 0x74000004, 0x61626364, 0x73000000,
    ]  # fmt: skip


def test_every_fault_is_one(ascon):
    assert len({fault.text for fault in faults()}) == len(faults()) == 47
    last = RIGHT | EOI | EOT | LAST
    assert all((one.code, one.headers, one.first) != (8, (RIGHT, last), 8) for one in faults())
    assert Fault("none").headers == (RIGHT, last)


# What is there, what is put in its place; each makes the unit answer a wrong message, or a right one wrongly.
DEFECTS = [
    ("refused_q <= pdi_data[W-1-:4] != 4'h8;", "refused_q <= 1'b0;"),
    ("type_q == 4'd7 && ", ""),
    ("eot_q == last_q && ", ""),
    ("(last_q || (!empty && tail == '0))", "1'b1"),
    ("assign word_refused = refused_q;", "assign word_refused = 1'b0;"),
]


@pytest.mark.parametrize(("good", "bad"), one_of(3, DEFECTS))
def test_a_defect_of_the_unit_is_found(tmp_path, ascon, digest, good, bad):
    bench, rng = bench_of(ascon, 32), random.Random(5)
    for source in bench.library:
        text = source.read_text()
        assert source.name != "HashInput.sv" or good in text
        (tmp_path / source.name).write_text(
            text.replace(good, bad) if source.name == "HashInput.sv" else text
        )
    wrong = replace(bench, library=tuple(tmp_path / source.name for source in bench.library))
    messages = refused([HashMessage.whole(b"abc", digest(b"abc"))], rng)
    assert Simulator.on(core_of(ascon), wrong).run(messages, record=False).faults


@pytest.mark.parametrize("check_unit", [lint, elaborate])
@pytest.mark.parametrize("w", WIDTHS)
def test_unit_is_clean(tmp_path, ascon, check_unit, w):
    sources = [*AROUND.sources, *ascon.rtl_sources]
    check_unit(tmp_path, "LWCHash", sources, {"W": w, "MARKER": 1})


@pytest.mark.parametrize(("parameters", "message"), REFUSED)
def test_parameters_are_refused(tmp_path, ascon, parameters, message):
    log = tmp_path / "log"
    with pytest.raises(CryptagonError):
        lint(tmp_path, "LWCHash", [*AROUND.sources, *ascon.rtl_sources], parameters, log)
    assert message in log.read_text()


@pytest.mark.parametrize(
    ("name", "w", "message"),
    [
        ("ascon_hash256", 64, "w = 64 is not a bus width"),
        ("sha256", 8, "its padding counts bits"),
        ("keccak_r2", 16, "its marker has 4 bytes"),
    ],
)
def test_what_a_unit_does_not_have_is_refused(name, w, message):
    with pytest.raises(CryptagonError, match=message):
        AROUND.parameters(classes.algorithm(name), {"w": w})
