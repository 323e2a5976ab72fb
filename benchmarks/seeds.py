"""What a seed is worth: LUTs and Fmax of one netlist placed with five seeds; whether HLS and RTL differ
by more than that.

The unit is that of `cryptagon run CONTEST --quick`, whose seed is the first of the five.
"""

from collections.abc import Iterator

from common import Row
from contest_units import placed, unit_parts
from parts import Parts

from cryptagon import catalog, fpga

SEEDS = (1, 2, 3, 4, 5)


def parts() -> Parts:
    """A unit of a contest on a target each: a row a seed."""
    return unit_parts(_each_seed)


def _each_seed(unit: fpga.Design, target: catalog.Target) -> Iterator[tuple[Row, fpga.Attempt]]:
    for attempt in placed(unit, target, SEEDS):
        yield {}, attempt
