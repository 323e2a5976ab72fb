"""What differs between two records beside their figures: what makes them unlike, and where each of
them comes from.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cryptagon.analysis.conditions import conditions_of
from cryptagon.results import MADE_AGAIN, OF_A_DESIGN, Measurement
from cryptagon.toolchain import digest_of

KEY = ("target", *OF_A_DESIGN)
"""The fields of `Measurement.key`."""

CONDITIONS = ("work", "effort", "objective", "rules", "widths", "area", "origin")
"""Conditions under which figures can be compared. Tools and the hardware around a core are no part
of them here: what they change is what is asked."""

OF_THE_TARGET = ("yosys", "nextpnr", "constraints", "strategies")
"""Options that a target's file gives."""

_TOLD = {
    *("quick", "effort", "effort_level", "objective", "rules", "own_bus"),
    *("interface_digest", "core_digest", "design_digest", MADE_AGAIN, *OF_THE_TARGET),
}
"""Options that are told by another name, or that follow from what is told."""

DIGEST_DIGITS = 12
_LONGEST = 80


@dataclass(frozen=True, order=True)
class Circumstance:
    """One thing that differs, before and after, in words."""

    what: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.what}: {self.before} → {self.after}"


def unlike(before: Measurement, after: Measurement) -> tuple[Circumstance, ...]:
    """Why the figures of two records cannot be set against each other: other designs or targets,
    another device, effort, kind of work, rule, bus, unit of area or origin.
    """
    sides = [_likeness(one) for one in (before, after)]
    return tuple(_differing(sides[0], sides[1]))


def _likeness(one: Measurement) -> dict[str, str]:
    parts = conditions_of(one).parts()
    return {
        **{name.replace("_", " "): str(getattr(one, name) or "none") for name in KEY},
        "device": one.device,
        "figures": "estimates" if one.estimate else "placed",
        "bits of the work": str(one.work.bits or "a job"),
        **{name: parts[name] for name in CONDITIONS},
    }


def provenance(before: Measurement, after: Measurement) -> tuple[Circumstance, ...]:
    """What else differs: sources, hardware around the core, tools, options, seeds, the run that
    gave the figures, Cryptagon and its commit.
    """
    sides = [_origins(one) for one in (before, after)]
    found = list(_differing(sides[0], sides[1]))
    return (*_files(before, after), *found)


def _origins(one: Measurement) -> dict[str, str]:
    return {
        "sources": one.source_digest[:DIGEST_DIGITS],
        "interface's hardware": _digest(one.options.get("interface_digest")),
        "core's Verilog": _digest(one.options.get("core_digest")),
        **{f"tool {name}": version for name, version in sorted(one.tools.items())},
        **_flat({f"target's {name}": one.options.get(name) for name in OF_THE_TARGET}),
        **_flat(
            {f"option {name}": one.options[name] for name in sorted(one.options.keys() - _TOLD)}
        ),
        "runs": _runs(one.options.get(MADE_AGAIN)),
        "seeds": ", ".join(map(str, one.seeds)) or "none",
        "best strategy": one.best_strategy or "none",
        "best seed": str(one.best_seed),
        "best requested MHz": str(one.best_requested_mhz),
        "cryptagon": one.cryptagon,
        "commit": one.commit or "none",
    }


def _files(before: Measurement, after: Measurement) -> Iterator[Circumstance]:
    """Each source that is another, where both records have digests of each."""
    then, now = before.source_files, after.source_files
    if then and now:
        digests = ({name: found[name][:DIGEST_DIGITS] for name in found} for found in (then, now))
        for one in _differing(*digests):
            yield Circumstance(f"source {one.what}", one.before, one.after)


def _differing(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[Circumstance]:
    for name in dict.fromkeys((*before, *after)):
        then, now = before.get(name, "none"), after.get(name, "none")
        if then != now:
            yield Circumstance(name, then, now)


def _runs(made_again: object) -> str:
    """Of a record that was made again, which of the runs; a figure is then that of fewer runs."""
    return f"{made_again['runs']} made again" if isinstance(made_again, dict) else "the search"


def _digest(value: object) -> str:
    return str(value)[:DIGEST_DIGITS] if value else "not recorded"


def _flat(options: Mapping[str, object]) -> dict[str, str]:
    """Options for people, each key of a table by itself; of a long one, such as a file, its digest."""
    found: dict[str, str] = {}
    for name, value in options.items():
        if isinstance(value, dict):
            found |= _flat({f"{name} {key}": inner for key, inner in sorted(value.items())})
        elif value is not None:
            text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
            found[name] = text if _short(text) else f"digest {digest_of(text)[:DIGEST_DIGITS]}"
    return found


def _short(text: str) -> bool:
    return len(text) <= _LONGEST and "\n" not in text
