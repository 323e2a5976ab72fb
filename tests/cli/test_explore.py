"""`cryptagon explore`: a toy with a directive, from its C to the front, and what is refused."""

import json

import pytest

DIRECTIVES = """
[[directives]]
name = "WAITS"
description = "cycles that each block waits"
values = ["0", "6"]
"""
PLAIN_LOOP = "while (!block.eoi) {"
WAITING = f"""#ifndef WAITS
#define WAITS 0
#endif
    {PLAIN_LOOP}
#if WAITS
        {"wait(); " * 6}
#endif"""


@pytest.fixture
def toy(workplace):
    """A workplace whose toy waits six cycles for each block where WAITS is 6."""
    description = workplace.toy / "algorithm.toml"
    description.write_text(description.read_text() + DIRECTIVES)
    workplace.edit("hls/core.c", PLAIN_LOOP, WAITING)
    return workplace


@pytest.mark.slow
def test_explores_to_the_front_and_resumes(toy):
    first = toy.cryptagon("explore", "toy", "--points", "2", "--json")
    assert first.returncode == 0, first.stderr
    found = json.loads(first.stdout)
    assert found["designs"] == 2 and found["out_of_time"] is False
    plain, waiting = found["points"]
    assert (plain["variant"], plain["by_hand"], plain["front"]) == ("", True, True)
    assert (waiting["variant"], waiting["directives"]) == ("WAITS=6", {"WAITS": "6"})
    assert waiting["cycles"] > plain["cycles"]
    assert plain["sketch"]["levels"] >= 3 and plain["placed"]["fmax_mhz"] > 50
    assert plain["placed"]["throughput_mbps"] > waiting["placed"]["throughput_mbps"]

    again = toy.cryptagon("explore", "toy", "--points", "2")
    assert again.returncode == 0, again.stderr
    done = [line for line in again.stderr.splitlines() if line.startswith("[")]
    assert len(done) == 2 * (3 + 5)
    assert all(line.endswith("(cached)") for line in done)
    assert "front" in again.stdout and "picture" in again.stdout
    assert {path.name for path in toy.results.glob("explore-*")} == {
        "explore-toy.svg",
        "explore-toy.png",
    }


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("toys",), 'unknown algorithm "toys"'),
        (("toy", "--points", "0"), "Invalid value for '--points'"),
        (("toy", "--axis", "WAIT"), "did you mean WAITS?"),
        (("toy", "--axis", "WAITS=7"), "its values are 0, 6"),
        (("toy", "--axis", "4=7"), "is not NAME or NAME=VALUE,VALUE"),
        (("toy", "--target", "xilinx-7"), "no place and route"),
        (("toy", "--minutes", "0"), "Invalid value for '--minutes'"),
    ],
)
def test_what_cannot_be_explored_is_told_at_once(toy, arguments, said):
    result = toy.cryptagon("explore", *arguments)
    assert result.returncode != 0 and said in result.stderr
    assert "Traceback" not in result.stderr


def test_budget_below_the_variants_is_told(toy):
    description = toy.toy / "algorithm.toml"
    description.write_text(
        description.read_text()
        + '\n[[variants]]\n\n[[variants]]\nname = "slow"\ndefines = { WAITS = "6" }\n'
    )
    result = toy.cryptagon("explore", "toy", "--points", "1")
    assert result.returncode == 1 and "a budget of 1 is too small" in result.stderr
    assert "--points 2 or more" in result.stderr
