"""Known answers on the page: one a line, as `key=00 text=00 -> text=5579`, each computed by the
interpreter.
"""

from functools import cache

from pydantic import BaseModel

from cryptagon.errors import CryptagonError
from cryptagon.spt.interpreter import evaluate
from cryptagon.spt.model import Figure, Program
from cryptagon.spt.numbers import assigned, hexadecimal
from cryptagon.spt.rounds import rounds

MOST_STEPS = 1 << 19
"""Operations that one answer may take: some seconds. Camellia-128 takes some thousands."""
MOST_LINES = 100


class Answer(BaseModel):
    """What became of a line: `ok` is None where it has no expected output, or could not be
    computed, and `said` tells why.
    """

    line: str
    ok: bool | None
    said: str


def answered(program: Program | None, text: str) -> list[Answer]:
    """The answers to all lines that are not empty; `program` is None for a drawing with faults."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return [_answer(program, line) for line in lines[:MOST_LINES]]


def _answer(program: Program | None, line: str) -> Answer:
    if program is None:
        return Answer(line=line, ok=None, said="waits until the drawing has no faults")
    try:
        return _computed(program, line)
    except CryptagonError as error:
        why = f" ({error.why})" if error.why else ""
        return Answer(
            line=line, ok=None, said=f"{error.what}{why}" + (f"; {error.fix}" if error.fix else "")
        )


def _computed(program: Program, line: str) -> Answer:
    figure, given = _figure(program, line)
    before, arrow, after = given.partition("->")
    inputs, expected = (dict(map(assigned, part.split())) for part in (before, after))
    if arrow and not expected:
        raise CryptagonError(
            "nothing is behind the arrow",
            fix="write key=00 text=00 -> text=00, or leave out the arrow",
        )
    if _steps(program, figure) > MOST_STEPS:
        raise CryptagonError(
            "this figure takes too many operations to compute it here", fix="use cryptagon spt run"
        )
    found = evaluate(program, figure.name, inputs)
    types = {one.name: one.type for one in figure.outputs}
    if unknown := sorted(expected.keys() - found.keys()):
        raise CryptagonError(
            f"figure {figure.name} has no output {', '.join(unknown)}",
            fix=f"it has {', '.join(found)}",
        )
    shown = " ".join(f"{name}={hexadecimal(value, types[name])}" for name, value in found.items())
    same = all(found[name] == value for name, value in expected.items())
    return Answer(line=line, ok=same if expected else None, said=shown)


def _figure(program: Program, line: str) -> tuple[Figure, str]:
    """The figure that is meant, by `NAME:` or as the one that no other calls, and the rest of the
    line.
    """
    name, colon, rest = line.partition(":")
    if colon:
        if name.strip() not in program.by_name:
            raise CryptagonError(
                f'there is no figure "{name.strip()[:40]}"',
                fix=f"there are {', '.join(program.by_name)}",
            )
        return program.by_name[name.strip()], rest
    if len(program.tops) != 1:
        names = ", ".join(one.name for one in program.tops)
        raise CryptagonError(
            "which figure is meant is not clear",
            why=f"no other one calls {names}",
            fix="begin the line by NAME:",
        )
    return program.tops[0], line


def _steps(program: Program, figure: Figure) -> int:
    """How many operations one computation takes, those of figures that are called included."""

    @cache
    def of(name: str) -> int:
        return sum(
            node_steps(one.operation, one.numbers, one.target)
            for one in program.by_name[name].nodes
        )

    def node_steps(operation: str, numbers: tuple[int, ...], target: str) -> int:
        if operation not in ("call", "repeat"):
            return 1
        return 1 + of(target) * (len(rounds(*numbers)) if operation == "repeat" else 1)

    return of(figure.name)
