"""Fields of structs in RAMs in as many bits as are ever written: a pointer is a small number by then,
in a field of 64 bits.

Only RAMs that the source does not ask for, since a report shows what it does ask for.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cryptagon.hls.ir.layout import named_types
from cryptagon.hls.ir.metadata import Field
from cryptagon.hls.ir.statements import ArithmeticLine, ChoiceLine, LoadLine, Statement, statements
from cryptagon.hls.ir.text import integer_width
from cryptagon.hls.ir.text_blocks import function_text
from cryptagon.hls.memory.addresses import Access, Variable, variables_of
from cryptagon.hls.memory.ram_accesses import KEPT
from cryptagon.hls.memory.rams import Ram


def with_narrow_fields(text: str, function: str, rams: Mapping[str, Ram]) -> dict[str, Ram]:
    """`rams`, by the names of their allocas, as the `function` of the module `text` writes them."""
    body = statements(function_text(text, function)[1].splitlines())
    variables = variables_of(body, named_types(text))
    return {
        name: _Fields(ram, variables[name], body).narrow()
        if ram.inferred and name in variables and ram.elements_a_word == 1
        else ram
        for name, ram in rams.items()
    }


class _Fields:
    """The fields of a RAM, and what is written to them."""

    def __init__(self, ram: Ram, variable: Variable, body: Sequence[Statement]) -> None:
        self.ram, self.variable, self.body = ram, variable, body
        self.values = {one.result: one for one in body if one.result}
        self.read = {access.value: access for access in variable.accesses if not access.writes}

    def narrow(self) -> Ram:
        """The RAM with its fields as wide as they have to be."""
        alone = len(self.ram.fields) == 1 and self.ram.width < 64
        elsewhere = any(not KEPT.match(self.body[i].text) for i in self.variable.other_uses)
        if alone or elsewhere:
            return self.ram
        fields = tuple(self._narrow(field) for field in self.ram.fields)
        return replace(self.ram, fields=fields) if fields != self.ram.fields else self.ram

    def _narrow(self, field: Field) -> Field:
        shift = self.ram.shift_of(field)
        held = max(
            (word >> shift & (1 << field.bits) - 1 for word in self.ram.contents or ()), default=0
        )
        if held:
            return field
        bits = [self._bits(one, field) for one in self.variable.accesses if one.writes]
        return replace(field, bits=min(field.bits, max([1, *bits])))

    def _bits(self, access: Access, field: Field) -> int:
        """Bits of a field that a write may set."""
        begin = self._begin(access)
        if begin is None:
            return field.bits
        if begin + access.size <= field.offset or field.offset + field.size <= begin:
            return 0
        if access.kind != "store" or (begin, access.size) != (field.offset, field.size):
            return field.bits
        return self._bits_of(access.value, field)

    def _begin(self, access: Access) -> int | None:
        """The byte of an element that an access begins at; None where it varies."""
        size = self.ram.element_size
        fixed = all(term.stride % size == 0 for term in access.place.terms)
        return access.place.offset % size if fixed else None

    def _bits_of(self, operand: str, field: Field) -> int:
        """Bits that an operand has at most; those of the field itself are no more."""
        if not operand.startswith("%"):
            return int(operand).bit_length() if operand.isdigit() else field.bits
        one = self.values.get(operand[1:])
        if isinstance(one, ArithmeticLine) and one.opcode == "zext":
            return integer_width(one.kind) or field.bits
        if isinstance(one, ChoiceLine):
            return max(self._bits_of(arm, field) for arm in one.arms)
        if isinstance(one, LoadLine) and (read := self.read.get(operand)):
            own = (field.offset, field.size) == (self._begin(read), read.size)
            return 0 if own else field.bits
        return field.bits
