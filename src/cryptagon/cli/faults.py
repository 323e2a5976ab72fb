"""How faults reach the user: one shape, on stderr, never a traceback for something that the user
can mend.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

import click

from cryptagon.errors import CryptagonError

NOTHING_LOST = "what is finished is kept; the same command goes on from here"


class Fault(click.ClickException):
    """A CryptagonError on its way to the console; exit code 1."""

    def __init__(self, error: CryptagonError) -> None:
        self.error = error
        super().__init__(error.render())

    def show(self, file: IO[Any] | None = None) -> None:
        """Prints what, where, why and fix, one part a line, aligned."""
        click.echo(styled(self.error), file=file, err=file is None)


class Interrupted(click.ClickException):
    """Ctrl-C, with a line that says what becomes of the work; exit code 130, as shells have it for
    SIGINT.
    """

    exit_code = 130

    def show(self, file: IO[Any] | None = None) -> None:
        """Prints the line."""
        click.echo(
            f"\n{click.style('interrupted', fg='yellow')}: {self.message}",
            file=file,
            err=file is None,
        )


@contextmanager
def faults_told() -> Iterator[None]:
    """What is raised inside becomes what click prints: a CryptagonError, what the system refuses,
    an interrupt that nobody expected.
    """
    try:
        yield
    except CryptagonError as error:
        raise Fault(error) from error
    except KeyboardInterrupt as interrupt:
        raise Interrupted(NOTHING_LOST) from interrupt
    except (OSError, MemoryError) as error:
        if isinstance(error, BrokenPipeError):
            raise  # whoever read what we print has gone, which click knows
        from cryptagon.toolchain import machine_fault  # noqa: PLC0415 - what only a fault needs

        raise Fault(machine_fault(error)) from error


def styled(error: CryptagonError) -> str:
    """The error as text for the console: a red `error:`, then dim labels with the continuation
    lines indented under them.
    """
    lines = [f"{click.style('error:', fg='red', bold=True)} {error.what}"]
    for label, text in (("where", error.where), ("why", error.why), ("fix", error.fix)):
        if text:
            heading = click.style(f"{label}:".ljust(6), dim=True)
            lines.append(f"  {heading} " + text.strip().replace("\n", "\n" + " " * 9))
    return "\n".join(lines)
