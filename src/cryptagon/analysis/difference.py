"""Two sets of records beside each other: designs paired, every figure before and after, whether a
change is more than the placement seed explains, and what else differs.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from cryptagon.analysis.circumstances import Circumstance, provenance, unlike
from cryptagon.analysis.conditions import area_unit
from cryptagon.analysis.metrics import AREA, Metric, scale_of
from cryptagon.analysis.naming import label_of, shown
from cryptagon.analysis.positions import seed_loss
from cryptagon.analysis.tiers import BY_CLOCK, reach, tiers
from cryptagon.results import MADE_AGAIN, Measurement, current

SAME, BETTER, WORSE, SEED = "same", "better", "worse", "within seeds"


@dataclass(frozen=True)
class Change:
    """One figure before and after; None where there is none.

    `verdict` is SAME, BETTER, WORSE, or SEED where the placement seed alone could be the reason.
    `one_seed`: both were placed with one seed, so nothing tells how far the figure moves by itself.
    """

    metric: Metric
    before: float | None
    after: float | None
    verdict: str
    one_seed: bool = False

    @property
    def percent(self) -> float | None:
        """The change, in per cent of what was before."""
        if not self.before or self.after is None:
            return None
        return 100 * (self.after - self.before) / self.before


@dataclass(frozen=True)
class Pair:
    """One design before and after: of records that may be of unlike things, which `unlike` tells."""

    before: Measurement
    after: Measurement

    @property
    def label(self) -> str:
        """Design and where it was implemented, for people."""
        return label(self.after)

    @cached_property
    def unlike(self) -> tuple[Circumstance, ...]:
        """Why their figures cannot be set against each other."""
        return unlike(self.before, self.after)

    @cached_property
    def provenance(self) -> tuple[Circumstance, ...]:
        """What else differs: sources, tools, seeds, where it was made."""
        return provenance(self.before, self.after)

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """Every figure that one of the two has, as tables show them; of areas in unlike units none."""
        same_unit = area_unit(self.before) == area_unit(self.after)
        shown_ = dict.fromkeys((*scale_of(self.after).shown, *scale_of(self.before).shown))
        metrics = [one for one in shown_ if same_unit or "{area}" not in one.unit]
        found = [self._change(metric) for metric in metrics]
        return tuple(one for one in found if one.before is not None or one.after is not None)

    @property
    def changed(self) -> bool:
        """Whether any figure, the status or the verification is another one."""
        figures = any(one.before != one.after for one in self.changes)
        return figures or self.status_changed or bool(self.lost)

    @property
    def status_changed(self) -> bool:
        """Whether one of the two failed where the other did not, or for another reason."""
        return self.before.status != self.after.status

    @property
    def lost(self) -> tuple[str, ...]:
        """Levels of verification that were right before, and are wrong or missing now; none where a
        record was made again without verification.
        """
        if not self.after.verification and MADE_AGAIN in self.after.options:
            return ()
        right = {one.level for one in self.after.verification if one.ok}
        return tuple(
            one.level for one in self.before.verification if one.ok and one.level not in right
        )

    @property
    def deciding(self) -> Metric:
        """The figure that a ranking goes by: of estimates, which know no clock, the area."""
        return AREA if self.after.estimate else scale_of(self.after).deciding

    def _change(self, metric: Metric) -> Change:
        before, after = metric.value(self.before), metric.value(self.after)
        if before is None or after is None or before == after:
            return Change(metric, before, after, _without(before, after))
        seeds = [len(one.fmax_over_seeds) for one in (self.before, self.after)]
        found = tiers(
            [
                reach(metric, value, seed_loss(one))
                for value, one in ((before, self.before), (after, self.after))
            ]
        )
        better = metric.order(after) < metric.order(before)
        verdict = SEED if len(set(found)) == 1 else BETTER if better else WORSE
        return Change(metric, before, after, verdict, metric in BY_CLOCK and max(seeds) < 2)


def _without(before: float | None, after: float | None) -> str:
    """The verdict of a figure that is the same, or that one side lacks."""
    return SAME if before == after else WORSE if after is None else BETTER


@dataclass(frozen=True)
class Difference:
    """What came of comparing: `pairs` by label, and the designs that only one side has."""

    pairs: tuple[Pair, ...]
    only_before: tuple[Measurement, ...]
    only_after: tuple[Measurement, ...]

    @property
    def changed(self) -> tuple[Pair, ...]:
        """Pairs of which something is another."""
        return tuple(pair for pair in self.pairs if pair.changed)

    @property
    def apart(self) -> tuple[Pair, ...]:
        """Pairs of unlike things."""
        return tuple(pair for pair in self.pairs if pair.unlike)


def difference(before: Sequence[Measurement], after: Sequence[Measurement]) -> Difference:
    """The records of both sides paired by target, scope, interface, class, algorithm, variant and
    approach.

    Where a side has several of one design, the newest pair counts that was measured alike, else the
    newest of each. One record on each side makes a pair, whatever they are of.
    """
    if len(before) == 1 and len(after) == 1:
        return Difference((Pair(before[0], after[0]),), (), ())
    sides = [_by_key(before), _by_key(after)]
    pairs = [_pair(sides[0][key], sides[1][key]) for key in sides[0].keys() & sides[1].keys()]
    alone = [
        [one for key in side.keys() - other.keys() for one in current(side[key])]
        for side, other in (sides, sides[::-1])
    ]
    return Difference(
        tuple(sorted(pairs, key=lambda pair: _order(pair.after))),
        tuple(sorted(alone[0], key=_order)),
        tuple(sorted(alone[1], key=_order)),
    )


def label(one: Measurement) -> str:
    """Design and where it was implemented, for people."""
    scope = f", {one.interface}" if one.interface else ", core alone" * (one.scope == "core")
    return f"{label_of(one)} {shown(one.approach)} on {one.target}{scope}"


def worsened(pair: Pair, metrics: Iterable[Metric], percent: float) -> list[str]:
    """What of a pair is worse by more than `percent`, beyond what the seeds explain, in words; lost
    results and lost verification count always.
    """
    found = [f"level {level} of the verification is lost" for level in pair.lost]
    if pair.before.ok and not pair.after.ok:
        found.append(f"no result any more: {pair.after.status}")
    for one in pair.changes if pair.after.ok else ():
        if one.metric in metrics and one.verdict == WORSE and _by(one) > percent:
            found.append(f"{one.metric.title.lower()} {signed(one.percent)}")
    return found


def signed(percent: float | None) -> str:
    """A change with its sign, two decimals; nothing where there is none."""
    return "" if percent is None else f"{percent:+,.2f} %"


def metrics_called(names: Iterable[str], pair: Pair) -> list[Metric]:
    """The figures of a pair by their fields; the one that decides its ranking where none is named."""
    wanted = set(names) or {pair.deciding.field}
    return [one.metric for one in pair.changes if one.metric.field in wanted]


def _by(change: Change) -> float:
    percent = change.percent
    return float("inf") if percent is None else abs(percent)


def _by_key(records: Iterable[Measurement]) -> dict[tuple[str, ...], list[Measurement]]:
    found: dict[tuple[str, ...], list[Measurement]] = {}
    for one in records:
        found.setdefault(one.key, []).append(one)
    return found


def _pair(before: Sequence[Measurement], after: Sequence[Measurement]) -> Pair:
    """The newest that were measured alike, else what each side shows."""
    pairs = [Pair(one, other) for one in before for other in after]
    alike = [pair for pair in pairs if not pair.unlike]
    if alike:
        return max(alike, key=lambda pair: (pair.after.date, pair.before.date))
    return Pair(current(before)[0], current(after)[0])


def _order(one: Measurement) -> tuple[str, ...]:
    return (label_of(one).lower(), one.approach, one.target, one.scope, one.interface or "")
