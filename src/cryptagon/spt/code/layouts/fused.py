"""A figure as a function on words, with its look-ups and what is linear behind them fused.

Linear operations become nothing but forms (`atoms.py`). A word is made where something else needs
it: an operation that is not linear, an argument of a look-up, a round, an output.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from cryptagon.errors import CryptagonError
from cryptagon.spt.code.dialect import INFIX, function, indented
from cryptagon.spt.code.layouts.atoms import Atoms, Forms, Word, number, own
from cryptagon.spt.code.layouts.linear import LINEAR, WIRING, Elements, cut, joined, linear
from cryptagon.spt.code.layouts.sums import BYTE, FusedTables, Sums
from cryptagon.spt.code.names import free
from cryptagon.spt.model import Figure, Node, Port, Program, Ref, Table, Type
from cryptagon.spt.rounds import in_turn, rounds, state


@dataclass(frozen=True)
class KeyBlock:
    """The keys of a repeat, those of one round after the other: `given` has the values of the key
    by the inputs of the round.
    """

    function: "FusedFunction"
    node: Node
    given: Mapping[str, str]
    turns: frozenset[str]


@dataclass(frozen=True)
class FusedFunction:
    """A function of C; `keys` has the words at `k`, each a form for each bit, and then those of its
    repeats.
    """

    name: str
    text: str
    figure: Figure
    key_inputs: Sequence[Port]
    """The inputs that are of the key, as `NAME_keys` takes them."""
    key_names: Mapping[str, str]
    """Their names there."""
    atoms: Atoms
    keys: Sequence[Sequence[int]]
    blocks: Sequence[KeyBlock]

    @property
    def count(self) -> int:
        """How many words of the schedule it reads."""
        return len(self.keys) + sum(
            one.function.count * len(rounds(*one.node.numbers)) for one in self.blocks
        )


@dataclass(frozen=True)
class Kinds:
    """What is written before functions, before the words of the key that they point at, and before
    tables.
    """

    static: str = "static inline"
    key: str = "const"
    table: str = "static const"


Writes = Callable[[Figure, frozenset[str]], FusedFunction]
"""The function of a figure whose inputs of these names are data."""


@dataclass
class Fuser:
    """Writes one figure, in which calls were put in the place of what they call.

    `bits` are those of a word: 32 or 64.
    """

    program: Program
    figure: Figure
    data: frozenset[str]
    tables: FusedTables
    name: str
    writes: Writes
    taken: set[str]
    kinds: Kinds = Kinds()
    atoms: Atoms = field(default_factory=Atoms)
    lines: list[str] = field(default_factory=list)
    known: dict[Ref, Elements] = field(default_factory=dict)
    blocks: list[KeyBlock] = field(default_factory=list)
    key_names: dict[str, str] = field(default_factory=dict)
    _wired: dict[Ref, Elements] = field(default_factory=dict)
    _words: dict[tuple[int, ...], Forms] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.sums = Sums(self.atoms, self.tables)
        self.bits = self.tables.bits
        self.word = f"uint{self.bits}_t"

    @cached_property
    def nodes(self) -> Mapping[str, Node]:
        """By their names."""
        return {one.name: one for one in self.figure.nodes}

    def function(self) -> FusedFunction:
        """The function. Raises CryptagonError for what words of this size do not do."""
        parameters = [f"{self.kinds.key} {self.word} *k"]
        for port in self.figure.inputs:
            if port.name in self.data:
                name = self._free(port.name)
                parameters.append(f"const {self.word} *{name}")
                self.known[Ref(port.name)] = self._read(name, port.type)
            else:
                name = self.key_names[port.name] = free(
                    port.name, {"words", "i", *self.key_names.values()}
                )
                texts = (
                    [name]
                    if port.type.count is None
                    else [f"{name}.at[{place}]" for place in range(port.type.count)]
                )
                self.known[Ref(port.name)] = tuple(
                    own(self.atoms.key(port.type.width, text)) for text in texts
                )
        for node in self.figure.nodes:
            self._take(node)
        stores = list(self._stores(parameters))
        keys = tuple(self.sums.keys)
        offsets = list(self._offsets(len(keys)))
        inputs = [one for one in self.figure.inputs if one.name not in self.data]
        used = ["(void)k;"] if not keys and not self.blocks else []
        head = f"{self.kinds.static} void {self.name}({', '.join(parameters)})"
        text = function(head, [*used, *offsets, *self.lines, *stores])
        return FusedFunction(
            self.name,
            text,
            self.figure,
            inputs,
            self.key_names,
            self.atoms,
            keys,
            tuple(self.blocks),
        )

    def _offsets(self, at: int) -> Iterator[str]:
        for block in self.blocks:
            yield f"{self.kinds.key} {self.word} *const {block.node.name}_k = k + {at};"
            at += block.function.count * len(rounds(*block.node.numbers))

    def _free(self, name: str) -> str:
        found = free(name, self.taken)
        self.taken.add(found)
        return found

    def _variables(self, name: str, type_: Type) -> Elements:
        """A value that is there as an array of words, each element from a word of its own on."""
        size = self.words(type_.width)
        elements = []
        for element in range(type_.count or 1):
            bits: Forms = ()
            for place in range(size):
                width = min(self.bits, type_.width - self.bits * place)
                bits += own(self.atoms.word(width, f"{name}[{element * size + place}]"))
            elements.append(bits)
        return tuple(elements)

    def _read(self, name: str, type_: Type) -> Elements:
        """An input, read before any output is written."""
        elements = self._variables(name, type_)
        found = []
        for bits in elements:
            whole: Forms = ()
            for low in range(0, len(bits), self.bits):
                run = self.atoms.run(bits[low : low + self.bits])
                assert run  # it is a word
                text = self._free(run[0].text.replace("[", "_").rstrip("]"))
                self.lines.append(f"const {self.word} {text} = {run[0].text};")
                whole += own(self.atoms.word(run[0].width, text))
            found.append(whole)
        return tuple(found)

    def words(self, width: int) -> int:
        """How many words a value has."""
        return -(-width // self.bits)

    def _stores(self, parameters: list[str]) -> Iterator[str]:
        """The outputs, all of them after all that is read: they may lie where inputs do."""
        stores = []
        for port in self.figure.outputs:
            assert port.source
            name = self._free(f"{port.name}_out" if port.name in self.data else port.name)
            parameters.append(f"{self.word} *{name}")
            for place, text in enumerate(self._texts(port.name, self.value(port.source))):
                stores.append(f"{name}[{place}] = {text};")
        yield from stores

    def _texts(self, title: str, elements: Elements) -> list[str]:
        """The words of a value, each made if it is not there."""
        found = []
        for bits in elements:
            for low in range(0, len(bits), self.bits):
                found.append(self._made(title, bits[low : low + self.bits]))
        return found

    def _made(self, title: str, bits: Forms) -> str:
        """The text of a word with these bits; a new variable where it is no variable yet."""
        there = self._words.get(bits, bits)
        run = self.atoms.run(there)
        if run and run[1] == 0 and run[0].width == len(bits):
            return run[0].text
        if all(form < 2 for form in bits):
            return f"0x{sum(form << place for place, form in enumerate(bits)):x}"
        name = self._free(f"{title}_{self._counted(title)}")
        self.lines.append(f"const {self.word} {name} = {self.sums.text(bits)};")
        self._words[bits] = own(self.atoms.word(len(bits), name))
        return name

    def _counted(self, title: str) -> int:
        self._counts[title] = self._counts.get(title, -1) + 1
        return self._counts[title]

    _counts: dict[str, int] = field(default_factory=dict)

    def _rewritten(self, title: str, elements: Elements) -> Elements:
        """The value in words that are there."""
        found = []
        for bits in elements:
            whole: Forms = ()
            for low in range(0, len(bits), self.bits):
                part = bits[low : low + self.bits]
                self._made(title, part)
                whole += self._words.get(part, part)
            found.append(whole)
        return tuple(found)

    def value(self, ref: Ref) -> Elements:
        """The forms of a value. Wiring is followed anew, as what it moves may have become words."""
        if ref in self.known:
            return self.known[ref]
        if ref not in self._wired:
            node = self.nodes[ref.node]
            given = [self.value(one) for one in node.operands]
            self._wired[ref] = linear(self.program, node, given)
        return self._wired[ref]

    def _take(self, node: Node) -> None:
        if node.operation in WIRING:
            return
        self._note(node)
        given = [self.value(one) for one in node.operands]
        result = Ref(node.name)
        match node.operation:
            case "constant":
                self.known[result] = tuple(number(value, node.type.width) for value in node.numbers)
            case "sbox":
                self.known[result] = self._looked_up(node)
            case "repeat":
                self._repeat(node)
            case "select":
                self.known[result] = self._selected(node, given)
            case one if one in LINEAR:
                self.known[result] = linear(self.program, node, given)
            case _:
                self.known[result] = self._operated(node, given)

    def _note(self, node: Node) -> None:
        if node.places and node.operation != "constant":
            target = f" {node.target}" if node.target else ""
            self.lines.append(
                f"/* {node.name} = {node.operation}{target}, drawn at {node.places[0]} */"
            )

    def _looked_up(self, node: Node) -> Elements:
        table, ref = self.program.definition[node.target], node.operands[0]
        assert isinstance(table, Table)
        if table.width > BYTE:
            self._refuse(
                f"table {table.name} has arguments of {table.width} bits",
                f"tables of {BYTE} bits at most are fused",
            )
        steps: tuple[Callable[[], None], ...] = (
            lambda: None,
            lambda: self._make_roots(ref),
            lambda: self._make_whole(node.name, ref),
        )
        for step in steps:
            step()
            runs = [self.atoms.run(piece) for piece in cut(self.value(ref)[0], table.width)]
            if all(runs):
                return (joined([own(self.atoms.lookup(table, *run)) for run in runs if run]),)
        # What is left has bits in two words, or constants.
        return (
            joined(
                [
                    own(self.atoms.lookup(table, self._argument(node, piece), 0))
                    for piece in cut(self.value(ref)[0], table.width)
                ]
            ),
        )

    def _argument(self, node: Node, bits: Forms) -> Word:
        """A variable that has these bits and no others."""
        name = self._free(f"{node.name}_argument_{self._counted(node.name)}")
        self.lines.append(f"const {self.word} {name} = {self.sums.text(bits)};")
        return self.atoms.word(len(bits), name)

    def _make_roots(self, ref: Ref) -> None:
        """Words of the values that wiring takes an argument from: pieces of one value come from one
        word then.
        """
        for root in self._roots(ref):
            self.known[root] = self._rewritten(root.node, self.value(root))
        self._wired.clear()

    def _roots(self, ref: Ref) -> Iterator[Ref]:
        node = self.nodes.get(ref.node)
        if node is None or node.operation not in WIRING:
            yield ref
            return
        for operand in node.operands:
            yield from self._roots(operand)

    def _make_whole(self, title: str, ref: Ref) -> None:
        self.known[ref] = self._rewritten(title, self.value(ref))

    def _selected(self, node: Node, given: Sequence[Elements]) -> Elements:
        width = node.type.width
        if width > self.bits:
            self._refuse(f"elements of {width} bits", f"words have {self.bits}")
        array, texts = self._free(f"{node.name}_array"), self._texts(node.name, given[0])
        self.lines.append(f"const {self.word} {array}[{len(texts)}] = {{{', '.join(texts)}}};")
        (index,) = self._texts(node.name, given[1])
        return (own(self.atoms.word(width, f"{array}[{index}]")),)

    def _operated(self, node: Node, given: Sequence[Elements]) -> Elements:
        """By an operator of C; `and` and `or` word by word."""
        width = node.type.width
        if node.operation in ("add", "sub", "mul") and width > self.bits:
            self._refuse(f"{node.operation} of {width} bits", f"words have {self.bits}")
        texts = [self._texts(node.name, one) for one in given]
        bits: Forms = ()
        for place, operands in enumerate(zip(*texts)):
            part = min(self.bits, width - self.bits * place)
            value = f" {INFIX[node.operation]} ".join(operands)
            if node.operation in ("add", "sub", "mul") and part < self.bits:
                value = f"({value}) & 0x{(1 << part) - 1:x}"
            name = self._free(f"{node.name}_{self._counted(node.name)}")
            self.lines.append(f"const {self.word} {name} = {value};")
            bits += own(self.atoms.word(part, name))
        return (bits,)

    def _repeat(self, node: Node) -> None:
        """A loop around the function of the round."""
        callee = self.program.by_name[node.target]
        given, kept = dict(zip(node.ports, node.operands)), state(callee)
        turns = in_turn(callee, {port: self.figure.types[ref] for port, ref in given.items()})
        keys = {
            port: ref.node for port, ref in given.items() if port not in kept and self._is_key(ref)
        }
        if any(ref.node in self.nodes for port, ref in given.items() if port in keys):
            self._refuse(
                "a round that makes an array of keys in each turn",
                "keys are parts of single values here",
            )
        made = self.writes(callee, frozenset(given) - frozenset(keys))
        self.blocks.append(KeyBlock(made, node, keys, frozenset(turns)))
        counter, count = self._free("i"), len(rounds(*node.numbers))
        arguments = [f"{node.name}_k + {made.count} * {counter}"]
        for port in callee.inputs:
            if port.name not in keys:
                name = self._array(
                    f"{node.name}_{port.name}",
                    self.value(given[port.name]),
                    changes=port.name in kept,
                )
                arguments.append(
                    f"{name} + {self.words(port.type.width)} * {counter}"
                    if port.name in turns
                    else name
                )
                if port.name in kept:
                    self.known[Ref(node.name, port.name)] = self._variables(name, port.type)
        for port in callee.outputs:
            if port.name in kept:
                arguments.append(
                    arguments[
                        1
                        + [one.name for one in callee.inputs if one.name not in keys].index(
                            port.name
                        )
                    ]
                )
                continue
            type_ = dict(node.results)[port.name]
            name, size = self._free(f"{node.name}_{port.name}"), self.words(port.type.width)
            self.lines.append(f"{self.word} {name}[{size * count}];")
            arguments.append(f"{name} + {size} * {counter}")
            self.known[Ref(node.name, port.name)] = self._variables(name, type_)
        self.lines += [
            f"for (int {counter} = 0; {counter} < {count}; {counter}++)",
            *indented([f"{made.name}({', '.join(arguments)});"]),
        ]

    def _array(self, title: str, elements: Elements, *, changes: bool) -> str:
        texts, name = self._texts(title, elements), self._free(title)
        self.lines.append(
            f"{'' if changes else 'const '}{self.word} {name}[{len(texts)}] = {{{', '.join(texts)}}};"
        )
        return name

    def _is_key(self, ref: Ref) -> bool:
        """Whether it is an input of the key, or is cut from one."""
        node = self.nodes.get(ref.node)
        if node:
            return node.operation == "array" and self._is_key(node.operands[0])
        return ref.node not in self.data

    def _refuse(self, what: str, why: str) -> None:
        fix = "take --layout scalar or --layout bitsliced"
        raise CryptagonError(
            f"figure {self.figure.name} has no layout with tables: it has {what}", why=why, fix=fix
        )
