"""The ports of a plain stream design: valid, ready and the fields of an item."""

from typing import Annotated, Literal

from pydantic import Field

from cryptagon.catalog.algorithm import Identifier
from cryptagon.catalog.toml_file import TomlModel

FieldBits = Annotated[int, Field(strict=True, gt=0, le=4096)]


class StreamPort(TomlModel):
    """A stream with valid and ready. `fields` are names and widths in bits, in the order of the C
    declaration.

    Verilog ports: NAME_valid, NAME_ready, NAME for the field called "data", NAME_FIELD for the
    others.
    """

    name: Identifier
    direction: Literal["in", "out"]
    fields: Annotated[dict[Identifier, FieldBits], Field(min_length=1)]

    @property
    def bits(self) -> int:
        """Width of one packed item."""
        return sum(self.fields.values())

    def signal_of(self, field: str) -> str:
        """The Verilog port of a field."""
        return self.name if field == "data" else f"{self.name}_{field}"

    def slices(self) -> dict[str, tuple[int, int]]:
        """Most and least significant bit of each field in a packed item: the first field is the
        most significant.
        """
        places, top = {}, self.bits
        for name, bits in self.fields.items():
            places[name] = (top - 1, top - bits)
            top -= bits
        return places

    def pack(self, values: dict[str, int]) -> int:
        """One item as an integer, from its fields by name."""
        return sum(values[name] << low for name, (_, low) in self.slices().items())
