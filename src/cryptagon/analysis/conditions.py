"""Under which conditions a figure was measured: only figures of equal conditions are set against each other."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from cryptagon.results import Measurement

_PLACING = ("yosys", "nextpnr", "vivado", "quartus", "ise")
"""The tools, by the beginning of their names, whose version moves area and frequency. Compilers of C belong to the approach, and simulators
give cycles, which do not depend on their version."""

_NAMES = ("effort", "objective", "rules", "widths", "origin")


@dataclass(frozen=True, order=True)
class Conditions:
    """Bus widths in bits, rules, effort, objective, origin, and the tools that place the design; what a record does not say is null."""

    effort: str
    objective: str
    rules: str
    widths: str
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
        effort=_effort(measurement),
        objective=_plain(options.get("objective")),
        rules=_plain(options.get("rules")),
        widths=f"w {measurement.w}, sw {measurement.sw}",
        origin=measurement.origin,
        tools=tuple(sorted((name, version) for name, version in measurement.tools.items() if name.startswith(_PLACING))),
    )


def _effort(measurement: Measurement) -> str:
    effort = _plain(measurement.options.get("effort"))
    return f"quick, {effort}" if measurement.options.get("quick") else effort


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {json.dumps(part)}" for name, part in sorted(value.items()))
    return value if isinstance(value, str) else json.dumps(value)
