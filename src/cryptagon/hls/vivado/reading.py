"""From a source of Vivado HLS to one that the compiler takes: one file, of the same lines."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.hls.source.frontend import NEWEST
from cryptagon.hls.vivado.networks import TaskNetwork, network
from cryptagon.hls.vivado.numbers import named_constants, worked_out
from cryptagon.hls.vivado.ports import Argument, Probed, arguments_of
from cryptagon.hls.vivado.pragmas import Obedience, Obeyed, pragmas_of
from cryptagon.hls.vivado.preprocessing import Preprocessed, preprocessed
from cryptagon.hls.vivado.tasks import TaskGraph, task_graph
from cryptagon.hls.vivado.text import SourceText
from cryptagon.hls.vivado.top import Top, top_function
from cryptagon.hls.vivado.wrapper import BEGIN, wrapper

SYSTEM_HEADER = re.compile(r"^[ \t]*#pragma (?:clang|GCC) system_header.*$", re.MULTILINE)
HLS_PRAGMA = re.compile(r"^[ \t]*#pragma[ \t]+(?:HLS|AP|hls|ap)\b.*$", re.MULTILINE)
GUARDS = {"ap_int.h": "AP_INT", "ap_cint.h": "AP_CINT", "hls_stream.h": "HLS_STREAM"}
TASKS = "#include <vivado/cg_tasks.h>\n"
WIDEST_ITEM = 4096
"""Bits that the elements of an array may have in all to be one item."""


@dataclass(frozen=True)
class Readable:
    """A file that the compiler takes, its module's name, and what is to be told of pragmas and
    arguments; where it has tasks with streams between them, these.
    """

    path: Path
    module: str
    notes: tuple[str, ...]
    tasks: TaskNetwork | None = None


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
    reading = _Reading(read, source, top, folder, standard)
    if reading.graph is None:
        return reading.alone()
    return reading.with_tasks(reading.graph)


class _Reading:
    """A preprocessed source on its way to a file for the compiler."""

    def __init__(
        self, read: Preprocessed, source: Path, top: str, folder: Path, standard: str
    ) -> None:
        self.read, self.source, self.standard = read, source, standard
        self.text = SYSTEM_HEADER.sub("", read.text)
        parsed = SourceText(self.text, str(source))
        self.top = top_function(parsed, top, str(source))
        reached = _reached(parsed, self.top.name)
        pragmas = [
            pragma
            for pragma in pragmas_of(parsed)
            if (around := pragma.block.enclosing("function")) is None or around.name in reached
        ]
        obedience = Obedience(parsed, {**named_constants(parsed), **read.macros})
        self.obeyed = obedience.obey(pragmas)
        self.graph = task_graph(parsed, self.top.block, pragmas, obedience.value)
        self.path = folder / f"{source.stem}.hls{read.suffix}"
        self.cpp = read.suffix == ".cpp"
        self.sizes = {
            port: options["depth"]
            for (name, port), options in self.obeyed.ports.items()
            if name == self.top.name and "depth" in options
        }

    def alone(self) -> Readable:
        """A source whose top function is one design."""
        arguments = self._probed({}).arguments
        made = wrapper(self.top, arguments, self._together(arguments), cpp=self.cpp)
        self._write(made, {})
        return Readable(self.path, self.top.name, self._notes(arguments))

    def with_tasks(self, graph: TaskGraph) -> Readable:
        """A source whose top function calls tasks with streams between them."""
        found = [
            self._probed(graph.insertions, {"CG_TASK": "1", **graph.macros(task)})
            for task in graph.tasks
        ]
        tasks = network(self.top, graph, found)
        together = self._together(tasks.arguments)
        parts = [
            f"#{'el' if build.number > 1 else ''}if CG_TASK == {build.number}\n"
            + wrapper(
                self.top,
                build.arguments,
                together,
                cpp=True,
                name=f"{self.top.name}_{build.task.name}",
                ends=build.ends,
            )
            for build in tasks.builds
        ]
        native = wrapper(self.top, tasks.arguments, together, cpp=True, users=tasks.native)
        self._write("".join([*parts, "#else\n", native, "#endif\n"]), graph.insertions)
        return Readable(self.path, self.top.name, self._notes(tasks.arguments), tasks)

    def _probed(
        self, insertions: Mapping[int, str], macros: Mapping[str, str] | None = None
    ) -> Probed:
        """What clang tells of the top function, of a source with some macros and insertions."""
        plain = _guarded(HLS_PRAGMA.sub("", _with(self.text, insertions)))
        defined = "".join(f"#define {name} {value}\n" for name, value in (macros or {}).items())
        read = replace(self.read, text=defined + (TASKS if macros else "") + plain)
        found = arguments_of(self.top, read, self.path, self.sizes, self.standard)
        _refuse_two_ways(self.top, found.arguments)
        return found

    def _write(self, wrapped: str, insertions: Mapping[int, str]) -> None:
        """Writes the file: the source with directives, and what is wrapped around its top function."""
        places = sorted({*self.obeyed.insertions, *insertions})
        both = {
            place: insertions.get(place, "") + self.obeyed.insertions.get(place, "")
            for place in places
        }
        whole = _guarded(HLS_PRAGMA.sub("", _with(self.text, both)))
        begin = _declarations(self.cpp) + (TASKS if insertions else "")
        self.path.write_text(f'{begin}# 1 "{self.source}"\n{whole}{BEGIN}{wrapped}')

    def _together(self, arguments: Sequence[Argument]) -> frozenset[str]:
        return _together(self.top, arguments, self.obeyed)

    def _notes(self, arguments: Sequence[Argument]) -> tuple[str, ...]:
        unused = [
            f"{self.top.where}: argument '{one.parameter.name}' is neither read nor written: it has no port"
            for one in arguments
            if not (one.read or one.written)
        ]
        return (*self.obeyed.told(), *unused)


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


def _refuse_two_ways(top: Top, arguments: Sequence[Argument]) -> None:
    for one in arguments:
        if one.stream and one.read and one.written:
            raise CryptagonError(
                f"stream '{one.parameter.name}' is both read and written",
                where=str(top.where),
                why="a port has one direction",
                fix="make two arguments of it",
            )


def _together(top: Top, arguments: Sequence[Argument], obeyed: Obeyed) -> frozenset[str]:
    """The array arguments of which a pragma asks for all elements at once, where they fit."""
    names = set()
    for one in arguments:
        count = worked_out(one.elements)
        asked = (top.name, one.parameter.name) in obeyed.whole
        if asked and one.bits and count and count * one.bits <= WIDEST_ITEM:
            names.add(one.parameter.name)
    return frozenset(names)
