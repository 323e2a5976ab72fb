"""Two walks as one: an encryption and its decryption, round by round by one step, and one key
schedule.

A decryption begins where the key schedule of an encryption ends. So it needs no key schedule before
it: an encryption leaves the values that it begins with, and where there was none under a key yet,
one is done for their sake.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from graphlib import CycleError, TopologicalSorter
from itertools import chain, islice, permutations, product

from cryptagon.spt.interpreter import Values, evaluate
from cryptagon.spt.model import Definition, Figure, Node, Port, Program, Ref, Type
from cryptagon.spt.rewrite.costs import cost
from cryptagon.spt.rewrite.graphs import Nodes, finished, needed
from cryptagon.spt.rewrite.joining import CHOICE, Joining, shape
from cryptagon.spt.rewrite.related import Relations
from cryptagon.spt.rewrite.walk import COUNT, Walk, cone, walk_of

SHARED = ("sbox", "product", "mul")
"""Operations that take more logic than what selects their operands."""
MOST_ORDERS = 64
"""Ways in which the values of a decryption may be kept where those of an encryption are."""
TRIED = 8
"""Keys for which the values that a decryption begins with are compared."""


@dataclass(frozen=True)
class BothWays:
    """A program with the figures of a cipher in both directions.

    `step` takes the kept values, `decrypt` and the number of the round, from 0; it gives the kept
    values anew, and the text after the last round. `begin` takes the text, `decrypt` and the kept
    values of the key, and gives the others. `key` gives those with which an encryption begins.
    `learned` says of which kept value, after `after` rounds of an encryption, that of a decryption
    begins with. Where a decryption `turns`, its keys end as those of an encryption begin, and the
    other way round, each in its place. `ahead` is the figure that makes the keys of the next round,
    where the step takes those of its own (`keys_ahead`).
    """

    program: Program
    rounds: int
    step: str
    begin: str
    key: str
    learned: Mapping[str, str]
    after: int
    turns: bool
    ahead: str = ""


def both_ways(
    program: Program, names: tuple[str, str, str], key: str, text: str
) -> BothWays | None:
    """Two figures of a program, and what the second one's setup makes of the key, as one.

    None where they are no walks of equally many rounds, or where a decryption does not begin with
    keys of an encryption.
    """
    first, second = (walk_of(program, one, text) for one in names[:2])
    if first is None or second is None or len(first.numbers) != len(second.numbers):
        return None
    return _Pair(program, names, (first, second), (key, text)).made()


class _Pair:
    """An encryption and a decryption, and how the values of both are kept."""

    def __init__(
        self,
        program: Program,
        names: tuple[str, str, str],
        walks: tuple[Walk, Walk],
        ports: tuple[str, str],
    ) -> None:
        self.program, self.walks = program, walks
        self.key, self.text = ports
        self.setup = program.by_name[names[2]]
        self.count = Type(max(1, (len(walks[0].numbers) - 1).bit_length()))
        kept = {one.name for one in self.setup.outputs}
        self.keys = walks[0].alone({self.key}), walks[1].alone({self.key, *kept})
        self.others = tuple(set(w.begins) - k for w, k in zip(walks, self.keys))
        there = {node.target for one in needed(program, names[0]) for node in one.nodes}
        self.relations = Relations(
            [one for one in program.definitions if one.name in there], program.definitions
        )

    def made(self) -> BothWays | None:
        """The cheapest of all orders in which the values can be kept."""
        ending = self._ending()
        best: tuple[int, BothWays] | None = None
        for names in islice(self._orders(), MOST_ORDERS) if ending else ():
            if ending and (found := self._kept_as(names, *ending)):
                price = sum(cost(found.program, one) for one in found.program.figures)
                if best is None or price < best[0]:
                    best = price, found
        return best[1] if best else None

    def _orders(self) -> Iterator[dict[str, str]]:
        """What a decryption's values are called: as an encryption's of the same type."""
        pairs = (self.keys, self.others)
        options = [list(self._named(sorted(mine), sorted(theirs))) for mine, theirs in pairs]
        for one in product(*options):
            yield dict(chain.from_iterable(names.items() for names in one))

    def _named(self, mine: Sequence[str], theirs: Sequence[str]) -> Iterator[dict[str, str]]:
        if len(mine) != len(theirs):
            return
        for order in permutations(mine):
            names = dict(zip(theirs, order))
            if all(
                self.walks[1].type(one) == self.walks[0].type(name) for one, name in names.items()
            ):
                yield names

    def _ending(self) -> tuple[dict[str, str], int] | None:
        """With which values of an encryption a decryption begins, and after how many rounds: found
        by trying keys.
        """
        repeats = [one for one in self.setup.nodes if one.operation == "repeat"]
        begins = self.walks[1].begins
        kept = {begins[port] for port in self.keys[1]}
        if len(repeats) != 1 or not kept <= {Ref(one.name) for one in self.setup.outputs}:
            return None
        after = len(range(*sorted(repeats[0].numbers))) + 1
        if after > len(self.walks[0].numbers):
            return None
        tried = self._tried()
        walked = [self._walked(one, after) for one in tried]
        wanted = [evaluate(self.program, self.setup.name, {self.key: one}) for one in tried]
        found = {
            port: mine
            for port in self.keys[1]
            for mine in self.keys[0]
            if all(w[mine] == v[begins[port].node] for w, v in zip(walked, wanted))
        }
        return (found, after) if len(found) == len(self.keys[1]) else None

    def _tried(self) -> list[int]:
        """Keys by chance, the same each time."""
        chance = random.Random(TRIED)
        width = next(one.type.width for one in self.setup.inputs)
        return [chance.getrandbits(width) for _ in range(TRIED)]

    def _walked(self, key: int, after: int) -> Values:
        """The kept values of the key after so many rounds of an encryption."""
        names = {port: port for port in self.walks[0].begins}
        program = Program((self._key(), self._step(0, names)), self.program.definitions)
        values = dict.fromkeys(names, 0) | evaluate(program, "key", {self.key: key})
        for number in range(after):
            given = {port: values[port] for port in names}
            values = evaluate(program, "step", {**given, COUNT: number})
        return values

    def _key(self) -> Figure:
        """The kept values of the key, of the key alone."""
        walk = self.walks[0]
        outputs = tuple(Port(one, walk.type(one), walk.begins[one]) for one in sorted(self.keys[0]))
        inputs = tuple(one for one in walk.figure.inputs if one.name == self.key)
        nodes = cone(walk.figure, [walk.begins[one] for one in self.keys[0]])
        return finished(Figure("key", inputs, outputs, tuple(nodes)))

    def _step(self, which: int, names: Mapping[str, str]) -> Figure:
        return self.walks[which].step(names, self.count, self.text)

    def _kept_as(
        self, names: Mapping[str, str], learned: Mapping[str, str], after: int
    ) -> BothWays | None:
        same = {port: port for port in self.walks[0].begins}
        begins = (
            self.walks[0].beginning(same, self.keys[0], self.text),
            self.walks[1].beginning(names, self.keys[1], self.text),
        )
        if begins[0] is None or begins[1] is None:
            return None
        steps = self._step(0, same), self.relations.related(self._step(1, names))
        order = [*sorted(self.keys[0]), self.text]
        figures = (
            self._key(),
            joined("begin", begins[0], self.relations.related(begins[1]), ()),
            joined("step", *steps, order),
        )
        definitions = _used(figures, {**self.program.definition, **self.relations.made})
        at = {names[port]: one for port, one in learned.items()}
        program = Program(figures, definitions)
        rounds = len(self.walks[0].numbers)
        turns = after == rounds and all(one == of for one, of in at.items())
        turns = turns and all(self._turns(program, one) for one in self._tried())
        return BothWays(program, rounds, "step", "begin", "key", at, after, turns)

    def _turns(self, program: Program, key: int) -> bool:
        """Whether a decryption leaves the kept values of a key as an encryption begins with them."""
        first = evaluate(program, "key", {self.key: key})
        values = dict.fromkeys(self.walks[0].begins, 0) | first
        for decrypt, number in product((0, 1), range(len(self.walks[0].numbers))):
            given = {port: values[port] for port in self.walks[0].begins}
            values = evaluate(program, "step", {**given, COUNT: number, CHOICE: decrypt})
        return all(values[port] == value for port, value in first.items())


def _used(
    figures: Sequence[Figure], definitions: Mapping[str, Definition]
) -> tuple[Definition, ...]:
    names = {node.target for one in figures for node in one.nodes} - {""}
    return tuple(definitions[name] for name in sorted(names))


def joined(name: str, first: Figure, second: Figure, order: Sequence[str]) -> Figure:
    """A figure that gives the outputs of the second where `decrypt` is 1, and else of the first.

    Its outputs are joined in this order first: what is joined once is not computed again.
    """
    inputs = (*first.inputs, Port(CHOICE, Type(1)))
    new = Nodes({Ref(one.name): one.type for one in inputs})
    joining = _Steps(first, second, _works(first, second), new)
    theirs = {one.name: one.source for one in second.outputs}
    outputs: dict[str, Port] = {}
    for one in sorted(first.outputs, key=lambda one: (one.name not in order, one.name)):
        mine, other = one.source, theirs[one.name]
        assert mine and other  # outputs have one
        outputs[one.name] = replace(one, source=joining.both(mine, other))
    return finished(Figure(name, inputs, tuple(outputs.values()), tuple(new.made)))


class _Steps(Joining):
    """Two graphs without repeats, whose large operations are the common work, made when it is
    asked for.
    """

    def work(self, name: str, output: str) -> Ref:
        """Of an operation, on the operands of either."""
        del output
        mine, theirs = self.nodes[0][name], self.works[name]
        ref = Ref(name)
        if (0, ref) not in self._alone:
            operands = [self.both(*pair) for pair in zip(mine.operands, theirs.operands)]
            self._alone[0, ref] = self.added(mine, operands)
        return self._alone[0, ref]


def _works(first: Figure, second: Figure) -> dict[str, Node]:
    """Large operations that both do, as long as none needs another one the wrong way round."""
    works: dict[str, Node] = {}
    for mine in first.nodes:
        for theirs in second.nodes if mine.operation in SHARED else ():
            taken = {one.name for one in works.values()}
            alike = shape(mine) == shape(theirs) and theirs.name not in taken
            if (
                alike
                and mine.name not in works
                and _orderly(first, second, works | {mine.name: theirs})
            ):
                works[mine.name] = theirs
    return works


def _orderly(first: Figure, second: Figure, works: Mapping[str, Node]) -> bool:
    """Whether the common work can be done in an order."""
    back = {theirs.name: mine for mine, theirs in works.items()}
    graph: dict[object, set[object]] = {}
    for side, figure in enumerate((first, second)):
        for node in figure.nodes:
            at = _place(side, node.name, works, back)
            graph.setdefault(at, set()).update(
                _place(side, one.node, works, back) for one in node.operands
            )
    try:
        TopologicalSorter(graph).prepare()
    except CycleError:
        return False
    return True


def _place(side: int, name: str, works: Mapping[str, Node], back: Mapping[str, str]) -> object:
    if side == 0:
        return ("both", name) if name in works else (0, name)
    return ("both", back[name]) if name in back else (1, name)
