"""The C of a figure, compiled and run: it must give what the interpreter gives."""

import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.spt.code.names import free, parameters
from cryptagon.spt.code.portable import size
from cryptagon.spt.code.tried import Values, compare, inputs_of
from cryptagon.spt.model import Figure, Port, Program, Type, Value
from cryptagon.spt.operations import pieces
from cryptagon.toolchain import answer, find, run

FLAGS = (
    "-std=c11",
    "-O1",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-fsanitize=undefined",
    "-fsanitize-trap=undefined",
)
SECONDS = 120


def verify_c(program: Program, name: str, folder: Path, flags: Sequence[str] = ()) -> int:
    """Compiles the C of a figure in `folder` and compares it with the interpreter; gives the number
    of inputs compared.

    `flags` are further ones for the compiler.

    Raises CryptagonError, with inputs and outputs, where they differ.
    """
    figure = program.by_name[name]
    tried = inputs_of(figure)
    compare(program, figure, tried, run_c(figure, folder, tried, flags), str(folder / f"{name}.c"))
    return len(tried)


def run_c(
    figure: Figure, folder: Path, tried: Sequence[Values], flags: Sequence[str] = ()
) -> list[Values]:
    """What the C of a figure in `folder` gives for these inputs.

    Raises CryptagonError where it does not compile, or crashes.
    """
    given = b"".join(
        to_bytes(one[port.name], port.type) for one in tried for port in parameters(figure)
    )
    with tempfile.TemporaryDirectory() as place:
        _compile(figure, len(tried), folder.resolve(), Path(place), flags)
        done = answered(Path(place) / "check", given, folder / f"{figure.name}.c")
    return list(_outputs(figure, done, len(tried)))


def answered(check: Path, given: bytes, source: Path) -> bytes:
    """What the program `check`, made of generated C, writes for these bytes.

    Raises CryptagonError where it crashes, or does not end.
    """
    try:
        done = answer([check], given, timeout=SECONDS)
    except subprocess.TimeoutExpired as fault:
        raise CryptagonError(
            f"the C of a figure did not end in {SECONDS} s",
            where=str(source),
            fix="repeat fewer rounds",
        ) from fault
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip()
        raise CryptagonError(
            "the C of a figure crashes",
            where=str(source),
            why=f"exit code {done.returncode}{f': {said}' if said else ''}",
        )
    return done.stdout


def to_bytes(value: Value, type_: Type) -> bytes:
    """As the function of the C takes it."""
    elements = value if isinstance(value, tuple) else (value,)
    return b"".join(one.to_bytes(size(type_.element), "big") for one in elements)


def from_bytes(data: bytes, type_: Type) -> Value:
    """What the function of the C gives."""
    whole, each = int.from_bytes(data, "big"), size(type_.element) * 8
    return whole if type_.count is None else tuple(pieces(whole, each, type_.count))


def _outputs(figure: Figure, data: bytes, count: int) -> Iterator[Values]:
    at = 0
    for _ in range(count):
        values: dict[str, Value] = {}
        for port in figure.outputs:
            values[port.name] = from_bytes(data[at : at + size(port.type)], port.type)
            at += size(port.type)
        yield values


def _compile(figure: Figure, count: int, folder: Path, place: Path, flags: Sequence[str]) -> None:
    (place / "main.c").write_text(_main(figure, count), encoding="utf-8")
    tool = find("zig-cc")
    run(
        [
            *tool.argv,
            *FLAGS,
            *flags,
            f"-I{folder}",
            "-o",
            "check",
            "main.c",
            folder / f"{figure.name}.c",
        ],
        cwd=place,
        env=tool.env,
    )


def _main(figure: Figure, count: int) -> str:
    """A program that reads the inputs one after the other and writes the outputs."""

    def arrays(kind: str, ports: Sequence[Port]) -> dict[str, int]:
        return {f"{kind}{number}": size(port.type) for number, port in enumerate(ports)}

    inputs, outputs = arrays("input", parameters(figure)), arrays("output", figure.outputs)
    declared = [
        f"    static uint8_t {name}[{bytes_}];" for name, bytes_ in (inputs | outputs).items()
    ]
    reads = [
        f"        if (fread({name}, sizeof {name}, 1, stdin) != 1) return 1;" for name in inputs
    ]
    writes = [
        f"        if (fwrite({name}, sizeof {name}, 1, stdout) != 1) return 1;" for name in outputs
    ]
    call = f"        {free(figure.name, set())}({', '.join([*inputs, *outputs])});"
    body = [
        *declared,
        f"    for (int i = 0; i < {count}; i++) {{",
        *reads,
        call,
        *writes,
        "    }",
        "    return 0;",
    ]
    return (
        "\n".join(
            ["#include <stdio.h>", f'#include "{figure.name}.h"', "int main(void) {", *body, "}"]
        )
        + "\n"
    )
