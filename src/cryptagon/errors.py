"""The one kind of error that users see: what went wrong, where, why, and how to fix it."""

from typing import Any


class CryptagonError(Exception):
    """A fault in the user's input or environment, or a stage that failed on it.

    `what` is one sentence. `where` is a `file:line` or a path, `why` the cause (a tool's own words,
    a few lines at most), `fix` the next thing to do. The console prints all four and exits with a
    non-zero code; it never prints a traceback for this class.
    """

    def __init__(self, what: str, *, where: str = "", why: str = "", fix: str = "") -> None:
        self.what = what
        self.where = where
        self.why = why
        self.fix = fix
        super().__init__(self.render())

    def __str__(self) -> str:
        return self.render()

    def __reduce__(self) -> tuple[Any, ...]:
        # Errors come back from other processes: whole, whatever the constructor of their class asks
        # for.
        return _again, (type(self), self.args, vars(self))

    def render(self) -> str:
        """The message as plain text, one part a line."""
        head = f"{self.where}: {self.what}" if self.where else self.what
        parts = [head]
        if self.why:
            parts.append(f"  why: {self.why}")
        if self.fix:
            parts.append(f"  fix: {self.fix}")
        return "\n".join(parts)


class MachineError(CryptagonError):
    """A fault of the machine and not of what is measured: nothing is recorded of what it kept from
    its end.
    """


class DiskFullError(MachineError):
    """There is no room for what a step makes."""

    def __init__(self, folder: object) -> None:
        fix = "make room, or set CRYPTAGON_BUILD to a folder on another disk; what is finished is kept"
        super().__init__("the disk is full", where=str(folder), fix=fix)


class OutOfMemoryError(MachineError):
    """The machine ended a program, or would not give it memory.

    It may be enough for another design, or for fewer at once.
    """


def _again(
    kind: type[CryptagonError], args: tuple[Any, ...], fields: dict[str, Any]
) -> CryptagonError:
    error = kind.__new__(kind, *args)
    vars(error).update(fields)
    return error
