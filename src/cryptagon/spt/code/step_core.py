"""The function of a block cipher's core whose blocks and key setup are done by one step, a clock
cycle each time.

A register has a bit for each round, of which one is set. A decryption may go through it from its
other end; the setup is behind the rounds of a block. The last round of a block and the load of the
next one share a cycle, and so do a key and the first step of its setup.
"""

from collections.abc import Iterator, Mapping

from cryptagon.spt.code.dialect import Dialect, function, indented
from cryptagon.spt.code.figures import Writer
from cryptagon.spt.code.names import member, parameters
from cryptagon.spt.rewrite.joining import CHOICE
from cryptagon.spt.rewrite.one_step import BEGIN, FIRST, STEP, OneStep
from cryptagon.spt.rewrite.selecting import Table

OFFERED = """const bit gives = last;
const bit offered = !running && stream_has(block);
struct task next = any(struct task);
if (offered) next = stream_peek(block);
const bit starting = offered && !(next.new_key && !fresh);
const bit setting_up = offered && !starting && stream_has(key);
const bit direction = running ? decrypting : next.decrypt;
cipher_key_t new_key = any(cipher_key_t);
if (starting) {
    stream_read(block);
    fresh = 0;
}
if (setting_up) {
    new_key = stream_read(key);
    fresh = 1;
}"""
_OURS = """
place decrypting running last fresh done gives offered next starting setting_up direction new_key following
begun made
"""
LOCALS = frozenset(_OURS.split())
"""The variables of the function."""
KINDS = ("now", "kept", "next")


def step_function(one: OneStep, writer: Writer, head: str, key: str, text: str) -> str:
    """The function `head`; `writer` has written the figures of `one`; `key` and `text` are the
    ports of both.
    """
    return function(head, list(_Core(one, writer, key, text).lines()))


def registers(one: OneStep) -> frozenset[str]:
    """The names that registers may have."""
    ports = (*one.state, *one.ahead, *one.kept)
    told_later = {f"{bit}_{port.name}" for port in one.ahead for bit in one.bits[port.name]}
    return frozenset(f"{kind}_{port.name}" for kind in KINDS for port in ports) | told_later


