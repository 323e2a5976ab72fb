"""`contests/*.toml`: a study, that is which algorithms, approaches and targets meet, under which rules, with what search effort."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import Field, ValidationInfo, field_validator

from cryptagon import paths
from cryptagon.catalog.algorithm import BUS_WIDTHS, Approach, algorithm
from cryptagon.catalog.effort import LEVELS, Effort, Objective
from cryptagon.catalog.target import target
from cryptagon.catalog.toml_file import TomlModel, line_of, load
from cryptagon.errors import CryptagonError

Metric = Literal["throughput_mbps", "throughput_per_area", "luts", "ffs", "fmax_mhz", "cycles_per_block"]
Found = TypeVar("Found")


class Rules(TomlModel):
    """What the tools must not use, so that area is one number."""

    no_bram: Annotated[bool, Field(strict=True)] = True
    no_dsp: Annotated[bool, Field(strict=True)] = True


class Contest(TomlModel):
    """A study of authenticated ciphers.

    `scope` says what is implemented: the whole "aead" with its hardware API, or the CipherCore alone ("core"). `objective` is what the best
    of the attempts at a design is best at.
    """

    class_: Literal["aead"] = Field(default="aead", alias="class")
    title: str
    algorithms: Annotated[tuple[str, ...], Field(min_length=1)]
    approaches: Annotated[tuple[Approach, ...], Field(min_length=1)] = ("hls", "rtl")
    targets: Annotated[tuple[str, ...], Field(min_length=1)]
    w: Annotated[int, Field(strict=True)] = 32
    sw: Annotated[int, Field(strict=True)] = 32
    scope: Literal["aead", "core"] = "aead"
    rules: Rules = Rules()
    effort: Effort = LEVELS["standard"]
    objective: Objective = "throughput_per_area"
    metrics: Annotated[tuple[Metric, ...], Field(min_length=1)] = ("throughput_mbps", "throughput_per_area")
    path: Path

    @property
    def name(self) -> str:
        """The file's name without its suffix."""
        return self.path.stem

    @field_validator("algorithms", "approaches", "targets", "metrics")
    @classmethod
    def _no_name_twice(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f'"{name}" stands there twice')
        return names

    @field_validator("w", "sw")
    @classmethod
    def _width_of_the_api(cls, width: int, info: ValidationInfo) -> int:
        widths = BUS_WIDTHS[str(info.field_name)]
        if width not in widths:
            raise ValueError(f"not a bus width of the hardware API: choose from {', '.join(map(str, widths))}")
        return width


def load_contest(path: str | Path) -> Contest:
    """Read a contest and check that each algorithm, target and strategy it names exists.

    Raises CryptagonError with the file, the line where it is known, and the names that are close.
    """
    file = paths.contest_file(path)
    contest = load(Contest, file, path=file)
    text = file.read_text(encoding="utf-8")
    for index, name in enumerate(contest.algorithms):
        named_by(file, text, ("algorithms", index), lambda name=name: algorithm(name))
    check_targets(file, text, contest.targets, contest.effort)
    return contest


def check_targets(file: Path, text: str, targets: Sequence[str], effort: Effort) -> None:
    """Raises CryptagonError for a target that a contest names and that does not exist, or lacks one of its strategies."""
    for index, name in enumerate(targets):
        part = named_by(file, text, ("targets", index), lambda name=name: target(name))
        named_by(file, text, ("effort", "strategies"), lambda part=part: effort.strategies_of(part))


def named_by(file: Path, text: str, keys: tuple[str | int, ...], look_up: Callable[[], Found]) -> Found:
    """What `look_up` finds; its fault is laid to the place in the contest that gave the name."""
    try:
        return look_up()
    except CryptagonError as fault:
        if not fault.what.startswith("unknown "):
            raise
        line = line_of(text, keys)
        raise CryptagonError(fault.what, where=f"{file}:{line}" if line else str(file), why=fault.why, fix=fault.fix) from fault
