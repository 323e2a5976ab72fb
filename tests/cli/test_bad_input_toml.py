"""Contests and algorithms with faults in their TOML: file, line, and what was meant."""

import pytest


def change(path, before, after):
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after))


@pytest.mark.parametrize(
    ("change_to", "what", "line", "fix"),
    [
        (('algorithms = ["toy"]', 'algorithms = ["toi"]'), 'unknown algorithm "toi"', 2, "toy"),
        (
            ('targets = ["ecp5-85f-8"]', 'targets = ["ecp5-85"]'),
            'unknown target "ecp5-85"',
            3,
            "ecp5-85f-8",
        ),
        (
            ("frequency_rounds", "frequency_round"),
            'unknown key "effort.frequency_round"',
            7,
            "frequency_rounds",
        ),
        (('title = "Toys"', "title = Toys"), "this is not TOML", 1, ""),
        (("seeds = [1]", "seeds = []"), 'bad value for "effort.seeds"', 6, ""),
    ],
)
def test_fault_in_a_contest(workplace, change_to, what, line, fix):
    contest = workplace.folder / "contests" / "first-look.toml"
    change(contest, *change_to)
    result = workplace.cryptagon("run", "contests/first-look.toml")
    assert result.returncode == 1
    assert f"error: {what}" in result.stderr
    assert f"{contest}:{line}" in result.stderr
    assert fix in result.stderr
    assert "Traceback" not in result.stderr


def test_contest_that_is_not_there(workplace):
    result = workplace.cryptagon("run", "contests/second-look.toml")
    assert (
        result.returncode == 1
        and "contests/second-look.toml" in result.stderr
        and "Traceback" not in result.stderr
    )


@pytest.mark.parametrize("command", [["run"], ["verify"], ["vectors", "-o", "out"]])
def test_unknown_algorithm_names_those_that_are_close(workplace, command):
    result = workplace.cryptagon(*command, "tox")
    assert result.returncode == 1
    assert 'error: unknown algorithm "tox"' in result.stderr and "toy" in result.stderr


def test_unknown_key_in_an_algorithm(workplace):
    workplace.edit("algorithm.toml", "npub = 128", "nonce = 128")
    result = workplace.cryptagon("verify", "toy")
    assert result.returncode == 1
    assert "algorithm.toml" in result.stderr and "sizes." in result.stderr


def test_algorithm_without_a_core(workplace):
    workplace.keep_only("rtl")
    for file in (workplace.toy / "rtl").glob("*"):
        file.unlink()
    result = workplace.cryptagon("run", "toy")
    assert (
        result.returncode == 1
        and "nothing to run" in result.stderr
        and "hls/core.c or rtl/*.sv" in result.stderr
    )


def test_width_that_the_interface_does_not_have(workplace):
    result = workplace.cryptagon("verify", "toy", "--bus", "w=24")
    assert result.returncode == 1 and "w = 24" in result.stderr
