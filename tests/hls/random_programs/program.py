"""Functions and whole programs as a tree that becomes C."""

from collections.abc import Iterator
from dataclasses import dataclass

from random_programs.expressions import Node, Signature
from random_programs.statements import Body, Declare, Stream, indented
from random_programs.trees import walk
from random_programs.types import Enum, Struct, Union, declaration


@dataclass(frozen=True)
class Function(Node):
    """A function that the hardware function calls; `storage` is what is before it."""

    signature: Signature
    body: Body
    storage: str = "static"

    @property
    def lines(self) -> list[str]:
        """The function in C."""
        result = self.signature.result
        parameters = (
            ", ".join(parameter.declaration for parameter in self.signature.parameters) or "void"
        )
        head = f"{self.signature.name}({parameters})"
        return [
            f"{self.storage} {declaration(result, head) if result else f'void {head}'} {{",
            *indented(self.body),
            "}",
        ]


@dataclass(frozen=True)
class Program(Node):
    """A whole source: streams, what is outside of functions, functions, and the body of the
    hardware function. It defines the types that it has somewhere. `levels` are those of a cycle, 0
    for any number.
    """

    name: str
    streams: tuple[Stream, ...]
    variables: tuple[Declare, ...]
    functions: tuple[Function, ...]
    body: Body
    levels: int = 0

    @property
    def c(self) -> str:
        """The source in C."""
        mark = f"HARDWARE_LEVELS({self.levels})" if self.levels else "HARDWARE"
        lines = [
            "#include <cryptagon.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <string.h>",
            *self._definitions(),
            *(stream.c for stream in self.streams),
            *(line for variable in self.variables for line in variable.lines),
            *(line for function in self.functions for line in function.lines),
            f"{mark} void {self.name}(void) {{",
            *indented(self.body),
            "}",
        ]
        return "\n".join(lines) + "\n"

    def _definitions(self) -> Iterator[str]:
        """The definitions of all types in it, each behind those that it has inside."""
        kinds = dict.fromkeys(
            part for part in walk(self) if isinstance(part, Enum | Struct | Union)
        )
        inside_first = (part for kind in kinds for part in reversed(list(walk(kind))))
        for kind in dict.fromkeys(inside_first):
            if isinstance(kind, Enum | Struct | Union):
                yield kind.definition()
