"""In which steps the pointers of a group go through each object, and where each begins.

Pointers to elements of an array of structs step by whole structs, those to one member by as much
from another begin: counted in such steps an index is an element's number, and which byte of the
element is accessed is known. Objects of one group may have different elements.
"""

from dataclasses import dataclass, field
from math import gcd

from cryptagon.hls.memory.addresses import VariablePlace
from cryptagon.hls.memory.pointer_flow import Group, PointerFlow


@dataclass
class PointerSteps:
    """The `units` of each object in bytes, 0 where its pointers point to one byte alone; where the
    pointers called `name` begin in it, as `begins[name, object]`.
    """

    flow: PointerFlow
    group: Group
    units: dict[str, int] = field(default_factory=dict)
    begins: dict[tuple[str, str], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.units = dict.fromkeys(self.group.objects, 0)
        before = None
        while before != (before := (dict(self.units), len(self.begins))):
            for name, place in self.group.flows:
                self._follow(self.flow.same(name), place)
        for (name, obj), begin in self.begins.items():
            if unit := self.units[obj]:
                self.begins[name, obj] = begin % unit

    def _origins(self, place: VariablePlace) -> dict[str, int]:
        """The objects behind whose begin, or behind where a kept pointer begins, a place is."""
        if place.variable not in self.flow.kept:
            return {place.variable: 0}
        name = self.flow.same(place.variable)
        return {obj: self.begins[name, obj] for obj in self.units if (name, obj) in self.begins}

    def _follow(self, name: str, place: VariablePlace) -> None:
        for obj, begin in self._origins(place).items():
            at = begin + place.offset
            old = self.begins.setdefault((name, obj), at)
            self.units[obj] = gcd(self.units[obj], at - old, *(one.stride for one in place.terms))

    def are_alike(self) -> bool:
        """Whether a step from one pointer to another is the same number of units in each object that
        the pointer may point to.
        """
        return all(
            len({self._step(self.flow.same(name), place, obj) for obj in self._origins(place)}) <= 1
            for name, place in self.group.flows
        )

    def _step(self, name: str, place: VariablePlace, obj: str) -> tuple[int, ...]:
        unit = self.units[obj] or 1
        moved = self._origins(place)[obj] + place.offset - self.begins[name, obj]
        return moved // unit, *(one.stride // unit for one in place.terms)


def common_unit(group: Group) -> int:
    """The unit of all objects from their first bytes on; 0 where all pointers point there."""
    return gcd(
        *(
            step
            for _, place in group.flows
            for step in (place.offset, *(term.stride for term in place.terms))
        )
    )
