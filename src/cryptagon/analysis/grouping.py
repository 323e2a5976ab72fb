"""Which measurements belong together: the groups of a study."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from cryptagon.analysis.comparison import Comparison, Group
from cryptagon.analysis.conditions import Conditions, conditions_of, joined, varying
from cryptagon.analysis.naming import in_order, label_of, shown
from cryptagon.analysis.ratio import BASELINE
from cryptagon.results import COMPARED_WITH, Measurement, newest


def groups(measurements: Iterable[Measurement], baseline: str = BASELINE) -> list[Group]:
    """The newest measurement of each key, grouped by target, class, scope, interface and estimate,
    in that order, and by conditions.

    Within a group algorithms go by label. Other approaches are compared with the `baseline`.
    """
    return grouped(newest(list(measurements)), baseline)


def grouped(chosen: Sequence[Measurement], baseline: str = BASELINE) -> list[Group]:
    """As `groups`, of measurements that may have a key several times: the newest counts in each
    group, the others are its `older` ones."""
    approaches = tuple(in_order((m.approach for m in chosen), baseline))
    ordered = sorted(chosen, key=_family_of)
    return [
        group
        for _, members in groupby(ordered, key=_family_of)
        for group in _Family(approaches, baseline, list(members)).groups()
    ]


def _family_of(m: Measurement) -> tuple[str, str, str, str, bool]:
    return (m.target, m.algorithm_class, m.scope, m.interface or "", m.estimate)


class _Family:
    """Measurements that differ in conditions at most."""

    def __init__(
        self, approaches: Sequence[str], baseline: str, members: list[Measurement]
    ) -> None:
        self.approaches, self.baseline, self.members = tuple(approaches), baseline, members
        self.by_design = _by_design(members)

    def groups(self) -> list[Group]:
        """Those with most results first; a failed measurement is listed beside its counterpart,
        else with its like, else with the most.
        """
        found: dict[Conditions, list[Measurement]] = {}
        measured = [m for m in self.members if m.ok]
        compared = joined(dict.fromkeys(conditions_of(m) for m in measured))
        for one in measured:
            found.setdefault(compared[conditions_of(one)], []).append(one)
        found = dict(sorted(found.items(), key=lambda entry: (-len(entry[1]), entry[0])))
        for one in (m for m in self.members if not m.ok):
            _place_of(one, found).append(one)
        different = varying(found)
        return [
            self._group(own, number, _marks(conditions, different))
            for number, (conditions, own) in enumerate(found.items(), 1)
        ]

    def _group(self, members: list[Measurement], number: int, marks: tuple[str, ...]) -> Group:
        own = newest(members)
        kept = set(map(id, own))
        older = tuple(one for one in members if id(one) not in kept)
        designs = _by_design(own)
        comparisons = (self._comparison(designs[name], own) for name in sorted(designs))
        ordered = tuple(sorted(comparisons, key=lambda c: (c.label.lower(), c.measurements[0].key)))
        unpaired = tuple(text for c in ordered for text in self._unpaired(c))
        return Group(self.baseline, self.approaches, ordered, number, marks, unpaired, older)

    def _comparison(self, own: Sequence[Measurement], group: Sequence[Measurement]) -> Comparison:
        by_approach = {
            m.approach: m for m in sorted(own, key=lambda m: self.approaches.index(m.approach))
        }
        return Comparison(
            label_of(own[0]),
            self.baseline,
            by_approach,
            None if self.baseline in by_approach else self._lent(own, group),
        )

    def _lent(self, own: Sequence[Measurement], group: Sequence[Measurement]) -> Measurement | None:
        """The baseline of the variant that these name as the one to be compared with."""
        named = {(m.algorithm, m.options[COMPARED_WITH]) for m in own if COMPARED_WITH in m.options}
        if not named:
            return None
        return next((m for m in group if m.approach == self.baseline and _design(m) in named), None)

    def _unpaired(self, comparison: Comparison) -> Iterator[str]:
        """Why there is no ratio where the baseline and another approach both have a result."""
        missing = [name for name in self.approaches if name not in comparison.by_approach]
        for one in (m for m in comparison.measurements if m.ok):
            for other in self.by_design[_design(one)]:
                pair = {one.approach, other.approach}
                if other.ok and other.approach in missing and self.baseline in pair:
                    different = ", ".join(varying([conditions_of(one), conditions_of(other)]))
                    names = " and ".join(
                        shown(name) for name in sorted(pair, key=self.approaches.index)
                    )
                    yield f"{comparison.label}: no ratio, since {names} were measured with other {different}"


def _place_of(failed: Measurement, found: dict[Conditions, list[Measurement]]) -> list[Measurement]:
    beside = (m for m in found.values() if any(_design(one) == _design(failed) for one in m))
    own = conditions_of(failed)
    return (
        next(beside, None)
        or found.get(own)
        or next(iter(found.values()), None)
        or found.setdefault(own, [])
    )


def _marks(conditions: Conditions, different: list[str]) -> tuple[str, ...]:
    parts = conditions.parts()
    return tuple(f"{name} {parts.get(name, 'not used')}" for name in different)


def _by_design(members: Iterable[Measurement]) -> dict[tuple[str, str], list[Measurement]]:
    found: dict[tuple[str, str], list[Measurement]] = {}
    for one in members:
        found.setdefault(_design(one), []).append(one)
    return found


def _design(m: Measurement) -> tuple[str, str]:
    return (m.algorithm, m.variant)
