"""C for hardware from a figure: a kernel that takes the inputs from one stream and gives the
outputs on another.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cryptagon.errors import CryptagonError
from cryptagon.spt.code.architecture import BASIC, Architecture
from cryptagon.spt.code.dialect import Dialect, function, indented, scaled
from cryptagon.spt.code.exact import Exact
from cryptagon.spt.code.figures import Writer
from cryptagon.spt.code.names import MAKER, functions_of, member, parameters
from cryptagon.spt.code.pipeline import Pipeline
from cryptagon.spt.model import Figure, Port, Program
from cryptagon.spt.rewrite import for_hardware, in_stages

GIVEN, RESULTS = "inputs", "outputs"
"""The names of the streams."""
LOCALS = (GIVEN, RESULTS, "given", "computed", "item", "taken")
"""The names in the kernel's function."""
SIGNALS = frozenset(("data", "item", "ready", "valid"))
"""Fields that the Verilog has other signals for."""


@dataclass(frozen=True)
class Ports:
    """The streams of a kernel: their names, and the fields of their items by the ports of the
    figure, in the order that items have.
    """

    given: str = GIVEN
    results: str = RESULTS
    fields: Mapping[str, str] = field(default_factory=dict)

    def field(self, name: str) -> str:
        """A port as a field of an item."""
        return self.fields.get(name, field_of(name))

    def ordered(self, ports: Sequence[Port]) -> list[Port]:
        """The ports in the order of the fields."""
        order = list(self.fields)
        return sorted(ports, key=lambda one: order.index(one.name)) if order else list(ports)


def generate_hls(
    program: Program,
    name: str,
    architecture: Architecture = BASIC,
    ports: Ports | None = None,
    *,
    command: str = MAKER,
) -> str:
    """C for `cryptagon hls` of the figure `name`; `command` is what made it.

    Raises CryptagonError for a figure without inputs, since a kernel answers what it is given, and
    for one that has no rounds for stages.
    """
    figure, dialect, ports = program.by_name[name], Exact(), ports or Ports()
    if not parameters(figure):
        raise CryptagonError(
            f"figure {name} has no inputs, so that no hardware is to be made of it"
        )
    program, stages = for_hardware(program, name, straight=architecture.stages), [name]
    if architecture.stages:
        program, stages = in_stages(program, name, architecture.rounds)
    names = functions_of(program, kernel_name(name), (*LOCALS, ports.given, ports.results))
    writer = Writer(program, dialect, names, 0 if architecture.stages else architecture.rounds)
    bodies = [text for one in program.figures for text in writer.written(one)]
    items = [
        _item(f"{ports.given}_item", ports.ordered(parameters(figure)), ports),
        _item(f"{ports.results}_item", ports.ordered(figure.outputs), ports),
    ]
    ends = [
        f"STREAM_IN(struct {ports.given}_item, {ports.given})\nSTREAM_OUT(struct {ports.results}_item, {ports.results})"
    ]
    kernel = _Kernel(figure, writer, ports)
    ends.append(
        kernel.pipelined(stages, extra=not architecture.rounds)
        if architecture.stages
        else kernel.plain()
    )
    return (
        "\n\n".join(
            [
                _head(name, architecture, command),
                *dialect.types.values(),
                *dialect.helpers.values(),
                *bodies,
                *items,
                *ends,
            ]
        )
        + "\n"
    )


def kernel_name(name: str) -> str:
    """The name of the module that becomes of a figure."""
    return f"{name}_kernel"


def field_of(name: str) -> str:
    """A port as a field of an item, where no other name is asked for."""
    return f"{name}_" if name in SIGNALS else member(name)


def _head(name: str, architecture: Architecture, command: str) -> str:
    how = f" * Architecture {architecture}. {architecture.told}\n * An array is one value, element 0 the most significant. */"
    return f"/* {name}, made from a figure by `{command}`.\n *\n{how}\n#include <cryptagon.h>"


def _item(name: str, members: Sequence[Port], ports: Ports) -> str:
    fields = [
        f"uint_t({one.type.width * (one.type.count or 1)}) {ports.field(one.name)};"
        for one in members
    ]
    return "\n".join([f"struct {name} {{", *indented(fields), "};"])


@dataclass(frozen=True)
class _Kernel:
    """The function that becomes the module."""

    figure: Figure
    writer: Writer
    ports: Ports

    def plain(self) -> str:
        """Reads an item, computes the figure, and writes an item."""
        cut, arguments = self._arguments()
        read = f"const struct {self.ports.given}_item given = stream_read({self.ports.given});"
        called = f"{self.writer.names[self.figure.name]}({', '.join(arguments)})"
        computed = f"const {self.writer.result_type(self.figure)} computed = {called};"
        return self._function([read, *cut, computed, *self._written(self.figure)])

    def pipelined(self, stages: Sequence[str], *, extra: bool) -> str:
        """Reads an item in every cycle in which there is one, and writes what leaves the last
        stage.
        """
        cut, arguments = self._arguments()
        item = f"struct {self.ports.given}_item"
        read = [
            f"const bit taken = stream_has({self.ports.given});",
            f"{item} given = any({item});",
        ]
        read += [f"if (taken) given = stream_read({self.ports.given});", *cut]
        figures = [self.writer.program.by_name[one] for one in stages]
        whole = Pipeline(
            self.writer, figures, read, self._written(figures[-1]), arguments, int(extra)
        )
        return self._function(list(whole.body()))

    def _function(self, body: Sequence[str]) -> str:
        return function(f"HARDWARE void {kernel_name(self.figure.name)}(void)", body)

    def _arguments(self) -> tuple[list[str], list[str]]:
        """Lines that cut arrays from the item `given`, and the inputs."""
        lines, arguments = [], []
        for number, one in enumerate(parameters(self.figure)):
            taken = f"given.{self.ports.field(one.name)}"
            arguments.append(taken if one.type.count is None else f"array{number}")
            if one.type.count is not None:
                lines += _cut(self.writer.dialect, f"array{number}", taken, one)
        return lines, arguments

    def _written(self, figure: Figure) -> list[str]:
        """The item of the value `computed` of a figure."""
        lines = [f"struct {self.ports.results}_item item = {{0}};"]
        for one in figure.outputs:
            value = f"computed.{member(one.name)}" if len(figure.outputs) > 1 else "computed"
            lines += _joined(self.writer.dialect, f"item.{self.ports.field(one.name)}", value, one)
        return [*lines, f"stream_write({self.ports.results}, item);"]


def _cut(dialect: Dialect, name: str, taken: str, port: Port) -> list[str]:
    """The elements of an array from one value, the last one the lowest."""
    width, count = port.type.width, port.type.count or 1
    element = dialect.take(taken, width * count, scaled(width, "i"), width)
    return [
        f"{dialect.type(port.type)} {name};",
        f"{dialect.loop('i', count)} {name}.at[{count - 1} - i] = {element};",
    ]


def _joined(dialect: Dialect, place: str, value: str, port: Port) -> list[str]:
    if port.type.count is None:
        return [f"{place} = {value};"]
    width, count = port.type.width, port.type.count
    step = dialect.place(
        place, width * count, scaled(width, "i"), f"{value}.at[{count - 1} - i]", width
    )
    return [f"{dialect.loop('i', count)} {step}"]
