"""The search, with designs whose figures a test makes up."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from math import prod
from types import SimpleNamespace

import pytest

from cryptagon.catalog import LEVELS, target
from cryptagon.errors import CryptagonError
from cryptagon.explore import Budget, Explorer, Studio, space_of
from cryptagon.explore.budget import Clock
from cryptagon.explore.summary import headings, plain, rows
from cryptagon.results import Measurement, Work
from cryptagon.study.plan import contest_of

PLACE = target("ecp5-85f-8")
WORK = Work(name="block", bits=128, cycles="block")
NO_STUDIO: Studio = SimpleNamespace(machines=SimpleNamespace(workers=2))  # type: ignore[assignment]
AXES = """
[[directives]]
name = "UNITS"
values = ["1", "2", "4"]

[[directives]]
name = "STAGES"
values = ["1", "2"]

[[directives]]
name = "WASTE"
values = ["", "1"]
"""


@dataclass
class MadeUp(Explorer):
    """Each unit takes 1,000 LUT and halves the cycles, a stage doubles both cycles and clock at
    1,100 LUT, waste is waste; some fail.
    """

    failing: tuple[str, ...] = ()
    failing_layout: tuple[str, ...] = ()
    rounds: list[tuple[bool, list[str]]] = field(default_factory=list)

    def _round(self, title, batch, *, sketching):
        self.rounds.append((sketching, [point.name for point in batch]))
        return {point.name: self._made(point, sketching=sketching) for point in batch}

    def _made(self, point, *, sketching):
        values = dict(point.values)
        units, stages = int(values["UNITS"]), int(values["STAGES"])
        area = 500 + 1000 * units + 100 * (stages - 1) + 300 * bool(values["WASTE"])
        fails = point.name in (self.failing if sketching else self.failing_layout)
        return measurement(
            point.variant.name,
            cycles=12 * stages / units,
            luts=area,
            clock=None if sketching else 100.0 * stages,
            levels=12 // stages,
            status="core: no\nreason" if fails else "ok",
        )


def measurement(variant, *, cycles, luts, clock, levels, status) -> Measurement:
    good = status == "ok"
    return Measurement(
        algorithm_class="aead", algorithm="toy", title="Toy", variant=variant, approach="hls",
        scope="core", interface=None, bus={}, work=WORK, cycles={"block": cycles}, options={"levels": levels},
        tools={}, source_digest="0" * 64, verification=(), date=datetime.now(UTC), cryptagon="0",
        target="ecp5-85f-8", device="x", status=status, estimate=clock is None,
        luts=luts if good else None, ffs=1 if good else None, brams=0 if good else None, dsps=0 if good else None,
        fmax_mhz=clock if good else None,
    )  # fmt: skip


@pytest.fixture
def explorer(own_toy):
    toy = own_toy(AXES, ("UNITS", "STAGES", "WASTE"))

    def make(budget=Budget(), **more):  # noqa: B008
        return MadeUp(
            space_of(toy, PLACE), contest_of(toy), budget, NO_STUDIO, LEVELS["quick"], **more
        )

    return make


class Workers:
    """Two workers that nothing is asked of."""

    workers = 2

    @property
    def machines(self):
        return self


def test_search_goes_on_with_the_neighbours_of_what_none_beats(explorer):
    search = explorer()
    found = search.run()
    assert search.rounds[0] == (True, ["plain"])
    assert search.rounds[1] == (True, ["UNITS=2", "UNITS=4", "STAGES=2", "WASTE=1"])
    assert len(found.tried) == 12 == len(found.space.points)
    assert [one.point.name for one in found.front] == ["plain", "UNITS=2", "UNITS=4"]


def test_budget_bounds_both(explorer):
    found = explorer(Budget(points=5, placed=2)).run()
    assert len(found.tried) == 5 and len(found.placed) == 2
    assert not found.out_of_time


def test_failed_designs_keep_no_other_back(explorer):
    found = explorer(failing=("UNITS=2",), failing_layout=("UNITS=4",)).run()
    assert next(one.point.name for one in found.front) == "plain"
    table = {row[1]: row for row in rows(found)}
    assert table["UNITS=2 STAGES=1"][-1] == "core: no"
    assert all(len(row) == len(headings(found)) for row in table.values())
    by_variant = {one["variant"]: one for one in plain(found)["points"]}
    assert by_variant["UNITS=2"]["sketch"]["status"].startswith("core: no")
    assert by_variant["UNITS=2"]["placed"] is None
    assert by_variant[""]["front"] is True and by_variant[""]["by_hand"] is True


def test_nothing_that_can_be_sketched_is_an_error(explorer):
    with pytest.raises(CryptagonError, match="no design of toy came to an estimate"):
        explorer(Budget(points=1), failing=("plain",)).run()


@pytest.mark.parametrize(("budget", "option"), [(Budget(0), "--points"), (Budget(9, 0), "--place")])
def test_budget_that_is_too_small_is_told(explorer, budget, option):
    with pytest.raises(CryptagonError) as caught:
        explorer(budget).run()
    assert caught.value.where == option and caught.value.fix == f"{option} 1 or more"


def test_time_that_is_over_begins_nothing_more():
    seconds = iter([0.0, 20.0, 40.0, 70.0])
    clock = Clock(Budget(minutes=1), lambda: next(seconds))
    assert [clock.over(0.5), clock.over(0.5), clock.over()] == [False, True, True]
    assert clock.at_once(9, 2) == 2 and Clock(Budget()).at_once(9, 2) == 9


def test_front_is_never_beaten(explorer):
    found = explorer().run()
    for one in found.front:
        assert not any(
            other.measured[0] >= one.measured[0] and other.measured[1] < one.measured[1]
            for other in found.placed
        )
    assert prod(one.measured[0] for one in found.front) > 0


def test_picture_is_the_same_each_time_and_says_what_it_shows(explorer):
    from cryptagon.explore.plot import explore_plot  # noqa: PLC0415 - Matplotlib

    plot = explore_plot(explorer().run())
    assert plot.svg() == plot.svg() and plot.title.startswith("Dummy")
    assert "of 8 placed designs are beaten by none" in plot.title
