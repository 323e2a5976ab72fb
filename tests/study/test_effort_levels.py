"""Effort: levels by name, tables of one's own, and what they mean on a target."""

import pytest

from cryptagon import paths
from cryptagon.catalog import LEVELS, Effort, target, targets
from cryptagon.errors import CryptagonError
from cryptagon.study.contest import load_contest

CONTEST = """title = "trial"
algorithms = ["dummy"]
targets = ["ecp5-85f-8", "gatemate-a1"]
"""


def contest_with(tmp_path, effort):
    path = tmp_path / "trial.toml"
    path.write_text(CONTEST + effort)
    return path


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_by_its_name(tmp_path, level):
    found = load_contest(contest_with(tmp_path, f'effort = "{level}"\n')).effort
    assert found == LEVELS[level] and found.level == level


def test_without_a_word_the_effort_is_standard(tmp_path):
    assert load_contest(contest_with(tmp_path, "")).effort.level == "standard"


def test_a_level_that_does_not_exist_is_named_with_its_line(tmp_path):
    path = contest_with(tmp_path, 'effort = "standart"\n')
    with pytest.raises(
        CryptagonError, match='unknown effort level "standart"; did you mean standard'
    ) as caught:
        load_contest(path)
    assert caught.value.where == f"{path}:4"


def test_a_table_of_ones_own(tmp_path):
    own = load_contest(
        contest_with(tmp_path, '[effort]\nseeds = [3, 4]\nstrategies = ["default"]\n')
    ).effort
    assert (own.level, own.strategies, own.seeds, own.finalists, own.frequency_rounds) == (
        "own",
        ("default",),
        (3, 4),
        1,
        1,
    )


def test_a_strategy_must_be_there_on_every_target(tmp_path):
    path = contest_with(tmp_path, '[effort]\nstrategies = ["narrow"]\n')
    with pytest.raises(
        CryptagonError, match='unknown strategy "narrow" for target gatemate-a1'
    ) as caught:
        load_contest(path)
    assert caught.value.where == f"{path}:5"


def test_a_level_takes_the_first_strategies_of_the_target():
    part = target("ecp5-85f-8")
    names = tuple(part.strategies)
    assert [level.strategies_of(part) for level in LEVELS.values()] == [names[:1], names[:4], names]


@pytest.mark.parametrize(
    ("level", "strategies", "rounds"),
    [
        ("quick", 1, [1]),
        ("standard", 4, [4, 2, 1]),
        ("standard", 2, [2, 1, 1]),
        ("thorough", 7, [7, 4, 2, 2, 2, 2]),
    ],
)
def test_each_seed_halves_the_strategies(level, strategies, rounds):
    assert LEVELS[level].halved(strategies) == rounds


def test_every_target_has_strategies_that_differ():
    for part in targets().values():
        assert len(set(part.strategies.values())) == len(part.strategies)


@pytest.mark.parametrize(
    "effort", [*LEVELS.values(), Effort(strategies=("a", "b"), seeds=(5, 1), finalists=2)]
)
def test_an_effort_outlives_its_record(effort):
    assert Effort.model_validate(effort.model_dump(mode="json")) == effort


def test_contests_of_the_repository_have_an_effort_for_all_their_targets():
    for file in (paths.repository() / "contests").glob("*.toml"):
        contest = load_contest(file)
        assert all(contest.effort.strategies_of(target(name)) for name in contest.targets)
