"""Which operators become one when values share a register: those that then do the same with the
same operands.

Two counters in one register that both count up by one need one adder; what both select by it, one
multiplexer.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Set

from cryptagon.hls.ir.instructions import (
    Const,
    Element,
    Extract,
    Instruction,
    Load,
    Name,
    Phi,
    PortAccess,
    UnitCall,
)
from cryptagon.hls.ir.model import Function
from cryptagon.hls.registers.area import multiplexer_luts, operator_luts
from cryptagon.hls.states.delays import table_words_of
from cryptagon.hls.states.straightening import is_pure

MOST_FOLLOWED = (
    256  # values; what more would be saved hangs on them and does not change the decision
)
Alias = dict[str, str]
Signature = tuple[tuple[str, ...], tuple[str | int, ...]]
Use = tuple[str, frozenset[str], float]
"""What an operator does, what is done with its result, and its look-up tables."""


class _Operator:
    """What an operator does, its operands, and in which places each name is one of them."""

    __slots__ = ("does", "operands", "places", "signature")

    def __init__(self, does: tuple[str, ...], operands: tuple[str | int, ...]) -> None:
        self.does, self.operands = does, operands
        self.signature: Signature = (does, operands)
        self.places: dict[str, list[int]] = {}
        for place, operand in enumerate(operands):
            if isinstance(operand, str):
                self.places.setdefault(operand, []).append(place)


class _Users:
    """The operators that take the values of one name: each with what it does; by that and their
    signatures; and how often values are used in each way.
    """

    def __init__(self, operators: "Operators", users: Sequence[Instruction]) -> None:
        self.each = [(user, operators.operator(user)) for user in users]
        self.numbers = frozenset(map(id, users))
        self.by_does: dict[tuple[str, ...], dict[Signature, Instruction]] = {}
        for user, operator in self.each:
            self.by_does.setdefault(operator.does, {})[operator.signature] = user
        self.uses = Counter(map(operators.use, users))


class Operators:
    """The values of a function by the names of their equals: those that are one wire, given what
    shares a register so far.

    `bits` gives how many bits of each value are needed, `unit_ports` the port of a call where its
    unit has several, and `kept` are the values that live in registers.
    """

    def __init__(
        self,
        function: Function,
        bits: Mapping[str, int],
        unit_ports: Mapping[str, int],
        kept: Container[str],
    ) -> None:
        self.bits = bits
        self._define = function.definitions()
        self._users: dict[str, list[Instruction]] = {}
        for _, instruction in function.instructions():
            if isinstance(instruction, UnitCall) or (instruction.result and _computes(instruction)):
                for name in dict.fromkeys(instruction.uses()):
                    self._users.setdefault(name, []).append(instruction)
        self._unit_ports = unit_ports
        self._operators: dict[int, _Operator] = {}
        self._uses: dict[int, Use] = {}
        self._equal: Alias = {}
        self._members: dict[str, list[str]] = {}
        self._users_by_name: dict[str, _Users] = {}
        self._equal_fields(function)
        self._equal_results(function, kept)

    def name(self, value: str, alias: Mapping[str, str] | None = None) -> str:
        """The name of a value's equals; `alias` are further ones that are tried."""
        known = self._equal.get(value, value)
        while alias and known in alias:
            known = alias[known]
        return known

    def source(self, value: str, alias: Mapping[str, str] | None = None) -> str | Signature:
        """What a register is loaded with: equal for equal operators.

        A computed value may have the name of the register that keeps it.
        """
        instruction = self._define[value]
        return (
            self._signature(instruction, alias)
            if _computes(instruction)
            else self.name(value, alias)
        )

    def made_one(self, one: Iterable[str], two: Iterable[str]) -> tuple[Alias, float]:
        """What becomes equal where the values of both share a register: other names by names, and
        how many tables that saves. A unit that is given the same needs no multiplexer for it.
        """
        kept, *others = dict.fromkeys(map(self.name, [*one, *two]))
        alias: Alias = dict.fromkeys(others, kept)
        renamed = {number for name in others for number in self._users_of(name).numbers}
        waiting = [(kept, gone) for gone in others]
        saved = 0.0
        while waiting and len(alias) < MOST_FOLLOWED:
            kept, gone = waiting.pop()
            for user, known in self._alike(kept, gone, alias, renamed):
                twin = known.get(self._signature(user, alias))
                if isinstance(user, UnitCall):
                    saved += self._luts(user) if twin is not None else 0.0
                    continue
                same, other = (self.name(one.result, alias) if one else "" for one in (twin, user))
                if twin is None or same == other:
                    continue
                alias[other] = same
                renamed |= self._users_of(other).numbers
                saved += min(self._luts(user), self._luts(twin))
                waiting.append((same, other))
        return alias, saved

    def _alike(
        self, kept: str, gone: str, alias: Alias, renamed: Set[int]
    ) -> Iterator[tuple[Instruction, Mapping[Signature, Instruction]]]:
        """Each operator that takes `gone`, with those that take `kept` by their signatures; only
        what some of both do, as the others' operands need no look. `renamed` are the operators with
        an operand that has another name by `alias`.
        """
        ours, theirs = self._users_of(kept), self._users_of(gone)
        common = ours.by_does.keys() & theirs.by_does.keys()
        known = ours.by_does
        if not common:
            return
        if not ours.numbers.isdisjoint(renamed):
            known = {does: dict[Signature, Instruction]() for does in common}
            for user, operator in ours.each:
                if operator.does in common:
                    known[operator.does][self._signature(user, alias)] = user
        for user, operator in theirs.each:
            if operator.does in common:
                yield user, known[operator.does]

    def used_alike(self, one: Iterable[str], two: Iterable[str]) -> float:
        """The tables of operators that take values of both, and whose results go to operators of
        one kind: where these share a register, what chooses between them has an operand less.
        """
        first, second = map(self._counted, (one, two))
        return sum(tables * count for (*_, tables), count in (first & second).items())

    def _counted(self, values: Iterable[str]) -> Counter[Use]:
        """How often values are used in each way."""
        found = Counter[Use]()
        for name in dict.fromkeys(map(self.name, values)):
            found += self._users_of(name).uses
        return found

    def use(self, user: Instruction) -> Use:
        """How an operator uses what it takes."""
        if id(user) not in self._uses:
            behind = frozenset(after.opcode for after in self._users.get(user.result, ()))
            self._uses[id(user)] = (user.opcode, behind, self._luts(user))
        return self._uses[id(user)]

    def commit(self, alias: Mapping[str, str]) -> None:
        """Makes equal what `made_one` found."""
        for gone in alias:
            kept = self.name(gone, alias)
            self._users_by_name.pop(kept, None)
            self._users_by_name.pop(gone, None)
            values = self._members.pop(gone, [gone])
            self._members.setdefault(kept, [kept]).extend(values)
            self._equal.update(dict.fromkeys(values, kept))
            for user in (user for value in values for user in self._users.get(value, ())):
                self._operators.pop(id(user), None)
                for operand in user.uses():
                    self._users_by_name.pop(self.name(operand), None)

    def _equal_fields(self, function: Function) -> None:
        """A field of a stream is one wire, whichever access gives it."""
        first: dict[tuple[str, int], str] = {}
        for _, instruction in function.instructions():
            access = (
                self._define.get(instruction.item) if isinstance(instruction, Extract) else None
            )
            if isinstance(instruction, Extract) and isinstance(access, PortAccess):
                one = first.setdefault((access.port, instruction.index), instruction.result)
                if one != instruction.result:
                    self.commit({instruction.result: one})

    def _equal_results(self, function: Function, kept: Container[str]) -> None:
        """What a port of a unit gives is one wire, whichever call takes it; a register that keeps
        it is another thing.
        """
        first: dict[tuple[str, int], str] = {}
        for _, call in function.instructions():
            if isinstance(call, UnitCall) and call.result and call.result not in kept:
                one = first.setdefault((call.callee, self._port(call)), call.result)
                if one != call.result:
                    self.commit({call.result: one})

    def _users_of(self, name: str) -> _Users:
        if name not in self._users_by_name:
            values = self._members.get(name, [name])
            users = [user for value in values for user in self._users.get(value, ())]
            self._users_by_name[name] = _Users(self, users)
        return self._users_by_name[name]

    def _signature(self, instruction: Instruction, alias: Mapping[str, str] | None) -> Signature:
        """What an operator does, and with what."""
        found = self.operator(instruction)
        if not alias or alias.keys().isdisjoint(found.places):
            return found.signature
        operands = list(found.operands)
        for one in alias.keys() & found.places.keys():
            for place in found.places[one]:
                operands[place] = self.name(one, alias)
        return found.does, tuple(operands)

    def operator(self, instruction: Instruction) -> _Operator:
        """An operator as it is without further names, which is kept."""
        found = self._operators.get(id(instruction))
        if found is None:
            found = self._operators[id(instruction)] = self._operator(instruction)
        return found

    def _operator(self, instruction: Instruction) -> _Operator:
        if isinstance(instruction, Load):
            return _Operator((instruction.opcode,), tuple(map(self.name, instruction.uses())))
        what = tuple(instruction.what())
        if isinstance(instruction, UnitCall):
            what = (instruction.callee, str(self._port(instruction)))
        return _Operator(
            (instruction.opcode, *what), tuple(map(self._operand, instruction.operands))
        )

    def _port(self, call: UnitCall) -> int:
        return self._unit_ports.get(call.result, 0)

    def _operand(self, operand: object) -> str | int:
        if isinstance(operand, Const):
            return operand.value
        return self.name(operand.name) if isinstance(operand, Name) else ""

    def _luts(self, instruction: Instruction) -> float:
        if isinstance(instruction, UnitCall):
            bits = sum(self.bits.get(name, 0) for name in instruction.uses())
            return multiplexer_luts(bits, 2, 0)
        names: Sequence[str] = (
            instruction.uses() if instruction.opcode == "icmp" else [instruction.result]
        )
        address = (
            self._define.get(instruction.address.name) if isinstance(instruction, Load) else None
        )
        bits = max(self.bits.get(name, 0) for name in names)
        return operator_luts(instruction, bits, table_words=table_words_of(address))


def _computes(instruction: Instruction) -> bool:
    """Whether an instruction is an operator of the datapath; calls of units outside are not."""
    return isinstance(instruction, Element) or (
        is_pure(instruction) and not isinstance(instruction, Phi | Extract)
    )
