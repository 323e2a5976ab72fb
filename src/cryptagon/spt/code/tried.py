"""Corner and random inputs of a figure, and what a program made of them beside what the interpreter
makes of them.
"""

import random
from collections.abc import Callable, Mapping, Sequence

from cryptagon.errors import CryptagonError
from cryptagon.spt.code.names import parameters
from cryptagon.spt.interpreter import evaluate
from cryptagon.spt.model import Figure, Program, Type, Value
from cryptagon.spt.operations import mask

TRIED = 64
CORNERS: tuple[Callable[[int], int], ...] = (lambda _: 0, mask, lambda width: 1 << (width - 1))
"""All zeros, all ones, the highest bit alone; of a width."""
Values = Mapping[str, Value]


def inputs_of(figure: Figure, count: int = TRIED) -> list[dict[str, Value]]:
    """The corners, then random values, the same every time."""
    choose = random.Random(figure.name)
    makers = [*CORNERS, *[choose.getrandbits] * (count - len(CORNERS))]
    return [{one.name: _made(one.type, maker) for one in parameters(figure)} for maker in makers]


def _made(type_: Type, maker: Callable[[int], int]) -> Value:
    return (
        maker(type_.width)
        if type_.count is None
        else tuple(maker(type_.width) for _ in range(type_.count))
    )


def compare(
    program: Program, figure: Figure, tried: Sequence[Values], found: Sequence[Values], where: str
) -> None:
    """Raises CryptagonError at the first inputs for which a program found other outputs than the
    interpreter.
    """
    for given, outputs in zip(tried, found, strict=True):
        wanted = evaluate(program, figure.name, given)
        for port in figure.outputs:
            if outputs[port.name] != wanted[port.name]:
                said = f"{_shown(wanted[port.name])} by the interpreter, {_shown(outputs[port.name])} by the program"
                why = f"for {', '.join(f'{key}={_shown(value)}' for key, value in given.items())}"
                raise CryptagonError(
                    f"output {port.name} of figure {figure.name} is {said}",
                    where=where,
                    why=why[:1000],
                )


def _shown(value: Value) -> str:
    return ",".join(f"{one:x}" for one in value) if isinstance(value, tuple) else f"{value:x}"
