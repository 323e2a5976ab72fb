"""Figures as functions of C: a node is a variable of its name, a call a call, a repeat a loop."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cryptagon.spt.code.dialect import INFIX, Dialect, function, indented, scaled
from cryptagon.spt.code.lookups import applied
from cryptagon.spt.code.names import free, locals_of, member, parameters
from cryptagon.spt.model import Figure, Node, Program, Ref, Type
from cryptagon.spt.rounds import in_turn, rounds, state


def needed(program: Program, top: str) -> list[Figure]:
    """The figure and those that it calls, each after those that it calls itself."""
    found = {top}
    for figure in reversed(program.figures):
        if figure.name in found:
            found |= {node.target for node in figure.nodes if node.operation in ("call", "repeat")}
    return [figure for figure in program.figures if figure.name in found]


@dataclass(frozen=True)
class Writer:
    """Writes the figures of a program; `names` has the functions and the definitions."""

    program: Program
    dialect: Dialect
    names: Mapping[str, str]

    def written(self, figure: Figure) -> list[str]:
        """A figure as a function, before it the structure of its outputs where it has several."""
        body = _Body(self, figure, locals_of(figure, set(self.names.values()))).function()
        if len(figure.outputs) == 1:
            return [body]
        members = [f"{self.dialect.type(one.type)} {member(one.name)};" for one in figure.outputs]
        return ["\n".join([f"{self.result_type(figure)} {{", *indented(members), "};"]), body]

    def result_type(self, figure: Figure) -> str:
        """What the function of a figure returns: its one output, or the structure of them."""
        return self.dialect.type(figure.outputs[0].type) if len(figure.outputs) == 1 else f"struct {self.names[figure.name]}"


@dataclass(frozen=True)
class _Body:
    """The function of one figure; `local` has the variables."""

    writer: Writer
    figure: Figure
    local: Mapping[str, str]

    @property
    def dialect(self) -> Dialect:
        return self.writer.dialect

    def function(self) -> str:
        taken = ", ".join(f"{self.dialect.type(one.type)} {self.local[one.name]}" for one in parameters(self.figure))
        lines = [line for node in self.figure.nodes if node.operation != "index" for line in self._lines(node)]
        name = self.writer.names[self.figure.name]
        return function(f"static {self.writer.result_type(self.figure)} {name}({taken or 'void'})", [*lines, self._returned()])

    def _returned(self) -> str:
        values = [(one.name, self._value(one.source)) for one in self.figure.outputs if one.source]
        if len(values) == 1:
            return f"return {values[0][1]};"
        return f"return ({self.writer.result_type(self.figure)}){{{', '.join(f'.{member(name)} = {value}' for name, value in values)}}};"

    def _value(self, ref: Ref) -> str:
        """An operand. A figure with one output gives it as it is."""
        node = next((one for one in self.figure.nodes if one.name == ref.node), None)
        if node and (node.operation == "repeat" or len(node.results) > 1):
            return f"{self.local[ref.node]}.{member(ref.output)}"
        return self.local[ref.node]

    def _lines(self, node: Node) -> Iterator[str]:
        name, given = self.local[node.name], [self._value(one) for one in node.operands]
        types = [self.figure.types[one] for one in node.operands]
        match node.operation:
            case "constant":
                yield self._constant(name, node)
            case "call":
                callee = self.writer.program.by_name[node.target]
                arguments = dict(zip(node.ports, given))
                yield f"const {self.writer.result_type(callee)} {name} = {self._call(callee, arguments)};"
            case "repeat":
                yield from self._repeat(name, node, dict(zip(node.ports, given)), dict(zip(node.ports, types)))
            case "concat" | "array" | "flat" | "elements" | "reverse":
                yield from self._pieces(name, node, given, types)
            case _:
                yield f"const {self.dialect.type(node.type)} {name} = {self._expression(node, given, types)};"

    def _constant(self, name: str, node: Node) -> str:
        values = [self.dialect.initial(number, node.type.width) for number in node.numbers]
        if node.type.count is None:
            return f"const {self.dialect.type(node.type)} {name} = {values[0]};"
        return f"{self.dialect.table} {self.dialect.type(node.type)} {name} = {{{{{', '.join(values)}}}}};"

    def _call(self, callee: Figure, arguments: Mapping[str, str]) -> str:
        return f"{self.writer.names[callee.name]}({', '.join(arguments[one.name] for one in parameters(callee))})"

    def _repeat(self, name: str, node: Node, given: Mapping[str, str], types: Mapping[str, Type]) -> Iterator[str]:
        """A structure with the state and with what the rounds give, and a loop over the rounds."""
        callee = self.writer.program.by_name[node.target]
        kept, turns, counted = state(callee), in_turn(callee, types), rounds(*node.numbers)
        counter, gives = (free(one, set(self.local.values()) | set(self.writer.names.values())) for one in ("i", "given"))
        members = [f"{self.dialect.type(type_)} {member(port)};" for port, type_ in node.results]
        begins = ", ".join(f".{member(port)} = {given[port]}" for port, _ in node.results if port in kept)
        yield from ["struct {", *indented(members), f"}} {name}{f' = {{{begins}}}' if begins else ''};"]
        arguments = {port: f"{value}.at[{counter}]" if port in turns else value for port, value in given.items()}
        arguments |= {port: f"{name}.{member(port)}" for port in kept}
        if callee.index:
            arguments[callee.index.name] = scaled(1, counter, counted.start) if counted.step > 0 else f"{counted.start} - {counter}"
        yield f"for (int {counter} = 0; {counter} < {len(counted)}; {counter}++) {{"
        yield f"    const {self.writer.result_type(callee)} {gives} = {self._call(callee, arguments)};"
        for one in callee.outputs:
            place = f"{name}.{member(one.name)}{'' if one.name in kept else f'.at[{counter}]'}"
            yield f"    {place} = {gives}{f'.{member(one.name)}' if len(callee.outputs) > 1 else ''};"
        yield "}"

    def _pieces(self, name: str, node: Node, given: Sequence[str], types: Sequence[Type]) -> Iterator[str]:
        """Results that are made piece by piece."""
        counter, type_, of = free("i", set(self.local.values())), node.type, types[0]
        if node.operation == "concat":
            yield from self._concatenation(name, type_.width, given, types)
        elif node.operation == "flat":
            assert of.count is not None  # the type rule took an array
            low = f"{of.width} * ({of.count - 1} - {counter})"
            yield self.dialect.zero(name, type_.width)
            step = self.dialect.place(name, type_.width, low, f"{given[0]}.at[{counter}]", of.width)
            yield f"{self.dialect.loop(counter, of.count)} {step}"
        else:
            assert type_.count is not None  # `array`, `elements` and `reverse` give arrays
            element = {
                "array": lambda: self.dialect.take(given[0], of.width, f"{type_.width} * ({type_.count - 1} - {counter})", type_.width)
                if type_.count != 1
                else given[0],
                "elements": lambda: f"{given[0]}.at[{scaled(1, counter, node.numbers[0])}]",
                "reverse": lambda: f"{given[0]}.at[{type_.count - 1} - {counter}]",
            }[node.operation]()
            yield f"{self.dialect.type(type_)} {name};"
            yield f"{self.dialect.loop(counter, type_.count)} {name}.at[{counter}] = {element};"

    def _concatenation(self, name: str, width: int, given: Sequence[str], types: Sequence[Type]) -> Iterator[str]:
        lows = [sum(one.width for one in types[place + 1 :]) for place in range(len(types))]
        if self.dialect.native(width):
            shifted = [self.dialect.widened(value, type_.width, width) for value, type_ in zip(given, types)]
            terms = [f"{one} << {low}" if low else value for one, value, low in zip(shifted, given, lows)]
            yield f"const {self.dialect.word(width)} {name} = {' | '.join(terms)};"
            return
        yield self.dialect.zero(name, width)
        for value, low, type_ in zip(given, lows, types):
            yield self.dialect.place(name, width, str(low), value, type_.width)

    def _expression(self, node: Node, given: Sequence[str], types: Sequence[Type]) -> str:
        width, numbers, dialect = types[0].width, node.numbers, self.dialect
        match node.operation:
            case "element":
                return f"{given[0]}.at[{numbers[0]}]"
            case "select":
                return f"{given[0]}.at[{given[1]}]"
            case "slice":
                return dialect.take(given[0], width, str(numbers[1]), node.type.width)
            case "sbox" | "permute" | "product":
                return applied(dialect, self.writer.names[node.target], self.writer.program.definition[node.target], given[0], width)
            case _ if dialect.native(width) and dialect.native(node.type.width):
                return _native(dialect, node, given, width)
            case _:
                return dialect.wide(node.operation, given, width, node.type.width, numbers[0] if numbers else 0)


def _native(dialect: Dialect, node: Node, given: Sequence[str], width: int) -> str:
    """An operation by the operators of C."""
    value, number = given[0], node.numbers[0] if node.numbers else 0
    match node.operation:
        case "extend":
            return value
        case "not":
            return dialect.fitted(f"~{value}", width)
        case "shr":
            return f"{value} >> {number}"
        case "shl":
            return dialect.fitted(f"{dialect.widened(value, width, width)} << {number}", width)
        case "rotl" | "rotr":
            left = number if node.operation == "rotl" else -number % width
            return dialect.fitted(f"{dialect.widened(value, width, width)} << {left} | {value} >> {width - left}", width) if left else value
        case "mul":
            return dialect.fitted(" * ".join([dialect.widened(value, width, width), *given[1:]]), width)
        case "add" | "sub":
            return dialect.fitted(f" {INFIX[node.operation]} ".join(given), width)
        case _:
            return f" {INFIX[node.operation]} ".join(given)
