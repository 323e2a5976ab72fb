"""The examples of the designer's guide: they compile, do what they say, and each step or strategy
gives what the one before it gave.
"""

import random
from pathlib import Path

import pytest
from batches import Outcomes, by_day_and_night
from selection import only

from cryptagon import paths
from cryptagon.hls.check import CDesign

EXAMPLES = paths.repository() / "docs" / "examples"
# FIPS 197, appendix B and C.1: key, block, encrypted block.
KNOWN = (
    (
        0x2B7E151628AED2A6ABF7158809CF4F3C,
        0x3243F6A8885A308D313198A2E0370734,
        0x3925841D02DC09FBDC118597196A0B32,
    ),
    (
        0x000102030405060708090A0B0C0D0E0F,
        0x00112233445566778899AABBCCDDEEFF,
        0x69C4E0D86A7B0430D8CDB78070B4C55A,
    ),
)
STEPS = sorted((EXAMPLES / "aes128").glob("*.c"))
STRATEGIES = sorted((EXAMPLES / "strategies").glob("*.c"))
SOURCES = {source.stem: source for source in (*STEPS, *STRATEGIES)}
TAKE_LONG = {"1_reference", "4_sbox_in_logic", "5_two_rounds_a_cycle"}  # to compile
EVERY_DAY = SOURCES.keys() - TAKE_LONG
_random = random.Random(197)
BLOCKS = [
    *((key, block) for key, block, _ in KNOWN),
    *((_random.getrandbits(128), _random.getrandbits(128)) for _ in range(3)),
]
WORDS = [0, 1, 0xFFFFFFFF, *(_random.getrandbits(32) for _ in range(150))]


def _design(source: Path) -> CDesign:
    """The example as it is, included by a file of the design's own name."""
    items = {
        "in": [{"key": key, "block": block} for key, block in BLOCKS] if source in STEPS else WORDS
    }
    return CDesign(f"example_{source.stem}", f'#include "{source}"\n', items)


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    designs = [_design(source) for source in SOURCES.values()]
    every_day = {f"example_{name}" for name in EVERY_DAY}
    return Outcomes(tmp_path_factory.mktemp("examples"), by_day_and_night(designs, every_day))


@pytest.mark.parametrize("name", only(EVERY_DAY, SOURCES))
def test_the_verilog_of_an_example_does_what_its_c_does(runs, name):
    runs[f"example_{name}"].check()


@pytest.mark.parametrize("name", only(EVERY_DAY, [step.stem for step in STEPS]))
def test_every_step_encrypts_as_the_standard_says(runs, name):
    assert runs[f"example_{name}"].native["out"][: len(KNOWN)] == [
        encrypted for _, _, encrypted in KNOWN
    ]


@pytest.mark.parametrize(
    "strategy", sorted({source.stem.rsplit("_", 1)[0] for source in STRATEGIES})
)
def test_a_strategy_changes_the_cost_and_not_the_result(runs, strategy):
    before, after = runs[f"example_{strategy}_before"], runs[f"example_{strategy}_after"]
    shorter = min(len(before.native["out"]), len(after.native["out"]))
    assert shorter > 50 and after.native["out"][:shorter] == before.native["out"][:shorter]
