"""Which constructs of the families a program has."""

from collections.abc import Callable
from typing import Any

from random_programs.blocks import ByteOrder, WholeCopy, WholeFill
from random_programs.effects import Sequence, Step
from random_programs.expressions import Call, Choice, Conversion, Element, Logic, Member, Shift
from random_programs.jumps import Goto, Labelled
from random_programs.literals import Literal, SizeOf
from random_programs.loops import GotoLoop, Jump, Loop
from random_programs.rewired import Item
from random_programs.statements import Declare
from random_programs.switches import EnumSwitch, Switch
from random_programs.trees import walk
from random_programs.types import Array, Enum, Field, Int, Struct, Union


def _element(field: Field) -> Any:
    """The type of a member, or of the elements of one that is an array."""
    return field.type.element if isinstance(field.type, Array) else field.type


def _holds(record: type, inside: type) -> Callable[[Any], bool]:
    def holds(part: Any) -> bool:
        fields = part.fields if isinstance(part, record) else ()
        return any(isinstance(_element(field), inside) for field in fields)

    return holds


def _leaves_loops(part: Any) -> bool:
    """Whether a jump goes out of a loop that is inside its block."""
    loops = [one for one in walk(part) if isinstance(one, Loop)] if _is_block(part) else []
    return any(one == Goto(part.label) for loop in loops for one in walk(loop.body))


def _is_block(part: Any) -> bool:
    return isinstance(part, Labelled)


def _has_bit_fields(part: Any) -> bool:
    return isinstance(part, Struct) and any(field.bits for field in part.fields)


def _reads_in_arm(part: Any) -> bool:
    return isinstance(part, Choice) and any(isinstance(a, Item) for a in (part.left, part.right))


FEATURES: dict[str, Callable[[Any], bool]] = {
    "structs in structs": _holds(Struct, Struct),
    "arrays of structs in structs": lambda p: (
        isinstance(p, Field) and isinstance(p.type, Array) and isinstance(p.type.element, Struct)
    ),
    "unions in structs": _holds(Struct, Union),
    "unions of structs": _holds(Union, Struct),
    "unions by value": lambda p: isinstance(p, Call) and isinstance(p.type, Union),
    "bit-fields": _has_bit_fields,
    "bit-fields of signed numbers": lambda p: (
        isinstance(p, Field) and p.bits > 0 and isinstance(p.type, Int) and p.type.signed
    ),
    "bit-fields of numbers of odd widths": lambda p: (
        isinstance(p, Field) and p.bits > 0 and isinstance(p.type, Int) and p.type.precise
    ),
    "bit-fields by variable index": lambda p: (
        isinstance(p, Member) and p.field.bits > 0 and isinstance(p.struct, Element)
    ),
    "packed structs": lambda p: isinstance(p, Struct) and p.packed,
    "enum types": lambda p: isinstance(p, Enum),
    "switches over enum types": lambda p: isinstance(p, EnumSwitch),
    "switches that fall through": lambda p: (
        isinstance(p, Switch) and not all(case.ends for case in p.cases)
    ),
    "forward jumps": _is_block,
    "jumps out of loops": _leaves_loops,
    "loops by backward jumps": lambda p: isinstance(p, GotoLoop),
    "jumps inside loops by jumps": lambda p: isinstance(p, Jump),
    "static locals": lambda p: (
        isinstance(p, Declare) and p.storage == "static" and p.variable.name.startswith("v")
    ),
    "comma operators": lambda p: isinstance(p, Sequence),
    "effects in choices": lambda p: (
        isinstance(p, Choice) and any(isinstance(a, Sequence) for a in (p.left, p.right))
    ),
    "effects behind && and ||": lambda p: (
        isinstance(p, Logic) and any(isinstance(one, Sequence | Step) for one in walk(p.right))
    ),
    "reads in choices": _reads_in_arm,
    "steps": lambda p: isinstance(p, Step),
    "compound literals": lambda p: isinstance(p, Literal),
    "arrays as literals": lambda p: isinstance(p, Literal) and isinstance(p.kind, Array),
    "designated initialisers": lambda p: isinstance(p, Declare) and p.designated,
    "sizes of types": lambda p: isinstance(p, SizeOf),
    "casts among widths": lambda p: isinstance(p, Conversion) and isinstance(p.value, Conversion),
    "shifts of signed numbers": lambda p: isinstance(p, Shift) and p.kind.signed,
    "calls inside calls": lambda p: (
        isinstance(p, Call) and any(isinstance(a, Call) for a in p.arguments)
    ),
    "copies of whole variables": lambda p: isinstance(p, WholeCopy),
    "fills of whole variables": lambda p: isinstance(p, WholeFill),
    "comparisons byte by byte": lambda p: isinstance(p, ByteOrder),
}
