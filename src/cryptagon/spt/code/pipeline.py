"""The top of a pipeline in C for hardware: each stage takes what the registers before it hold, and
a block in every cycle.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cryptagon.spt.code.dialect import indented
from cryptagon.spt.code.figures import Writer
from cryptagon.spt.code.names import member
from cryptagon.spt.model import Figure


@dataclass(frozen=True)
class Pipeline:
    """A kernel of these figures, each of which takes what the one before it gives.

    `read` are the lines that take an item where there is one (`taken`), into what `given` are the
    inputs of the first stage; `write` are those that give the value `computed`. Behind the last
    stage are `extra` registers more.
    """

    writer: Writer
    stages: Sequence[Figure]
    read: Sequence[str]
    write: Sequence[str]
    given: Sequence[str]
    extra: int = 0

    @property
    def _types(self) -> list[str]:
        """What the registers hold, those behind the first stage first."""
        types = [self.writer.result_type(one) for one in self.stages]
        return [*types[:-1], *[types[-1]] * self.extra]

    def body(self) -> Iterator[str]:
        """Registers, and a loop whose iterations are clock cycles."""
        yield f"bit {', '.join(f'full{place} = 0' for place in range(1, len(self._types) + 1))};"
        yield from (f"{type_} before{place};" for place, type_ in enumerate(self._types, 1))
        yield from ("for (;;) {", *indented(list(self._cycle())), "}")

    def _cycle(self) -> Iterator[str]:
        """The last stage comes first, so that each takes what was there before the cycle."""
        values = [self._called(place) for place in range(len(self.stages))]
        values += [f"before{len(self.stages)}"] * self.extra
        last = len(values) - 1
        yield from self.read
        computed = f"const {self.writer.result_type(self.stages[-1])} computed = {values[last]};"
        yield from (f"if (full{last}) {{", *indented([computed, *self.write]), "}")
        for place in range(last, 0, -1):
            yield f"before{place} = {values[place - 1]};"
            yield f"full{place} = {f'full{place - 1}' if place > 1 else 'taken'};"

    def _called(self, place: int) -> str:
        """A stage on what is before it."""
        arguments = self.given
        if place:
            several = len(self.stages[place - 1].outputs) > 1
            arguments = [
                f"before{place}{f'.{member(one.name)}' if several else ''}"
                for one in self.stages[place].inputs
            ]
        return f"{self.writer.names[self.stages[place].name]}({', '.join(arguments)})"
