"""The runs of a search as the geometry of an SVG: a row for each setting, a dot for each seed, its
Fmax across.
"""

from dataclasses import dataclass

from cryptagon.analysis.naming import shown
from cryptagon.results import Measurement
from cryptagon.site.known import mark_of

_LEFT, _WIDTH, _ROW, _TOP = 250.0, 700.0, 26, 12


@dataclass(frozen=True)
class Lane:
    """The runs of one setting: its name, where its row lies, and of each run the place across, the
    text and whether it gave the figures."""

    name: str
    y: float
    dots: tuple[tuple[float, str, bool], ...]


@dataclass(frozen=True)
class Search:
    """The whole picture: its height, lanes, and places and texts along its axis."""

    height: int
    lanes: tuple[Lane, ...]
    ticks: tuple[tuple[float, str], ...]
    approach: str
    title: str = "Fmax of every run by its settings"
    width: int = int(_WIDTH)

    @property
    def mark(self) -> int:
        """The mark of how the design was made."""
        return mark_of(self.approach)

    @property
    def approaches(self) -> tuple[tuple[int, str], ...]:
        """That mark, with its name."""
        return ((self.mark, shown(self.approach)),)


def search_of(measured: Measurement) -> Search | None:
    """The picture of a search; None where fewer than two runs have a clock."""
    runs = [one for one in measured.attempts if one.result_mhz is not None]
    if len(runs) < 2:
        return None
    speeds = [one.result_mhz or 0.0 for one in runs]
    step = _step(max(speeds) - min(speeds))
    low, high = min(speeds) // step * step, -(-max(speeds) // step) * step
    high = high if high > low else low + step
    names = list(dict.fromkeys((one.strategy, one.requested_mhz) for one in runs))
    best = measured.best_attempt

    def across(mhz: float) -> float:
        return round(_LEFT + 12 + (mhz - low) / (high - low) * (_WIDTH - _LEFT - 24), 1)

    lanes = tuple(
        Lane(
            f"{strategy}, {requested:g} MHz" if requested else strategy,
            _TOP + _ROW * (row + 0.5),
            tuple(
                (
                    across(one.result_mhz or 0.0),
                    f"seed {one.seed}: {one.result_mhz:,.1f} MHz",
                    one == best,
                )
                for one in runs
                if (one.strategy, one.requested_mhz) == (strategy, requested)
            ),
        )
        for row, (strategy, requested) in enumerate(names)
    )
    count = round((high - low) / step)
    ticks = tuple(
        (across(low + step * place), f"{low + step * place:g}") for place in range(count + 1)
    )
    return Search(int(_TOP + _ROW * len(names) + 40), lanes, ticks, measured.approach)


def _step(span: float) -> float:
    """A round distance of ticks, so that there are at most eight."""
    return next((step for step in (1, 2, 5, 10, 20, 50, 100, 200) if span / step <= 6), 500.0)
