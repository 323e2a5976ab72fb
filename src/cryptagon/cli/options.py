"""Options that several commands have: names that are looked up when they are given, so that
whatever is there can be chosen.
"""

import os
from collections.abc import Callable
from typing import Any, TypeVar

import click

from cryptagon.approaches import approach
from cryptagon.errors import CryptagonError

FC = TypeVar("FC", bound=Callable[..., Any])
"""What a decorator of click takes and gives."""


class ApproachName(click.ParamType):
    """An approach by which cores are made."""

    name = "approach"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name; UsageError with those that are close."""
        try:
            return approach(value).name
        except CryptagonError as fault:
            self.fail(f"{fault.what}; {fault.fix}", param, ctx)


class BusWidth(click.ParamType):
    """A width of an interface's bus: NAME=BITS."""

    name = "bus"

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, int]:
        """Name and width in bits; UsageError for anything else."""
        name, _, bits = value.partition("=")
        if not name or not bits.isdigit() or not int(bits):
            self.fail(f'"{value}" is no NAME=BITS, such as w=64', param, ctx)
        return name, int(bits)


class Macro(click.ParamType):
    """A macro of C: NAME=VALUE, or NAME alone for 1, as C compilers have it."""

    name = "macro"

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        """Name and value; UsageError for anything else."""
        name, equals, text = value.partition("=")
        if not name.isidentifier():
            self.fail(f"{value!r} is not NAME or NAME=VALUE", param, ctx)
        return name, text if equals else "1"


class Axis(click.ParamType):
    """A directive, and which of its values: NAME or NAME=VALUE,VALUE."""

    name = "axis"

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, tuple[str, ...]]:
        """Name and values, none for all; UsageError for anything else."""
        name, equals, text = value.partition("=")
        if not name.isidentifier():
            self.fail(f"{value!r} is not NAME or NAME=VALUE,VALUE", param, ctx)
        return name, tuple(dict.fromkeys(text.split(","))) if equals else ()


defines_option = click.option(
    "-D",
    "--define",
    "defines",
    metavar="NAME[=VALUE]",
    type=Macro(),
    multiple=True,
    help="Define a macro of the C; may be repeated.",
)
approaches_option = click.option(
    "--approach",
    "approaches",
    metavar="NAME",
    type=ApproachName(),
    multiple=True,
    help="Only cores by this approach; may be repeated.",
)
SIZES_KB = (10, 100, 1000)


def message_sizes_option(when_left_out: str = "") -> Callable[[FC], FC]:
    """Sizes of messages in kB: SIZES_KB by default, or none where `when_left_out` says in words
    what is taken then.
    """
    text = f"Of a message, kB; may be repeated. {when_left_out}".rstrip()
    default = () if when_left_out else SIZES_KB
    return click.option(
        *("--size", "sizes"),
        type=float,
        multiple=True,
        default=default,
        show_default=not when_left_out,
        help=text,
    )


def jobs_option(what: str = "Workers: runs made at once.") -> Callable[[FC], FC]:
    """How much is done at once, one a CPU by default; `what` says what that is."""
    return click.option(
        *("-j", "--jobs"),
        type=click.IntRange(min=1),
        default=os.cpu_count(),
        show_default="one a CPU",
        help=what,
    )


def json_option(what: str = "Print JSON instead of a table.") -> Callable[[FC], FC]:
    """The flag `as_json`, for programs; `what` says what is printed."""
    return click.option("--json", "as_json", is_flag=True, help=what)


cluster_option = click.option(
    "--cluster",
    metavar="ADDRESS",
    default="",
    help="Use the workers of a Dask scheduler (tcp://host:8786), or slurm for jobs.",
)
time_limit_option = click.option(
    "--time-limit",
    type=click.FloatRange(min=0, min_open=True),
    default=120.0,
    show_default=True,
    metavar="MINUTES",
    help="How long a tool may run; one that hangs is recorded as such.",
)
resume_option = click.option(
    "--resume/--fresh",
    default=True,
    help="Use what was done before (the default), or make everything anew.",
)
