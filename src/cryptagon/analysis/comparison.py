"""HLS beside RTL: which measurements belong together, and the ratios between them."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from cryptagon.analysis.conditions import Conditions, conditions_of, varying
from cryptagon.analysis.metrics import COMPARED, Metric
from cryptagon.results import Measurement, newest

BAND = (0.9, 1.3)
"""The field's desired band for RTL/HLS: within it, HLS stands for RTL well enough to rank candidates."""


@dataclass(frozen=True)
class Ratio:
    """One figure of both designs of an algorithm."""

    metric: Metric
    hls: float
    rtl: float

    @property
    def hls_over_rtl(self) -> float:
        """HLS/RTL: 1.05 for LUTs says that HLS takes 5 % more."""
        return self.hls / self.rtl

    @property
    def rtl_over_hls(self) -> float:
        """RTL/HLS, the way round in which the field publishes it."""
        return self.rtl / self.hls

    @property
    def in_band(self) -> bool:
        """RTL/HLS lies in BAND, its ends included."""
        return BAND[0] <= self.rtl_over_hls <= BAND[1]


@dataclass(frozen=True)
class Comparison:
    """One variant of one algorithm: its RTL and its HLS measurement, either of which may be missing or failed."""

    label: str
    rtl: Measurement | None
    hls: Measurement | None

    @property
    def measurements(self) -> tuple[Measurement, ...]:
        """Those that exist, RTL first."""
        return tuple(m for m in (self.rtl, self.hls) if m)

    @property
    def ratios(self) -> tuple[Ratio, ...]:
        """The ratio of every compared figure; empty unless both designs have a result."""
        if not (self.rtl and self.hls and self.rtl.ok and self.hls.ok):
            return ()
        pairs = ((metric, metric.value(self.hls), metric.value(self.rtl)) for metric in COMPARED)
        return tuple(Ratio(metric, hls, rtl) for metric, hls, rtl in pairs if hls and rtl)


@dataclass(frozen=True)
class Group:
    """Measurements that may be compared: one target, one scope, all of them estimates or none, and all under the same conditions.

    `number` counts the groups that differ in conditions alone, from 1; where there are several, `marks` tells this one from the others and
    `unpaired` names the designs whose counterpart is in another of them, and why.
    """

    target: str
    device: str
    scope: str
    estimate: bool
    comparisons: tuple[Comparison, ...]
    number: int = 1
    marks: tuple[str, ...] = ()
    unpaired: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """Device, scope and, where it is so, that the figures are estimates, or imported and by which target's tool."""
        scope = "with the hardware API" if self.scope == "aead" else "cipher core alone"
        imported = any(m.origin == "imported" for m in self.measurements)
        unusual = self.area_unit not in ("LUT", "LUT4")
        marks = [f"imported: {self.target}"] * imported + [f"area in {self.area_unit}"] * unusual + ["estimates"] * self.estimate
        marks += self.marks
        return f"{self.device}, {scope}" + (f" ({', '.join(marks)})" if marks else "")

    @property
    def area_unit(self) -> str:
        """What `luts` counts on the target."""
        return self.measurements[0].area_unit

    @property
    def slug(self) -> str:
        """What tells it from other groups in the name of a file."""
        return f"{self.target}-{self.scope}" + ("-estimate" if self.estimate else "") + (f"-{self.number}" if self.number > 1 else "")

    @property
    def measurements(self) -> tuple[Measurement, ...]:
        """All of the group, algorithm by algorithm, RTL first."""
        return tuple(m for comparison in self.comparisons for m in comparison.measurements)

    @property
    def timed(self) -> bool:
        """Whether there are frequencies, and what follows from them; estimates have areas alone."""
        return any(m.ok and m.fmax_mhz is not None for m in self.measurements)

    def of(self, approach: str) -> tuple[Measurement, ...]:
        """Those made by `approach`, "rtl" or "hls"."""
        return tuple(m for m in self.measurements if m.approach == approach)

    def label(self, measurement: Measurement) -> str:
        """What the measurement's algorithm is called here."""
        return next(c.label for c in self.comparisons if measurement in c.measurements)


