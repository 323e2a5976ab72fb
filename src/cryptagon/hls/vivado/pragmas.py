"""What becomes of each `#pragma HLS`: a directive of Cryptagon, nothing with the reason told, or a
refusal.

The names and options are those of UG902 (v2019.2) and UG1399 (v2023.2, "HLS Pragmas").
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from cryptagon.errors import CryptagonError
from cryptagon.hls.ir.instructions import Location
from cryptagon.hls.vivado.numbers import worked_out
from cryptagon.hls.vivado.streams import declared_streams
from cryptagon.hls.vivado.text import Block, SourceText, Token

PRAGMA = re.compile(r"[ \t]*#pragma[ \t]+(?:HLS|AP|hls|ap)[ \t]+(\w+)(.*)")
OPTION = re.compile(r"([\w-]+)(?:\s*=\s*(<[^<>]*>|\([^()]*\)|[^\s,;]+))?")
CONDITION = re.compile(r"\s*(\((?:[^()]|\([^()]*\))*\))\s*(\w+)(.*)")
"""Of `#pragma HLS if (CONDITION) NAME ...`, behind `if`."""
UNROLL = '_Pragma("clang loop unroll(full)") '
UNROLL_BY = '_Pragma("clang loop unroll_count({})") '
RAM = '[[clang::annotate("cryptagon.ram.{}.1")]] '
SHARED = '[[clang::annotate("cryptagon.shared.{}")]] [[gnu::sysv_abi]] '
REGISTERS = (
    "an array of at most 256 elements is registers anyway, all read at once; a larger one becomes a memory "
    "where its accesses allow it (docs/hls-language.md#large-arrays)"
)
CYCLES = "the loops say where a cycle begins (docs/vivado-hls.md#cycles)"
HANDSHAKE = "each argument is a stream with valid and ready, and there is no ap_start: the design runs whenever items come"
BETWEEN_TASKS = "it speaks of the FIFOs between tasks, which are where a function declares streams"
# Of pragmas that do not change what is computed: why nothing is done.
WITHOUT_MEANING = {
    "LOOP_TRIPCOUNT": "",
    "INLINE": "every function is logic where it is called, as INLINE asks",
    "ARRAY_PARTITION": REGISTERS,
    "ARRAY_RESHAPE": REGISTERS,
    "ARRAY_MAP": "arrays are not put into one memory",
    "LATENCY": CYCLES,
    "PERFORMANCE": CYCLES,
    "LOOP_FLATTEN": "a loop around others costs a cycle of its own only where an iteration may run none of them",
    "LOOP_MERGE": "loops that do the same become one where that saves area; others keep their cycles",
    "DEPENDENCE": "accesses that conflict are found out for each way through a cycle; no statement about them is needed",
    "EXPRESSION_BALANCE": "sums are balanced anyway",
    "OCCURRENCE": CYCLES,
    "FUNCTION_INSTANTIATE": "each call of a function is logic of its own anyway",
    "BIND_OP": "synthesis chooses how an operator is made",
    "RESET": "every variable that keeps its value begins with its initial value after reset",
    "STABLE": "it speaks of DATAFLOW alone",
    "SHARED": "it speaks of DATAFLOW alone",
    "CACHE": "there is no cache before a port",
    "ALIAS": "it speaks of m_axi ports alone",
    "AGGREGATE": "an item has a signal for each member",
    "DISAGGREGATE": "an item has a signal for each member anyway",
    "DATA_PACK": "an item has a signal for each member",
    "TOP": "the top function is what --top names",
}
INTERFACES = frozenset(
    (
        *("ap_none", "ap_stable", "ap_vld", "ap_ack", "ap_hs", "ap_ovld", "ap_fifo", "ap_memory"),
        *("bram", "axis", "s_axilite", "m_axi", "ap_ctrl_none", "ap_ctrl_hs", "ap_ctrl_chain"),
    )
)
TRANSLATED = (
    "UNROLL",
    "PIPELINE",
    "ALLOCATION",
    "RESOURCE",
    "BIND_STORAGE",
    "INTERFACE",
    "DATAFLOW",
    "STREAM",
)
REFUSED = ("PROTOCOL",)
KNOWN = tuple(sorted((*WITHOUT_MEANING, *TRANSLATED, *REFUSED)))
FLAGS_OF_INTERFACE = frozenset(("register", "both", "forward", "reverse", "off", "direct_io"))


@dataclass(frozen=True)
class Pragma:
    """One pragma: its kind in capitals, its options by name (small letters; "" for a flag), where it
    is, the innermost block around it and the number of the token before it; the condition under
    which it holds, "" for none.
    """

    kind: str
    options: Mapping[str, str]
    where: Location
    block: Block
    after: int
    token: Token
    condition: str = ""

    @property
    def variable(self) -> str:
        """What it speaks of: `variable=`, or a first word alone."""
        return self.options.get("variable", "")


@dataclass
class Obeyed:
    """What pragmas ask for: `notes` told to the user, one a kind, with the first place and how often;
    `insertions` into the text by place; `ports` the options of INTERFACE by argument; `whole` the
    arrays of which all elements are reached at once, by function.
    """

    notes: dict[str, tuple[Location, str, int]] = field(default_factory=dict)
    insertions: dict[int, str] = field(default_factory=dict)
    ports: dict[tuple[str, str], Mapping[str, str]] = field(default_factory=dict)
    whole: set[tuple[str, str]] = field(default_factory=set)

    def note(self, pragma: Pragma, what: str, kind: str = "") -> None:
        """Keeps a remark, once for each kind."""
        kind = kind or pragma.kind
        where, said, times = self.notes.get(kind, (pragma.where, what, 0))
        self.notes[kind] = (where, said, times + 1)

    def told(self) -> list[str]:
        """The remarks as they are shown."""
        return [
            f"{where}: {kind}{f', {times} times,' if times > 1 else ''} {what}"
            for kind, (where, what, times) in self.notes.items()
        ]


def pragmas_of(source: SourceText) -> list[Pragma]:
    """The pragmas of HLS in a source."""
    found = []
    for token, block, after in source.pragmas:
        match = PRAGMA.match(token.text)
        if match:
            kind, rest, condition = match[1].upper(), match[2], ""
            if kind == "IF" and (told := CONDITION.match(rest)):
                condition, kind, rest = told[1], told[2].upper(), told[3]
            options = {name.lower(): value for name, value in OPTION.findall(rest)}
            where = source.location(token.start)
            found.append(Pragma(kind, options, where, block, after, token, condition))
    return found


class Obedience:
    """Obeys the pragmas of one source; `macros` has the values of names in them."""

    def __init__(self, source: SourceText, macros: Mapping[str, str]) -> None:
        self.source, self.macros, self.done = source, macros, Obeyed()
        self._unrolled: dict[int, str] = {}
        self._acts: Mapping[str, Callable[[Pragma], None]] = {
            "UNROLL": self._unroll,
            "PIPELINE": self._pipeline,
            "ALLOCATION": self._allocation,
            "RESOURCE": self._resource,
            "BIND_STORAGE": self._storage,
            "INTERFACE": self._interface,
            "DATAFLOW": self._dataflow,
            "STREAM": self._stream,
            "PROTOCOL": self._refuse_protocol,
        }

    def obey(self, pragmas: Sequence[Pragma]) -> Obeyed:
        """What all of them ask for.

        Raises CryptagonError, with file and line, for one that cannot be obeyed, and for one that
        is not known.
        """
        for pragma in pragmas:
            if pragma.condition and not self._holds(pragma):
                continue
            if pragma.kind in WITHOUT_MEANING:
                self._leave_out(pragma)
            elif pragma.kind in self._acts:
                self._acts[pragma.kind](pragma)
            else:
                raise CryptagonError(
                    f"there is no pragma HLS {pragma.kind}",
                    where=str(pragma.where),
                    why=f"known are {', '.join(KNOWN)}",
                    fix="correct its name, or leave it out",
                )
        for place, wish in self._unrolled.items():
            self._insert(place, wish)
        return self.done

    def value(self, text: str) -> str:
        """An option's value, with macros replaced."""
        for _ in range(16):
            replaced = re.sub(r"[A-Za-z_]\w*", lambda name: self.macros.get(name[0], name[0]), text)
            if replaced == text:
                break
            text = replaced
        return text

    def _holds(self, pragma: Pragma) -> bool:
        """Whether the condition of a pragma is true."""
        found = worked_out(self.value(pragma.condition))
        if found is None:
            raise CryptagonError(
                f"whether {pragma.condition} holds is not known where this pragma is read",
                where=str(pragma.where),
                why="only numbers and macros are, no parameters of templates and no variables",
                fix="make what it hangs on a macro, or write the pragma that is meant",
            )
        return bool(found)

    def _insert(self, number: int, text: str) -> None:
        start = self.source.tokens[number].start
        self.done.insertions[start] = self.done.insertions.get(start, "") + text

    def _leave_out(self, pragma: Pragma) -> None:
        if pragma.kind in ("ARRAY_PARTITION", "ARRAY_RESHAPE"):
            function = pragma.block.enclosing("function")
            parted = {"cyclic", "block"} & set(pragma.options) or pragma.options.get(
                "type", "complete"
            ) != "complete"
            if function and not parted and pragma.options.get("dim", "1") in ("0", "1"):
                self.done.whole.add((function.name, pragma.variable))
        if pragma.kind == "INLINE":
            if not {"off", "recursive", "region"} & set(pragma.options):
                return
            if "off" in pragma.options:
                self.done.note(
                    pragma,
                    "is left out: every function is logic where it is called; ALLOCATION of a function makes one unit of it",
                    "INLINE off",
                )
            return
        reason = WITHOUT_MEANING[pragma.kind]
        if reason:
            self.done.note(pragma, f"is left out: {reason}")

    def _loop(self, pragma: Pragma) -> tuple[int, Block | None]:
        """The loop that a pragma speaks of: the number of its first token, and its block where it
        has braces; -1 where there is none.
        """
        tokens, after = self.source.tokens, pragma.after
        if after > 0 and tokens[after].text == ")":
            keyword = self.source.partner(after) - 1
            if tokens[keyword].text in ("for", "while"):
                return keyword, None
        region = pragma.block.enclosing("loop", "function")
        if region and region.kind == "loop":
            return region.first, region
        return -1, None

    def _unroll(self, pragma: Pragma) -> None:
        first, _ = self._loop(pragma)
        if "region" in pragma.options:
            raise CryptagonError(
                "UNROLL region asks for all loops in a region, and not for the one around it",
                where=str(pragma.where),
                why="its form differs between versions of the tool",
                fix="write #pragma HLS UNROLL in each of these loops",
            )
        if first < 0:
            self.done.note(
                pragma,
                "is left out: it is in no loop; write it as the first line of the loop's body",
                "UNROLL outside of a loop",
            )
            return
        factor = self.value(pragma.options.get("factor", ""))
        if "off" in pragma.options or factor == "1":
            return
        self._unrolled[first] = UNROLL_BY.format(factor) if factor else UNROLL

    def _pipeline(self, pragma: Pragma) -> None:
        if "off" in pragma.options:
            return
        first, block = self._loop(pragma)
        interval = self.value(pragma.options.get("ii", "1") or "1")
        region = block or (pragma.block.enclosing("function") if first < 0 else None)
        if region is not None:
            self._unroll_inside(region, set())
        if block is not None and interval.isdigit() and int(interval) > 1:
            number = block.opens + 1
            self._insert(number, f"cg_cycles_about({interval}); ")
            self.done.note(
                pragma,
                "of a loop splits each iteration into so many stages, a clock cycle each, or as many "
                "as its accesses and operations ask for; the next iteration begins after them",
                "PIPELINE II above 1",
            )
        elif block is None and interval != "1":
            self.done.note(
                pragma,
                "is left out: a function's logic is in the cycle that calls it",
                "II of a function",
            )
        self.done.note(
            pragma,
            "unrolls the loops within, and one iteration takes one clock cycle; stages of several iterations do not overlap",
        )

    def _unroll_inside(self, region: Block, seen: set[int]) -> None:
        """Unrolls the loops within a block, and those of the functions that it calls."""
        if region.opens in seen:
            return
        seen.add(region.opens)
        for one in region.all_inside():
            if one.kind == "loop":
                self._unrolled.setdefault(one.first, UNROLL)
        by_name = {function.name: function for function in self.source.functions}
        tokens = self.source.tokens
        for number in range(region.opens, region.closes):
            called = by_name.get(tokens[number].text)
            if called is not None and self._is_called(number):
                self._unroll_inside(called, seen)

    def _is_called(self, number: int) -> bool:
        """Whether a name is that of a call: a variable may have the name of a function."""
        behind = number + 1
        if self.source.tokens[behind].text == "<":
            behind = self.source.behind_angles(behind)
        return self.source.tokens[behind].text == "("

    def _allocation(self, pragma: Pragma) -> None:
        options = pragma.options
        name, limit = options.get("instances", ""), self.value(options.get("limit", "1"))
        if "function" not in options and options.get("type") != "function":
            self.done.note(
                pragma,
                "of operators is left out: they are shared where that saves area",
                "ALLOCATION",
            )
            return
        named = [one for one in self.source.functions if one.name == name]
        if len(named) != 1:
            raise CryptagonError(
                f"ALLOCATION speaks of function '{name}', of which there "
                + ("is none" if not named else f"are {len(named)}"),
                where=str(pragma.where),
                fix="name a function that is defined once in this source and what it includes",
            )
        first = named[0].first
        if SHARED.format(limit) not in self.done.insertions.get(
            self.source.tokens[first].start, ""
        ):
            self._insert(first, SHARED.format(limit))

    def _resource(self, pragma: Pragma) -> None:
        core = pragma.options.get("core", "").upper()
        if core.startswith("RAM"):
            self._memory(pragma, "distributed" if "LUTRAM" in core else "block")
        elif core.startswith("ROM"):
            self.done.note(pragma, "of a table is left out: it is a table in logic", "RESOURCE core=ROM")  # fmt: skip
        else:
            self.done.note(pragma, "of an operator is left out: synthesis chooses how it is made")

    def _storage(self, pragma: Pragma) -> None:
        kind, how = pragma.options.get("type", "").lower(), pragma.options.get("impl", "").lower()
        if kind.startswith("ram"):
            self._memory(pragma, "distributed" if how == "lutram" else "block")
        elif kind.startswith("rom"):
            self.done.note(pragma, "of a table is left out: it is a table in logic", "BIND_STORAGE type=rom")  # fmt: skip
        else:
            self.done.note(pragma, f"is left out: {BETWEEN_TASKS}")

    def _memory(self, pragma: Pragma, kind: str) -> None:
        """Marks the declaration of an array as a memory."""
        function = pragma.block.enclosing("function")
        tokens, name = self.source.tokens, pragma.variable
        begin = function.opens if function else 0
        for number in range(pragma.after, begin, -1):
            if tokens[number].text == name and tokens[number + 1].text == "[":
                first = self.source.statement_begin(number)
                words = {token.text for token in tokens[first:number]}
                if number - first > 0 and "=" not in words and "(" not in words:
                    if "const" not in words and not self._has_values(number):
                        self._insert(first, RAM.format(kind))
                    return
        self.done.note(
            pragma,
            "of what is no array declared in the same function before is left out: a large array becomes a memory by itself",
            f"{pragma.kind} of a memory",
        )

    def _has_values(self, number: int) -> bool:
        """Whether an array begins with values where it is declared: such a memory would be written
        whole at once, and most are tables.
        """
        behind = self.source.closing(number + 1) + 1
        while self.source.tokens[behind].text == "[":
            behind = self.source.closing(behind) + 1
        words = (
            token.text for token in self.source.tokens[self.source.statement_begin(number) : number]
        )
        return self.source.tokens[behind].text == "=" and "static" not in words

    def _interface(self, pragma: Pragma) -> None:
        options = dict(pragma.options)
        mode = options.get("mode") or next((name for name in options if name in INTERFACES), "")
        if mode not in INTERFACES:
            told = mode or next((n for n in options if n not in FLAGS_OF_INTERFACE), "")
            raise CryptagonError(
                f"there is no INTERFACE of mode '{told}'",
                where=str(pragma.where),
                why=f"known are {', '.join(sorted(INTERFACES))}",
                fix="correct the mode, or leave the pragma out",
            )
        function = pragma.block.enclosing("function")
        known = self.done.ports.get(
            (function.name if function else "", options.get("port", "")), {}
        )
        self.done.ports[function.name if function else "", options.get("port", "")] = {
            **known,
            **{name: self.value(value) for name, value in options.items()},
        }
        if mode not in {"axis", "ap_hs"}:
            self.done.note(pragma, f"is no {mode} here: {HANDSHAKE}", f"INTERFACE {mode}")

    def _dataflow(self, pragma: Pragma) -> None:
        """Tasks with streams between them run at the same time (`tasks`); others one after another,
        which changes no result.
        """
        function = pragma.block.enclosing("function")
        if function is None or not declared_streams(self.source, function):
            self.done.note(pragma, "is left out: the tasks run one after another")

    def _stream(self, pragma: Pragma) -> None:
        function = pragma.block.enclosing("function")
        if (
            function is None
            or "depth" not in pragma.options
            or not declared_streams(self.source, function)
        ):
            self.done.note(pragma, f"is left out: {BETWEEN_TASKS}")

    def _refuse_protocol(self, pragma: Pragma) -> None:
        raise CryptagonError(
            "PROTOCOL asks for accesses of ports in certain clock cycles",
            where=str(pragma.where),
            why="a port here is a stream, which may make any cycle wait",
            fix="leave it out, and write `ap_wait()` of ap_utils.h where a cycle is to end",
        )
