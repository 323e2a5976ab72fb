"""`contests/*.toml` of class "kernel": a study of stream designs by cycles and time of a job, beside published figures."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, field_validator

from cryptagon import paths
from cryptagon.catalog.algorithm import Approach
from cryptagon.catalog.contest import Contest, Rules, check_targets, load_contest, named_by
from cryptagon.catalog.effort import LEVELS, Effort, Objective
from cryptagon.catalog.kernel import CLASS, kernel
from cryptagon.catalog.toml_file import TomlModel, line_of, load, table_of
from cryptagon.errors import CryptagonError

Cycles = Annotated[int, Field(strict=True, gt=0)]


class Participant(TomlModel):
    """A kernel in the study, and which of its variants; the hand-written core takes part where it stands beside one of them."""

    name: str
    variants: Annotated[tuple[str, ...], Field(min_length=1)]


class Published(TomlModel):
    """Figures of others: clock cycles for the jobs of kernels, by the kernels' names.

    `by` is the tool or "by hand", `approach` how these designs were made, `source` where the figures were taken from.
    """

    by: str
    approach: Approach
    source: str
    cycles: Annotated[dict[str, Cycles], Field(min_length=1)]


class KernelContest(TomlModel):
    """A study of kernels. What is implemented is the kernel alone, by every approach that there is."""

    class_: Literal["kernel"] = Field(alias="class")
    title: str
    kernels: Annotated[tuple[Participant, ...], Field(min_length=1)]
    targets: Annotated[tuple[str, ...], Field(min_length=1)]
    rules: Rules = Rules()
    effort: Effort = LEVELS["standard"]
    objective: Objective = "throughput_per_area"
    published: tuple[Published, ...] = ()
    notes: tuple[str, ...] = ()
    path: Path

    @property
    def name(self) -> str:
        """The file's name without its suffix."""
        return self.path.stem

    @field_validator("kernels")
    @classmethod
    def _no_kernel_twice(cls, kernels: tuple[Participant, ...]) -> tuple[Participant, ...]:
        names = [one.name for one in kernels]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f'"{name}" stands there twice: name all its variants in one place')
        return kernels


AnyContest = Contest | KernelContest


def load_any_contest(path: str | Path) -> AnyContest:
    """Read a contest of whatever class, "aead" where it names none, and check that everything it names exists.

    Raises CryptagonError with the file, the line where it is known, and the names that are close.
    """
    file = paths.contest_file(path)
    given = table_of(file).get("class", "aead")
    if given == "aead":
        return load_contest(file)
    if given == CLASS:
        return load_kernel_contest(file)
    line = line_of(file.read_text(encoding="utf-8"), ("class",))
    raise CryptagonError(f'unknown class "{given}" of a contest', where=f"{file}:{line}", fix='known: "aead" (the default), "kernel"')


def load_kernel_contest(path: str | Path) -> KernelContest:
    """Read a contest of kernels and check that everything it names exists, and that published figures are of kernels that take part.

    Raises CryptagonError with the file, the line where it is known, and the names that are close.
    """
    file = paths.contest_file(path)
    contest = load(KernelContest, file, path=file)
    text = file.read_text(encoding="utf-8")
    for index, one in enumerate(contest.kernels):
        found = named_by(file, text, ("kernels", index, "name"), lambda one=one: kernel(one.name))
        for variant in one.variants:
            named_by(file, text, ("kernels", index, "variants"), lambda found=found, variant=variant: found.variant(variant))
    check_targets(file, text, contest.targets, contest.effort)
    _check_published(contest, text)
    return contest


def _check_published(contest: KernelContest, text: str) -> None:
    known = [one.name for one in contest.kernels]
    for index, published in enumerate(contest.published):
        for name in published.cycles.keys() - set(known):
            keys = ("published", index, "cycles")
            named_by(contest.path, text, keys, lambda name=name: kernel(name))
            raise CryptagonError(
                f'published figures of "{name}", which does not take part',
                where=f"{contest.path}:{line_of(text, keys)}",
                why=f"{published.by} has them; the kernels of this contest are {', '.join(known)}",
                fix="add it to [[kernels]], or leave its figures out",
            )
