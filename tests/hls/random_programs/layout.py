"""How types lie in memory on x86-64: their sizes, and whether each bit there is one of a value."""

from itertools import groupby

from random_programs.types import BYTE, Array, Field, Int, Struct, Type, Union


def size_of(kind: Type) -> int:
    """Bytes of a type; of a struct with bit-fields only where they fill its memory."""
    if isinstance(kind, Array):
        return kind.length * size_of(kind.element)
    if isinstance(kind, Struct):
        return _padded(_end(kind), align_of(kind))
    if isinstance(kind, Union):
        return max(size_of(field.type) for field in kind.fields)
    assert isinstance(kind, Int)
    return kind.size


def align_of(kind: Type) -> int:
    """The number of bytes of which the address of a type is a multiple."""
    if isinstance(kind, Array):
        return align_of(kind.element)
    if isinstance(kind, Struct | Union):
        packed = isinstance(kind, Struct) and kind.packed
        return 1 if packed else max(align_of(field.type) for field in kind.fields)
    assert isinstance(kind, Int)
    return min(kind.size, 8)


def fills_memory(kind: Type) -> bool:
    """Whether a variable of a type has no bit in memory that is not of its value."""
    if isinstance(kind, Array):
        return fills_memory(kind.element)
    if isinstance(kind, Union):
        return is_whole(kind)
    if isinstance(kind, Struct):
        return _fields_are_full(kind) and size_of(kind) == sum(map(size_of, _units(kind)))
    return isinstance(kind, Int) and kind.fills_memory


def is_whole(union: Union) -> bool:
    """Whether each member fills all of a union, so that one can be read after another was
    written.
    """
    sizes = {size_of(field.type) for field in union.fields if fills_memory(field.type)}
    return len(sizes) == 1 and all(fills_memory(field.type) for field in union.fields)


def has_bit_fields(kind: Type) -> bool:
    """Whether a type is a struct with bit-fields, or has one inside."""
    if isinstance(kind, Array):
        return has_bit_fields(kind.element)
    if isinstance(kind, Struct | Union):
        return any(field.bits or has_bit_fields(field.type) for field in kind.fields)
    return False


def bytes_union(name: str, word: Int) -> Union:
    """A union of an integer that fills its memory, and its bytes."""
    return Union(name, (Field("word", word), Field("bytes", Array(BYTE, word.size))))


def _padded(size: int, alignment: int) -> int:
    return (size + alignment - 1) // alignment * alignment


def _end(struct: Struct) -> int:
    """The bytes up to the end of the last member."""
    end = 0
    for kind in _units(struct):
        end = _padded(end, 1 if struct.packed else align_of(kind)) + size_of(kind)
    return end


def _units(struct: Struct) -> list[Type]:
    """The members, with bit-fields of one type side by side as one integer of it."""
    found: list[Type] = []
    for (kind, is_bits), fields in groupby(struct.fields, lambda f: (f.type, f.bits > 0)):
        found += [kind] if is_bits else [field.type for field in fields]
    return found


def _fields_are_full(struct: Struct) -> bool:
    for (kind, is_bits), fields in groupby(struct.fields, lambda f: (f.type, f.bits > 0)):
        if not fills_memory(kind):
            return False
        if is_bits and isinstance(kind, Int) and sum(f.bits for f in fields) != kind.bits:
            return False
    return True
