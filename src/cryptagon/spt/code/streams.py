"""C for hardware from a figure: a kernel that takes the inputs from one stream and gives the outputs on another."""

from cryptagon.errors import CryptagonError
from cryptagon.spt.code.dialect import Dialect, function, indented, scaled
from cryptagon.spt.code.exact import Exact
from cryptagon.spt.code.figures import Writer
from cryptagon.spt.code.names import functions_of, member, parameters
from cryptagon.spt.model import Figure, Port, Program
from cryptagon.spt.rewrite import for_hardware

GIVEN, RESULTS = "inputs", "outputs"
"""The names of the streams."""
LOCALS = (GIVEN, RESULTS, "given", "result", "item")
"""The names in the kernel's function."""
HOW = """ * A round of a `repeat` takes a clock cycle, all else is logic. An array is one value, element 0 the most significant. */"""

SIGNALS = frozenset(("data", "item", "ready", "valid"))
"""Fields that the Verilog has other signals for."""


def generate_hls(program: Program, name: str) -> str:
    """C for `cryptagon hls` of the figure `name`. Raises CryptagonError for a figure without inputs: a kernel answers what it is given."""
    program = for_hardware(program, name)
    figure, dialect = program.by_name[name], Exact()
    if not parameters(figure):
        raise CryptagonError(f"figure {name} has no inputs, so that no hardware is to be made of it")
    names = functions_of(program, kernel_name(name), LOCALS)
    writer = Writer(program, dialect, names)
    bodies = [text for one in program.figures for text in writer.written(one)]
    streams = [_item(GIVEN, parameters(figure)), _item(RESULTS, figure.outputs)]
    ends = [f"STREAM_IN(struct {GIVEN}, {GIVEN})\nSTREAM_OUT(struct {RESULTS}, {RESULTS})", _kernel(figure, writer)]
    head = f"/* {name}, made from a figure by `cryptagon spt build`.\n *\n{HOW}\n#include <cryptagon.h>"
    return "\n\n".join([head, *dialect.types.values(), *dialect.helpers.values(), *bodies, *streams, *ends]) + "\n"


def kernel_name(name: str) -> str:
    """The name of the module that becomes of a figure."""
    return f"{name}_kernel"


def field(name: str) -> str:
    """A port as a field of an item."""
    return f"{name}_" if name in SIGNALS else member(name)


def _item(name: str, ports: tuple[Port, ...]) -> str:
    fields = [f"uint_t({one.type.width * (one.type.count or 1)}) {field(one.name)};" for one in ports]
    return "\n".join([f"struct {name} {{", *indented(fields), "};"])


def _kernel(figure: Figure, writer: Writer) -> str:
    """Reads an item, computes the figure, and writes an item."""
    dialect, called = writer.dialect, writer.names[figure.name]
    lines, arguments = [f"const struct {GIVEN} given = stream_read({GIVEN});"], []
    for number, one in enumerate(parameters(figure)):
        taken = f"given.{field(one.name)}"
        arguments.append(taken if one.type.count is None else f"array{number}")
        if one.type.count is not None:
            lines += _cut(dialect, f"array{number}", taken, one)
    lines.append(f"const {writer.result_type(figure)} result = {called}({', '.join(arguments)});")
    lines.append(f"struct {RESULTS} item = {{0}};")
    for one in figure.outputs:
        value = f"result.{member(one.name)}" if len(figure.outputs) > 1 else "result"
        lines += _joined(dialect, f"item.{field(one.name)}", value, one)
    return function(f"HARDWARE void {kernel_name(figure.name)}(void)", [*lines, f"stream_write({RESULTS}, item);"])


def _cut(dialect: Dialect, name: str, taken: str, port: Port) -> list[str]:
    """The elements of an array from one value, the last one the lowest."""
    width, count = port.type.width, port.type.count or 1
    element = dialect.take(taken, width * count, scaled(width, "i"), width)
    return [f"{dialect.type(port.type)} {name};", f"{dialect.loop('i', count)} {name}.at[{count - 1} - i] = {element};"]


def _joined(dialect: Dialect, place: str, value: str, port: Port) -> list[str]:
    if port.type.count is None:
        return [f"{place} = {value};"]
    width, count = port.type.width, port.type.count
    step = dialect.place(place, width * count, scaled(width, "i"), f"{value}.at[{count - 1} - i]", width)
    return [f"{dialect.loop('i', count)} {step}"]
