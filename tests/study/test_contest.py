"""Contests: what they hold, and what is said of every fault in one, whole."""

from pathlib import Path

import pytest

from cryptagon import paths
from cryptagon.classes import algorithms
from cryptagon.errors import CryptagonError
from cryptagon.study.contest import load_contest

CONTEST = """title = "trial"
algorithms = ["dummy"]
targets = ["ecp5-85f-8"]

[rules]
no_bram = true

[effort]
seeds = [1, 2]
"""


JOBS = """\
class = "kernel"
title = "trial"
targets = ["ecp5-85f-8"]

[effort]
seeds = [1]

[[algorithms]]
name = "sha1"
variants = ["basic"]

[[algorithms]]
name = "blowfish"
variants = ["basic", "x2"]

[[published]]
by = "A tool"
approach = "hls"
source = "a paper"
cycles = { sha1 = 81786 }

[[published]]
by = "By hand"
approach = "rtl"
source = "a paper"
cycles = { sha1 = 20480, blowfish = 18736 }
"""


def contest_with(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "trial.toml"
    path.write_text(text)
    return path


def test_every_contest_of_the_repository_loads():
    files = sorted((paths.repository() / "contests").glob("*.toml"))
    assert files
    for file in files:
        contest = load_contest(file)
        assert contest.name == file.stem
        assert {algorithms()[name].class_ for name in contest.names} == {contest.class_}


def test_each_class_has_one_default_contest_at_most():
    found = [load_contest(file) for file in (paths.repository() / "contests").glob("*.toml")]
    defaults = [contest.class_ for contest in found if contest.default]
    assert len(defaults) == len(set(defaults))


def test_a_contest_has_defaults(tmp_path):
    contest = load_contest(contest_with(tmp_path, CONTEST))
    assert (contest.name, contest.class_, contest.approaches, contest.baseline) == (
        "trial",
        "aead",
        (),
        "rtl",
    )
    assert (contest.interface, contest.scope, contest.bus) == ("caesar-1.0", "unit", {})
    assert contest.rules.no_bram
    assert contest.rules.no_dsp
    assert contest.effort.seeds == (1, 2)


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ('["dummy"]', '["dumy"]', 2, 'unknown algorithm "dumy"\n  fix: did you mean dummy?'),
        ('["dummy"]', "[]", 2, 'bad value for "algorithms"'),
        ('["dummy"]', '["dummy", "dummy"]', 2, "is there twice"),
        ('["ecp5-85f-8"]', '["ecp5"]', 3, 'unknown target "ecp5"'),
        (
            "no_bram = true",
            "no_brams = true",
            6,
            'unknown key "rules.no_brams"\n  fix: did you mean no_bram?',
        ),
        ("no_bram = true", "no_bram = 1", 6, "Input should be a valid boolean (given: 1)"),
        ("seeds = [1, 2]", "seeds = [1, -2]", 9, 'bad value for "effort.seeds"'),
        ("seeds = [1, 2]", "seeds = [2, 2]", 8, "a seed is there twice"),
        (
            "seeds = [1, 2]",
            "strategies = 0",
            9,
            'neither a number of strategies, nor "all", nor a list of different names (given: 0)',
        ),
        ("seeds = [1, 2]", "strategies = []", 9, 'bad value for "effort.strategies"'),
        ("seeds = [1, 2]", "finalists = 0", 9, 'bad value for "effort.finalists"'),
        ("seeds = [1, 2]", 'level = "quick"', 9, 'unknown key "effort.level"'),
        ('title = "trial"', 'title = "trial"\nobjective = "speed"', 2, 'bad value for "objective"'),
        (
            "seeds = [1, 2]",
            'strategies = ["lucky"]',
            9,
            'unknown strategy "lucky" for target ecp5-85f-8',
        ),
        (
            'title = "trial"',
            'title = "trial"\nbus = { w = 0 }',
            2,
            "Input should be greater than 0",
        ),
        (
            'title = "trial"',
            'title = "trial"\ninterface = "caesar-2"',
            2,
            'unknown interface "caesar-2"\n  fix: did you mean caesar-1.0?',
        ),
        (
            'title = "trial"',
            'title = "trial"\nbaseline = "rtk"',
            2,
            'unknown approach "rtk"\n  fix: did you mean rtl?',
        ),
        (
            'title = "trial"',
            'title = "trial"\napproaches = ["hsl"]',
            2,
            'unknown approach "hsl"\n  fix: did you mean hls?',
        ),
        (
            'title = "trial"',
            'title = "trial"\nclass = "aed"',
            2,
            'unknown class "aed"\n  fix: did you mean aead?',
        ),
        ('["dummy"]', '["dummy", "sha1"]', 2, "sha1 is of class kernel, the contest of class aead"),
        ('title = "trial"', 'title = "trial"\npath = "/"', 2, 'unknown key "path"'),
    ],
)
def test_a_fault_in_a_contest_is_named_with_its_line(tmp_path, old, new, line, message):
    assert old in CONTEST
    path = contest_with(tmp_path, CONTEST.replace(old, new, 1))
    with pytest.raises(CryptagonError) as caught:
        load_contest(path)
    assert message in str(caught.value)
    assert caught.value.where == f"{path}:{line}"


