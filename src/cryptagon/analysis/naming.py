"""Words for what records name."""

from cryptagon import classes

_LONGEST_ACRONYM = 4


def shown(approach: str) -> str:
    """An approach for people: a short name is an acronym (RTL, HLS), a longer one a word."""
    return approach.upper() if len(approach) <= _LONGEST_ACRONYM else approach


def class_title(name: str) -> str:
    """What algorithms of a class are called; its name where the class is not there."""
    known = classes.classes()
    return known[name].title if name in known else name
