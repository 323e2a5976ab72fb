"""LLVM's instructions as the passes after LLVM see them: what clocked C can contain after clean-up,
typed.
"""

from dataclasses import dataclass, field

from cryptagon.hls.ir.intrinsics import MUX


@dataclass(frozen=True)
class Const:
    """An integer constant: `width` bits, value in [0, 2**width)."""

    width: int
    value: int

    def __str__(self) -> str:
        return f"i{self.width} {self.value}"


@dataclass(frozen=True)
class Name:
    """A use of the SSA value `name`, `width` bits wide."""

    width: int
    name: str

    def __str__(self) -> str:
        return f"i{self.width} %{self.name}"


@dataclass(frozen=True)
class Undef:
    """Undefined or poison: any value will do."""

    width: int

    def __str__(self) -> str:
        return f"i{self.width} undef"


Operand = Const | Name | Undef


@dataclass(frozen=True)
class Address:
    """Where something is read: at the SSA pointer `name`, or at a place in the constant `table`,
    `indices` into its type `kind`.

    `text` is the address as LLVM writes it; where it is neither of the two, that is all that is
    known.
    """

    text: str
    name: str = ""
    table: str = ""
    kind: str = ""
    indices: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"ptr {self.text}"

    @staticmethod
    def of(name: str) -> "Address":
        """The SSA pointer `name`."""
        return Address(f"%{name}", name)


@dataclass(frozen=True)
class Location:
    """A place in the C source; line 0 when unknown."""

    file: str = ""
    line: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


@dataclass(frozen=True)
class LoopNotes:
    """What a back edge tells of its loop: where it begins in the source, whether it is still to be
    unrolled, the numbers of the statements about its cycles (see `loop_statements`), whether it
    stays one of its own, and which `work` it does that is no loop in the source. `node` is LLVM's
    own number of the loop, `number` that of the source's loop, from 1 on, in all its copies; 0 where
    it has none.
    """

    node: str = ""
    start: Location = field(default_factory=Location)
    unroll: bool = False
    statements: tuple[int, ...] = ()
    not_shared: bool = False
    work: str = ""
    number: int = 0


@dataclass
class Instruction:
    """One instruction; of this class itself what only computes with integers, and the end of a
    block that leads nowhere.

    `result` is "" when it has none, `width` is that of the result in bits, `operands` are integers
    alone.
    """

    opcode: str
    result: str
    width: int
    operands: list[Operand]
    location: Location = field(default_factory=Location, kw_only=True)

    def uses(self) -> list[str]:
        """The SSA values that it uses, by name: integers, then pointers and items."""
        return [operand.name for operand in self.operands if isinstance(operand, Name)]

    def rename(self, old: str, new: str) -> None:
        """Uses the value `new` in place of `old`."""
        self.operands = [
            Name(o.width, new) if isinstance(o, Name) and o.name == old else o
            for o in self.operands
        ]

    def what(self) -> list[str]:
        """What there is to be told of it beside its opcode and its integer operands."""
        return []

    def __str__(self) -> str:
        given = f"%{self.result} = " if self.result else ""
        width = f" i{self.width}" if self.width else ""
        return f"{given}{self.opcode}{width} {', '.join([*self.what(), *map(str, self.operands)])}".rstrip()


@dataclass
class Compare(Instruction):
    """`icmp`; `predicate` is LLVM's, such as `eq` or `ult`."""

    predicate: str

    def what(self) -> list[str]:
        """Its predicate."""
        return [self.predicate]


@dataclass
class Phi(Instruction):
    """A merge; `sources` are the blocks that its operands come from."""

    sources: list[str]

    def come_from(self, source: str) -> Operand:
        """The operand from a block."""
        return self.operands[self.sources.index(source)]

    def what(self) -> list[str]:
        """Its sources."""
        return [f"[{' '.join(self.sources)}]"]


