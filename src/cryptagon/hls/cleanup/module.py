"""LLVM IR on its way from clang's output to one clean function."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from cryptagon.hls.cleanup.loop_statements import LoopStatement
from cryptagon.hls.ir.graph import is_acyclic
from cryptagon.hls.ir.text_blocks import blocks_of_text, function_text, targets_of_text
from cryptagon.hls.memory.ports import MemoryPort
from cryptagon.hls.memory.rams import Ram
from cryptagon.hls.source.interface import Port
from cryptagon.hls.source.levels import ANY
from cryptagon.hls.units.shared_functions import SharedFunction

TOP = "cg_hardware"
CYCLES = re.compile(r"@(?:cg_wait|cg\.call\.[\w.]+)\(")


@dataclass(frozen=True)
class Choices:
    """What the compiler chose though the source does not say so.

    `closing` tells whether calls are closed to LLVM (`closed_calls`), `copying` whether each call of
    a function has a copy of its own, also where it is called often (`called_often`). `unrolled` are
    the numbers of the loops that are unrolled (`unrolled_loops`), `copies` those that do several
    iterations at once with how many, `packed` the arrays that have as many elements in a word of a
    RAM, by the names of their allocas (`wide_writes`).
    """

    closing: bool = False
    copying: bool = False
    unrolled: frozenset[int] = frozenset()
    copies: Mapping[int, int] = field(default_factory=dict)
    packed: Mapping[str, int] = field(default_factory=dict)


AS_THE_SOURCE_SAYS = Choices()


@dataclass(frozen=True)
class Module:
    """The LLVM IR `text` of a design, or of one of its shared functions, between two passes.

    `hardware` is the name of the HARDWARE function, `top` that of the function that is left in the
    end. `memories` are the memory ports by name, `rams` the arrays that become RAMs, by the names
    of their allocas, `candidates` those that may become RAMs, `statements` what the source states
    about the cycles of its loops. `no_rams` tells of large arrays, by the same names, why they
    cannot be RAMs. `once` are the functions that are there once, whatever calls them. `taken_apart`
    tells whether arrays have become registers since LLVM last saw the text. `most_levels` are the
    levels of look-up tables that a cycle may have, or ANY.
    """

    text: str
    ports: Mapping[str, Port]
    hardware: str = ""
    top: str = TOP
    memories: Mapping[str, MemoryPort] = field(default_factory=dict)
    shared: Mapping[str, SharedFunction] = field(default_factory=dict)
    rams: Mapping[str, Ram] = field(default_factory=dict)
    candidates: frozenset[str] = frozenset()
    statements: tuple[LoopStatement, ...] = ()
    no_rams: Mapping[str, str] = field(default_factory=dict)
    once: tuple[str, ...] = ()
    taken_apart: bool = False
    choices: Choices = AS_THE_SOURCE_SAYS
    most_levels: int = ANY

    def having(self, text: str) -> "Module":
        """The module with another text."""
        return replace(self, text=text)

    @property
    def takes_cycles(self) -> bool:
        """Whether its one function may take clock cycles: all but a shared function without loops,
        `wait()` and calls of shared functions.
        """
        if self.top == TOP:
            return True
        _, body, _ = function_text(self.text, self.top)
        blocks = blocks_of_text(body)
        graph = {name: targets_of_text(block, blocks) for name, block in blocks.items()}
        return bool(CYCLES.search(body)) or not is_acyclic(graph, next(iter(blocks)))

    @property
    def may_have_rams(self) -> bool:
        """Whether there are RAMs, or arrays that may become RAMs."""
        return bool(self.rams or self.candidates)

    @property
    def rams_told(self) -> dict[str, Ram]:
        """The RAMs that the source asks for."""
        return {name: ram for name, ram in self.rams.items() if not ram.moves_blocks}

    @property
    def rams_moving_blocks(self) -> dict[str, Ram]:
        """The RAMs that the source does not ask for, and memory ports."""
        return {name: ram for name, ram in self.rams.items() if ram.moves_blocks}

    def shown(self) -> tuple[str, str]:
        """The text, and the suffix of a file of it."""
        return ".ll", self.text


@dataclass(frozen=True)
class Prepared:
    """A design ready for lowering: LLVM IR text with the single function `cg_hardware`, its ports,
    its RAMs, what it states about loops.

    `shared` are the shared functions that it calls, each with LLVM IR text of its own, whose single
    function `unit_top` gives the name of. `closable` tells whether there are calls that can be
    closed to LLVM (`closed_calls`), and are not. `once` are the functions that are there once,
    though several places call them (`called_often`). `memories` are its memory ports. `most_levels`
    are the levels of look-up tables that a cycle may have (`long_cycles`), or ANY.
    """

    text: str
    ports: dict[str, Port]
    rams: tuple[Ram, ...]
    loop_statements: tuple[LoopStatement, ...]
    shared: tuple[tuple[SharedFunction, str], ...] = ()
    closable: bool = False
    once: tuple[str, ...] = ()
    memories: tuple[MemoryPort, ...] = ()
    most_levels: int = ANY


def unit_top(function: SharedFunction) -> str:
    """The name of the function that a shared one is prepared as."""
    return f"cg_unit_{function.name}"
