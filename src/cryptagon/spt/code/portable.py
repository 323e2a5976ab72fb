"""Portable C from a figure: a header with one function on bytes, and its source."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cryptagon.spt.code.dialect import Dialect, function, scaled
from cryptagon.spt.code.figures import Writer
from cryptagon.spt.code.names import MAKER, free, functions_of, member, parameters
from cryptagon.spt.code.words import Words, words_of
from cryptagon.spt.model import Figure, Port, Program, Type
from cryptagon.spt.rewrite.graphs import needed

HOW = """ * A value is bytes, the most significant first, as specifications print it. One of a width that is no multiple of eight
 * has zeros before it. The elements of an array follow each other, element 0 first. Outputs may lie where inputs do."""

HEADER = """/* {name}: {ports}.
 *
{how} */
#ifndef {guard}
#define {guard}

#include <stdint.h>

#ifdef __cplusplus
extern "C" {{
#endif

{declared};

#ifdef __cplusplus
}}
#endif

#endif
"""


@dataclass(frozen=True)
class Sources:
    """A header and the source that includes it; the names of both begin with `name`.

    `constant_time`: the header says that no address and no branch depends on a value.
    """

    name: str
    header: str
    source: str
    constant_time: bool = False


def generate_c(program: Program, name: str, command: str = MAKER) -> Sources:
    """Portable C for the figure `name`; `command` is what made it."""
    figure, dialect = program.by_name[name], Words()
    outside = free(name, set())
    names = functions_of(program, outside)
    figures = needed(program, name)
    writer = Writer(program, dialect, names)
    bodies = [text for one in figures for text in writer.written(one)]
    entry = function(declaration(figure, outside), list(_entry(figure, writer)))
    sections = [
        "#include <stdint.h>",
        f'#include "{name}.h"',
        *dialect.types.values(),
        *dialect.helpers.values(),
        *bodies,
        entry,
    ]
    head = f"/* {name}, made from a figure by `{command}`. */"
    return Sources(
        name,
        _header(figure, name, outside),
        "\n\n".join([head + "\n" + "\n".join(sections[:2]), *sections[2:]]) + "\n",
    )


def size(type_: Type) -> int:
    """The bytes of a value, or of all elements of an array."""
    return -(-type_.width // 8) * (type_.count or 1)


def declaration(figure: Figure, name: str) -> str:
    """The function that others call."""
    inputs = [parameter(one) for one in parameters(figure)]
    outputs = [f"uint8_t {_output(figure, one)}[{size(one.type)}]" for one in figure.outputs]
    return f"void {name}({', '.join([*inputs, *outputs])})"


def parameter(port: Port) -> str:
    """An input of the function."""
    return f"const uint8_t {_named(port)}[{size(port.type)}]"


def _named(port: Port) -> str:
    return free(port.name, set())


def _output(figure: Figure, port: Port) -> str:
    """An output that an input has the name of is told apart."""
    taken = {_named(one) for one in parameters(figure)}
    return free(
        f"{port.name}_out" if port.name in {one.name for one in parameters(figure)} else port.name,
        taken,
    )


def _header(figure: Figure, name: str, outside: str) -> str:
    ports = (
        f"{', '.join(_described(parameters(figure)))} to {', '.join(_described(figure.outputs))}"
    )
    return HEADER.format(
        name=name,
        ports=ports,
        how=HOW,
        guard=f"{name.upper()}_H",
        declared=declaration(figure, outside),
    )


def _described(ports: Sequence[Port]) -> list[str]:
    return [
        f"{one.name} of {one.type.width} bits{f', {one.type.count} times' if one.type.count else ''}"
        for one in ports
    ]


def _entry(figure: Figure, writer: Writer) -> Iterator[str]:
    """Bytes to values, the figure, and values to bytes."""
    called = writer.names[figure.name]
    taken = (
        {called}
        | {_named(one) for one in parameters(figure)}
        | {_output(figure, one) for one in figure.outputs}
    )
    counter, result = free("i", taken), free("result", taken)
    values = [f"{_named(one)}_value" for one in parameters(figure)]
    for value, one in zip(values, parameters(figure)):
        yield from from_bytes(writer.dialect, one, value, counter)
    yield f"const {writer.result_type(figure)} {result} = {called}({', '.join(values)});"
    for one in figure.outputs:
        value = f"{result}.{member(one.name)}" if len(figure.outputs) > 1 else result
        yield to_bytes(writer.dialect, one.type, value, _output(figure, one), counter)


def from_bytes(dialect: Dialect, port: Port, value: str, counter: str) -> Iterator[str]:
    """Statements: the value of an input, as a variable."""
    load, type_ = _loaded(dialect, port.type.width), dialect.type(port.type)
    if port.type.count is None:
        yield f"const {type_} {value} = {load}({_named(port)});"
    else:
        yield f"{type_} {value};"
        element = f"{_named(port)} + {scaled(size(port.type.element), counter)}"
        yield f"{dialect.loop(counter, port.type.count)} {value}.at[{counter}] = {load}({element});"


def to_bytes(dialect: Dialect, type_: Type, value: str, given: str, counter: str) -> str:
    """A statement: a value as the bytes that are given."""
    store = _stored(dialect, type_.width)
    if type_.count is None:
        return f"{store}({given}, {value});"
    element = f"{given} + {scaled(size(type_.element), counter)}"
    return f"{dialect.loop(counter, type_.count)} {store}({element}, {value}.at[{counter}]);"


def _loaded(dialect: Dialect, width: int) -> str:
    """The helper that reads a value from bytes; bits above its width are left out."""
    name, word, count = f"load_{width}", dialect.word(width), size(Type(width))
    step = "x.word[i / 8] |= (uint64_t)bytes[LAST - i] << i % 8 * 8;".replace(
        "LAST", str(count - 1)
    )
    cut = [f"x.word[{words_of(width) - 1}] &= UINT64_MAX >> {-width % 64};"] if width % 8 else []
    if dialect.native(width):
        step = "x = x << 8 | bytes[i];" if count > 1 else "x = bytes[i];"
        cut = [f"x &= {dialect.initial((1 << width) - 1, width)};"] if width % 8 else []
    lines = [
        dialect.zero("x", width),
        f"for (int i = 0; i < {count}; i++) {step}",
        *cut,
        "return x;",
    ]
    dialect.helpers.setdefault(
        name, function(f"static inline {word} {name}(const uint8_t *bytes)", lines)
    )
    return name


def _stored(dialect: Dialect, width: int) -> str:
    """The helper that writes a value as bytes."""
    name, last = f"store_{width}", size(Type(width)) - 1
    value = "x >> 8 * i" if dialect.native(width) else "x.word[i / 8] >> i % 8 * 8"
    lines = [f"for (int i = 0; i < {last + 1}; i++) bytes[{last} - i] = (uint8_t)({value});"]
    dialect.helpers.setdefault(
        name, function(f"static inline void {name}(uint8_t *bytes, {dialect.word(width)} x)", lines)
    )
    return name
