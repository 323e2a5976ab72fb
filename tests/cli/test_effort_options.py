"""`cryptagon run --effort` and `--target`: another effort than the contest's, and fewer targets."""

import json

import pytest


@pytest.mark.parametrize(("level", "layouts"), [("quick", 1), ("standard", 7), ("thorough", 27)])
def test_a_level_sets_the_number_of_runs(workplace, level, layouts):
    result = workplace.cryptagon(
        "run", "contests/first-look.toml", "--effort", level, "--dry-run", "--json"
    )
    steps = {step["stage"]: step["runs"] for step in json.loads(result.stdout)["steps"]}
    assert steps["place and route"] == 2 * layouts  # the toy by HLS and by RTL


def test_quick_and_a_level_contradict_each_other(workplace):
    result = workplace.cryptagon("run", "toy", "--quick", "--effort", "standard")
    assert (
        result.returncode == 2
        and "--quick has an effort of its own: leave --effort out" in result.stderr
    )


def test_a_level_that_does_not_exist(workplace):
    result = workplace.cryptagon("run", "toy", "--effort", "heroic")
    assert (
        result.returncode == 2
        and "'heroic' is not one of 'quick', 'standard', 'thorough'" in result.stderr
    )


def test_a_target_that_the_contest_does_not_have(workplace):
    result = workplace.cryptagon("run", "toy", "--target", "ice40-hx8k")
    assert result.returncode != 0 and "Traceback" not in result.stderr
    assert (
        'no target "ice40-hx8k"' in result.stderr and "the contest has ecp5-85f-8" in result.stderr
    )
