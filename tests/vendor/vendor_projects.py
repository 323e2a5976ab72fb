from pathlib import Path

from cryptagon.results import Measurement
from cryptagon.vendor import import_project

PARTS = {"vivado": "xc7a100tcsg324-1", "quartus": "5CSEBA6U23I7", "ise": "xc6vlx240tff1156-1"}


def imported(project: Path) -> Measurement:
    """The measurement of an exported cipher."""
    measurement = import_project(project)
    assert isinstance(measurement, Measurement)
    return measurement
