"""The statements of a function that call another one."""

from collections.abc import Iterator
from dataclasses import dataclass

from cryptagon.hls.ir.instructions import Location
from cryptagon.hls.vivado.text import Block, SourceText
from cryptagon.hls.vivado.top import Parameter, parameters_of

HEADERS_OF_STATEMENTS = frozenset(("for", "while", "if", "switch"))
BEFORE_STATEMENTS = frozenset((";", "{", "}", "else", "do", ":"))
BEHIND_TEMPLATES = frozenset(("(", ")", ",", "::", "{"))
"""What may follow the arguments of a template: other signs follow a comparison."""


@dataclass(frozen=True)
class Call:
    """A statement that calls a task: its first token, the parenthesis that opens, the function's
    name, the first and last token of each argument, whether the task begins again forever (a
    variable of hls::task), where it is.
    """

    first: int
    opens: int
    name: str
    arguments: tuple[tuple[int, int], ...]
    forever: bool
    where: Location


class Calls:
    """The calls in a source: statements of their own, and variables of hls::task."""

    def __init__(self, source: SourceText) -> None:
        self.source = source

    def _functions(self, name: str) -> list[Block]:
        return [one for one in self.source.functions if one.name == name]

    def called_by(self, call: Call) -> list[Block]:
        """The functions that a call may mean: of several those with as many parameters."""
        named = self._functions(call.name)
        if len(named) == 1:
            return named
        return [one for one in named if len(self._parameters(one)) == len(call.arguments)]

    def _parameters(self, function: Block) -> tuple[Parameter, ...]:
        begin, end = function.parameters
        where = self.source.location(self.source.tokens[function.first].start)
        return parameters_of(self.source.tokens[begin:end], where)

    def statements_of(self, function: Block) -> int:
        """How many statements a function has, each of which ends in a semicolon."""
        tokens, count, at = self.source.tokens, 0, function.opens
        while at < function.closes:
            count += tokens[at].text == ";"
            at = self.source.closing(at) + 1
        return count

    def within(self, function: Block) -> Iterator[Call]:
        """The calls in a function."""
        for number in range(function.opens + 1, function.closes):
            if self._begins_statement(number) and (call := self._called(number)):
                yield call

    def _begins_statement(self, number: int) -> bool:
        before = self.source.tokens[number - 1]
        if before.text == ")":
            keyword = self.source.tokens[self.source.partner(number - 1) - 1]
            return keyword.text in HEADERS_OF_STATEMENTS
        return before.text in BEFORE_STATEMENTS

    def _called(self, number: int) -> Call | None:
        """The call that a statement is, from its first token on; None for another statement."""
        tokens, begin = self.source.tokens, number
        while tokens[begin].text in ("static", "hls_thread_local"):
            begin += 1
        name, opens = self._name(begin)
        forever = name == "task" and tokens[opens].kind == "word"
        opens += forever
        if tokens[opens].text != "(" or tokens[self.source.closing(opens) + 1].text != ";":
            return None
        arguments = self._arguments(opens)
        if forever and arguments:  # hls::task NAME(FUNCTION, ARGUMENT, ...)
            name, arguments = self._name(arguments[0][0])[0], arguments[1:]
        if not self._functions(name):
            return None
        where = self.source.location(tokens[number].start)
        return Call(number, opens, name, tuple(arguments), forever, where)

    def _name(self, number: int) -> tuple[str, int]:
        """A name at a token, without the namespaces and classes around it, and the number of the
        token behind it and its template's arguments.
        """
        tokens = self.source.tokens
        while True:
            number += tokens[number].text == "::"
            name, behind = tokens[number].text, number + 1
            if tokens[behind].text == "<":
                behind = self.source.behind_angles(behind)
            if tokens[behind].text != "::":
                return name, behind
            number = behind

    def _arguments(self, opens: int) -> list[tuple[int, int]]:
        """The first and the last token of each argument of a call."""
        tokens, closes = self.source.tokens, self.source.closing(opens)
        found, begin, at = [], opens + 1, opens + 1
        while at <= closes:
            if at == closes or tokens[at].text == ",":
                if at > begin:
                    found.append((begin, at - 1))
                begin = at + 1
                at += 1
            else:
                at = self._behind(at, closes)
        return found

    def _behind(self, at: int, end: int) -> int:
        """The number of the token behind one, or behind what it opens."""
        tokens = self.source.tokens
        if tokens[at].text == "<" and tokens[at - 1].kind == "word":
            behind = self.source.behind_angles(at)
            if behind <= end and tokens[behind].text in BEHIND_TEMPLATES:
                return behind
        return self.source.closing(at) + 1

    def mentions(self, call: Call, name: str) -> bool:
        """Whether a name is in the arguments of a call."""
        return any(
            token.text == name
            for first, last in call.arguments
            for token in self.source.tokens[first : last + 1]
        )

    def may_write(self, call: Call, place: int) -> bool:
        """Whether a call may change an argument."""
        for function in self.called_by(call):
            parameters = self._parameters(function)
            if len(parameters) > place:
                one = parameters[place]
                if not (one.by_value or one.constant):
                    return True
        return False
