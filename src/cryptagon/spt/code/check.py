"""Programs made from a figure, run on corner and random inputs: they must give what the interpreter gives."""

import random
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.spt.code.names import free, parameters
from cryptagon.spt.code.portable import size
from cryptagon.spt.interpreter import evaluate
from cryptagon.spt.model import Figure, Port, Program, Type, Value
from cryptagon.spt.operations import joined, mask, pieces
from cryptagon.toolchain import answer, find, run

TRIED = 64
FLAGS = ("-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "-fsanitize=undefined", "-fsanitize-trap=undefined")
Values = Mapping[str, Value]


def inputs_of(figure: Figure, count: int = TRIED) -> list[dict[str, Value]]:
    """All zeros, all ones, each input's highest bit, then random ones, the same every time."""
    choose = random.Random(figure.name)
    corners = [lambda width: 0, mask, lambda width: 1 << (width - 1)]
    makers = corners + [choose.getrandbits] * (count - len(corners))
    return [{one.name: _made(one.type, maker) for one in parameters(figure)} for maker in makers]


def _made(type_: Type, maker) -> Value:
    return maker(type_.width) if type_.count is None else tuple(maker(type_.width) for _ in range(type_.count))


def verify_c(program: Program, name: str, folder: Path) -> int:
    """Compiles the C of a figure in `folder` and compares it with the interpreter; gives the number of inputs compared.

    Raises CryptagonError, with inputs and outputs, where they differ.
    """
    figure = program.by_name[name]
    tried = inputs_of(figure)
    given = b"".join(to_bytes(one[port.name], port.type) for one in tried for port in parameters(figure))
    with tempfile.TemporaryDirectory() as place:
        _compile(figure, len(tried), folder.resolve(), Path(place))
        done = answer([Path(place) / "check"], given, timeout=120)
    if done.returncode:
        raise CryptagonError(f"the C of figure {name} crashes", where=str(folder / f"{name}.c"), why=f"exit code {done.returncode}")
    found = list(_outputs(figure, done.stdout, len(tried)))
    compare(program, figure, tried, found, str(folder / f"{name}.c"))
    return len(tried)


def compare(program: Program, figure: Figure, tried: Sequence[Values], found: Sequence[Values], where: str) -> None:
    """Raises CryptagonError at the first inputs for which a program found other outputs than the interpreter."""
    for given, outputs in zip(tried, found, strict=True):
        wanted = evaluate(program, figure.name, given)
        for port in figure.outputs:
            if outputs[port.name] != wanted[port.name]:
                said = f"{_shown(wanted[port.name])} by the interpreter, {_shown(outputs[port.name])} by the program"
                why = f"for {', '.join(f'{key}={_shown(value)}' for key, value in given.items())}"
                raise CryptagonError(f"output {port.name} of figure {figure.name} is {said}", where=where, why=why[:1000])


def _shown(value: Value) -> str:
    return ",".join(f"{one:x}" for one in value) if isinstance(value, tuple) else f"{value:x}"


def to_bytes(value: Value, type_: Type) -> bytes:
    """As the function of the C takes it."""
    elements = value if isinstance(value, tuple) else (value,)
    return b"".join(one.to_bytes(size(type_.element), "big") for one in elements)


def from_bytes(data: bytes, type_: Type) -> Value:
    """What the function of the C gives."""
    whole, each = int.from_bytes(data, "big"), size(type_.element) * 8
    return whole if type_.count is None else tuple(pieces(whole, each, type_.count))


def flat(value: Value, type_: Type) -> int:
    """A value as one number; an array as its elements side by side."""
    return joined(value, type_.width) if isinstance(value, tuple) else value


def _outputs(figure: Figure, data: bytes, count: int) -> Iterator[Values]:
    at = 0
    for _ in range(count):
        values: dict[str, Value] = {}
        for port in figure.outputs:
            values[port.name] = from_bytes(data[at : at + size(port.type)], port.type)
            at += size(port.type)
        yield values


def _compile(figure: Figure, count: int, folder: Path, place: Path) -> None:
    (place / "main.c").write_text(_main(figure, count), encoding="utf-8")
    tool = find("zig-cc")
    run([*tool.argv, *FLAGS, f"-I{folder}", "-o", "check", "main.c", folder / f"{figure.name}.c"], cwd=place, env=tool.env)


def _main(figure: Figure, count: int) -> str:
    """A program that reads the inputs one after the other and writes the outputs."""

    def arrays(kind: str, ports: Sequence[Port]) -> dict[str, int]:
        return {f"{kind}{number}": size(port.type) for number, port in enumerate(ports)}

    inputs, outputs = arrays("input", parameters(figure)), arrays("output", figure.outputs)
    declared = [f"    static uint8_t {name}[{bytes_}];" for name, bytes_ in (inputs | outputs).items()]
    reads = [f"        if (fread({name}, sizeof {name}, 1, stdin) != 1) return 1;" for name in inputs]
    writes = [f"        if (fwrite({name}, sizeof {name}, 1, stdout) != 1) return 1;" for name in outputs]
    call = f"        {free(figure.name, set())}({', '.join([*inputs, *outputs])});"
    body = [*declared, f"    for (int i = 0; i < {count}; i++) {{", *reads, call, *writes, "    }", "    return 0;"]
    return "\n".join(["#include <stdio.h>", f'#include "{figure.name}.h"', "int main(void) {", *body, "}"]) + "\n"
