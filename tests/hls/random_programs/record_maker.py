"""Structs in structs, unions of structs, bit-fields and enum types, drawn at random."""

import random
from collections.abc import Sequence

from random_programs.layout import bytes_union
from random_programs.trees import walk
from random_programs.types import (
    BYTE,
    INT,
    UNSIGNED,
    Array,
    Enum,
    Field,
    Int,
    Struct,
    Type,
    Union,
)

LONG = Int(64, False, False)
OF_BITS = (INT, UNSIGNED, UNSIGNED, LONG, BYTE, Int(16, True, False), Int(1, False, False))
HALF = Int(16, False, False)
WORDS = (UNSIGNED, LONG, Int(32), Int(64), Int(128), Int(192))


class RecordMaker:
    """Makes the types of a program from integers of its `palette`."""

    def __init__(self, choose: random.Random, palette: Sequence[Int]) -> None:
        self.choose, self.palette = choose, palette

    def nested(self, name: str, inside: Sequence[Struct | Union]) -> Struct:
        """A struct with one of the records `inside`, at times with several of them in an array."""
        kind: Type = self.choose.choice(inside)
        if self.choose.random() < 0.3:
            kind = Array(kind, self.choose.choice((2, 3)))
        fields = [Field("n", kind), Field("k", self.choose.choice(self.palette))]
        if self.choose.random() < 0.4:
            fields.append(Field("m", self.choose.choice(inside)))
        self.choose.shuffle(fields)
        return Struct(name, tuple(fields), packed=self.choose.random() < 0.1)

    def bit_fields(self, name: str) -> Struct:
        """A struct with bit-fields of several types, at times with other members among them."""
        precise = [kind for kind in self.palette if kind.precise and kind.bits <= 128]
        fields = []
        for i in range(self.choose.randrange(2, 6)):
            kind = self.choose.choice((*OF_BITS, *precise))
            bits = self.choose.randrange(1, kind.bits + 1) if self.choose.random() < 0.85 else 0
            fields.append(Field("abcdef"[i], kind, bits))
        return Struct(name, tuple(fields), packed=self.choose.random() < 0.15)

    def union(self, name: str) -> Union:
        """A union of a word, its bytes, and structs of parts of it."""
        word = self.choose.choice(WORDS)
        fields = [*bytes_union(name, word).fields]
        fields.append(Field("parts", Struct(f"{name}_parts", self._parts(word.size))))
        if self.choose.random() < 0.5:
            fields.append(Field("halves", Array(HALF, word.size // 2)))
        if self.choose.random() < 0.5:
            fields.append(Field("bits", Struct(f"{name}_bits", self._bits(word.size))))
        self.choose.shuffle(fields)
        return Union(name, tuple(fields))

    def _parts(self, size: int) -> tuple[Field, ...]:
        """Members that fill so many bytes; each begins at a multiple of its size."""
        fields: list[Field] = []
        at = 0
        while at < size:
            sizes = [n for n in (1, 2, 4, 8) if at % n == 0 and at + n <= size]
            bits = 8 * self.choose.choice(sizes)
            kind = Int(bits, self.choose.random() < 0.3, self.choose.random() < 0.3)
            fields.append(Field(f"p{len(fields)}", kind))
            at += kind.size
        return tuple(fields)

    def _bits(self, size: int) -> tuple[Field, ...]:
        """Bit-fields that fill so many bytes, in words of 32 bits."""
        fields: list[Field] = []
        for _ in range(size // 4):
            left = 32
            while left:
                bits = min(left, self.choose.choice((1, 3, 8, 12, 31)))
                fields.append(Field(f"b{len(fields)}", UNSIGNED, bits))
                left -= bits
        return tuple(fields)

    def enum(self, tag: str) -> Enum:
        """An enum type, at times of a small integer type."""
        fixed = self.choose.random() < 0.5
        bits = self.choose.choice((8, 8, 16, 64)) if fixed else 32
        signed = fixed and self.choose.random() < 0.3
        most = min(bits - signed, 31)
        values = {self.choose.choice((i, self.choose.getrandbits(most))) for i in range(5)}
        return Enum(bits, signed, False, tag, tuple(sorted(values)), fixed)


def is_flat(struct: Struct) -> bool:
    """Whether all members are integers that can be ports and elements of RAMs."""
    return all(isinstance(f.type, Int) and not f.bits for f in struct.fields) and not struct.packed


def is_operand(kind: Type) -> bool:
    """Whether a unit of a shared function takes and gives such a value."""
    parts = list(walk(kind))
    has_bits = any(isinstance(part, Field) and part.bits for part in parts)
    return not has_bits and not any(isinstance(part, Union) for part in parts)