def test_a_contest_that_is_not_there():
    with pytest.raises(CryptagonError, match="cannot read the file"):
        load_contest("contests/nowhere.toml")


def jobs_with(tmp_path, old="", new=""):
    assert old in JOBS
    return contest_with(tmp_path, JOBS.replace(old, new, 1))


def test_contest_of_jobs(tmp_path):
    contest = load_contest(jobs_with(tmp_path))
    assert (contest.interface, contest.scope) == ("", "core")
    assert [one.variants for one in contest.algorithms] == [("basic",), ("basic", "x2")]
    assert contest.published[1].cycles == {"sha1": 20480, "blowfish": 18736}


# what is changed, into what, the line that is named, the whole message without that
FAULTS = [
    (
        'name = "sha1"',
        'name = "blowfisch"',
        9,
        'unknown algorithm "blowfisch"\n  fix: did you mean blowfish?',
    ),
    (
        'name = "blowfish"',
        'name = "ascon128a"',
        13,
        "ascon128a is of class aead, the contest of class kernel\n"
        "  fix: a contest has algorithms of one class: leave it out, or make another contest",
    ),
    (
        '["basic", "x2"]',
        '["basic", "x3"]',
        14,
        'unknown variant "x3" of blowfish\n  fix: known: basic, x2',
    ),
    (
        'name = "blowfish"',
        'name = "sha1"',
        8,
        'bad value for "algorithms"\n  why: "sha1" is there twice',
    ),
    (
        "{ sha1 = 20480,",
        "{ blowfisch = 20480,",
        26,
        'unknown algorithm "blowfisch"\n  fix: did you mean blowfish?',
    ),
    (
        "{ sha1 = 20480,",
        "{ ascon_p = 12,",
        26,
        'published figures of "ascon_p", which does not take part\n'
        "  why: By hand has them; the algorithms of this contest are sha1, blowfish\n"
        "  fix: add it to the algorithms, or leave its figures out",
    ),
    (
        "cycles = { sha1 = 81786 }",
        'cycles = { sha1 = 81786 }\nformulas = { ascon_p = "12 N" }',
        21,
        'published figures of "ascon_p", which does not take part\n'
        "  why: A tool has them; the algorithms of this contest are sha1, blowfish\n"
        "  fix: add it to the algorithms, or leave its figures out",
    ),
    (
        "sha1 = 81786",
        "sha1 = 0",
        20,
        'bad value for "published.cycles.sha1"\n  why: Input should be greater than 0 (given: 0)',
    ),
    (
        'by = "By hand"',
        'from = "By hand"',
        23,
        'unknown key "published.from"\n  fix: known: approach, by, clocks, cycles, formulas, source, static, timed',
    ),
    ("seeds = [1]", 'strategies = ["lucky"]', 6, None),
]


@pytest.mark.parametrize(("old", "new", "line", "message"), FAULTS)
def test_fault_in_a_contest_of_jobs(tmp_path, old, new, line, message):
    path = jobs_with(tmp_path, old, new)
    with pytest.raises(CryptagonError) as caught:
        load_contest(path)
    assert caught.value.where == f"{path}:{line}"
    if message is None:
        assert caught.value.what == 'unknown strategy "lucky" for target ecp5-85f-8'
        return
    parts = caught.value
    said = (
        parts.what
        + (f"\n  why: {parts.why}" if parts.why else "")
        + (f"\n  fix: {parts.fix}" if parts.fix else "")
    )
    assert said == message
