"""C as the specification reads beside C as a state machine and RTL, with the hardware API around
the cores and the effort of a study.
"""

import structured
from common import Row

from cryptagon.classes.base import UNIT


def measure() -> list[Row]:
    """One row a unit, as in benchmarks/structured.py."""
    return structured.rows(UNIT)
