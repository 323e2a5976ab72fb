"""Making a result again from its record, and packing it so that others can."""

from cryptagon.reproduce.comparison import Agreement, Row
from cryptagon.reproduce.inputs import inputs
from cryptagon.reproduce.package import pack
from cryptagon.reproduce.rebuild import Rebuilt, needed_to_pack, rebuild
from cryptagon.reproduce.subject import RecordedDesign, subject_of

__all__ = [
    "Agreement",
    "Rebuilt",
    "RecordedDesign",
    "Row",
    "inputs",
    "needed_to_pack",
    "pack",
    "rebuild",
    "subject_of",
]
