"""From a source of Vivado HLS to one that the compiler takes: one file, of the same lines."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.hls.source.frontend import NEWEST
from cryptagon.hls.vivado.numbers import worked_out
from cryptagon.hls.vivado.ports import Argument, arguments_of
from cryptagon.hls.vivado.pragmas import Obedience, Obeyed, pragmas_of
from cryptagon.hls.vivado.preprocessing import preprocessed
from cryptagon.hls.vivado.text import SourceText
from cryptagon.hls.vivado.top import Top, top_function
from cryptagon.hls.vivado.wrapper import wrapper

SYSTEM_HEADER = re.compile(r"^[ \t]*#pragma (?:clang|GCC) system_header.*$", re.MULTILINE)
HLS_PRAGMA = re.compile(r"^[ \t]*#pragma[ \t]+(?:HLS|AP|hls|ap)\b.*$", re.MULTILINE)
GUARDS = {"ap_int.h": "AP_INT", "ap_cint.h": "AP_CINT", "hls_stream.h": "HLS_STREAM"}
WIDEST_ITEM = 4096
"""Bits that the elements of an array may have in all to be one item."""


@dataclass(frozen=True)
class Readable:
    """A file that the compiler takes, its module's name, and what is to be told of pragmas and
    arguments.
    """

    path: Path
    module: str
    notes: tuple[str, ...]


def readable(
    source: Path,
    top: str,
    folder: Path,
    *,
    defines: Mapping[str, str] | None = None,
    standard: str = NEWEST,
    includes: Sequence[Path] = (),
) -> Readable:
    """Writes a source of Vivado HLS, with what it includes, as one file for the compiler.

    `top` names the function that becomes the hardware; `folder` gets the file, named after the
    source; `includes` are folders of headers. Raises CryptagonError, with file and line, for what
    cannot be read so: an unknown or a refused pragma, a top function that there is not, an argument
    of unknown length.
    """
    defines = defines or {}
    read = preprocessed(source, defines, standard, includes)
    text = SYSTEM_HEADER.sub("", read.text)
    parsed = SourceText(text, str(source))
    function = top_function(parsed, top, str(source))
    reached = _reached(parsed, function.name)
    pragmas = [
        pragma
        for pragma in pragmas_of(parsed)
        if (around := pragma.block.enclosing("function")) is None or around.name in reached
    ]
    obeyed = Obedience(parsed, read.macros).obey(pragmas)
    plain = _guarded(HLS_PRAGMA.sub("", text))
    path = folder / f"{source.stem}.hls{read.suffix}"
    sizes = {
        port: options["depth"]
        for (name, port), options in obeyed.ports.items()
        if name == function.name and "depth" in options
    }
    arguments = arguments_of(function, replace(read, text=plain), path, sizes, standard)
    _refuse_two_ways(function, arguments)
    together = _together(function, arguments, obeyed)
    whole = _guarded(HLS_PRAGMA.sub("", _with(text, obeyed.insertions)))
    begin = _declarations(read.suffix == ".cpp") + f'# 1 "{source}"\n'
    made = begin + whole + wrapper(function, arguments, together, cpp=read.suffix == ".cpp")
    path.write_text(made)
    unused = [f"{function.where}: argument '{one.parameter.name}' is neither read nor written: it has no port"
              for one in arguments if not (one.read or one.written)]  # fmt: skip
    return Readable(path, function.name, (*obeyed.told(), *unused))


def _with(text: str, insertions: Mapping[int, str]) -> str:
    parts, at = [], 0
    for place in sorted(insertions):
        parts += [text[at:place], insertions[place]]
        at = place
    return "".join([*parts, text[at:]])


def _guarded(text: str) -> str:
    """A source after which headers still know what it includes."""
    found = [guard for header, guard in GUARDS.items() if f'/vivado/{header}"' in text]
    return text + "\n" + "".join(f"#define CRYPTAGON_{guard}_H\n" for guard in found)


def _declarations(cpp: bool) -> str:
    """What the directives in a source call."""
    start = 'extern "C" ' if cpp else ""
    return f"{start}void cg_cycles_about(unsigned stages);\n"


def _reached(source: SourceText, top: str) -> set[str]:
    """The names of the functions that a function may call, by the names in its body."""
    bodies: dict[str, list[tuple[int, int]]] = {}
    for function in source.functions:
        begin = function.parameters[0]
        bodies.setdefault(function.name, []).append((begin, function.closes))
    reached, waiting = set(), [top]
    while waiting:
        name = waiting.pop()
        if name in reached:
            continue
        reached.add(name)
        for begin, end in bodies.get(name, ()):
            words = {token.text for token in source.tokens[begin:end] if token.kind == "word"}
            waiting += words & bodies.keys()
    return reached


def _refuse_two_ways(top: Top, arguments: list[Argument]) -> None:
    for one in arguments:
        if one.stream and one.read and one.written:
            raise CryptagonError(
                f"stream '{one.parameter.name}' is both read and written",
                where=str(top.where),
                why="a port has one direction",
                fix="make two arguments of it",
            )


def _together(top: Top, arguments: list[Argument], obeyed: Obeyed) -> frozenset[str]:
    """The array arguments of which a pragma asks for all elements at once, where they fit."""
    names = set()
    for one in arguments:
        count = worked_out(one.elements)
        asked = (top.name, one.parameter.name) in obeyed.whole
        if asked and one.bits and count and count * one.bits <= WIDEST_ITEM:
            names.add(one.parameter.name)
    return frozenset(names)