class _Core:
    def __init__(self, one: OneStep, writer: Writer, key: str, text: str) -> None:
        self.one, self.writer, self.key, self.text = one, writer, key, text
        self.figures = one.program.by_name
        self.places = one.rounds + one.setup
        self.values = {key: "kept_key", text: "next.data"}
        self.values |= {port.name: f"kept_{port.name}" for port in one.kept}
        self.values |= {port.name: f"now_{port.name}" for port in (*one.state, *one.ahead)}

    @property
    def dialect(self) -> Dialect:
        return self.writer.dialect

    def lines(self) -> Iterator[str]:
        """Registers, and what happens in each cycle."""
        yield f"uint_t({self.places}) place = 0; /* a bit for each round, behind those of a block for those of a key */"
        yield "bit decrypting = 0;"
        yield "bit running = 0, last = 0; /* a round follows; the last round of a block */"
        yield "bit fresh = 0;             /* the key of the block that is offered is here */"
        yield "cipher_key_t kept_key = 0;"
        for kind, ports in (("kept", self.one.kept), ("now", (*self.one.state, *self.one.ahead))):
            yield from (f"{self.dialect.type(one.type)} {kind}_{one.name} = 0;" for one in ports)
        yield from (f"bit {name} = 0;" for name, _ in self._told_later())
        yield from ("", "for (;;) {", *indented([*self._cycle()]), "}")

    def _cycle(self) -> Iterator[str]:
        yield "expect_cycles(1);"
        yield self._called(
            STEP, "done", self._told(STEP, "place", "decrypting") | {CHOICE: "decrypting"}
        )
        yield from OFFERED.splitlines()
        yield from self._following()
        for port in self.one.ahead:
            yield self._called(port.name, f"next_{port.name}", self._told_ahead(port.name))
        yield self._called(BEGIN, "begun", {CHOICE: "next.decrypt"})
        yield self._called(FIRST, "made", {self.key: "new_key"})
        yield from self._moves()
        yield f"if (gives) stream_write(result, {self._part(STEP, 'done', self.text)});"

    def _following(self) -> Iterator[str]:
        """The place that follows."""
        turned = "decrypting ? place >> 1 : place << 1" if self.one.backwards else "place << 1"
        kind, last = f"uint_t({self.places})", self.one.rounds - 1
        starts = [f"({kind})setting_up << {self.one.rounds}"]
        if self.one.backwards:
            starts += [
                f"({kind})(starting & ~next.decrypt)",
                f"({kind})(starting & next.decrypt) << {last}",
            ]
        else:
            starts.append(f"({kind})starting")
        yield f"const {kind} following = running ? ({kind})({turned}) : ({kind})({' | '.join(starts)});"

    def _moves(self) -> Iterator[str]:
        """Registers take what is in them in the next cycle."""
        one, end = self.one, f"(bit)(place >> {self.places - 1})"
        before = f"(bit)(place >> {one.rounds - 2})"
        if one.backwards:
            before = f"(decrypting ? (bit)(place >> 1) : {before})"
        yield "if (running) {"
        yield from indented(
            [f"now_{port.name} = {self._part(STEP, 'done', port.name)};" for port in one.state]
        )
        kept = [f"kept_{port.name} = {self._part(STEP, 'done', port.name)};" for port in one.kept]
        yield from indented([f"if ({end}) {{", *indented(kept), "}"])
        yield "} else {"
        yield from indented(
            [f"now_{port.name} = {self._part(BEGIN, 'begun', port.name)};" for port in one.state]
        )
        yield from ("    if (starting) decrypting = next.decrypt;", "}")
        yield from (f"now_{port.name} = next_{port.name};" for port in one.ahead)
        yield from ("if (setting_up) {", "    kept_key = new_key;", "    decrypting = 0;")
        ports = (*one.state, *one.ahead)
        yield from indented(
            [f"now_{port.name} = {self._part(FIRST, 'made', port.name)};" for port in ports]
        )
        yield "}"
        for name, table in self._told_later():
            yield f"{name} = {told(self._after(table), 'following', 'direction')};"
        yield f"last = running & {before};"
        yield f"running = running ? (bit)~({before} | {end}) : (bit)(starting | setting_up);"
        yield "place = following;"

    def _called(self, name: str, local: str, told: Mapping[str, str]) -> str:
        """The call of a figure."""
        figure, values = self.figures[name], {**self.values, **told}
        arguments = ", ".join(values[one.name] for one in parameters(figure))
        return f"const {self.writer.result_type(figure)} {local} = {self.writer.names[name]}({arguments});"

    def _part(self, name: str, local: str, output: str) -> str:
        several = len(self.figures[name].outputs) > 1
        return f"{local}.{member(output)}" if several else local

    def _told(self, name: str, register: str, direction: str) -> dict[str, str]:
        """What a figure is told, by a register of places and a direction."""
        return {bit: told(table, register, direction) for bit, table in self.one.bits[name].items()}

    def _told_later(self) -> Iterator[tuple[str, Table]]:
        """Registers for what the figures that fill registers are told in the next cycle."""
        for port in self.one.ahead:
            for bit, table in self.one.bits[port.name].items():
                yield f"{bit}_{port.name}", table

    def _told_ahead(self, name: str) -> dict[str, str]:
        """What one of them is told: by such a register, or as a block begins."""
        last = self.one.rounds - 1 if self.one.backwards else 0
        found = {}
        for bit, table in self.one.bits[name].items():
            starts = {(0, way): table.get((at, way), 0) for way, at in enumerate((0, last))}
            found[bit] = f"running ? {bit}_{name} : {told(starts, '', 'next.decrypt')}"
        return found

    def _after(self, table: Table) -> Table:
        """A bit as it is in the place that follows."""
        back = self.one.backwards
        return {
            (place + 1 if back and way else place - 1, way): bit
            for (place, way), bit in table.items()
            if not (back and way) or place < self.one.rounds - 1
            if (back and way) or place not in (0, self.one.rounds)
        }


def told(table: Table, register: str, direction: str) -> str:
    """A bit, as a sum of bits of the register: those where it is 1, or those where it is 0."""
    for value, name in ((1, direction), (0, f"(bit)~{direction}")):
        if all(bit == (at[1] == value) for at, bit in table.items()):
            return name
    if len(set(table.values())) == 1:
        return f"(bit){next(iter(table.values()))}"
    ones, zeros = (_sum_of(table, value, register, direction) for value in (1, 0))
    fewer = ones if len(ones) <= len(zeros) else zeros
    total = fewer[0] if len(fewer) == 1 else f"(bit)({' | '.join(fewer)})"
    return total if fewer is ones else f"(bit)~{total}"


def _sum_of(table: Table, value: int, register: str, direction: str) -> list[str]:
    """The bits of the register where the table has a value; of one direction alone, or of both."""
    found = []
    for place in sorted({place for place, _ in table}):
        here = [table.get((place, way)) for way in (0, 1)]
        bit = f"(bit)({register} >> {place})" if place else f"(bit){register}"
        if value in here:
            other = 1 - value
            way = direction if here[0] == other else f"~{direction}" if here[1] == other else ""
            found.append(f"(bit)({bit} & {way})" if way else bit)
    return found
