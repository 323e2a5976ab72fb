"""Runs of a study: their times are written down, and what is kept goes to no machine."""

import pytest

from cryptagon.batch import in_this_thread
from cryptagon.study.runs import Runs
from cryptagon.study.times import FILE, Times


def test_a_stage_is_written_down_with_all_its_runs_as_one(tmp_path):
    times = Times(tmp_path / "results")
    seen = []
    made = Runs(times=times).stage(
        "verify",
        "ant rtl",
        lambda execute: execute(divmod, [(7, 2), (9, 4)], lambda *one: seen.append(one)),
    )
    assert made == [(3, 1), (2, 1)] and seen == [(0, (3, 1)), (1, (2, 1))]
    (time,) = times.load()
    assert (time.step, time.design, time.target) == (
        "verify",
        "ant rtl",
        "",
    ) and 0 <= time.seconds < 5


def test_a_step_is_written_down_by_the_name_of_its_function_unless_it_was_kept(tmp_path):
    times, sent, seen = Times(tmp_path), [], []

    def execute(function, batch, arrived=None):
        sent.extend(arguments for _, arguments in batch)
        return in_this_thread(function, batch, arrived)

    steps = Runs(execute, times).steps("ant rtl", "ecp5", kept=lambda arguments: arguments[0] == 7)
    assert steps(divmod, [(5, 2), (7, 2), (9, 2)], lambda *one: seen.append(one)) == [
        (2, 1),
        (3, 1),
        (4, 1),
    ]
    assert sent == [(5, 2), (9, 2)] and seen == [(1, (3, 1)), (0, (2, 1)), (2, (4, 1))]
    assert [(time.step, time.design, time.target) for time in times.load()] == [
        ("divmod", "ant rtl", "ecp5")
    ] * 2
    assert steps(divmod, [(7, 2)]) == [(3, 1)] and len(times.load()) == 2


def test_a_stage_that_fails_leaves_no_time(tmp_path):
    with pytest.raises(ZeroDivisionError):
        Runs(times=Times(tmp_path)).stage(
            "verify", "ant rtl", lambda execute: execute(divmod, [(1, 0)])
        )
    assert Times(tmp_path).load() == []


def test_half_a_line_of_a_killed_study_is_passed_over(tmp_path):
    times = Times(tmp_path)
    times.add("verify", "ant rtl", "", 1.5)
    with (tmp_path / FILE).open("a") as file:
        file.write('{"step": "ver\n[]\n')
    times.add("verify", "bee rtl", "", 2.5)
    assert [(time.design, time.seconds) for time in times.load()] == [
        ("ant rtl", 1.5),
        ("bee rtl", 2.5),
    ]


def test_times_that_cannot_be_written_are_a_warning_and_no_fault(tmp_path, caplog):
    (tmp_path / "results").write_text("a file, not a folder")
    Times(tmp_path / "results").add("verify", "ant rtl", "", 1.5)
    assert "could not be written" in caplog.text
