"""Directives: macros of a core's C whose values choose its architecture, as algorithm.toml declares
them for a search.
"""

from typing import Annotated

from pydantic import Field, field_validator

from cryptagon.catalog.toml_file import TomlModel

Macro = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")]
UNDEFINED = ""
"""The value of a directive whose macro is not defined."""


class Directive(TomlModel):
    """A macro and the values that a search may give it, the usual one first; "" leaves it undefined.

    `variant` is the name of the variant whose C reads it, "" for the plain one.
    """

    name: Macro
    variant: str = ""
    description: str = ""
    values: Annotated[tuple[str, ...], Field(min_length=2)]

    @field_validator("values")
    @classmethod
    def _no_value_twice(cls, values: tuple[str, ...]) -> tuple[str, ...]:
        if len(set(values)) < len(values):
            raise ValueError("a value is there twice")
        if UNDEFINED in values[1:]:
            raise ValueError('"", the macro left undefined, comes first')
        return values

    @property
    def usual(self) -> str:
        """The value where nobody says otherwise."""
        return self.values[0]


def value_text(value: str) -> str:
    """A value for people."""
    return value if value != UNDEFINED else "undefined"
