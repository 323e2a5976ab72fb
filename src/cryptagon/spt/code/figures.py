"""Figures as functions of C: a node is a variable of its name, a call a call, a repeat a loop."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from cryptagon.spt.code.dialect import INFIX, Dialect, function, grouped, indented, scaled
from cryptagon.spt.code.lookups import applied
from cryptagon.spt.code.names import free, locals_of, member, parameters
from cryptagon.spt.model import Figure, Node, Program, Ref, Type
from cryptagon.spt.rewrite.graphs import by_first_use
from cryptagon.spt.rounds import in_turn, rounds, state


@dataclass(frozen=True)
class Writer:
    """Writes the figures of a program; `names` has the functions and the definitions.

    `at_once` are the rounds of a repeat that are done together, as the dialect says it of straight
    loops; 0 for all of them.
    """

    program: Program
    dialect: Dialect
    names: Mapping[str, str]
    at_once: int = 1

    def written(self, figure: Figure) -> list[str]:
        """A figure as a function, before it the structure of its outputs where it has several."""
        body = _Body(self, figure, locals_of(figure, set(self.names.values()))).function()
        if len(figure.outputs) == 1:
            return [body]
        members = [f"{self.dialect.type(one.type)} {member(one.name)};" for one in figure.outputs]
        return ["\n".join([f"{self.result_type(figure)} {{", *indented(members), "};"]), body]

    def result_type(self, figure: Figure) -> str:
        """What the function of a figure returns: its one output, or the structure of them."""
        return (
            self.dialect.type(figure.outputs[0].type)
            if len(figure.outputs) == 1
            else f"struct {self.names[figure.name]}"
        )


@dataclass(frozen=True)
class _Body:
    """The function of one figure; `local` has the variables."""

    writer: Writer
    figure: Figure
    local: Mapping[str, str]

    @property
    def dialect(self) -> Dialect:
        return self.writer.dialect

    @cached_property
    def nodes(self) -> Mapping[str, Node]:
        return {one.name: one for one in self.figure.nodes}

    def function(self) -> str:
        taken = ", ".join(
            f"{self.dialect.type(one.type)} {self.local[one.name]}"
            for one in parameters(self.figure)
        )
        lines = [
            line
            for node in by_first_use(self.figure.nodes)
            if node.operation != "index"
            for line in _with_place(node, self._lines(node))
        ]
        name = self.writer.names[self.figure.name]
        head = f"static {self.writer.result_type(self.figure)} {name}({taken or 'void'})"
        return function(self.dialect.before(self.figure) + head, [*lines, self._returned()])

    def _returned(self) -> str:
        values = [(one.name, self._value(one.source)) for one in self.figure.outputs if one.source]
        if len(values) == 1:
            return f"return {values[0][1]};"
        members = [(member(name), value) for name, value in values]
        return f"return {self.dialect.structure(self.writer.result_type(self.figure), members)};"

    def _value(self, ref: Ref) -> str:
        """An operand. A figure with one output gives it as it is."""
        node = self.nodes.get(ref.node)
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
                yield from self._repeat(
                    name, node, dict(zip(node.ports, given)), dict(zip(node.ports, types))
                )
            case "concat":
                yield from self._concatenation(name, node.type.width, given, types)
            case "array" | "flat" | "elements" | "reverse":
                yield from self._pieces(name, node, given[0], types[0])
            case _:
                yield f"const {self.dialect.type(node.type)} {name} = {self._expression(node, given, types)};"

    def _constant(self, name: str, node: Node) -> str:
        values = [self.dialect.initial(number, node.type.width) for number in node.numbers]
        if node.type.count is None:
            return f"const {self.dialect.type(node.type)} {name} = {values[0]};"
        return f"{self.dialect.table} {self.dialect.type(node.type)} {name} = {{{{{', '.join(values)}}}}};"

    def _call(self, callee: Figure, arguments: Mapping[str, str]) -> str:
        return f"{self.writer.names[callee.name]}({', '.join(arguments[one.name] for one in parameters(callee))})"

    def _repeat(
        self, name: str, node: Node, given: Mapping[str, str], types: Mapping[str, Type]
    ) -> Iterator[str]:
        """A structure with the state and with what the rounds give, and a loop over the rounds."""
        fields = [f"{self.dialect.type(type_)} {member(port)};" for port, type_ in node.results]
        kept = state(self.writer.program.by_name[node.target])
        last = f", {self._last(name)}" if self._overshoots(node) else ""
        yield from ["struct {", *indented(fields), f"}} {name}{last};"]
        yield from (
            f"{name}.{member(port)} = {given[port]};" for port, _ in node.results if port in kept
        )
        yield from self._loop(name, node, given, types)

    def _loop(
        self, name: str, node: Node, given: Mapping[str, str], types: Mapping[str, Type]
    ) -> Iterator[str]:
        """A loop over the rounds; where several are done at once, a straight loop within it."""
        taken = {*self.local.values(), *self.writer.names.values()}
        counter, inner, gives = (free(one, taken) for one in ("i", "j", "given"))
        count = len(rounds(*node.numbers))
        at_once = min(self.writer.at_once or count, count)
        turn = (
            _Turn(counter, count)
            if at_once in (1, count)
            else _Turn(f"{counter} + {inner}", count, overshoots=self._overshoots(node))
        )
        body = list(self._round(name, node, (given, types), gives, turn))
        if at_once in (1, count):
            head = (
                self.dialect.loop(counter, count)
                if at_once > 1 or self.writer.at_once == 0
                else _for(counter, count)
            )
            yield from [f"{head} {{", *indented(body), "}"]
            return
        last = self._last(name)
        keeps = (
            [f"if ({inner} == {(count - 1) % at_once}) {last} = {name};"] if turn.overshoots else []
        )
        if turn.overshoots:
            yield f"{last} = {name};"
        straight = [f"{self.dialect.loop(inner, at_once)} {{", *indented([*body, *keeps]), "}"]
        yield from [f"{_for(counter, count, at_once)} {{", *indented(straight), "}"]
        if turn.overshoots:
            yield f"{name} = {last};"

    def _overshoots(self, node: Node) -> bool:
        """Whether several rounds at once do not come out even: the last ones are done, and lead
        nowhere.
        """
        count = len(rounds(*node.numbers))
        return 0 < self.writer.at_once < count and count % self.writer.at_once > 0

    def _last(self, name: str) -> str:
        """What is there after the last round that counts."""
        return free(f"{name}_last", {*self.local.values(), *self.writer.names.values()})

    def _round(
        self,
        name: str,
        node: Node,
        operands: tuple[Mapping[str, str], Mapping[str, Type]],
        gives: str,
        turn: "_Turn",
    ) -> Iterator[str]:
        """One round: the call, and where what it gives goes."""
        callee = self.writer.program.by_name[node.target]
        given, types = operands
        kept, turns, counted = state(callee), in_turn(callee, types), rounds(*node.numbers)
        arguments = {
            port: f"{value}.at[{turn.place}]" if port in turns else value
            for port, value in given.items()
        }
        arguments |= {port: f"{name}.{member(port)}" for port in kept}
        if callee.index:
            up = scaled(1, turn.number, counted.start)
            arguments[callee.index.name] = (
                up if counted.step > 0 else f"{counted.start} - {grouped(turn.number)}"
            )
        yield f"const {self.writer.result_type(callee)} {gives} = {self._call(callee, arguments)};"
        for one in callee.outputs:
            place = f"{name}.{member(one.name)}{'' if one.name in kept else f'.at[{turn.place}]'}"
            value = f"{gives}{f'.{member(one.name)}' if len(callee.outputs) > 1 else ''}"
            yield f"{'' if one.name in kept else turn.guard}{place} = {value};"

    def _pieces(self, name: str, node: Node, given: str, of: Type) -> Iterator[str]:
        """Arrays, and a value of the elements of one."""
        counter = free("i", set(self.local.values()))
        if node.operation == "flat":
            low = _from_the_end(of, counter)
            yield self.dialect.zero(name, node.type.width)
            step = self.dialect.place(
                name, node.type.width, low, f"{given}.at[{counter}]", of.width
            )
            yield f"{self.dialect.loop(counter, of.count or 1)} {step}"
            return
        if node.operation == "array":
            element = self.dialect.take(
                given, of.width, _from_the_end(node.type, counter), node.type.width
            )
        else:
            place = (
                scaled(1, counter, node.numbers[0])
                if node.operation == "elements"
                else f"{(of.count or 1) - 1} - {counter}"
            )
            element = f"{given}.at[{place}]"
        yield f"{self.dialect.type(node.type)} {name};"
        yield f"{self.dialect.loop(counter, node.type.count or 1)} {name}.at[{counter}] = {element};"

    def _concatenation(
        self, name: str, width: int, given: Sequence[str], types: Sequence[Type]
    ) -> Iterator[str]:
        lows = [sum(one.width for one in types[place + 1 :]) for place in range(len(types))]
        if self.dialect.native(width):
            shifted = [
                self.dialect.widened(value, type_.width, width)
                for value, type_ in zip(given, types)
            ]
            terms = [
                f"{one} << {low}" if low else value for one, value, low in zip(shifted, given, lows)
            ]
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
                return dialect.selected(given[0], given[1], types[0])
            case "slice":
                return dialect.take(given[0], width, str(numbers[1]), node.type.width)
            case "sbox" | "permute" | "product":
                return applied(
                    dialect,
                    self.writer.names[node.target],
                    self.writer.program.definition[node.target],
                    given[0],
                    width,
                )
            case _ if dialect.native(width) and dialect.native(node.type.width):
                return _native(dialect, node, given, width)
            case _:
                return dialect.wide(
                    node.operation, given, width, node.type.width, numbers[0] if numbers else 0
                )


def _with_place(node: Node, lines: Iterable[str]) -> Iterator[str]:
    """The lines of a node, the first with the place of its box, where it was drawn."""
    drawn = f" /* {node.places[0]} */" if node.places else ""
    for number, line in enumerate(lines):
        yield line if number else line + drawn


@dataclass(frozen=True)
class _Turn:
    """Which round it is: an expression from 0 on.

    Where several are done at once it may go beyond the last of `count` rounds.
    """

    number: str
    count: int
    overshoots: bool = False

    @property
    def place(self) -> str:
        """The element of an array of all rounds; beyond the last one it does not matter which."""
        return (
            f"{self.number} < {self.count} ? {self.number} : 0" if self.overshoots else self.number
        )

    @property
    def guard(self) -> str:
        """Before what must not happen beyond the last one."""
        return f"if ({self.number} < {self.count}) " if self.overshoots else ""


def _for(counter: str, count: int, step: int = 1) -> str:
    """The head of a loop over rounds."""
    return f"for (int {counter} = 0; {counter} < {count}; {f'{counter}++' if step == 1 else f'{counter} += {step}'})"


def _from_the_end(array: Type, counter: str) -> str:
    """The lowest bit of the element that the counter says, in the value that an array is cut
    from.
    """
    last = f"{(array.count or 1) - 1} - {counter}"
    return f"({last})" if array.width == 1 else f"{array.width} * ({last})"


def _native(dialect: Dialect, node: Node, given: Sequence[str], width: int) -> str:
    """An operation by the operators of C."""
    value, number = given[0], node.numbers[0] if node.numbers else 0
    first = dialect.widened(value, width, width)
    match node.operation:
        case "extend":
            return value
        case "not":
            return dialect.fitted(f"~{value}", width)
        case "shr":
            return f"{value} >> {number}"
        case "shl":
            return dialect.fitted(f"{first} << {number}", width)
        case "rotl" | "rotr":
            left = number if node.operation == "rotl" else -number % width
            return (
                dialect.fitted(f"{first} << {left} | {value} >> {width - left}", width)
                if left
                else value
            )
        case _:
            # Only a product may leave the `int` that C makes of small operands.
            operands = [first if node.operation == "mul" else value, *given[1:]]
            combined = f" {INFIX[node.operation]} ".join(operands)
            return (
                dialect.fitted(combined, width)
                if node.operation in ("add", "sub", "mul")
                else combined
            )
