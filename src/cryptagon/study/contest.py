"""`contests/*.toml`: a study, that is which algorithms, approaches and targets meet, under which
rules, with what search effort.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field, field_validator, model_validator

from cryptagon import classes, paths
from cryptagon.approaches import approach, approaches
from cryptagon.catalog import LEVELS, AlgorithmFolder, Effort, Objective, Rules, target
from cryptagon.catalog.toml_file import TomlModel, line_of, load
from cryptagon.classes import AlgorithmClass
from cryptagon.errors import CryptagonError
from cryptagon.interfaces import interface

Metric = Literal[
    "throughput_mbps", "throughput_per_area", "time_us", "luts", "ffs", "fmax_mhz", "cycles_of_work"
]
Found = TypeVar("Found")


class Participant(TomlModel):
    """An algorithm in the study, and which of its variants; none: all of them.

    Its name alone may be given.
    """

    name: str
    variants: tuple[str, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _name_alone(cls, given: Any) -> Any:  # noqa: ANN401 - whatever the file has
        return {"name": given} if isinstance(given, str) else given


class Published(TomlModel):
    """Figures of others: clock cycles for the work of algorithms, by their names.

    `by` is the tool or "by hand", `approach` how these designs were made, `source` where the
    figures were taken from. `formulas` are the cycles of a whole message as that source writes
    them, for readers. `static` are clocks by static timing and `clocks` those of an experiment, in
    MHz, and `timed` the Gbit/s that a timer found there; they are quoted beside the testbed's.
    """

    by: str
    approach: str
    source: str
    cycles: Annotated[dict[str, Annotated[float, Field(gt=0)]], Field(min_length=1)]
    formulas: dict[str, str] = Field(default={})
    static: dict[str, Annotated[float, Field(gt=0)]] = Field(default={})
    clocks: dict[str, Annotated[float, Field(gt=0)]] = Field(default={})
    timed: dict[str, Annotated[float, Field(gt=0)]] = Field(default={})


class Contest(TomlModel):
    """A study of algorithms of one class.

    `approaches`: none is whatever there is; all others are compared with the `baseline`. `scope`
    says what is implemented: the whole "unit" with its `interface`, or the "core" alone; `bus` are
    the interface's widths in bits. `objective` is what the best of the attempts at a design is best
    at. `default`: an algorithm of this class that is run alone is run under these settings.
    """

    class_: str = Field(default="", alias="class")
    title: str
    algorithms: Annotated[tuple[Participant, ...], Field(min_length=1)]
    approaches: tuple[str, ...] = ()
    baseline: str = "rtl"
    targets: Annotated[tuple[str, ...], Field(min_length=1)]
    interface: str = ""
    scope: Literal["unit", "core", ""] = ""
    bus: dict[str, Annotated[int, Field(strict=True, gt=0)]] = Field(default={})
    rules: Rules = Rules()
    effort: Effort = LEVELS["standard"]
    objective: Objective = "throughput_per_area"
    metrics: Annotated[tuple[Metric, ...], Field(min_length=1)] = (
        "throughput_mbps",
        "throughput_per_area",
    )
    published: tuple[Published, ...] = ()
    notes: tuple[str, ...] = ()
    default: Annotated[bool, Field(strict=True)] = False
    path: Path

    @property
    def name(self) -> str:
        """The file's name without its suffix."""
        return self.path.stem

    @property
    def names(self) -> tuple[str, ...]:
        """The algorithms' names."""
        return tuple(one.name for one in self.algorithms)

    @field_validator("approaches", "targets", "metrics")
    @classmethod
    def _no_name_twice(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        return _distinct(names)

    @field_validator("algorithms")
    @classmethod
    def _no_algorithm_twice(cls, algorithms: tuple[Participant, ...]) -> tuple[Participant, ...]:
        _distinct([one.name for one in algorithms])
        return algorithms


def _distinct(names: Any) -> Any:  # noqa: ANN401 - a sequence of names, given back as it is
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f'"{name}" is there twice')
    return names


