"""Tasks that run at the same time, with streams between them: the calls of a function that declares
streams, as DATAFLOW has it (UG1399 v2023.2, "Abstract Parallel Programming Model for HLS").

A source stays one file. Each call of a task gets a guard, by which a build of one task has that call
alone, and each stream between tasks gets a number.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from cryptagon.errors import CryptagonError
from cryptagon.hls.ir.instructions import Location
from cryptagon.hls.source.verilog_names import unused_name
from cryptagon.hls.vivado.numbers import worked_out
from cryptagon.hls.vivado.ports import FIRST_CHANNEL
from cryptagon.hls.vivado.pragmas import Pragma
from cryptagon.hls.vivado.streams import declared_streams
from cryptagon.hls.vivado.task_calls import Call, Calls
from cryptagon.hls.vivado.text import Block, SourceText

DEPTH = 2
"""Items of a stream between tasks whose depth is not told, as UG1399 has it."""


@dataclass(frozen=True)
class Channel:
    """A stream between tasks: its name and number, the items of its FIFO, where it is declared."""

    name: str
    number: int
    depth: int
    where: Location


@dataclass(frozen=True)
class Region:
    """A function whose calls are tasks: its number among them, its calls, each a site, and its
    streams.
    """

    number: int
    function: Block
    calls: tuple[Call, ...]
    channels: tuple[Channel, ...]


@dataclass(frozen=True)
class Task:
    """A task of the whole design: a name of its own, and the call to follow in each region, by the
    numbers of both, from the top function on.
    """

    name: str
    path: tuple[tuple[int, int], ...]
    where: Location


@dataclass(frozen=True)
class TaskGraph:
    """The regions of a source and the tasks that they make."""

    regions: tuple[Region, ...]
    tasks: tuple[Task, ...]
    insertions: Mapping[int, str]

    @property
    def channels(self) -> dict[int, Channel]:
        """The streams between tasks, by number."""
        return {one.number: one for region in self.regions for one in region.channels}

    def macros(self, task: Task) -> dict[str, str]:
        """What a build of one task defines: which call each region has."""
        chosen = dict(task.path)
        return {f"CG_SITE_{one.number}": str(chosen.get(one.number, -1)) for one in self.regions}


def task_graph(
    source: SourceText, top: Block, pragmas: Sequence[Pragma], value: Callable[[str], str]
) -> TaskGraph | None:
    """The tasks of a top function; None where it declares no streams, so that it is one design.

    `value` replaces macros in an option. Raises CryptagonError for an array of streams of unknown length,
    and for what tasks share but streams.
    """
    found = _Finder(source, pragmas, value)
    if not found.is_region(top):
        return None
    found.follow(top, ())
    return TaskGraph(tuple(found.regions.values()), tuple(found.tasks), found.insertions)


class _Finder:
    def __init__(
        self, source: SourceText, pragmas: Sequence[Pragma], value: Callable[[str], str]
    ) -> None:
        self.source, self.value, self.calls = source, value, Calls(source)
        self.regions: dict[int, Region] = {}
        self.tasks: list[Task] = []
        self.insertions: dict[int, str] = {}
        self.known: dict[int, bool] = {}
        self.declared: dict[int, list[int]] = {}
        self.depths = {
            (function.opens, one.variable): one.options["depth"]
            for one in pragmas
            if one.kind == "STREAM" and "depth" in one.options
            if (function := one.block.enclosing("function"))
        }

    def follow(self, function: Block, path: tuple[tuple[int, int], ...]) -> None:
        """Adds the tasks of a region that is reached by a path."""
        region = self._region(function)
        for site, call in enumerate(region.calls):
            ahead = (*path, (region.number, site))
            inner = [one for one in self.calls.called_by(call) if self.is_region(one)]
            if inner and not any(number == self._number(inner[0]) for number, _ in ahead):
                self.follow(inner[0], ahead)
            else:
                name = unused_name(call.name, {task.name for task in self.tasks})
                self.tasks.append(Task(name, ahead, call.where))

    def _number(self, function: Block) -> int:
        """The number of a region; -1 where it is not known yet."""
        return self.regions[function.opens].number if function.opens in self.regions else -1

    def _region(self, function: Block) -> Region:
        if function.opens not in self.regions:
            number = len(self.regions)
            first = FIRST_CHANNEL + sum(len(one.channels) for one in self.regions.values())
            channels = tuple(self._declared(function, first))
            calls = tuple(self.calls.within(function))
            self._guard(number, calls)
            self._join(function, calls)
            region = Region(number, function, calls, channels)
            self.regions[function.opens] = region
            self._refuse_shared(region)
        return self.regions[function.opens]

    def is_region(self, function: Block) -> bool:
        """Whether a function's calls are tasks: it declares streams between them, or a variable of
        hls::task, or has calls alone and a task of one.
        """
        if function.opens not in self.known:
            self.known[function.opens] = False  # a function that calls itself
            calls = list(self.calls.within(function))
            alone = self.calls.statements_of(function) == len(calls)
            self.known[function.opens] = any(
                self.channels_in(function)
                or call.forever
                or (alone and any(map(self.is_region, self.calls.called_by(call))))
                for call in calls
            )
        return self.known[function.opens]

    def channels_in(self, function: Block) -> list[int]:
        """The numbers of the tokens that name a stream where a function declares it."""
        if function.opens not in self.declared:
            self.declared[function.opens] = declared_streams(self.source, function)
        return self.declared[function.opens]

    def _declared(self, function: Block, first: int) -> Iterator[Channel]:
        """The streams that a function declares; each is given its number as a first argument."""
        tokens, number = self.source.tokens, first
        for at in self.channels_in(function):
            name, where = tokens[at].text, self.source.location(tokens[at].start)
            depth = self._depth(function, name, at)
            begin = self.source.statement_begin(at)
            if tokens[begin].text == "static":  # it is one FIFO anyway
                self._insert(begin, "/* ")
                self._insert(begin + 1, "*/ ")
            if tokens[at + 1].text == "[":
                count = self._count(at, name, where)
                given = (f"hls::cg_channel{{{number + one}}}" for one in range(count))
                self._insert(self.source.closing(at + 1) + 1, f"{{{', '.join(given)}}}")
                for one in range(count):
                    yield Channel(f"{name}_{one}", number + one, depth, where)
                number += count
                continue
            given = f"hls::cg_channel{{{number}}}"
            if tokens[at + 1].text in "({":
                more = tokens[at + 2].text not in ")}"
                self._insert(at + 2, given + ", " * more)
            else:
                self._insert(at + 1, f"({given})")
            yield Channel(name, number, depth, where)
            number += 1

    def _count(self, at: int, name: str, where: Location) -> int:
        """How many streams an array has."""
        opens, closes = at + 1, self.source.closing(at + 1)
        count = worked_out(self.value(self.source.words(opens + 1, closes)))
        if not count or self.source.tokens[closes + 1].text == "[":
            raise CryptagonError(
                f"it is not known how many streams '{name}' has",
                where=str(where),
                why="each is a FIFO between two tasks",
                fix="write one number into the brackets, or the name of a macro or of a constant outside of functions",
            )
        return count

    def _depth(self, function: Block, name: str, at: int) -> int:
        """How many items a stream holds: by STREAM, or by its type's second parameter."""
        told = self.depths.get((function.opens, name), "") or self._second_parameter(at)
        found = worked_out(self.value(told)) if told else DEPTH
        return max(found or DEPTH, 1)

    def _second_parameter(self, at: int) -> str:
        """Of `stream<T, DEPTH>`, where a name is declared; "" for none."""
        tokens, depth, begin = self.source.tokens, 0, 0
        for number in range(self.source.statement_begin(at), at):
            depth += {"<": 1, ">": -1}.get(tokens[number].text, 0)
            if tokens[number].text == "," and depth == 1:
                begin = number + 1
            if begin and tokens[number].text == ">" and depth == 0:
                return self.source.words(begin, number)
        return ""

    def _insert(self, number: int, text: str) -> None:
        start = self.source.tokens[number].start
        self.insertions[start] = self.insertions.get(start, "") + text

    def _guard(self, region: int, calls: Sequence[Call]) -> None:
        """Puts around each call what a build chooses it by."""
        for site, call in enumerate(calls):
            begin = "CG_TASK_FOREVER" if call.forever else "CG_TASK_BEGIN"
            self._insert(call.first, f"{begin}({region}, {site}) ")
            if call.forever:
                self._as_call(call)
            self._insert(self.source.closing(call.opens) + 2, " CG_TASK_END ")

    def _as_call(self, call: Call) -> None:
        """Makes a call of a variable of hls::task, `hls::task name(function, a, b)`, by comments
        around what is too much.
        """
        behind = call.arguments[0][0] - 1 if call.arguments else self.source.closing(call.opens)
        self._insert(call.first, "/* ")
        self._insert(call.opens + 1, "*/ ")
        self._insert(behind, "/* " if call.arguments else "( ")
        if call.arguments:
            self._insert(behind + 1, "*/ (")

    def _join(self, function: Block, calls: Sequence[Call]) -> None:
        """Where tasks have come to their ends: behind each block that calls some."""
        blocks = [function, *function.all_inside()]
        for block in blocks:
            own = range(block.opens, block.closes)
            within = [range(one.opens, one.closes) for one in block.inside]
            if any(
                call.first in own and not any(call.first in one for one in within) for call in calls
            ):
                self._insert(block.closes, "CG_TASKS_JOIN ")
        for number in range(function.opens, function.closes):
            if self.source.tokens[number].text == "return":
                self._insert(number, "CG_TASKS_JOIN_BEFORE ")

    def _refuse_shared(self, region: Region) -> None:
        """Refuses a variable of a region by which one task would give another one something."""
        streams = {self.source.tokens[at].text for at in self.channels_in(region.function)}
        begin, end = region.function.parameters
        parameters = {token.text for token in self.source.tokens[begin:end]}
        for call in region.calls:
            for place, (first, last) in enumerate(call.arguments):
                words = {t.text for t in self.source.tokens[first : last + 1] if t.kind == "word"}
                for name in sorted(words - streams - parameters):
                    users = self._users(region, call, name)
                    if users and self.calls.may_write(call, place):
                        raise CryptagonError(
                            f"'{name}' is shared by task '{call.name}' and {users[0]}, which run at the same time",
                            where=str(call.where),
                            why="one would read it while the other one writes it",
                            fix="give its value by a stream; or declare no stream in this function, so that its calls run one after another",
                        )

    def _users(self, region: Region, call: Call, name: str) -> list[str]:
        """What else has a variable, beside a call and where it is declared."""
        tokens, function = self.source.tokens, region.function
        found = [
            f"task '{one.name}'"
            for one in region.calls
            if one is not call and self.calls.mentions(one, name)
        ]
        in_calls = {
            number
            for one in region.calls
            for number in range(one.first, self.source.closing(one.opens))
        }
        around = [
            number
            for number in range(function.opens, function.closes)
            if tokens[number].text == name and number not in in_calls
        ]
        return found + ["the code around it"] * (len(around) > 1)
