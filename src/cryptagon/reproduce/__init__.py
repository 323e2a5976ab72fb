"""Making a result again from its record, and packing it so that others can."""

from cryptagon.reproduce.comparison import Comparison, Row
from cryptagon.reproduce.inputs import inputs
from cryptagon.reproduce.package import pack
from cryptagon.reproduce.rebuild import Rebuilt, needed_to_pack, rebuild
from cryptagon.reproduce.subject import Subject, subject_of

__all__ = ["Comparison", "Rebuilt", "Row", "Subject", "inputs", "needed_to_pack", "pack", "rebuild", "subject_of"]