def load_contest(path: str | Path) -> Contest:
    """Read a contest, check that everything it names exists, and fill in what its class says where
    the file says nothing.

    Raises CryptagonError with the file, the line where it is known, and the names that are close.
    """
    file = paths.contest_file(path)
    contest = load(Contest, file, path=file)
    check = _Check(file, file.read_text(encoding="utf-8"))
    check.approaches(contest)
    found = check.algorithms(contest)
    check.targets(contest)
    contest = with_class(contest, found[0])
    check.published(contest)
    return contest


def with_class(contest: Contest, first: AlgorithmFolder) -> Contest:
    """The contest with the interface and the scope that the class of its algorithms has where it
    names none.
    """
    kind = classes.class_of(first)
    around = contest.interface or kind.interface
    return contest.model_copy(
        update={
            "class_": kind.name,
            "interface": around,
            "scope": contest.scope or ("unit" if around else "core"),
        }
    )


class _Check:
    """What a contest names, looked up; a fault is laid to the line that names it."""

    def __init__(self, file: Path, text: str) -> None:
        self.file, self.text = file, text

    def named(self, keys: tuple[str | int, ...], look_up: Callable[[], Found]) -> Found:
        try:
            return look_up()
        except CryptagonError as fault:
            if not fault.what.startswith("unknown "):
                raise
            raise CryptagonError(
                fault.what, where=self.at(keys), why=fault.why, fix=fault.fix
            ) from fault

    def at(self, keys: tuple[str | int, ...]) -> str:
        line = line_of(self.text, keys)
        return f"{self.file}:{line}" if line else str(self.file)

    def approaches(self, contest: Contest) -> None:
        for index, name in enumerate(contest.approaches):
            self.named(("approaches", index), lambda name=name: approach(name))
        self.named(("baseline",), lambda: approach(contest.baseline))
        if contest.interface:
            self.named(("interface",), lambda: interface(contest.interface))
        if contest.class_:
            self.named(("class",), lambda: classes.class_named(contest.class_))

    def algorithms(self, contest: Contest) -> list[AlgorithmFolder]:
        found: list[AlgorithmFolder] = []
        for index, one in enumerate(contest.algorithms):
            entered = self.named(
                ("algorithms", index, "name"), lambda one=one: classes.algorithm(one.name)
            )
            self._of_the_class(contest.class_ or (found or [entered])[0].class_, entered, index)
            for variant in one.variants:
                self.named(
                    ("algorithms", index, "variants"),
                    lambda entered=entered, variant=variant: entered.variant(variant),
                )
            found.append(entered)
        return found

    def _of_the_class(self, due: str, entered: AlgorithmFolder, index: int) -> None:
        if entered.class_ != due:
            raise CryptagonError(
                f"{entered.name} is of class {entered.class_}, the contest of class {due}",
                where=self.at(("algorithms", index, "name")),
                fix="a contest has algorithms of one class: leave it out, or make another contest",
            )

    def targets(self, contest: Contest) -> None:
        for index, name in enumerate(contest.targets):
            part = self.named(("targets", index), lambda name=name: target(name))
            self.named(
                ("effort", "strategies"), lambda part=part: contest.effort.strategies_of(part)
            )

    def published(self, contest: Contest) -> None:
        for index, published in enumerate(contest.published):
            for name in (published.cycles.keys() | published.formulas.keys()) - set(contest.names):
                keys = ("published", index, "cycles" if name in published.cycles else "formulas")
                self.named(keys, lambda name=name: classes.algorithm(name))
                raise CryptagonError(
                    f'published figures of "{name}", which does not take part',
                    where=self.at(keys),
                    why=f"{published.by} has them; the algorithms of this contest are {', '.join(contest.names)}",
                    fix="add it to the algorithms, or leave its figures out",
                )


def kind_of(contest: Contest) -> AlgorithmClass:
    """The class of a contest's algorithms."""
    return classes.class_named(contest.class_)


def asked_approaches(contest: Contest) -> tuple[str, ...]:
    """The approaches that a contest is about."""
    return contest.approaches or tuple(approaches())
