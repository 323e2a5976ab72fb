"""The cores of the repository against a sample of the known answers and forgeries, behind the
hardware API and alone.

In `make test` a few sets of messages, in `make nightly` all of them; `cryptagon verify` and every
study take all known answers, too.
"""

import pytest
from selection import one_of, only

from cryptagon.catalog import algorithm, algorithms
from cryptagon.classes.aead.known_answers import known_answer_files, known_answers
from cryptagon.core import VerilogCore
from cryptagon.reference import ReferenceCipher
from cryptagon.simulate import Examination, Simulator, measure_cycles

# Cycles per block that each core must reach at most, as the README promises; block sizes are those
# of algorithm.toml.
AT_MOST = {
    "dummy": 4, "acorn128": 1, "ascon128a": 8, "aes128gcm": 11, "jambusimon": 54, "ketjejr": 2, "morus1280": 1, "norx32": 4,
    "cloc": 11, "colm": 11, "deoxysi": 15, "ocb": 11, "silc": 10, "aesotr": 6, "ascon128": 6, "trivia0": 1,
    "hanuman120": 12, "gibbon120": 6,
    "deoxysneq": 15, "joltikneq": 33, "scream": 11, "omd": 66, "poet": 10, "minalpher": 19, "copa": 11, "hs1siv": 32, "aez": 21,
    "aezv4": 21, "icepole": 6,
}  # fmt: skip
WITH_CORES = [name for name, found in algorithms().items() if found.rtl_sources]
ALONE = {"dummy", "dummy_expanding", "acorn128", "xoodyak"}

OWN_RTL = [
    (name, variant.name)
    for name, found in algorithms().items()
    for variant in found.variants
    if variant.rtl_folder
]

EXTENT = [True, pytest.param(False, marks=pytest.mark.nightly)]


def width(chosen):
    """Of the words that go with an algorithm."""
    return chosen.bus.get("w", 32)


def key_width(w):
    """Of the words of sdi; the same in all tests of a core, which then have one simulator."""
    return min(w, 64)


def verified(name, level, w=None, *, variant="", quick):
    chosen = algorithm(name)
    w = w or width(chosen)
    cipher = ReferenceCipher.build(chosen.reference_folder)
    core = VerilogCore(chosen.verilog_sources(chosen.variant(variant)))
    records = known_answers(known_answer_files(chosen), quick=True)
    return Examination.prepare(
        chosen, records, cipher, level=level, w=w, sw=key_width(w), quick=quick
    ).of(core)


@pytest.mark.parametrize("name", WITH_CORES)
@pytest.mark.parametrize("quick", EXTENT)
def test_unit_agrees_with_its_known_answers(name, quick):
    report = verified(name, "unit", quick=quick)
    assert report.ok, report.fault


@pytest.mark.parametrize("name", only(ALONE, WITH_CORES))
@pytest.mark.parametrize("quick", EXTENT)
def test_core_agrees_with_its_known_answers(name, quick):
    report = verified(name, "core", quick=quick)
    assert report.ok, report.fault


@pytest.mark.parametrize(("name", "variant"), one_of(3, OWN_RTL))
@pytest.mark.parametrize("quick", EXTENT)
def test_rtl_of_a_variant_agrees_with_its_known_answers(name, variant, quick):
    report = verified(name, "unit", 8, variant=variant, quick=quick)
    assert report.ok, report.fault


@pytest.mark.nightly
@pytest.mark.parametrize("name", WITH_CORES)
@pytest.mark.parametrize("w", [8, 16])
def test_unit_with_narrow_words_agrees_with_its_known_answers(name, w):
    if algorithm(name).sizes.block % w:
        pytest.skip("such words divide no block of this cipher")
    report = verified(name, "unit", w, quick=True)
    assert report.ok, report.fault


@pytest.mark.parametrize("w", one_of(2, [8, 16, 128, 64]))
@pytest.mark.parametrize("quick", EXTENT)
def test_hardware_api_at_every_width(w, quick):
    report = verified("dummy", "unit", w, quick=quick)
    assert report.ok, report.fault


@pytest.mark.slow
@pytest.mark.parametrize("name", WITH_CORES)
def test_cycles_per_block_are_within_what_is_promised(name):
    chosen = algorithm(name)
    w = width(chosen)
    simulator = Simulator.build(VerilogCore(chosen.rtl_sources), chosen, "unit", w, key_width(w))
    counts = measure_cycles(simulator, chosen, ReferenceCipher.build(chosen.reference_folder))
    assert counts.linear
    assert max(
        counts.encryption.cycles_per_block, counts.decryption.cycles_per_block
    ) <= AT_MOST.get(name, float("inf"))
