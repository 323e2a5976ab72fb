"""Making a result again from its record, and packing it so that others can."""

from cryptagon.reproduce.again import keep, kept
from cryptagon.reproduce.comparison import Agreement, Row
from cryptagon.reproduce.inputs import inputs
from cryptagon.reproduce.package import pack
from cryptagon.reproduce.rebuild import Rebuilt, needed_to_pack, rebuild
from cryptagon.reproduce.subject import Recorded, RecordedDesign, subject_of

__all__ = [
    "Agreement",
    "Rebuilt",
    "Recorded",
    "RecordedDesign",
    "Row",
    "inputs",
    "keep",
    "kept",
    "needed_to_pack",
    "pack",
    "rebuild",
    "subject_of",
]