def groups(measurements: Iterable[Measurement]) -> list[Group]:
    """The newest measurement of each key, grouped by target, scope and estimate, in that order, and by conditions; algorithms by label."""

    def family_of(m: Measurement) -> tuple[str, str, bool]:
        return (m.target, m.scope, m.estimate)

    ordered = sorted(newest(list(measurements)), key=family_of)
    return [group for _, members in groupby(ordered, key=family_of) for group in _family(list(members))]


def _family(members: list[Measurement]) -> list[Group]:
    """The groups of one target and scope: those with most results first."""
    found: dict[Conditions, list[Measurement]] = {}
    for one in (m for m in members if m.ok):
        found.setdefault(conditions_of(one), []).append(one)
    found = dict(sorted(found.items(), key=lambda entry: (-len(entry[1]), entry[0])))
    for one in (m for m in members if not m.ok):
        _place_of(one, found).append(one)
    different = varying(found)
    return [_group(own, members, number, _marks(conditions, different)) for number, (conditions, own) in enumerate(found.items(), 1)]


def _place_of(failed: Measurement, found: dict[Conditions, list[Measurement]]) -> list[Measurement]:
    """Where a failed measurement is listed: beside its counterpart, else with its like, else with the most."""
    beside = (m for m in found.values() if any(_design(one) == _design(failed) for one in m))
    own = conditions_of(failed)
    return next(beside, None) or found.get(own) or next(iter(found.values()), None) or found.setdefault(own, [])


def _marks(conditions: Conditions, different: list[str]) -> tuple[str, ...]:
    parts = conditions.parts()
    return tuple(f"{name} {parts.get(name, 'not used')}" for name in different)


def _design(m: Measurement) -> tuple[str, str]:
    return (m.algorithm, m.variant)


def _group(own: list[Measurement], family: list[Measurement], number: int, marks: tuple[str, ...]) -> Group:
    first = own[0]
    designs = {_design(m): m.title for m in sorted(own, key=lambda m: m.key)}
    titles = Counter({_design(m): m.title for m in family}.values())
    found = {(*_design(m), m.approach): m for m in own}
    comparisons = (
        Comparison(
            f"{title} {variant}" if titles[title] > 1 else title, found.get((name, variant, "rtl")), found.get((name, variant, "hls"))
        )
        for (name, variant), title in designs.items()
    )
    ordered = tuple(sorted(comparisons, key=lambda c: (c.label.lower(), c.measurements[0].key)))
    unpaired = tuple(text for c in ordered if (text := _unpaired(c, family)))
    return Group(first.target, first.device, first.scope, first.estimate, ordered, number, marks, unpaired)


def _unpaired(comparison: Comparison, family: list[Measurement]) -> str:
    """Why there is no ratio where both designs have a result."""
    if len(comparison.measurements) != 1 or not comparison.measurements[0].ok:
        return ""
    (one,) = comparison.measurements
    others = [m for m in family if _design(m) == _design(one) and m.approach != one.approach and m.ok]
    if not others:
        return ""
    different = ", ".join(varying([conditions_of(one), conditions_of(others[0])]))
    return f"{comparison.label}: no ratio, since RTL and HLS were measured with other {different}"


def remarks(group: Group) -> list[str]:
    """What the figures of the tables leave out, one sentence each: memories and multipliers used, decryption that is not as fast,
    designs that are not compared since their conditions differ.
    """
    found = [f"{group.label(m)} {m.approach.upper()} {remark}." for m in group.measurements if m.ok for remark in _remarks_on(m)]
    return [*found, *(f"{text}." for text in group.unpaired)]


def _remarks_on(measurement: Measurement) -> list[str]:
    found = []
    if measurement.brams or measurement.dsps:
        found.append(f"uses {measurement.brams} block memories and {measurement.dsps} multiplier blocks, which its area does not count")
    decrypt = measurement.cycles_per_block_decrypt
    if decrypt is not None and decrypt != measurement.cycles_per_block:
        found.append(f"decrypts at {decrypt:.2f} cycles per block; its throughput is that of encryption")
    return found
