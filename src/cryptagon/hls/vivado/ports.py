"""Which arguments of a top function are streams, are read, and are written: clang and LLVM tell."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.hls.source.diagnostics import refusal
from cryptagon.hls.vivado.preprocessing import Preprocessed, arguments_for
from cryptagon.hls.vivado.top import Parameter, Top
from cryptagon.toolchain import answer

OPTIMISED = (
    *("-O2", "-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops", "-g0", "-w"),
    *("-mllvm", "-inline-threshold=100000", "-S", "-emit-llvm", "-o", "-"),
)
AS_IT_IS = ("-O0", "-S", "-emit-llvm", "-o", "-", "-w")
NOT_OPTIMISED = frozenset(("-O1", "-Xclang", "-disable-llvm-passes", "-fno-unroll-loops", "-g"))
PROBE = re.compile(r"^define [^@\n]*@cg_probe\((.*)\) ", re.MULTILINE)
POINTER = re.compile(r"ptr ([^%]*)%[\w.]+")
BEYOND = re.compile(r"getelementptr [^\n]*?ptr [^%\n]*%a(\d+),")
"""An address computed from that of an argument."""
ANSWER = re.compile(r"^@cg_(kind|bits|class)_(\d+) = .*constant i32 (\d+)", re.MULTILINE)
MOVED = re.compile(
    r"call [^@\n]*@cg_probe_(get|put|has)\(i32 noundef ([^,)]+)(?:,[^\n]*@(__PRETTY_FUNCTION__[\w.]*))?"
)
TYPE = re.compile(r'^@([\w.]+) = .* c"[^"\n]*\[T = ([^"\n]*)\]\\00"', re.MULTILINE)
"""A text of clang that tells what a template was made with."""
KEPT = re.compile(r"\bi32 (\d+)(?=, ptr|, i32|[,>\]]|$)", re.MULTILINE)
"""A number that is stored, chosen, or in a table."""
VARIABLE = re.compile(r"^@([\w.]+) = (?!.* constant )[^\n]*global ", re.MULTILINE)
STREAM_KIND, ARRAY_KIND = 1, 2
FIRST_CHANNEL = 1000
"""The number of the first stream between tasks; arguments of the top function have lower ones."""
INTEGERS = range(1, 5)
"""What __builtin_classify_type says of a number, a character, an enum and a bool."""


@dataclass(frozen=True)
class Argument:
    """What an argument is: a stream, or `elements` (C text; "" for a single value); whether the
    function reads and writes it; the bits of an element, 0 where it is no integer.
    """

    parameter: Parameter
    stream: bool
    read: bool
    written: bool
    elements: str
    bits: int = 0


@dataclass(frozen=True)
class ChannelEnd:
    """A stream between tasks as one task has it: its number, the type of its items, whether the
    task reads it (or writes it).
    """

    number: int
    type: str
    read: bool


@dataclass(frozen=True)
class Probed:
    """What clang and LLVM tell of a function: its arguments, and its optimised LLVM IR."""

    arguments: list[Argument]
    told: str

    @property
    def body(self) -> str:
        """What the probe does, in LLVM IR: all that it calls is within."""
        begin = PROBE.search(self.told)
        return self.told[begin.end() : self.told.index("\n}", begin.end())] if begin else ""

    @property
    def ends(self) -> tuple[ChannelEnd, ...]:
        """The ends of streams between tasks, one for each stream and direction. A stream that a
        variable chooses may be each whose number is kept.
        """
        types, found = dict(TYPE.findall(self.told)), dict[tuple[int, bool], str]()
        for verb, port, text in MOVED.findall(self.body):
            chosen = [port] if port.isdigit() else KEPT.findall(self.body)
            for number in (int(one) for one in chosen if int(one) >= FIRST_CHANNEL):
                end = number, verb != "put"
                found[end] = types.get(text, "") or found.get(end, "")
        return tuple(ChannelEnd(number, kind, read) for (number, read), kind in found.items())

    @property
    def variables(self) -> frozenset[str]:
        """The variables outside of functions that it uses, and static ones, as LLVM names them."""
        used = set(re.findall(r"@([\w.]+)", self.body))
        return frozenset(name for name in VARIABLE.findall(self.told) if name in used)

    def changes(self, variable: str) -> bool:
        """Whether a variable is stored to, or its address goes where it may be."""
        names = {f"@{variable}"}
        for line in self.body.splitlines():
            if not any(re.search(rf"{re.escape(name)}(?![\w.])", line) for name in names):
                continue
            words = line.split()
            if "getelementptr" in words and "=" in words[1:2]:
                names.add(words[0])
            elif "load" not in words:
                return True
        return False


def arguments_of(
    top: Top, read: Preprocessed, place: Path, sizes: Mapping[str, str], standard: str
) -> Probed:
    """What each argument of a top function is, and what else it uses.

    `read` is the source, `place` a file that may be written, `sizes` the number of elements that
    INTERFACE gives to pointers. Raises CryptagonError where clang refuses the source and where a
    pointer's or an array's length is not known.
    """
    probe = _Probe(top, read.suffix == ".cpp", sizes)
    place.write_text(read.text + probe.text(None))
    answers: dict[str, dict[int, int]] = {"kind": {}, "bits": {}, "class": {}}
    for what, number, value in ANSWER.findall(_run(place, standard, AS_IT_IS)):
        answers[what][int(number)] = int(value)
    kinds, bits = answers["kind"], answers["bits"]
    streams = {number for number, kind in kinds.items() if kind == STREAM_KIND}
    arrays = {number for number, kind in kinds.items() if kind == ARRAY_KIND}
    place.write_text(read.text + probe.text(streams))
    told = Probed([], _run(place, standard, OPTIMISED))
    place.unlink()
    found = [
        probe.argument(number, told, streams, arrays, bits.get(number, 0))
        for number in range(len(top.parameters))
    ]
    whole = {number for number, kind in answers["class"].items() if kind in INTEGERS}
    _refuse_beyond(top, found, whole, {int(number) for number in BEYOND.findall(told.told)})
    return replace(told, arguments=found)


def _refuse_beyond(top: Top, found: list[Argument], whole: set[int], walked: set[int]) -> None:
    """Refuses a pointer to a single integer by which others are reached; `whole` are the arguments
    of an integer type, `walked` those from whose addresses others are computed.
    """
    for number in sorted(whole & walked):
        one = found[number].parameter
        if one.pointer and not found[number].elements:
            raise CryptagonError(
                f"argument '{one.name}' points to one value, and to others behind it",
                where=str(top.where),
                why="how many there are is not known: its elements come and go on a stream, one after another",
                fix="write depth=N into its INTERFACE pragma: "
                f"#pragma HLS INTERFACE ap_memory port={one.name} depth=N",
            )


def _run(place: Path, standard: str, options: Sequence[str]) -> str:
    arguments = arguments_for(place, place.suffix, {}, standard)
    kept = [
        one
        for one in arguments
        if one not in NOT_OPTIMISED and not one.startswith("-fdefault-calling")
    ]
    done = answer([*kept, *options, str(place)], b"")
    if done.returncode:
        raise refusal(done.stderr.decode(errors="replace"), place)
    return done.stdout.decode(errors="replace")


class _Probe:
    """A function that calls the top function with pointers to all its arguments."""

    def __init__(self, top: Top, cpp: bool, sizes: Mapping[str, str]) -> None:
        self.top, self.cpp, self.sizes = top, cpp, sizes

    def text(self, streams: set[int] | None) -> str:
        """The text after the source; None for the streams asks which there are."""
        parameters = self.top.parameters
        asked = [line for number, one in enumerate(parameters) for line in _questions(number, one)]
        if streams is None:
            return "\n".join(
                ["", STREAM_CALLS, "#include <vivado/cg_top.h>", *asked, ""]
                if self.cpp
                else [
                    "",
                    *(_class_question(number, one) for number, one in enumerate(parameters)),
                    "",
                ]
            )
        lines = ["", STREAM_CALLS if self.cpp else ""]
        given, declared = [], []
        for number, one in enumerate(parameters):
            if number in streams:
                given.append(f"s{number}")
                continue
            starred = one.by_value or one.reference
            sizes = "".join(f"[{size}]" for size in one.sizes)
            if one.reference and one.sizes:
                declared.append(f"{one.type} (*a{number}){sizes}")
            elif starred:
                declared.append(f"{one.type} *a{number}")
            else:
                declared.append(
                    f"{one.type} {'*' if one.pointer and not sizes else ''}a{number}{sizes}"
                )
            given.append(f"{'*' if starred else ''}a{number}")
        call = f"{self.top.called}({', '.join(given)})"
        if self.top.returns != "void":
            declared.append(f"{self.top.returns} *result")
            call = f"*result = {call}"
        made = "".join(
            f"{parameters[number].type} s{number}(hls::cg_port{{{number}}}); "
            for number in sorted(streams)
        )
        start = 'extern "C" ' if self.cpp else ""
        return "\n".join(
            [
                *lines,
                f"{start}void cg_probe({', '.join(declared) or 'void'}) {{ {made}{call}; }}",
                "",
            ]
        )

    def argument(
        self, number: int, told: Probed, streams: set[int], arrays: set[int], bits: int
    ) -> Argument:
        """What one argument is, by what LLVM found out."""
        one = self.top.parameters[number]
        if number in streams:
            moves = {verb for verb, port, _ in MOVED.findall(told.body) if port == str(number)}
            return Argument(one, True, bool(moves & {"get", "has"}), "put" in moves, "", bits)
        found = PROBE.search(told.told)
        pointers = [n for n in range(len(self.top.parameters)) if n not in streams]
        attributes = POINTER.findall(found[1])[pointers.index(number)].split() if found else []
        unused = "readnone" in attributes or not re.search(rf"%a{number}\b", told.body)
        read = "writeonly" not in attributes and not unused
        written = "readonly" not in attributes and not unused and not one.by_value
        return Argument(
            one, False, read, written and not one.constant, self._elements(number, arrays), bits
        )

    def _elements(self, number: int, arrays: set[int]) -> str:
        """How many elements an argument has, as C; "" for a single value."""
        one = self.top.parameters[number]
        given = self.sizes.get(one.name, "")
        if number in arrays:
            return (
                f"sizeof(*(cg_type_{one.name} *)0) / sizeof(cg_element<cg_type_{one.name}>::type)"
            )
        if one.sizes:
            sizes = [size or given for size in one.sizes]
            if not all(sizes):
                raise CryptagonError(
                    f"it is not known how many elements argument '{one.name}' has",
                    where=str(self.top.where),
                    why="its elements come and go on a stream, one after another",
                    fix="write the length into the brackets, or depth=N into its INTERFACE pragma: "
                    f"#pragma HLS INTERFACE ap_memory port={one.name} depth=N",
                )
            return " * ".join(f"({size})" for size in sizes)
        return given if one.pointer and given not in ("", "1") else ""


def _questions(number: int, one: Parameter) -> list[str]:
    """Constants whose values tell what a parameter is."""
    stream = f"cg_stream_of<{one.type}>::is"
    element = f"cg_bits<cg_element<{one.type}>::type>::count"
    kind = f"{stream} ? {STREAM_KIND} : __is_array({one.type}) ? {ARRAY_KIND} : 0"
    return [
        f'extern "C" {{ extern const int cg_kind_{number} = {kind}; }}',
        f'extern "C" {{ extern const int cg_bits_{number} = {element}; }}',
        f'extern "C" {{ extern {_class_question(number, one)} }}',
    ]


def _class_question(number: int, one: Parameter) -> str:
    """A constant, in C and C++, that tells what kind of type a parameter has."""
    return f"const int cg_class_{number} = __builtin_classify_type(*({one.type} *)0);"


STREAM_CALLS = """extern "C" {
void cg_probe_get(int, void *, const char *);
void cg_probe_put(int, const void *, const char *);
bool cg_probe_has(int);
int cg_channel_port(int channel) { return channel; }
}
#ifdef CRYPTAGON_HLS_STREAM_H
namespace hls {
template <class T> void cg_stream_get(int port, T *item, cg_item<T>) {
    [[clang::nomerge]] cg_probe_get(port, item, __PRETTY_FUNCTION__);
}
template <class T> void cg_stream_put(int port, const T &item, cg_item<T>) {
    T copy = item;
    [[clang::nomerge]] cg_probe_put(port, &copy, __PRETTY_FUNCTION__);
}
template <class T> bool cg_stream_has(int port, cg_item<T>) { [[clang::nomerge]] return cg_probe_has(port); }
}
#endif"""
"""What a move of a stream is in the probe: a call with its number, and a text that has the type of its
items; calls that differ in the number stay apart.
"""
