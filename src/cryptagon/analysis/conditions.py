"""Under which conditions a figure was measured: only figures of equal conditions are set against
each other.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache

from cryptagon import paths
from cryptagon.catalog import LEVELS, targets
from cryptagon.results import Measurement

_PLACING = ("yosys", "nextpnr", "vivado", "quartus", "ise")
"""The tools, by the beginning of their names, whose version moves area and frequency. Compilers of
C belong to the approach, and simulators give cycles, which do not depend on their version."""

_NAMES = ("work", "effort", "objective", "rules", "widths", "interface", "area", "origin")
_UNRECORDED = "LUT"
"""The unit of area in records that were written before records of their kind had one."""
_DIGITS = 8
_OWN = "as the algorithm has it"
"""A width of a bus that goes with the algorithm."""


@dataclass(frozen=True, order=True)
class Conditions:
    """Kind of work, effort, objective, rules, bus widths in bits, the interface's sources, the unit
    of area, origin, and the tools that place the design; what a record does not say is null.
    """

    work: str
    effort: str
    objective: str
    rules: str
    widths: str
    interface: str
    area: str
    origin: str
    tools: tuple[tuple[str, str], ...]

    def parts(self) -> dict[str, str]:
        """Every condition by its name, in words."""
        return {**{name: getattr(self, name) for name in _NAMES}, **dict(self.tools)}


def varying(found: Iterable[Conditions]) -> list[str]:
    """The names of the conditions that are not the same in all of `found`."""
    parts = [one.parts() for one in found]
    names = dict.fromkeys(name for one in parts for name in one)
    return [name for name in names if len({one.get(name) for one in parts}) > 1]


def conditions_of(measurement: Measurement) -> Conditions:
    """The conditions of a measurement, from its record."""
    options = measurement.options
    return Conditions(
        work="in bits" if measurement.work.bits else "a job",
        effort=_effort(measurement),
        objective=_plain(options.get("objective")),
        rules=_plain(options.get("rules")),
        widths=_widths(measurement),
        interface=_plain(options.get("interface_digest"))[:_DIGITS],
        area=area_unit(measurement),
        origin=measurement.origin,
        tools=tuple(
            sorted(
                (name, version)
                for name, version in measurement.tools.items()
                if name.startswith(_PLACING)
            )
        ),
    )


def joined(found: Iterable[Conditions]) -> dict[Conditions, Conditions]:
    """Each of `found` with those under which it is compared: a width that goes with the algorithm
    is as good as the one that others have.

    Where others have several, it stays apart.
    """
    several = list(found)
    together = {one: one for one in several}
    for own in (one for one in several if _OWN in one.widths):
        others = [
            one
            for one in several
            if _OWN not in one.widths
            and one == replace(own, widths=one.widths)
            and _agree(own, one)
        ]
        if len(others) == 1:
            (other,) = others
            both = (
                _either(a, b)
                for a, b in zip(own.widths.split(", "), other.widths.split(", "), strict=True)
            )
            together[own] = together[other] = replace(other, widths=", ".join(both))
    return together


def _agree(own: Conditions, other: Conditions) -> bool:
    """Whether two have the same buses, of the same width where it does not go with the
    algorithm.
    """
    pairs = [own.widths.split(", "), other.widths.split(", ")]
    return len(pairs[0]) == len(pairs[1]) and all(
        a == b or a == f"{b.split(' ')[0]} {_OWN}" for a, b in zip(*pairs, strict=True)
    )


def _either(own: str, other: str) -> str:
    return other if own == other else f"{other} or {_OWN}"


def area_unit(measurement: Measurement) -> str:
    """What `luts` counts; where the record is too old to say, what the target's file says."""
    recorded = measurement.area_unit
    return (
        recorded
        if recorded != _UNRECORDED
        else _units(paths.layers()).get(measurement.target, recorded)
    )


@cache
def _units(layers: tuple[object, ...]) -> dict[str, str]:
    return {name: target.lut for name, target in targets().items()}


def _widths(measurement: Measurement) -> str:
    """The widths that were asked for.

    One that goes with the algorithm is a part of it, as the size of its block is.
    """
    own = measurement.options.get("own_bus") or []
    assert isinstance(own, list)
    asked = {
        bus: _OWN if bus in own else str(bits) for bus, bits in sorted(measurement.bus.items())
    }
    return ", ".join(f"{bus} {width}" for bus, width in asked.items()) or "none"


def _effort(measurement: Measurement) -> str:
    """The name of the level whose budget it is, else the budget."""
    given = measurement.options.get("effort")
    level = next((name for name, one in _levels().items() if one == given), "")
    quick = bool(measurement.options.get("quick")) and level != "quick"
    return f"{'quick, ' * quick}{level or _plain(given)}"


@cache
def _levels() -> dict[str, object]:
    return {name: level.model_dump(mode="json") for name, level in LEVELS.items()}


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {json.dumps(part)}" for name, part in sorted(value.items()))
    return value if isinstance(value, str) else json.dumps(value)
