"""Which arguments of a top function are streams, are read, and are written: clang and LLVM tell."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
MOVED = re.compile(r"call [^@\n]*@cg_probe_(get|put|has)\(i32 noundef ([^,)]+)")
STREAM_KIND, ARRAY_KIND = 1, 2
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


def arguments_of(
    top: Top, read: Preprocessed, place: Path, sizes: Mapping[str, str], standard: str
) -> list[Argument]:
    """What each argument of a top function is.

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
    told = _run(place, standard, OPTIMISED)
    place.unlink()
    found = [
        probe.argument(number, told, streams, arrays, bits.get(number, 0))
        for number in range(len(top.parameters))
    ]
    whole = {number for number, kind in answers["class"].items() if kind in INTEGERS}
    _refuse_beyond(top, found, whole, {int(number) for number in BEYOND.findall(told)})
    return found


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
        self, number: int, told: str, streams: set[int], arrays: set[int], bits: int
    ) -> Argument:
        """What one argument is, by what LLVM found out."""
        one = self.top.parameters[number]
        if number in streams:
            moves = {verb for verb, port in MOVED.findall(told) if port == str(number)}
            return Argument(one, True, bool(moves & {"get", "has"}), "put" in moves, "", bits)
        found = PROBE.search(told)
        pointers = [n for n in range(len(self.top.parameters)) if n not in streams]
        attributes = POINTER.findall(found[1])[pointers.index(number)].split() if found else []
        unused = "readnone" in attributes
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


STREAM_CALLS = """extern "C" { void cg_probe_get(int, void *); void cg_probe_put(int, const void *); bool cg_probe_has(int); }
#ifdef CRYPTAGON_HLS_STREAM_H
namespace hls {
template <class T> void cg_stream_get(int port, T *item, cg_item<T>) { cg_probe_get(port, item); }
template <class T> void cg_stream_put(int port, const T &item, cg_item<T>) { cg_probe_put(port, &item); }
template <class T> bool cg_stream_has(int port, cg_item<T>) { return cg_probe_has(port); }
}
#endif"""
