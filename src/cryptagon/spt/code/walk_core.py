"""The function of a block cipher's core whose two directions are one walk: a clock cycle a round.

The last round of a block and the load of the next one share a cycle. A block begins with the kept
values of its direction: those of an encryption are made of the key when it is taken, those of a
decryption are learned in each encryption. Before the first decryption under a key an encryption of
no block is done for their sake. Keys that are made ahead are those of the round under way, and
those behind the last one are those with which the other direction begins.
"""

from collections.abc import Iterator, Sequence

from cryptagon.spt.code.dialect import Dialect, function, indented
from cryptagon.spt.code.figures import Writer
from cryptagon.spt.code.names import member, parameters
from cryptagon.spt.model import Figure, Port, Type
from cryptagon.spt.rewrite.both_ways import BothWays
from cryptagon.spt.rewrite.joining import CHOICE
from cryptagon.spt.rewrite.walk import COUNT

OFFERED = """expect_cycles(1);
const struct {step} done = {step}({given});
const bit offered = free && stream_has(block);
struct task next = any(struct task);
if (offered) next = stream_peek(block);"""
KEEPING = """const bit needs_key = next.new_key && !fresh;
const bit expand = next.decrypt && !known; /* an encryption of no block */
const bit learns = running && !decrypting && count == {learned};
const bit starting = offered && !needs_key{waiting};"""
WAITING = " && !(expand && learns)"
"""A decryption waits for what the last round of an encryption gives."""
TURNING = """const bit expanded = running && expanding;
const bit needs_key = next.new_key && !fresh && !expanded;
const bit expand = next.decrypt && fresh; /* an encryption of no block */
const bit starting = offered && !needs_key;"""
DIRECTION = """const bit direction = next.decrypt && !expand;
const bit gives = running && free && !expanding;"""
_OURS = """
running decrypting expanding expanded fresh known free count done offered next needs_key expand learns starting
direction turning gives begun made following
"""
LOCALS = frozenset(_OURS.split())
"""The variables of the function."""


def walk_function(both: BothWays, writer: Writer, head: str, text: str) -> str:
    """The function `head`; `writer` has written the figures of `both`, and `text` is the port of
    the block.
    """
    return function(head, list(_Core(both, writer, text).lines()))


