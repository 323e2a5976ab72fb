"""The times that come with the program."""

from cryptagon.study.contest import load_contest
from cryptagon.study.times import Time
from cryptagon.study.usual_times import medians, usual_times


def test_one_time_for_each_step_design_and_target():
    def time(step, seconds, day):
        return Time(step, "ant rtl", "ecp5", seconds, f"2026-01-0{day}T00:00:00+00:00")

    times = [time("place", 9.0, 2), time("place", 1.0, 3), time("place", 2.0, 1), time("cut", 5, 1)]
    assert medians(times) == [time("cut", 5, 1), time("place", 2.0, 3)]


def test_every_algorithm_of_round_3_has_times_of_all_steps():
    steps = {"reference", "verify", "cycles", "synthesise", "place_and_route"}
    found = {(time.design.split()[0], time.step) for time in usual_times()}
    names = load_contest("contests/caesar-round3.toml").names
    assert {(name, step) for name in names for step in steps} <= found
