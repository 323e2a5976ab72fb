"""Which seeds a verification has, and that it tells them."""

import json
import re

import pytest

from cryptagon.cli.verify import seeds_of


def verify(workplace, *arguments):
    return workplace.cryptagon("verify", "toy", "--level", "reference", *arguments)


def test_fixed_seed_and_that_of_the_day_are_printed(workplace):
    result = verify(workplace)
    assert result.returncode == 0
    assert re.search(r"^seeds: 1, 20\d{6}$", result.stderr, re.MULTILINE)


@pytest.mark.parametrize("seed", ["7", "20261122"])
def test_chosen_seed_is_the_only_one(workplace, seed):
    assert f"seeds: {seed}\n" in verify(workplace, "--seed", seed).stderr


def test_json_has_the_seeds(workplace):
    (check,) = json.loads(verify(workplace, "--seed", "7", "--json").stdout)
    assert (check["seeds"], check["status"]) == ([7], "ok")


def test_thorough_adds_ten_seeds():
    assert len(set(seeds_of(None, thorough=True))) == 12
    assert seeds_of(7, thorough=True)[0] == 7 and len(set(seeds_of(7, thorough=True))) == 11
