"""Words for what records name."""

from collections.abc import Iterable, Sequence

from cryptagon import classes
from cryptagon.analysis.ratio import BASELINE
from cryptagon.results import Record

_LONGEST_ACRONYM = 4


def shown(approach: str) -> str:
    """An approach for people: a short name is an acronym (RTL, HLS), a longer one a word."""
    return approach.upper() if len(approach) <= _LONGEST_ACRONYM else approach


def in_order(approaches: Iterable[str], baseline: str = BASELINE) -> list[str]:
    """Approaches in the order in which they are shown, each once: the baseline, then the others by
    name.
    """
    return sorted(set(approaches), key=lambda name: (name != baseline, name))


def listed(words: Sequence[str], word: str = "and") -> str:
    """One, two and three."""
    return f"{', '.join(words[:-1])} {word} {words[-1]}" if len(words) > 1 else words[0]


def label_of(record: Record) -> str:
    """Algorithm and variant, for people."""
    return f"{record.title} {record.variant}".rstrip()


def class_title(name: str) -> str:
    """What algorithms of a class are called; its name where the class is not there."""
    known = classes.classes()
    return known[name].title if name in known else name


def kind_of(record: Record) -> str:
    """What was implemented: of which class, cores alone or units with which interface."""
    return f"{class_title(record.algorithm_class)}, {surroundings(record)}"


def surroundings(record: Record) -> str:
    """Cores alone, or units with which interface."""
    if record.scope == "core":
        return "cores alone"
    return f"units with {record.interface}" if record.interface else "whole units"
