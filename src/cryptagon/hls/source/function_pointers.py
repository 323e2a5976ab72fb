"""Calls through pointers to functions, as choices among the functions that the pointer may mean.

Each function whose address the program takes has an object that has its address in its place: a
pointer to a function is a pointer like any other from then on, and is known, or kept as a number,
where others are. A call through one becomes a call of a function that compares the pointer with the
objects of all functions of that type; inlining, and what LLVM knows of constants, leave those that
may be called there.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from cryptagon.hls.ir.text import split_top
from cryptagon.hls.source.constant_pointers import with_block_moves

OBJECT, CHOICE = "cg.function.", "cg.call.through."
CALL = re.compile(
    r"^(  (?:%[-\w.]+ = )?call )([^@\n(]*?) %([-\w.]+)\((.*)\)([^()\n]*)$", re.MULTILINE
)
HEAD = re.compile(
    r"^(?:define ([^@\n]*)@([\w.]+)\((.*)\) [^()\n]*\{"
    r"|declare ([^@\n]*)@([\w.]+)\((.*)\)[^()\n]*)$",
    re.MULTILINE,
)
NOTE = r"(?:noundef|zeroext|signext|nonnull|noalias|returned|align \d+|dereferenceable\w*\(\d+\))"
NOTES = re.compile(rf"\b(?:dso_local|internal|hidden|linkonce_odr|local_unnamed_addr|{NOTE})(?!\S)")
ARGUMENT = re.compile(rf"^(\{{.*?\}}|\[.*?\]|\S+)((?: {NOTE}| (?:byval|sret)\([^()]*\))*)(?= |$)")
PASSED = re.compile(r"(?:byval|sret)\([^()]*\)")
NO_ADDRESS = re.compile(r"^@[\w.]+ = [^\n]*\balias |^@llvm\.")
ADDRESS = re.compile(r'c"[^"\n]*"|@([\w.]+)(?![\w.(])')
"""Not what is in a string."""


@dataclass(frozen=True)
class _Type:
    """What a function gives and takes, without what LLVM only notes beside it."""

    result: str
    arguments: tuple[str, ...]


def with_chosen_functions(text: str) -> str:
    """A module as clang wrote it with such calls by name; those that no function fits are left."""
    if not CALL.search(text):
        return text
    types = _types(text)
    taken = _addressed(text, types)
    fitting: dict[_Type, list[str]] = {}
    for name in taken:
        fitting.setdefault(types[name], []).append(name)
    choices: dict[_Type, str] = {}

    def by_name(match: re.Match[str]) -> str:
        begin, result, pointer, arguments, end = match.groups()
        kind = _type_of(result, arguments)
        if kind not in fitting:
            return match[0]
        name = choices.setdefault(kind, f"{CHOICE}{len(choices)}")
        given = ", ".join(filter(None, (f"ptr %{pointer}", arguments)))
        return f"{begin}{result} @{name}({given}){end}"

    called = CALL.sub(by_name, text)
    made = [
        *(f"@{OBJECT}{name} = internal global i8 0, align 1" for name in taken),
        *(_choice(name, kind, fitting[kind]) for kind, name in choices.items()),
    ]
    head, define, rest = _with_objects(called, taken).partition("\ndefine ")
    return "\n".join([head, with_block_moves("\n".join(made)), ""]) + define + rest


def _types(text: str) -> dict[str, _Type]:
    """The types of all functions of a module, by name, of those that are only declared as well: a
    pointer may mean one, and a call of it is refused by its name.
    """
    heads = (match.groups("") for match in HEAD.finditer(text))
    return {
        name: _type_of(result, parameters)
        for result, name, parameters in (head[:3] if head[1] else head[3:] for head in heads)
    }


def _type_of(result: str, arguments: str) -> _Type:
    """The type of a function, from the text of its head or of a call."""
    plain = " ".join(NOTES.sub("", result).split())
    return _Type(plain, tuple(map(_kind_of, split_top(arguments))))


def _kind_of(argument: str) -> str:
    """The type of a parameter, or of what is given for it, and how it is passed."""
    match = ARGUMENT.match(argument)
    return " ".join([match[1], *PASSED.findall(match[2])]) if match else argument


def _addressed(text: str, functions: Iterable[str]) -> list[str]:
    """The functions whose address is taken, in the order of the text."""
    lines = (line for line in text.split("\n") if not NO_ADDRESS.match(line))
    mentioned = dict.fromkeys(name for line in lines for name in ADDRESS.findall(line))
    known = set(functions)
    return [name for name in mentioned if name in known]


def _with_objects(text: str, taken: Iterable[str]) -> str:
    """The module with the objects of functions in place of their addresses."""
    known = set(taken)

    def of_object(match: re.Match[str]) -> str:
        return f"@{OBJECT}{match[1]}" if match[1] in known else match[0]

    return "\n".join(
        line if NO_ADDRESS.match(line) else ADDRESS.sub(of_object, line)
        for line in text.split("\n")
    )


def _choice(name: str, kind: _Type, functions: list[str]) -> str:
    """The function that calls the one of `functions` that a pointer means: the last, if no other."""
    parameters = [f"{one} %given.{number}" for number, one in enumerate(kind.arguments)]
    given = ", ".join(["ptr %function", *parameters])
    lines = [f"define internal {kind.result} @{name}({given}) alwaysinline {{", "begin:"]
    for number, function in enumerate(functions):
        if function != functions[-1]:
            lines += [
                f"  %is.{number} = icmp eq ptr %function, @{OBJECT}{function}",
                f"  br i1 %is.{number}, label %call.{number}, label %no.{number}",
                f"call.{number}:",
            ]
        call = f"call {kind.result} @{function}({', '.join(parameters)})"
        if kind.result == "void":
            lines += [f"  {call}", "  ret void"]
        else:
            lines += [f"  %result.{number} = {call}", f"  ret {kind.result} %result.{number}"]
        lines.append(f"no.{number}:" if function != functions[-1] else "}")
    return "\n".join([*lines, ""])
