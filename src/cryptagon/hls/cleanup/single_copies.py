"""Functions that stay one copy, where inlining would make one for each call.

Each call becomes a jump to the one call that is left, which is inlined then: it keeps its arguments
and its number in variables, and behind the call that is left a switch leads back by the number.
LLVM turns these variables into values again.

A run of such a function begins a clock cycle, so that each way around through it has a state on it:
the loops around are no natural loops any more.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from itertools import count

from cryptagon.hls.cleanup import llvm
from cryptagon.hls.cleanup.called_often import called_often
from cryptagon.hls.cleanup.live_variables import LiveVariables
from cryptagon.hls.cleanup.module import Module
from cryptagon.hls.ir.text import operand_of, split_top
from cryptagon.hls.ir.text_blocks import LABEL, function_text

CALL = (
    r"^  (?:%(?P<result>[-\w.]+) = )?call (?:[\w()]+ )*?"
    r"(?P<kind>void|ptr|i\d+|%[\w.]+|[{{\[][^@\n]*[}}\]]) @{name}\((?P<arguments>.*)\)"
    r"(?P<rest>(?: #\d+)?(?:, !.*)?)$"
)
PLACE = re.compile(r"!dbg !\d+")
WAIT = "cg_wait"


def with_single_copies(module: Module) -> Module:
    """The module in which functions that are called too often are there once; as it is where there
    are none.
    """
    names = [] if module.choices.copying else called_often(module)
    text = llvm.run_passes(_kept_apart(module.text, names), llvm.INLINE) if names else module.text
    for name in names:
        text = llvm.run_passes(_with_one_call(text, module.top, name), llvm.INLINE)
    return replace(module, text=text, once=tuple(names))


def _kept_apart(text: str, names: Collection[str]) -> str:
    """The module with these functions not to be inlined."""
    any_name = "|".join(map(re.escape, names))
    head = re.compile(rf"^(define [^\n]*@(?:{any_name})\([^\n]*\)) alwaysinline\b", re.MULTILINE)
    return head.sub(r"\1 noinline", text)


def _with_one_call(text: str, top: str, name: str) -> str:
    """The module with one call of a function in `top`, and that to be inlined.

    What lives across a call must be in memory, so that it does not matter from where the block
    behind it is reached.
    """
    call = re.compile(CALL.format(name=re.escape(name)), re.MULTILINE)
    before, body, after = function_text(llvm.run_passes(text, [llvm.TO_MEMORY]), top)
    split = before + _calls_in_blocks(body, call, name) + after
    before, body, after = function_text(llvm.run_passes(split, [llvm.TO_MEMORY]), top)
    waits = "" if f"@{WAIT}(" in before + after else f"\ndeclare void @{WAIT}()\n"
    jumping = before + _OneCall(body, call, name).body() + after + waits
    head = re.compile(rf"^(define [^\n]*@{re.escape(name)}\([^\n]*\)) #\d+", re.MULTILINE)
    return head.sub(r"\1 alwaysinline", jumping)


def _calls_in_blocks(body: str, call: re.Pattern[str], name: str) -> str:
    """A function's body without phis, each of these calls in a block of its own."""
    numbers = count()

    def alone(match: re.Match[str]) -> str:
        number = next(numbers)
        calls, follows = f"{name}.call.{number}", f"{name}.follows.{number}"
        return f"  br label %{calls}\n\n{calls}:\n{match[0]}\n  br label %{follows}\n\n{follows}:"

    return call.sub(alone, body)


@dataclass(frozen=True)
class _Parameter:
    """A parameter of the one call: its type, its attributes, and the variable that has its
    argument.
    """

    kind: str
    attributes: str
    variable: str


class _OneCall:
    """The body of a function in which all calls of one function, `found` by a pattern, become
    jumps to one.
    """

    def __init__(self, body: str, found: re.Pattern[str], name: str) -> None:
        self._body, self._pattern, self._name = body, found, name
        self._live = LiveVariables(body)
        first = found.search(body)
        assert first, name
        self._first, self._kind = first, first["kind"]
        self._parameters = [
            self._parameter(one, number) for number, one in enumerate(split_top(first["arguments"]))
        ]

    def body(self) -> str:
        """The body with the jumps, and the one call at its end."""
        numbers = count()
        jumping = self._pattern.sub(lambda match: self._jump(match, next(numbers)), self._body)
        entry = LABEL.search(jumping)
        assert entry, self._name
        start = jumping.index("\n", entry.end())
        rest = jumping[start + 1 :].rstrip("\n")
        return "\n".join(
            [jumping[:start], *self._variables(), rest, "", *self._copy(next(numbers))]
        )

    def _parameter(self, argument: str, number: int) -> _Parameter:
        kind, *attributes = split_top(argument.removesuffix(operand_of(argument)), " ")
        return _Parameter(kind, " ".join(attributes), f"{self._name}.takes.{number}")

    def _variables(self) -> list[str]:
        made = {f"{self._name}.which": "i32"} | {one.variable: one.kind for one in self._parameters}
        if self._kind != "void":
            made[f"{self._name}.gives"] = self._kind
        return [f"  %{name} = alloca {kind}" for name, kind in made.items()]

    def _jump(self, match: re.Match[str], number: int) -> str:
        """What replaces a call."""
        arguments = map(operand_of, split_top(match["arguments"]))
        lines = [
            *(
                f"  store {one.kind} {value}, ptr %{one.variable}"
                for one, value in zip(self._parameters, arguments, strict=True)
            ),
            *self._forgets(f"{self._name}.call.{number}"),
            f"  store i32 {number}, ptr %{self._name}.which",
            f"  br label %{self._name}.copy",
            f"\n{self._name}.back.{number}:",
        ]
        if match["result"]:
            lines.append(f"  %{match['result']} = load {self._kind}, ptr %{self._name}.gives")
        return "\n".join(lines)

    def _forgets(self, block: str) -> list[str]:
        """What keeps variables from living on through the copy that nobody reads behind this call."""
        read = self._live.read_behind(block)
        return [
            f"  store {kind} undef, ptr %{variable}"
            for variable, kind in self._live.kinds.items()
            if variable not in read
        ]

    def _copy(self, calls: int) -> list[str]:
        """The blocks with the one call."""
        name, place = self._name, PLACE.search(self._first[0])
        where = f", {place[0]}" if place else ""
        taken = [
            f"  %{one.variable}.value = load {one.kind}, ptr %{one.variable}"
            for one in self._parameters
        ]
        arguments = ", ".join(
            f"{one.kind} {one.attributes} %{one.variable}.value" for one in self._parameters
        )
        call = f"call {self._kind} @{name}({arguments}){where}"
        made = (
            [f"  {call}"]
            if self._kind == "void"
            else [
                f"  %{name}.made = {call}",
                f"  store {self._kind} %{name}.made, ptr %{name}.gives",
            ]
        )
        ways = " ".join(f"i32 {number}, label %{name}.back.{number}" for number in range(1, calls))
        return [
            f"{name}.copy:",
            f"  call void @{WAIT}(){where}",
            *taken,
            *made,
            f"  %{name}.number = load i32, ptr %{name}.which",
            f"  switch i32 %{name}.number, label %{name}.back.0 [ {ways} ]",
        ]
