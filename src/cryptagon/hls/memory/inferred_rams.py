"""Large arrays that become RAMs although the source does not say so.

As registers with multiplexers they would take minutes and gigabytes to compile. An array is chosen
by what is left to do with it when kept pointers are indices and loops are unrolled, just before
arrays become registers.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby

from cryptagon.errors import CryptagonError
from cryptagon.hls.ir.layout import named_types
from cryptagon.hls.ir.metadata import Metadata
from cryptagon.hls.ir.statements import Label, Statement, statements
from cryptagon.hls.ir.text_blocks import function_text
from cryptagon.hls.memory.addresses import Access, Variable, variables_of
from cryptagon.hls.memory.large_arrays import (
    MOST_ELEMENTS,
    elements_of,
    place_of_variable,
    too_large_for_registers,
)
from cryptagon.hls.memory.narrow_fields import with_narrow_fields
from cryptagon.hls.memory.ram_accesses import late_calls
from cryptagon.hls.memory.rams import (
    STATIC_PREFIX,
    Ram,
    declared_ram,
    with_addresses,
    without_a_name,
)
from cryptagon.hls.source.verilog_names import unused_name

VARIABLE = re.compile(r"^  %([-\w.]+) = alloca (.*?)(?:, align \d+)?$", re.MULTILINE)
MOST_IN_REGISTERS = 256
"""Elements of an array that stays registers whatever is done with it."""
MOST_WHERE_TIMED = 1 << 12
"""The same where the source states cycles: one of 4,096 numbers takes half a minute to compile."""
MOST_READS, MOST_WRITES = 8, 4
"""Accesses in straight code, which a RAM makes in a row, of a larger one."""
MOST_CHOICES_AT_ONCE = 1 << 14
"""Elements that all accesses by variable index choose among; with more an array is a RAM however
many accesses there are in straight code."""
MOST_CHOICES_TOGETHER, MOST_OF_MANY = 1 << 13, 64
"""Elements that all accesses of all arrays in registers choose among; with more, arrays of more
elements than the second number are RAMs too. Each element of each array is merged at each loop, so
that the program grows with both."""
MOST_PORTS = 4
DISTRIBUTED_BITS = 1 << 14
"""Of a RAM of look-up tables; what is larger is block RAM. One of ECP5's block RAMs has as many."""
MOST_BITS = 1 << 18
"""Of all copies of a RAM with several read ports, one a port."""
IN_UNITS = "make it smaller, or leave SHARED out"


@dataclass
class InferredRams:
    """Chooses among the arrays of a program: `inlined` is its text when it is one function with all
    variables in memory, `told` are the RAMs that the source asks for.

    A program is `timed` where it states cycles: there only an array that is very large becomes a RAM,
    whose accesses take cycles. `packed` are those to have several elements of the array in a
    word, with how many. `refused` are arrays that cannot be RAMs, each with why.
    """

    inlined: str
    told: Mapping[str, Ram]
    timed: bool = False
    packed: Mapping[str, int] = field(default_factory=dict)
    refused: dict[str, CryptagonError] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.metadata, self.named = Metadata(self.inlined), named_types(self.inlined)
        self.counts = {
            name: elements_of(kind, self.named)
            for name, kind in VARIABLE.findall(self.inlined)
            if name not in self.told
        }

    def at_first(self) -> dict[str, Ram]:
        """The RAMs told, the arrays that can be nothing else, and those known to be RAMs since a
        word has several of their elements.

        Raises CryptagonError for an array that can be neither a RAM nor registers.
        """
        packed = [name for name in self.packed if name in self.counts]
        return self._with(self.told, dict.fromkeys([*self._too_large(), *packed]))

    def candidates(self) -> frozenset[str]:
        """The arrays with initial values that are RAMs if they are accessed like one. To find out how
        they are accessed takes no values, of which there may be thousands.
        """
        least = MOST_WHERE_TIMED if self.timed else MOST_IN_REGISTERS
        large = (name for name, count in self.counts.items() if count > least)
        return frozenset(name for name in large if name.startswith(STATIC_PREFIX))

    def refuse_too_large(self) -> None:
        """Raises CryptagonError for an array of a shared function that cannot be registers."""
        for name in self._too_large():
            where = place_of_variable(name, self.inlined, self.metadata)
            what = "a SHARED function has no memories"
            self._refuse(name, CryptagonError(what, where=where, fix=IN_UNITS))

    def _too_large(self) -> list[str]:
        return [name for name, count in self.counts.items() if count > MOST_ELEMENTS]

    def at_last(self, text: str, function: str, rams: Mapping[str, Ram]) -> dict[str, Ram]:
        """The RAMs told and those to be inferred, from the `text` that was made with `rams`.

        Raises CryptagonError as `at_first` does.
        """
        self._try(text, function, {name: ram for name, ram in rams.items() if ram.inferred})
        body = statements(function_text(text, function)[1].splitlines())
        uses = _uses(body, variables_of(body, named_types(text)))
        more = self._suited(uses, rams)
        chosen = {name: ram for name, ram in rams.items() if name not in self.refused}
        return {
            name: _shaped(ram, uses[name]) if ram.inferred and name in uses else ram
            for name, ram in self._with(chosen, more).items()
        }

    def with_words(self, text: str, function: str, rams: Mapping[str, Ram]) -> dict[str, Ram]:
        """`rams`, those that are to be packed with several elements in a word, as far as no access is
        of parts of two words; fields no wider than what is written there.
        """
        made = {name: self._in_words(ram, text, function) for name, ram in rams.items()}
        return with_narrow_fields(text, function, made)

    def _in_words(self, ram: Ram, text: str, function: str) -> Ram:
        if not ram.inferred or ram.variable not in self.packed:
            return ram
        packed = ram.packed(self.packed[ram.variable])
        try:
            late_calls(text, function, {ram.variable: packed})
        except CryptagonError:
            return ram
        return packed

    def _suited(self, uses: Mapping[str, "_Uses"], rams: Collection[str]) -> list[str]:
        """The arrays that are to be RAMs beside `rams`."""
        counts = {name: self.counts[name] for name in uses if name in self.counts.keys() - rams}
        open_ones = [name for name in counts if name not in self.refused]
        if self.timed:
            return [one for one in open_ones if uses[one].suit_a_ram(counts[one], MOST_WHERE_TIMED)]
        found = [one for one in open_ones if uses[one].suit_a_ram(counts[one], MOST_IN_REGISTERS)]
        together = sum(uses[one].varies * counts[one] for one in counts.keys() - set(found))
        if together > MOST_CHOICES_TOGETHER:
            return [one for one in open_ones if uses[one].suit_a_ram(counts[one], MOST_OF_MANY)]
        return found

    @property
    def reasons(self) -> dict[str, str]:
        """Why the arrays that cannot be RAMs cannot, and where that is seen."""
        return {
            name: f"{error.what} ({error.where})" if error.where else error.what
            for name, error in self.refused.items()
        }

    def _try(self, text: str, function: str, inferred: Mapping[str, Ram]) -> None:
        """Notes which arrays have accesses that no RAM can do."""
        try:
            late_calls(text, function, inferred)
        except CryptagonError as error:
            if len(inferred) == 1:
                self._refuse(next(iter(inferred)), error)
            else:
                for name, ram in inferred.items():
                    self._try(text, function, {name: ram})

    def _with(self, rams: Mapping[str, Ram], names: Collection[str]) -> dict[str, Ram]:
        """`rams` and those of the arrays `names` that can be RAMs by their types."""
        found = dict(rams)
        for name in names:
            given = name, self.inlined, self.metadata
            if why_not := without_a_name(*given) or with_addresses(*given):
                self._refuse(name, why_not)
                continue
            try:
                ram = declared_ram(name, self.inlined, self.metadata, pointers=True)
            except CryptagonError as error:
                self._refuse(name, error)
                continue
            plain = unused_name(ram.name, {other.name for other in found.values()})
            found[name] = _shaped(replace(ram, name=plain, inferred=True), _Uses())
        return found

    def _refuse(self, name: str, error: CryptagonError) -> None:
        self.refused[name] = error
        if self.counts[name] > MOST_ELEMENTS:
            raise too_large_for_registers(name, self.counts[name], error)


