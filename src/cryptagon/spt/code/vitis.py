"""C++ for Vivado HLS and Vitis HLS from a figure: `ap_uint`, and pragmas where the C of this
project has marks.

Arbitrary precision types and pragmas are those of AMD's UG1399 (Vitis HLS User Guide): INLINE,
PIPELINE, UNROLL.
"""

import re
from collections.abc import Iterator, Sequence

from cryptagon.errors import CryptagonError
from cryptagon.spt.code.architecture import BASIC, Architecture
from cryptagon.spt.code.dialect import function
from cryptagon.spt.code.exact import LITERAL, Exact
from cryptagon.spt.code.figures import Writer
from cryptagon.spt.code.names import MAKER, free, functions_of, member, parameters
from cryptagon.spt.model import Figure, Program
from cryptagon.spt.rewrite import for_hardware

HEAD = """/* {name}, made from a figure by `{command}`, for Vivado HLS and Vitis HLS.
 *
 * Architecture {architecture}. {told} */
#include <ap_int.h>

typedef ap_uint<1> bit;"""
STRAIGHT = re.compile(r"^( *)UNROLL (for \(.*?\)) (.*)$")
"""A loop that is logic; the heads of loops have no brackets within them."""
ROLLED = re.compile(r"^ *for \(.*\) \{$")
BODY = re.compile(r"^static .*\) \{$")


class Vitis(Exact):
    """C++ of AMD's HLS. Marks are left for `_line` to make pragmas of."""

    def word(self, width: int) -> str:
        """An integer of exactly so many bits."""
        return f"ap_uint<{width}>"

    def initial(self, value: int, width: int) -> str:
        """Hexadecimal; what is too wide for a constant of C++ is read from a string."""
        return (
            f'{self.word(width)}("{value:x}", 16)'
            if value.bit_length() > LITERAL
            else super().initial(value, min(width, LITERAL))
        )

    def before(self, figure: Figure) -> str:
        """Nothing is said of sharing."""
        del figure
        return ""

    def structure(self, type_: str, members: Sequence[tuple[str, str]]) -> str:
        """C++ knows the type of what is returned."""
        del type_
        return f"{{{', '.join(value for _, value in members)}}}"


def generate_vitis(
    program: Program, name: str, architecture: Architecture = BASIC, command: str = MAKER
) -> str:
    """The C++ of the figure `name`: a function of that name, with its outputs as references behind
    its inputs; `command` is what made it.

    Raises CryptagonError for a figure without inputs.
    """
    figure, dialect = program.by_name[name], Vitis()
    if not parameters(figure):
        raise CryptagonError(
            f"figure {name} has no inputs, so that no hardware is to be made of it"
        )
    program = for_hardware(program, name, straight=architecture.stages)
    top = free(name, set())
    names = functions_of(program, top)
    writer = Writer(program, dialect, names, 0 if architecture.stages else architecture.rounds)
    bodies = [text for one in program.figures for text in writer.written(one)]
    head = HEAD.format(
        name=name, command=command, architecture=architecture, told=architecture.told
    )
    parts = [
        head,
        *dialect.types.values(),
        *dialect.helpers.values(),
        *bodies,
        _top(writer, figure, top, architecture),
    ]
    return "\n".join(line for text in parts for line in [*_lines(text), ""]).rstrip("\n") + "\n"


def _top(writer: Writer, figure: Figure, name: str, architecture: Architecture) -> str:
    """The function that becomes the module; a pipeline takes new inputs in every cycle."""
    taken: set[str] = {*writer.names.values(), "computed"}
    given: list[str] = []
    for one in parameters(figure):
        given.append(free(one.name, taken | set(given)))
    results = [free(f"{one.name}_out", taken | set(given)) for one in figure.outputs]
    ports = [
        f"{writer.dialect.type(one.type)} {called}"
        for one, called in zip(parameters(figure), given)
    ]
    ports += [
        f"{writer.dialect.type(one.type)} &{called}" for one, called in zip(figure.outputs, results)
    ]
    lines = ["#pragma HLS PIPELINE II=1"] if architecture.stages else []
    lines.append(
        f"const {writer.result_type(figure)} computed = {writer.names[figure.name]}({', '.join(given)});"
    )
    several = len(figure.outputs) > 1
    lines += [
        f"{called} = computed{f'.{member(one.name)}' if several else ''};"
        for one, called in zip(figure.outputs, results)
    ]
    return function(f"void {name}({', '.join(ports)})", lines)


def _lines(text: str) -> Iterator[str]:
    """A text with pragmas in the place of marks, and types as C++ has them."""
    for line in text.splitlines():
        if not line.startswith("SHARED_UNITS("):
            yield from _line(
                re.sub(r"uint_t\((\d+)\)", r"ap_uint<\1>", re.sub(r"\bROM\b", "static const", line))
            )


def _line(line: str) -> Iterator[str]:
    if found := STRAIGHT.match(line):
        indent, head, body = found.groups()
        yield from (f"{indent}{head} {{", "#pragma HLS UNROLL")
        if body != "{":
            yield from (f"{indent}    {body}", f"{indent}}}")
        return
    yield line.removeprefix("    ") if line.lstrip().startswith("#pragma") else line
    if ROLLED.match(line):
        yield "#pragma HLS PIPELINE II=1"
    elif BODY.match(line):
        yield "#pragma HLS INLINE"
