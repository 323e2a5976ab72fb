"""The cores of the catalogue that are written in C, each without the macros of a variant."""

from cryptagon import classes
from cryptagon.approaches import entries_of

CORES = {
    algorithm.name: entry
    for algorithm in classes.algorithms().values()
    for entry in entries_of(algorithm)
    if entry.approach == "hls" and not entry.variant.name
}
