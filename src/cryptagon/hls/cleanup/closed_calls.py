"""Calls of functions with loops, closed to LLVM.

A function with a clocked loop that is called at several places is to become one loop. LLVM works
what it knows of an argument, such as a constant, into the loop of that call, and drops what computes
a result that nobody reads there: then the loops differ. While LLVM runs, each argument of such calls
goes through a call that it knows nothing of, and a call that it must keep reads each result.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator
from itertools import count

from cryptagon.hls.cleanup.module import Module
from cryptagon.hls.cleanup.unrolling import UNROLL_WHOLLY
from cryptagon.hls.ir.text import integer_width, split_top
from cryptagon.hls.source.call_graph import DIRECT_CALL, FUNCTION, called_by, function_bodies

LOOP = re.compile(r"!llvm\.loop !(\d+)")
CALL = re.compile(
    r"^  (?:%(?P<result>[-\w.]+) = )?call (?:\w+ )*?(?P<kind>void|i\d+|%[\w.]+|\{[^}]*\}) "
    r"@(?P<callee>[\w.]+)\((?P<arguments>.*)\)(?P<rest>(?: #\d+)?(?:, !.*)?)$",
    re.MULTILINE,
)
STRUCT = re.compile(r"^(%[\w.]+) = type (\{.*\})$", re.MULTILINE)
INTEGER = re.compile(r"^(i\d+) ((?:[\w()]+ )*)(\S+)$")
UNKNOWN = "nounwind willreturn memory(none)"
LOCAL = re.compile(r"%[-\w.]+")
ARGUMENT, RESULT = "cg.closed", "cg.result"
MADE = re.compile(
    rf"^  %([-\w.]+) = (?:\w+ )*call i\d+ @{ARGUMENT}\.i\d+\(i\d+ (?:[\w()]+ )*(\S+)\)[^\n]*\n",
    re.MULTILINE,
)
READ = re.compile(rf"^  (?:\w+ )*call void @{RESULT}\.i\d+\([^\n]*\n", re.MULTILINE)
DECLARED = re.compile(rf"^declare [^@\n]*@(?:{ARGUMENT}|{RESULT})\.[^\n]*\n", re.MULTILINE)


def closed_calls(text: str, units: Collection[str]) -> str:
    """The module of functions with those calls closed; as it is where nothing is to be closed.

    `units` are the functions that become units of their own, which are never inlined.
    """
    bodies = function_bodies(text)
    called = Counter(callee for body in bodies.values() for callee, _ in DIRECT_CALL.findall(body))
    several = {name for name in _with_loops(text, bodies, units) if called[name] > 1}
    closing = _Closing(text, several) if several else None
    closed = FUNCTION.sub(closing.function, text) if closing else text
    return closed + closing.declarations() if closing and closing.declared else text


def calls_closed(module: Module) -> Module:
    """The module with calls closed, where it is one that is to have them closed."""
    return (
        module.having(closed_calls(module.text, module.shared))
        if module.choices.closing
        else module
    )


def opened_calls(text: str) -> str:
    """The module without what `closed_calls` added: with the arguments themselves."""
    arguments = dict(MADE.findall(text))

    def argument(match: re.Match[str]) -> str:
        found = match[0]
        while found.startswith("%") and found[1:] in arguments:
            found = arguments[found[1:]]
        return found

    if arguments:
        text = LOCAL.sub(argument, MADE.sub("", text))
    return DECLARED.sub("", READ.sub("", text))


def _with_loops(text: str, bodies: dict[str, str], units: Collection[str]) -> set[str]:
    """The functions in which a loop may stay: their own, or that of one that they call."""
    whole = {
        number
        for note in UNROLL_WHOLLY.findall(text)
        for number in re.findall(rf"^!(\d+) = distinct !\{{.*!{note}\b.*\}}$", text, re.MULTILINE)
    }
    own = {
        name
        for name, body in bodies.items()
        if name not in units and set(LOOP.findall(body)) - whole
    }
    return {
        name for name in bodies if name not in units and not own.isdisjoint(called_by(name, bodies))
    }


class _Closing:
    """Closes calls of the functions `several`."""

    def __init__(self, text: str, several: set[str]) -> None:
        self._several = several
        self._structs = dict(STRUCT.findall(text))
        self._made = count()
        self.declared: set[str] = set()

    def function(self, body: re.Match[str]) -> str:
        """One function with its calls closed."""
        return CALL.sub(self._call, body[0])

    def declarations(self) -> str:
        """What the closed module declares."""
        return "".join(f"\n{one}" for one in sorted(self.declared)) + "\n"

    def _call(self, match: re.Match[str]) -> str:
        if match["callee"] not in self._several:
            return match[0]
        before, arguments = list[str](), list[str]()
        for argument in split_top(match["arguments"]):
            made, closed = self._argument(argument)
            before += made
            arguments.append(closed)
        head = match[0][: match.start("arguments") - match.start()]
        call = f"{head}{', '.join(arguments)}){match['rest']}"
        return "\n".join([*before, call, *self._reads(match["result"], match["kind"])])

    def _argument(self, argument: str) -> tuple[list[str], str]:
        """The lines that make an argument, and the argument."""
        found = INTEGER.match(argument)
        if found is None:
            return [], argument
        kind, attributes, value = found.groups()
        self.declared.add(f"declare {kind} @{ARGUMENT}.{kind}({kind}) {UNKNOWN}")
        local = f"%{ARGUMENT}.{next(self._made)}"
        made = f"  {local} = call {kind} @{ARGUMENT}.{kind}({kind} {value})"
        return [made], f"{kind} {attributes}{local}"

    def _reads(self, result: str | None, kind: str) -> Iterator[str]:
        """The lines that read a result, each field of a structure."""
        if result is None:
            return
        if integer_width(kind):
            yield self._read(kind, f"%{result}")
            return
        fields = self._structs.get(kind, kind).strip("{} ")
        for number, field in enumerate(split_top(fields)):
            if integer_width(field):
                part = f"%{RESULT}.{next(self._made)}"
                yield f"  {part} = extractvalue {kind} %{result}, {number}"
                yield self._read(field, part)

    def _read(self, kind: str, value: str) -> str:
        self.declared.add(
            f"declare void @{RESULT}.{kind}({kind}) nounwind willreturn memory(inaccessiblemem: readwrite)"
        )
        return f"  call void @{RESULT}.{kind}({kind} {value})"
