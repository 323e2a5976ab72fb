"""The designs that an exploration may try: the variants of an algorithm in C, and every combination
of the values of its directives.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from cryptagon.catalog import AlgorithmFolder, Target, Variant
from cryptagon.catalog.algorithm import HLS
from cryptagon.catalog.directives import UNDEFINED, Directive, value_text
from cryptagon.catalog.macros import check_read, having
from cryptagon.catalog.toml_file import did_you_mean
from cryptagon.errors import CryptagonError

Values = tuple[tuple[str, str], ...]
"""The value of each directive, by its name, in the order of algorithm.toml."""


@dataclass(frozen=True)
class Point:
    """A design: the variant that makes it, the variant whose C it has, and the values of that
    one's directives, none where it has none.

    `by_hand`: algorithm.toml has it as a variant.
    """

    variant: Variant
    base: str
    values: Values
    by_hand: bool

    @property
    def name(self) -> str:
        """The variant's name; "plain" for the one without."""
        return self.variant.name or "plain"

    @property
    def place(self) -> tuple[str, Values]:
        """Where it is in the space: no two points are at one place."""
        return (self.base, self.values) if self.values else (self.variant.name, ())


@dataclass(frozen=True)
class Space:
    """All points of an algorithm for a target.

    `axes` are the directives that change, with the values that they may have; the others of
    algorithm.toml keep their usual one. `narrowed`: variants that none of the axes is for are left
    out.
    """

    algorithm: AlgorithmFolder
    axes: tuple[Directive, ...]
    target: Target
    narrowed: bool = False

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """Every point once: those by hand, then those that differ least from the usual values."""
        by_hand = {point.place: point for point in self._by_hand()}
        others = [
            point
            for base in dict.fromkeys(axis.variant for axis in self.axes)
            for point in self._combinations(base)
            if point.place not in by_hand
        ]
        return (*by_hand.values(), *sorted(others, key=self._order))

    @property
    def start(self) -> tuple[Point, ...]:
        """Those that are tried whatever comes of them: the variants of algorithm.toml."""
        return tuple(point for point in self.points if point.by_hand)

    def neighbours(self, point: Point) -> Iterator[Point]:
        """The points that differ from this one in the value of one directive."""
        for other in self.points:
            if other.values and other.base == point.base:
                differ = sum(a != b for a, b in zip(point.values, other.values, strict=True))
                if differ == 1:
                    yield other

    def _by_hand(self) -> Iterator[Point]:
        for variant in self.algorithm.variants:
            if variant.is_by(HLS) and variant.is_for(self.target):
                base, values = self._found(variant)
                if self.narrowed and not (values and base in {one.variant for one in self.axes}):
                    continue
                yield Point(variant, base, values, by_hand=True)

    def _found(self, variant: Variant) -> tuple[str, Values]:
        """The variant whose directives a variant sets, and their values; its own name and none
        where it sets other macros.
        """
        for name in dict.fromkeys(one.variant for one in self.algorithm.directives):
            base, given = self.algorithm.variant(name), self._of(name)
            own = {key: value for key, value in variant.defines.items() if key not in base.defines}
            known = {one.name: one for one in given}
            if (
                base.hls_source == variant.hls_source
                and base.defines.items() <= variant.defines.items()
                and all(key in known and value in known[key].values for key, value in own.items())
            ):
                return name, tuple((one.name, own.get(one.name, one.usual)) for one in given)
        return variant.name, ()

    def _combinations(self, base: str) -> Iterator[Point]:
        variant, given = self.algorithm.variant(base), self._of(base)
        moving = {axis.name: axis.values for axis in self.axes if axis.variant == base}
        for values in product(*(moving.get(one.name, (one.usual,)) for one in given)):
            changed = {one.name: value for one, value in zip(given, values) if value != one.usual}
            named = tuple((one.name, value) for one, value in zip(given, values))
            made = having(variant, changed) if changed else variant
            yield Point(made, base, named, by_hand=False)

    def _of(self, variant: str) -> list[Directive]:
        return [one for one in self.algorithm.directives if one.variant == variant]

    def _order(self, point: Point) -> tuple[int, tuple[bool, ...]]:
        """How many directives differ from their usual value, and which: the first ones first."""
        usual = {one.name: one.usual for one in self._of(point.base)}
        same = tuple(value == usual[name] for name, value in point.values)
        return same.count(False), same


def space_of(
    algorithm: AlgorithmFolder, target: Target, asked: Mapping[str, Sequence[str]] | None = None
) -> Space:
    """The space of an algorithm's directives; with `asked` of these alone, where values are named
    with it of these values alone, and without the variants that these are not for.

    Raises CryptagonError where the algorithm declares no directive, for one or a value that it does
    not have, and for a macro that its C does not read.
    """
    directives = algorithm.directives
    if not directives:
        raise CryptagonError(
            f"{algorithm.name} has no directives to explore",
            where=str(algorithm.file),
            why="it has no table [[directives]]",
            fix="declare the macros of its C and their values there (docs/explore.md)",
        )
    for one in directives:
        check_read(algorithm, algorithm.variant(one.variant), [one.name])
    for name, values in (asked or {}).items():
        _check_axis(algorithm, name, values)
    axes = tuple(
        one.model_copy(update={"values": tuple(asked[one.name]) or one.values}) if asked else one
        for one in directives
        if not asked or one.name in asked
    )
    return Space(algorithm, axes, target, narrowed=bool(asked))


def _check_axis(algorithm: AlgorithmFolder, name: str, values: Sequence[str]) -> None:
    alike = [one for one in algorithm.directives if one.name == name]
    if not alike:
        raise CryptagonError(
            f'{algorithm.name} has no directive "{name}"',
            where=str(algorithm.file),
            fix=did_you_mean(name, [one.name for one in algorithm.directives]),
        )
    known = [value for one in alike for value in one.values]
    for value in values:
        if value not in known:
            there = ", ".join(value_text(one) for one in dict.fromkeys(known))
            raise CryptagonError(
                f'the directive {name} of {algorithm.name} has no value "{value}"',
                where=str(algorithm.file),
                fix=f"its values are {there}",
            )


def values_text(values: Values) -> str:
    """The values for people, those of undefined macros left out."""
    return " ".join(f"{name}={value}" for name, value in values if value != UNDEFINED)
