"""A cipher whose blocks and whose key setup go through one round, as one figure that is done once
in a clock cycle.

What the round takes of the key and of its number is traced through all rounds of both directions.
Keys that tables wait for come from a register that is filled a cycle ahead, and others that are not
needed at the same time come from the same one: that of FL, between Camellia's rounds, from the one
of the round keys. A decryption goes through the places of the rounds backwards where more is alike
then.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from cryptagon.spt.model import Figure, Node, Port, Program, Ref, Type
from cryptagon.spt.rewrite.both_ways import SHARED
from cryptagon.spt.rewrite.graphs import needs
from cryptagon.spt.rewrite.joining import CHOICE
from cryptagon.spt.rewrite.selecting import Moment, Table, selecting
from cryptagon.spt.rewrite.taken import Loop, Taken, loop_of, on, taken_by, trimmed
from cryptagon.spt.rewrite.traced import Window

STEP, BEGIN, FIRST = "step", "begin", "first"


@dataclass(frozen=True)
class OneStep:
    """A program with the figures of a core.

    STEP takes the state, the registers that are filled ahead and bits; it gives the state anew, the
    text after the last round, and after the setup what is `kept`. BEGIN makes the state of a text,
    FIRST state and register of a new key. The figures that fill registers are called as these,
    `ahead`. `bits` says what each figure is told, by places: those of the rounds of a block, and
    behind them those of the setup.
    """

    program: Program
    state: tuple[Port, ...]
    ahead: tuple[Port, ...]
    kept: tuple[Port, ...]
    rounds: int
    setup: int
    backwards: bool
    bits: Mapping[str, Mapping[str, Table]]


def one_step(program: Program, whole: str, setup: str, key: str, text: str) -> OneStep | None:
    """The figure `whole`, which computes either direction, and `setup` as one step; None where the
    rounds of the setup are not as some of a block.
    """
    main, first = (loop_of(program, one) for one in (whole, setup))
    names = [{one.name for one in loop.figure.inputs} if loop else set() for loop in (main, first)]
    if not main or not first or CHOICE not in names[0] or names[1] != {key}:
        return None
    if len(main.numbers) == 1:
        return None
    kept = tuple(one for one in main.figure.inputs if one.name not in (text, CHOICE))
    mine = taken_by(program, main, kept, (0, 1))
    theirs = taken_by(program, first, first.figure.inputs, (0,))
    if not mine or not theirs:
        return None
    made = _OneStep(program, mine, theirs, text)
    return made.made() if made.alike else None


@dataclass
class _OneStep:
    program: Program
    mine: Taken
    theirs: Taken
    text: str
    bits: dict[str, dict[str, Table]] = field(default_factory=dict)
    called: list[Figure] = field(default_factory=list)

    @property
    def main(self) -> Loop:
        return self.mine.loop

    @property
    def first(self) -> Loop:
        return self.theirs.loop

    @cached_property
    def registers(self) -> dict[str, list[str]]:
        """Registers that are filled ahead, and the values of the round that come from each."""
        groups: list[list[str]] = []
        waited = [one for one in self.mine.values if _waits(self.mine.round, one)]
        for one in (*waited, *(one for one in self.mine.values if one not in waited)):
            group = next((group for group in groups if self._fits(one, group)), None)
            if group:
                group.append(one)
            elif one in waited:
                groups.append([one])
        return {f"ahead{number}": group for number, group in enumerate(groups)}

    def _fits(self, name: str, group: Sequence[str]) -> bool:
        """Whether a value is never needed together with others."""
        live = self.mine.live
        return all(
            self.mine.width(name) == self.mine.width(one) and not live[name] & live[one]
            for one in group
        )

    @cached_property
    def model(self) -> Moment | None:
        """A round of a block that is as those of the setup; None where there is none."""
        if len(self.theirs.values) != 1 or self.theirs.bits or len(self.registers) != 1:
            return None
        setup = self._on_registers(self.theirs.round, {"ahead0": list(self.theirs.values)})
        return next((at for at in self.mine.moments if self._as_in(at) == setup), None)

    @property
    def alike(self) -> bool:
        """Whether the setup is rounds of the step."""
        return self.model is not None

    def _as_in(self, at: Moment) -> Figure:
        return self._on_registers(self.mine.at(at), self.registers)

    def _on_registers(self, round_: Figure, registers: Mapping[str, Sequence[str]]) -> Figure:
        """A round that takes values from registers."""
        refs = {Ref(one): Ref(name) for name, group in registers.items() for one in group}
        ports = [Port(name, Type(self._width(name))) for name in registers]
        return on(round_, refs, ports)

    def _width(self, register: str) -> int:
        return self.mine.width(self.registers[register][0])

    @cached_property
    def backwards(self) -> bool:
        """Whether a decryption is more like an encryption backwards."""
        last = len(self.main.numbers) - 1
        tables = [*self.mine.bits.values(), *self.mine.values.values()]
        same, turned = (
            sum(
                table[place, 0] == table[last - place if back else place, 1]
                for table in tables
                for place in range(last + 1)
            )
            for back in (False, True)
        )
        return turned > same

    def _place(self, at: Moment) -> Moment:
        """The place of a round of a block."""
        number, direction = at
        last = len(self.main.numbers) - 1
        return (last - number if self.backwards and direction else number), direction

    def _later(self, number: int) -> Moment:
        """The place of a round of the setup."""
        return len(self.main.numbers) + number, 0

    def made(self) -> OneStep:
        """All figures."""
        ahead = [self._ahead(name) for name in self.registers]
        whole = [*ahead, self._step(), self._begin(), self._first()]
        return OneStep(
            Program((*self.called, *whole), self.program.definitions),
            self.main.state,
            tuple(one.outputs[0] for one in ahead),
            self.first.figure.outputs,
            len(self.main.numbers),
            len(self.first.numbers),
            self.backwards,
            self.bits,
        )

    def _wanted(self, values: Sequence[str]) -> dict[Moment, Window]:
        """What blocks want of these values, in the places where one of them is needed."""
        mine = self.mine
        return {self._place(at): mine.values[one][at] for one in values for at in mine.live[one]}

    def _ahead(self, name: str) -> Figure:
        """What fills a register: with keys of blocks, and with those of the setup but its first."""
        (setup,) = self.theirs.values.values()
        wanted = self._wanted(self.registers[name])
        wanted |= {self._later(number): one for (number, _), one in setup.items() if number}
        told = selecting(name, self.mine.sources, self._width(name), wanted)
        self.bits[name] = dict(told.bits)
        return told.figure

    def _step(self) -> Figure:
        """The round and the end, with calls of what selects values that come from no register."""
        bits = {name: self._bit(table) for name, table in self.mine.bits.items()}
        round_ = self._on_registers(self.mine.round, self.registers)
        calls = []
        there = [one for group in self.registers.values() for one in group]
        for one in (one for one in self.mine.values if one not in there):
            wanted, width = self._wanted([one]), self.mine.width(one)
            told = selecting(f"select_{one}", self.mine.sources, width, wanted)
            bits |= {f"{one}_{bit}": table for bit, table in told.bits.items()}
            calls.append(self._call(told.figure, {bit: f"{one}_{bit}" for bit in told.bits}))
            called = Ref(calls[-1].name, calls[-1].results[0][0])
            round_ = replace(round_, nodes=tuple(_on(round_.nodes, Ref(one), called)))
        self.bits[STEP] = bits
        ends = [
            self._text(round_),
            *(self._kept(round_, one.name) for one in self.first.figure.outputs),
        ]
        nodes = {one.name: one for behind, _ in ends for one in behind}
        inputs = [*round_.inputs, *self.mine.sources, Port(CHOICE, Type(1))]
        inputs += [Port(name, Type(1)) for name in bits if Ref(name) not in round_.types]
        outputs = [*round_.outputs, *(end for _, end in ends)]
        return trimmed(STEP, inputs, outputs, [*calls, *round_.nodes, *nodes.values()])

    def _text(self, round_: Figure) -> tuple[list[Node], Port]:
        """The end of a block: behind a round as the last one is."""
        last = len(self.main.numbers) - 1
        one, other = (self.mine.known(round_, (last, direction)) for direction in (0, 1))
        return self.main.behind(_state(round_, one if one == other else {}), self.text)

    def _kept(self, round_: Figure, name: str) -> tuple[list[Node], Port]:
        """The end of the setup."""
        assert self.model  # the setup is as a round
        return self.first.behind(_state(round_, self.mine.known(round_, self.model)), name)

    def _call(self, figure: Figure, named: Mapping[str, str]) -> Node:
        """A call of a figure, whose inputs may be called otherwise here."""
        self.called.append(figure)
        ports = tuple(one.name for one in figure.inputs)
        operands = tuple(Ref(named.get(one, one)) for one in ports)
        results = tuple((one.name, one.type) for one in figure.outputs)
        return Node(f"#{figure.name}", "call", operands, results, (), figure.name, ports)

    def _bit(self, table: Table) -> Table:
        """A bit of blocks, and of the setup as in the round that it is as."""
        assert self.model  # the setup is as a round
        places = {self._place(at): value for at, value in table.items()}
        return places | {
            self._later(at): table[self.model] for at in range(len(self.first.numbers))
        }

    def _begin(self) -> Figure:
        """The state with which a block begins."""
        main = self.main
        outputs = [replace(one, source=main.given[one.name]) for one in main.state]
        return trimmed(BEGIN, main.figure.inputs, outputs, main.figure.nodes)

    def _first(self) -> Figure:
        """The state with which the setup begins, and its first key."""
        first = self.first
        outputs = [replace(one, source=first.given[one.name]) for one in first.state]
        (setup,) = self.theirs.values.values()
        told = selecting("first_key", first.figure.inputs, self._width("ahead0"), {(0, 0): setup[0, 0]})  # fmt: skip
        call = self._call(told.figure, {})
        outputs.append(Port("ahead0", call.results[0][1], Ref(call.name, call.results[0][0])))
        return trimmed(FIRST, first.figure.inputs, outputs, [call, *first.figure.nodes])


def _waits(round_: Figure, name: str) -> bool:
    """Whether tables wait for a value."""
    behind = needs(round_, name)
    return any(one.operation in SHARED for one in round_.nodes if one.name in behind)


def _on(nodes: Sequence[Node], ref: Ref, other: Ref) -> list[Node]:
    return [
        replace(one, operands=tuple(other if at == ref else at for at in one.operands))
        for one in nodes
    ]


def _state(round_: Figure, known: Mapping[Ref, Ref]) -> dict[str, Ref]:
    """The state after a round of which something is known."""
    sources = {one.name: one.source for one in round_.outputs if one.source}
    return {name: known.get(source, source) for name, source in sources.items()}
