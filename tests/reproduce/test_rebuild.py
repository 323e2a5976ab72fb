"""Which runs are made again and how they are compared, with tools that only pretend."""

from pathlib import Path

from records import record

from cryptagon import fpga
from cryptagon.reproduce import Rebuilt, rebuild, subject_of
from cryptagon.results import Measurement


def made_again(one: Measurement, **options) -> Rebuilt:
    return rebuild(subject_of(one, Path("record.json")), lambda text: None, cycles=False, **options)


def differing(rebuilt: Rebuilt) -> list[str]:
    return [row.name for row in rebuilt.comparison.differences]


def test_best_run_alone(tools):
    assert made_again(record()).comparison.identical
    assert tools == [("narrow", 1)]


def test_every_run_a_failed_one_too(tools):
    assert made_again(record(), every_run=True).comparison.identical
    assert tools == [("narrow", 1), ("default", 1)]


def test_every_figure_is_compared_to_its_last_digit(tools):
    first, second = record().attempts
    changed = first.model_copy(update={"fmax_mhz": 123.457, "luts": 101, "netlist_digest": "other"})
    one = record(fmax_mhz=123.457, luts=101, attempts=(changed, second))
    assert differing(made_again(one)) == ["netlist_digest", "luts", "fmax_mhz"]


def test_run_that_fails_now(tools):
    first, second = record().attempts
    one = record(attempts=(first, second.model_copy(update={"status": "ok"})))
    assert differing(made_again(one, every_run=True)) == ["default seed 1: status"]


def test_netlist_that_breaks_a_rule_now(tools, monkeypatch):
    monkeypatch.setattr(
        fpga, "broken_rule", lambda *_: "the rules allow no block RAM, and the netlist has 1"
    )
    assert differing(made_again(record()))[0] == "status" and tools == []


def test_older_record_without_its_runs(tools):
    assert made_again(record(attempts=()), every_run=True).comparison.identical
    assert tools == [("narrow", 1)]


def test_other_core_than_recorded(tools):
    options = record().options | {"core_digest": "f" * 64}
    assert differing(made_again(record(options=options))) == ["core"]


def test_route_is_asked_as_it_was(tools):
    route = made_again(record()).runs[0].route
    assert route and {("--freq", "200.0"), ("--seed", "1")} <= set(
        zip(route.options, route.options[1:])
    )
