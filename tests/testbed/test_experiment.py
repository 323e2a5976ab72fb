"""The maximum frequency by experiment over messages of several sizes: what the limit is, what is not
done twice, and how it is told.
"""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest
from hand_made import chain, critical_path, toggling

from cryptagon import paths
from cryptagon.testbed import experiment as module
from cryptagon.testbed.experiment import BoardFound, Experiment, SizeLimit, sampling_of
from cryptagon.testbed.measuring import Measured
from cryptagon.testbed.report import plain
from cryptagon.timing import Sampling, Stimulus

LENGTH = 6


@dataclass
class Bed:
    """What a unit and its messages are here; `told` is what the experiment said."""

    told: list[str]
    made: SimpleNamespace

    def run(self, sizes: tuple[int, ...], **options: Any) -> Experiment:
        found: Any = SimpleNamespace(name="part")
        given: Any = None
        return module.experiment(given, given, found, sizes=sizes, tell=self.told.append, **options)


def message(size: int) -> Stimulus:
    """The path is taken once in the shorter message, at its very end, and all the time in others."""
    return toggling(LENGTH, size)


@pytest.fixture
def bed(monkeypatch, tmp_path) -> Bed:
    simulators = paths.build_folder() / "simulators"
    simulators.mkdir(parents=True, exist_ok=True)
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "simulators").symlink_to(simulators)  # compiled once for all tests
    monkeypatch.setenv("CRYPTAGON_BUILD", str(tmp_path / "build"))
    layout = tmp_path / "layout"
    layout.mkdir()
    for name in ("routed.json", "routed.sdf"):
        (layout / name).write_text(name)
    made = SimpleNamespace(strategy="narrow", seed=1, luts=7)
    unit = SimpleNamespace(
        implementation=made,
        layout=SimpleNamespace(netlist=chain(LENGTH), folder=layout),
        fmax_mhz=1e6 / critical_path(LENGTH),
    )
    work = SimpleNamespace(bench=SimpleNamespace(design="chain"), job=lambda size: size)
    monkeypatch.setattr(module, "workload", lambda entry: work)
    monkeypatch.setattr(module, "routed", lambda *_: unit)
    monkeypatch.setattr(module, "stimulus", lambda bench, size: message(size))
    return Bed([], made)


def test_the_limit_is_that_of_the_path(bed):
    found = bed.run((24, 48), count=0)
    assert found.corner.limit_mhz == pytest.approx(1e6 / critical_path(LENGTH))
    assert found.ratio == pytest.approx(1.0)
    assert (found.strategy, found.seed, found.luts) == ("narrow", 1, 7)


def test_a_longer_message_that_is_in_time_needs_no_faster_run(bed):
    short, long = bed.run((48, 24), count=0).corner.sizes
    assert (short.size, long.size) == (24, 48)
    assert short.limit_mhz and "wrong answer on out" in (short.wrong or "")
    assert (long.limit_mhz, long.wrong) == (None, None)
    assert long.settled_mhz == pytest.approx(short.limit_mhz)


def test_the_worst_size_sets_the_limit(bed, monkeypatch):
    """A short message of a chain with two inverters less, which stands for one that misses the
    slowest path.
    """
    real, lengths = module._limit, {24: 4, 48: LENGTH}
    monkeypatch.setattr(
        module, "_limit", lambda _, work, size, *rest: real(chain(lengths[size]), work, size, *rest)
    )
    found = bed.run((24, 48), count=0).corner
    first, second = (one.limit_mhz for one in found.sizes)
    assert first == pytest.approx(1e6 / critical_path(4))
    assert second == pytest.approx(1e6 / critical_path(LENGTH))
    assert found.limit_mhz == second and found.worst.size == 48


def test_boards_are_virtual_ones_and_the_rest_is_kept(bed):
    found = bed.run((24,), count=2)
    ratios = [found.board_ratio(board) for board in found.boards]
    assert len(set(ratios)) == 2 and all(1.0 < ratio < 1.6 for ratio in ratios)
    said = len(bed.told)
    assert bed.run((24,), count=2) == found and len(bed.told) == said  # nothing was run again
    assert bed.run((24,), count=2, seed=2).boards != found.boards
    said = len(bed.told)
    bed.run((24, 48), count=0)  # the shorter one is there already
    assert [text[:8] for text in bed.told[said:]] == ["0.048 kB"]


def test_all_of_a_short_message_has_delays_and_as_much_of_a_long_one():
    assert sampling_of(10) == sampling_of(10_000) == Sampling(128, 128)
    assert sampling_of(1_000_000) == Sampling(12_800, 128)
    assert sampling_of(5_000_000) == Sampling(64_000, 128)


def test_how_it_is_told():
    short = SizeLimit(10_000, 3_000, 3_000, 104.0, 105.0, "wrong answer on dout")
    long = SizeLimit(100_000, 30_000, 3_100, 103.0, 103.5, "wrong answer on dout")
    board = BoardFound(1, (SizeLimit(10_000, 3_000, 3_000, 125.0, 130.0, "no answer on dout"),))
    tried = Experiment("part", "narrow", 1, 700, 100.0, BoardFound(0, (short, long)), (board,))
    one = Measured("a", "A", "", "rtl", 200.0, 64, 2.0, 5.0, ())
    found = plain(one, tried)["experiment"]
    assert (found["static_mhz"], found["limit_mhz"], found["ratio"]) == (100.0, 103.5, 1.035)
    assert found["worst_size"] == 100_000
    assert found["boards"] == [{"board": 1, "limit_mhz": 130.0, "ratio": 1.3}]
    assert found["sizes"][1]["timed_cycles"] == 3_100
    assert "experiment" not in plain(one)
