"""What the catalogue says of the things that records name; read once a process.

A record may name what is not there.
"""

from functools import cache

from cryptagon import classes
from cryptagon.analysis.naming import in_order
from cryptagon.approaches import approaches
from cryptagon.catalog import AlgorithmFolder, Target, targets
from cryptagon.site.importing import OWN
from cryptagon.site.submission import STUDY as SUBMITTED
from cryptagon.study.contest import Contest, load_contest
from cryptagon.study.plan import contest_files

MARKS = 6
"""Colours and shapes that the style sheet has."""
_STUDIES = {OWN: "Own results", SUBMITTED: "Sent by publishers", "cells": "Standard cells"}


@cache
def known_algorithms() -> dict[str, AlgorithmFolder]:
    """Every algorithm by name."""
    return classes.algorithms()


@cache
def known_targets() -> dict[str, Target]:
    """Every target by name."""
    return targets()


@cache
def known_contests() -> dict[str, Contest]:
    """Every contest by the name of its file."""
    return {file.stem: load_contest(file) for file in contest_files()}


def place_title(name: str) -> str:
    """A target, for people; of a cell library, and of a target that the catalogue does not have,
    the name.
    """
    found = known_targets().get(name)
    return found.title if found else name


def algorithm_title(name: str) -> str:
    """An algorithm, for people; its name where the catalogue has none of it."""
    known = known_algorithms().get(name)
    return known.title if known else name


def study_title(name: str) -> str:
    """A study, for people."""
    found = known_contests().get(name)
    return found.title if found else _STUDIES.get(name, name)


@cache
def mark_of(approach: str) -> int:
    """The colour and shape of an approach in all pictures and tables, 1 to 6; the baseline has the
    first.
    """
    names = in_order({*approaches(), approach})
    return names.index(approach) % MARKS + 1