class _Core:
    def __init__(self, both: BothWays, writer: Writer, text: str) -> None:
        figures = both.program.by_name
        self.both, self.writer, self.text = both, writer, text
        self.step, self.begin, self.key = figures[both.step], figures[both.begin], figures[both.key]
        self.keys, self.begun = self.key.outputs, self.begin.outputs
        self.ahead = figures[both.ahead] if both.ahead else None
        self.count = Type(max(1, (both.rounds - 1).bit_length()))
        self.passed = () if both.ahead else self.keys
        """The keys that go through the step."""

    @property
    def dialect(self) -> Dialect:
        return self.writer.dialect

    def lines(self) -> Iterator[str]:
        """Registers, and what happens in each cycle."""
        yield "bit running = 0, decrypting = 0; /* a block is under way; its direction */"
        yield "bit free = 1;                    /* no round follows this one */"
        yield "bit expanding = 0;               /* for the sake of the key */"
        yield "bit fresh = 0;                   /* the key of the block that is offered is here */"
        if not self.both.turns:
            yield "bit known = 0;                   /* a decryption can begin */"
        yield f"{self.dialect.type(self.count)} {COUNT} = 0;"
        kinds = {"now": (*self.keys, *self.begun), "first": self.keys}
        kinds |= {} if self.both.turns else {"back": self.keys}
        for kind, ports in kinds.items():
            yield from (f"{self.dialect.type(one.type)} {kind}_{one.name} = 0;" for one in ports)
        yield from ("", "for (;;) {", *indented([*self._cycle()]), "}")

    def _cycle(self) -> Iterator[str]:
        given = {one.name: f"now_{one.name}" for one in (*self.keys, *self.begun)}
        given |= {CHOICE: "decrypting", COUNT: self._number()}
        step, arguments = self.writer.names[self.both.step], _arguments(self.step, given)
        yield from OFFERED.format(step=step, given=arguments).splitlines()
        waiting = WAITING if self.both.after == self.both.rounds else ""
        keeping = KEEPING.format(waiting=waiting, learned=self.both.after - 1)
        kind = TURNING if self.both.turns else keeping
        yield from kind.splitlines()
        yield from DIRECTION.splitlines()
        if self.both.turns:
            yield "const bit turning = direction != decrypting; /* begins where the keys are */"
        else:
            yield "if (learns) known = 1;"
        if self.ahead:
            yield from self._made_ahead(self.ahead)
        yield from ("if (starting) {", *indented([*self._start()]))
        yield from ("} else {", *indented([*self._go_on()]), "}")
        if not self.both.turns:
            yield from self._learn()
        yield f"if (gives) stream_write(result, {self._done(self.text)});"

    def _number(self) -> str:
        """Of the round: where keys are made ahead, `count` is the number of the one that follows."""
        if not self.ahead:
            return COUNT
        kind = self.dialect.type(self.count)
        return f"free ? ({kind}){self.both.rounds - 1} : ({kind})({COUNT} - 1)"

    def _made_ahead(self, figure: Figure) -> Iterator[str]:
        """Keys of the next round, or of the first one of a block that begins."""
        for one in self.keys:
            kind, name = self.dialect.type(one.type), one.name
            yield f"const {kind} from_{name} = free && !turning ? first_{name} : now_{name};"
        given = {one.name: f"from_{one.name}" for one in self.keys}
        given |= {CHOICE: "free ? direction : decrypting", COUNT: COUNT}
        call = f"{self.writer.names[self.both.ahead]}({_arguments(figure, given)})"
        yield f"const {self.writer.result_type(figure)} following = {call};"

    def _kept_ahead(self) -> Iterator[str]:
        """Those keys are kept."""
        for one in self.keys if self.ahead else ():
            several = len(self.keys) > 1
            yield f"now_{one.name} = following{f'.{member(one.name)}' if several else ''};"

    def _learn(self) -> Iterator[str]:
        """Of an encryption what a decryption begins with; one that begins now takes what was
        there.
        """
        learned = sorted(self.both.learned.items())
        moves = indented([f"back_{one} = {self._done(of)};" for one, of in learned])
        yield from ("if (learns) {", *moves, "}")

    def _start(self) -> Iterator[str]:
        """The next block begins, or an encryption of none."""
        yield "if (!expand) stream_read(block);"
        for one in (port.name for port in self.keys):
            if self.ahead:
                yield f"if (turning) first_{one} = now_{one};"
            elif self.both.turns:
                yield f"now_{one} = turning ? {self._done(one)} : first_{one};"
                yield f"if (turning) first_{one} = {self._done(one)};"
            else:
                yield f"now_{one} = direction ? back_{one} : first_{one};"
        kind = "from" if self.ahead else "now"
        given = {one.name: f"{kind}_{one.name}" for one in self.keys}
        given |= {CHOICE: "direction", self.text: "next.data"}
        yield from self._called(self.begin, self.both.begin, given, "begun", "now")
        yield from self._kept_ahead()
        yield from ("expanding = expand;", "decrypting = direction;", "running = 1;")
        yield f"free = {int(self.both.rounds == 1)};"
        yield f"{COUNT} = {int(bool(self.ahead) and self.both.rounds > 1)};"
        yield "fresh = 0;" if self.both.turns else "if (!expand) fresh = 0;"

    def _go_on(self) -> Iterator[str]:
        """Without a start a key may be taken; the next round follows."""
        yield "if (offered && needs_key && stream_has(key)) {"
        taken = {one.name: "stream_read(key)" for one in self.key.inputs}
        yield from indented([*self._called(self.key, self.both.key, taken, "made", "first")])
        yield from (
            "    fresh = 1;",
            f"    {'decrypting' if self.both.turns else 'known'} = 0;",
            "}",
        )
        yield "if (running && !free) {"
        ports = (*self.passed, *self.begun)
        yield from indented([f"now_{one.name} = {self._done(one.name)};" for one in ports])
        yield from indented([*self._kept_ahead()])
        last = self.both.rounds - (1 if self.ahead else 2)
        yield f"    free = {COUNT} == {last};"
        yield f"    {COUNT} = free ? 0 : {COUNT} + 1;" if self.ahead else f"    {COUNT}++;"
        yield from ("} else {", "    running = 0;", "}")

    def _called(
        self, figure: Figure, name: str, given: dict[str, str], made: str, kind: str
    ) -> Iterator[str]:
        """A call of a figure, whose outputs go to registers of a kind."""
        call = f"{self.writer.names[name]}({_arguments(figure, given)})"
        if len(figure.outputs) == 1:
            yield f"{kind}_{figure.outputs[0].name} = {call};"
            return
        yield f"const {self.writer.result_type(figure)} {made} = {call};"
        yield from (f"{kind}_{one.name} = {made}.{member(one.name)};" for one in figure.outputs)

    def _done(self, output: str) -> str:
        return f"done.{member(output)}"


def _arguments(figure: Figure, given: dict[str, str]) -> str:
    return ", ".join(given[one.name] for one in parameters(figure))


def registers(ports: Sequence[Port]) -> frozenset[str]:
    """The names that registers of these values may have."""
    kinds = ("now", "first", "back", "from")
    return frozenset(f"{kind}_{one.name}" for kind in kinds for one in ports)
