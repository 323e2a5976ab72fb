"""What a variable is initialised with: as many constants as it has integers, or some of them by
their names and numbers.
"""

from collections.abc import Iterator

from random_programs.types import Array, Field, Int, Struct, Type, Union, constant


def initialiser(kind: Type, values: Iterator[int], *, designated: bool = False) -> str:
    """What a variable of a type is initialised with, from as many values as it takes."""
    if isinstance(kind, Int):
        return constant(kind, next(values))
    if isinstance(kind, Array):
        return _elements(kind, values, designated=designated)
    assert isinstance(kind, Struct | Union)
    if designated:
        return _members(kind, values)
    fields = kind.fields[:1] if isinstance(kind, Union) else kind.fields
    return f"{{{', '.join(_member(field, values) for field in fields)}}}"


def _member(field: Field, values: Iterator[int], *, designated: bool = False) -> str:
    """What a member is initialised with; a bit-field with what it can hold."""
    if field.bits:
        assert isinstance(field.type, Int)
        low = next(values) & (1 << field.bits - field.type.signed) - 1
        return str(low)
    return initialiser(field.type, values, designated=designated)


def _members(kind: Struct | Union, values: Iterator[int]) -> str:
    """Some members from the last to the first, each by its name, and those of a struct inside at
    times by their whole names; one of a union.
    """
    chosen = next(values)
    fields = kind.fields[::-1]
    if isinstance(kind, Union):
        fields = (fields[chosen % len(fields)],)
    elif len(fields) > 1 and chosen % 3 == 0:
        fields = fields[1:]
    return f"{{{', '.join(_named(field, values) for field in fields)}}}"


def _named(field: Field, values: Iterator[int]) -> str:
    inside = field.type
    if isinstance(inside, Struct) and next(values) % 2:
        last = inside.fields[-1]
        return f".{field.name}.{last.name} = {_member(last, values, designated=True)}"
    return f".{field.name} = {_member(field, values, designated=True)}"


def _elements(kind: Array, values: Iterator[int], *, designated: bool) -> str:
    """All elements; `designated` one by its number, the one behind it, and all before the two by
    their range.
    """
    if not designated:
        return f"{{{', '.join(initialiser(kind.element, values) for _ in range(kind.length))}}}"
    start = next(values) % kind.length
    places = [f"[{start}] = ", *([""] if start + 1 < kind.length else [])]
    places += [f"[0 ... {start - 1}] = "] if start > 1 else []
    listed = (place + initialiser(kind.element, values, designated=True) for place in places)
    return f"{{{', '.join(listed)}}}"
