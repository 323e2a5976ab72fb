"""Plans: what a contest asks for, what is there, and what is left out."""

import shutil

import pytest

from cryptagon import paths
from cryptagon.catalog import LEVELS, Effort
from cryptagon.errors import CryptagonError
from cryptagon.study.plan import plan

FIRST_LOOK = str(paths.repository() / "contests" / "first-look.toml")


def test_contest_gives_each_algorithm_by_each_approach_in_its_order():
    found = plan(FIRST_LOOK)
    asked = {(name, approach) for name in found.contest.names for approach in ("hls", "rtl")}
    assert {
        (entry.algorithm.name, entry.approach) for entry in (*found.entries, *found.absent)
    } == asked
    assert list(dict.fromkeys(entry.algorithm.name for entry in found.entries)) == list(
        found.contest.names
    )
    assert [target.name for target in found.targets] == list(found.contest.targets)
    assert found.effort == found.contest.effort and not found.quick


def test_quick_is_the_least_effort():
    found = plan(FIRST_LOOK, quick=True)
    assert found.quick
    assert found.effort == LEVELS["quick"]


def test_an_own_effort_is_reduced_to_its_first_strategy_and_seed():
    own = Effort(strategies=("narrow", "default"), seeds=(7, 8), finalists=2, frequency_rounds=3)
    assert own.least == Effort(strategies=("narrow",), seeds=(7,))


def test_another_effort_and_fewer_targets_than_the_contest_says():
    found = plan(FIRST_LOOK, effort="thorough", targets=["ecp5-85f-8"])
    assert found.effort == LEVELS["thorough"] and [target.name for target in found.targets] == [
        "ecp5-85f-8"
    ]


def test_cores_by_one_approach_alone():
    found = plan(FIRST_LOOK, approaches=["rtl"])
    assert {entry.approach for entry in found.entries} == {"rtl"} and not found.absent


def test_some_algorithms_of_a_contest_alone():
    found = plan(FIRST_LOOK, algorithms=["acorn128"])
    assert {entry.label for entry in found.entries} == {
        "acorn128 hls",
        "acorn128 rtl",
    } and not found.absent


def test_an_algorithm_that_is_not_in_the_contest():
    with pytest.raises(CryptagonError, match='no algorithm "acorn"') as caught:
        plan(FIRST_LOOK, algorithms=["acorn"])
    assert caught.value.fix == "did you mean acorn128?" and "ascon128a" in caught.value.why


def test_a_target_that_is_not_in_the_contest():
    with pytest.raises(CryptagonError, match='no target "ecp5-85"') as caught:
        plan(FIRST_LOOK, targets=["ecp5-85"])
    assert caught.value.fix == "did you mean ecp5-85f-8?" and "ecp5-85f-8" in caught.value.why


@pytest.mark.parametrize("name", ["dummy", "algorithms/aead/dummy", "algorithms/aead/dummy/"])
def test_algorithm_by_name_or_folder_under_the_settings_of_the_first_look(monkeypatch, name):
    monkeypatch.chdir(paths.repository())
    found = plan(name)
    assert [entry.label for entry in found.entries] == ["dummy hls", "dummy rtl"]
    assert found.title == "Dummy" and found.effort == plan(FIRST_LOOK).effort


def test_unknown_algorithm():
    with pytest.raises(CryptagonError, match='unknown algorithm "dumy"') as caught:
        plan("dumy")
    assert "dummy" in caught.value.fix


def test_contest_may_name_a_core_that_nobody_has_written(tmp_path, monkeypatch):
    (tmp_path / "c.toml").write_text(
        'title = "RTL alone"\nalgorithms = ["dummy"]\napproaches = ["rtl"]\ntargets = ["ecp5-85f-8"]\n'
    )
    found = plan(str(tmp_path / "c.toml"))
    assert [entry.label for entry in found.entries] == ["dummy rtl"] and found.absent == ()


def test_a_quick_run_is_of_the_first_target_where_none_is_named():
    assert [one.name for one in plan(FIRST_LOOK, quick=True).targets] == ["ecp5-85f-8"]
    assert [one.name for one in plan(FIRST_LOOK, quick=True, targets=["ice40-hx8k"]).targets] == [
        "ice40-hx8k"
    ]
    assert len(plan(FIRST_LOOK).targets) > 1


SIX_INPUTS = "tables"


@pytest.fixture
def tabled(tmp_path):
    """A cipher with a variant for six-input look-up tables, and a contest of it on two targets."""
    shutil.copytree(paths.repository() / "algorithms" / "aead" / "dummy", tmp_path / "tabled")
    description = tmp_path / "tabled" / "algorithm.toml"
    text = description.read_text().replace('"dummy"', '"tabled"')
    variants = f'\n[[variants]]\n\n[[variants]]\nname = "{SIX_INPUTS}"\nlut_inputs = 6\n'
    description.write_text(text + variants)
    contest = tmp_path / "c.toml"
    contest.write_text(
        'title = "Two targets"\napproaches = ["rtl"]\ntargets = ["ecp5-85f-8", "xilinx-7"]\n'
        f'[[algorithms]]\nname = "{tmp_path}/tabled"\n'
    )
    return contest


def test_a_variant_for_six_inputs_meets_targets_with_such_tables_alone(tabled):
    found = plan(str(tabled))
    met = {entry.label: [one.name for one in found.targets_of(entry)] for entry in found.entries}
    assert met == {"tabled rtl": ["ecp5-85f-8", "xilinx-7"], "tabled tables rtl": ["xilinx-7"]}
    (left,) = plan(str(tabled), targets=["ecp5-85f-8"]).entries
    assert left.label == "tabled rtl"


def test_a_contest_of_that_variant_alone_names_the_targets_that_would_do(tabled):
    tabled.write_text(tabled.read_text() + f'variants = ["{SIX_INPUTS}"]\n')
    with pytest.raises(CryptagonError, match="nothing to run") as caught:
        plan(str(tabled), targets=["ecp5-85f-8"])
    assert "6 inputs" in caught.value.why and "xilinx-7" in caught.value.fix
