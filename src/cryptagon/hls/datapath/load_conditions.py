"""When a register is loaded with a value of one class and not of the others; on ways of no class
that may hold or not.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter

from cryptagon.hls.datapath.ways import Case
from cryptagon.hls.datapath.wires import Wire
from cryptagon.hls.datapath.xls_ir import XlsWriter

Class = Hashable
"""What kind of value a way loads; None where any other would do."""
Numbered = tuple[int, Wire]
"""A way into a state by its number among all, and whether it is taken."""
Alike = tuple[list[Numbered], list[Case]]
"""Ways into states on which the same is loaded under the same conditions."""
Classes = list[tuple[Wire, Class]]
"""Conditions of one bit, each with the class of the value that it chooses."""
Key = tuple[tuple[Wire, bool], ...]
"""The conditions on a way, each with whether it chooses the class."""
Term = tuple[list[Numbered], Wire | None]
"""One of these ways is taken, and its condition holds; None where that is all."""
MANY = 64
"""Conditions of one register, from which on those that are the same are written once, and only those
that are asked for."""


class LoadConditions:
    """The conditions of the classes of the values that are loaded on `ways`; `both` gives the AND of
    two bits.

    Where they are few, all that they consist of is written at once: XLS names the constants of its
    Verilog after how many nodes it was given, and every record has the digest of its Verilog.
    """

    def __init__(
        self,
        ways: Iterable[Alike],
        class_of: Mapping[Wire, Class | None],
        writer: XlsWriter,
        both: Callable[[Wire, Wire], Wire],
    ) -> None:
        self._writer, self._both = writer, both
        classed = [
            (taken, [(way, one) for way, wire in cases if (one := class_of[wire]) is not None])
            for taken, cases in ways
        ]
        self.many = sum(len(cases) * len(taken) for taken, cases in classed) > MANY
        self.classes = dict.fromkeys(one for _, cases in classed for _, one in cases)
        self._terms = dict[Class, list[Term]]()
        self._wires = dict[Class, list[Wire]]()
        if len(self.classes) < 2:
            self._wires = {one: [writer.true] for one in self.classes}
        elif self.many:
            self._terms = {one: [*terms] for one, terms in _at_once(classed)}
        else:
            self._write_each(classed)

    def count(self, one: Class) -> int:
        """Of how many conditions the class's is the OR."""
        return len(self._wires.get(one) or self._terms.get(one, ()))

    def of(self, one: Class) -> Wire:
        """One bit: a value of the class is loaded."""
        if one not in self._wires:
            self._wires[one] = list(map(self._term, self._terms.get(one, ())))
        return self._writer.disjunction(self._wires[one])

    def write_few(self) -> None:
        """Writes the conditions of all classes where they are few, for the same reason."""
        for one in () if self.many else self._wires:
            self.of(one)

    def _term(self, term: Term) -> Wire:
        ways, condition = term
        in_order = sorted(ways, key=itemgetter(0))
        taken = self._writer.disjunction([way for _, way in in_order])
        return taken if condition is None else self._both(taken, condition)

    def _write_each(self, ways: Sequence[tuple[list[Numbered], Classes]]) -> None:
        """Writes the terms of all classes, in the order of the ways."""
        each = [(number, way, cases) for taken, cases in ways for number, way in taken]
        for _, taken, cases in sorted(each, key=itemgetter(0)):
            alike = len({one for _, one in cases}) == 1
            for condition, one in cases[:1] if alike else cases:
                wire = taken if alike else self._both(taken, condition)
                self._wires.setdefault(one, []).append(wire)


def _at_once(
    ways: Sequence[tuple[list[Numbered], Classes]],
) -> Iterator[tuple[Class, Iterator[Term]]]:
    """The terms of each class; ways on which it is loaded under the same conditions are one: a merge
    that many ways see. XLS's optimiser would look at each condition with each way, for minutes.
    """
    found = dict[Class, dict[Key, list[Numbered]]]()
    for taken, cases in ways:
        for one in dict.fromkeys(other for _, other in cases):
            key = tuple((condition, other == one) for condition, other in cases)
            found.setdefault(one, {}).setdefault(key, []).extend(taken)
    for one, alike in found.items():
        yield one, (term for key, taken in alike.items() for term in _terms_of(key, taken))


def _terms_of(key: Key, taken: list[Numbered]) -> list[Term]:
    """The terms of ways of one key."""
    if all(chosen for _, chosen in key):
        return [(taken, None)]
    return [(taken, condition) for condition, chosen in key if chosen]