@dataclass
class Branch(Instruction):
    """`br` or `switch`. `targets` are blocks: if true, if false; or the default, and one for each
    operand behind the first.

    `loop` are a back edge's notes.
    """

    targets: list[str]
    loop: LoopNotes | None = field(default=None, kw_only=True)

    def redirect(self, old: str, new: str) -> None:
        """Leads to the block `new` where it led to `old`."""
        self.targets = [new if target == old else target for target in self.targets]

    @property
    def choices(self) -> list[tuple[Operand, str]]:
        """The cases of a switch, each with its target."""
        return list(zip(self.operands[1:], self.targets[1:]))

    def what(self) -> list[str]:
        """Its targets."""
        return [f"[{' '.join(self.targets)}]"]


def jump(target: str, location: Location) -> Branch:
    """A branch that always goes to `target`."""
    return Branch("br", "", 0, [], [target], location=location)


@dataclass
class Extract(Instruction):
    """`extractvalue`: the field number `index` of the stream item `item`."""

    item: str
    index: int

    def uses(self) -> list[str]:
        """The item."""
        return [self.item]

    def what(self) -> list[str]:
        """The item and the number."""
        return [f"%{self.item}", str(self.index)]


@dataclass
class Load(Instruction):
    """A read of a constant table at `address`."""

    address: Address

    def uses(self) -> list[str]:
        """The pointer, where it is a value."""
        return [self.address.name] if self.address.name else []

    def rename(self, old: str, new: str) -> None:
        """Uses the value `new` in place of `old`."""
        self.address = Address.of(new) if self.address.name == old else self.address

    def what(self) -> list[str]:
        """The address."""
        return [str(self.address)]


@dataclass
class PointerStep(Instruction):
    """`getelementptr`: a place `operands` from `base` on, in the LLVM type `kind`."""

    kind: str
    base: Address

    def uses(self) -> list[str]:
        """The indices, then the pointer, where it is a value."""
        return [*super().uses(), *([self.base.name] if self.base.name else [])]

    def rename(self, old: str, new: str) -> None:
        """Uses the value `new` in place of `old`."""
        super().rename(old, new)
        self.base = Address.of(new) if self.base.name == old else self.base

    def what(self) -> list[str]:
        """The type and where it begins."""
        return [self.kind, str(self.base)]


@dataclass
class Call(Instruction):
    """A call; of this class itself that of an intrinsic function of LLVM's."""

    callee: str

    def what(self) -> list[str]:
        """The function."""
        return [f"@{self.callee}"]


class Wait(Call):
    """`wait()`: a cycle ends."""


class Element(Call):
    """One of the values behind its first operand, whose number that is."""


class UnitCall(Call):
    """A use of a unit outside the datapath: of a RAM's port or of a shared function."""

    @property
    def verb(self) -> str:
        """What is done: `read_ram`, `write_ram`, `take_ram`, `call`."""
        return self.callee.split(".", 2)[1]

    @property
    def unit(self) -> str:
        """The unit's name."""
        return self.callee.split(".", 2)[2]


class PortAccess(Call):
    """An access to a stream or a wire."""

    @property
    def port(self) -> str:
        """The port's name."""
        return self.callee.split(".", 2)[2]


class Read(PortAccess):
    """Takes an item."""


class Peek(PortAccess):
    """Looks at an item, which stays."""


class Has(PortAccess):
    """Asks whether an item is offered."""


class Write(PortAccess):
    """Gives an item, its fields as operands."""


OWN_CALLS: dict[str, type[Call]] = {
    "cg_wait": Wait,
    "cg.read": Read,
    "cg.peek": Peek,
    "cg.has": Has,
    "cg.write": Write,
    MUX[:-1]: Element,
}


def call(
    result: str, width: int, operands: list[Operand], callee: str, location: Location | None = None
) -> Call:
    """A call as what it means: the one place where the names of the compiler's own functions are
    read.
    """
    own = OWN_CALLS.get(
        ".".join(callee.split(".")[:2]), UnitCall if callee.startswith("cg.") else Call
    )
    return own("call", result, width, operands, callee, location=location or Location())