@dataclass
class _Uses:
    """The most reads and writes of an array in one block, the most reads there with no write
    between them, and how many accesses are by an index that `varies`.
    """

    reads: int = 0
    writes: int = 0
    together: int = 1
    varies: int = 0

    def suit_a_ram(self, elements: int, most: int) -> bool:
        """Whether an array of so many elements is a RAM rather than registers, where one of `most`
        is registers.
        """
        few = self.reads <= MOST_READS and self.writes <= MOST_WRITES
        choices = self.varies * elements
        return choices > 0 and elements > most and (few or choices > MOST_CHOICES_AT_ONCE)


def _uses(body: list[Statement], variables: Mapping[str, Variable]) -> dict[str, _Uses]:
    """What is done with each variable."""
    block_of, block = list[int](), 0
    for number, one in enumerate(body):
        block += number > 0 and isinstance(one, Label)
        block_of.append(block)
    return {name: _uses_of(variable, block_of) for name, variable in variables.items()}


def _uses_of(variable: Variable, block_of: list[int]) -> _Uses:
    found = _Uses(varies=sum(bool(access.place.terms) for access in variable.accesses))
    in_order = sorted(
        (access for access in variable.accesses if not _is_initial(access, block_of)),
        key=lambda access: (access.line, access.writes),
    )
    for _, block in groupby(in_order, lambda access: block_of[access.line]):
        runs = [(writes, len(list(run))) for writes, run in groupby(block, lambda one: one.writes)]
        reads, writes = ([count for of, count in runs if of is kind] for kind in (False, True))
        found.reads = max(found.reads, sum(reads))
        found.writes = max(found.writes, sum(writes))
        found.together = max(found.together, *reads, 1)
    return found


def _is_initial(access: Access, block_of: list[int]) -> bool:
    """Whether an access sets the initial value of an element of a static array, where the function
    begins; a RAM has it from configuration on.
    """
    static = access.place.variable.startswith(STATIC_PREFIX)
    return static and access.writes and not access.place.terms and block_of[access.line] == 0


def _shaped(ram: Ram, uses: _Uses) -> Ram:
    """The RAM in the memory that fits its size, with a port for each read in straight code as far
    as its copies do not become too large.
    """
    bits = ram.words * ram.width
    ports = max(1, min(uses.together, MOST_PORTS, MOST_BITS // bits))
    return replace(
        ram, kind="distributed" if bits <= DISTRIBUTED_BITS else "block", read_ports=ports
    )
