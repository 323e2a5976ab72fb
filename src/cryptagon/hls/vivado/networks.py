"""The tasks of a source as builds of their own: which ports each has, and whether streams alone are
between them.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from cryptagon.errors import CryptagonError
from cryptagon.hls.source.verilog_names import unused_name
from cryptagon.hls.vivado.ports import Argument, ChannelEnd, Probed
from cryptagon.hls.vivado.tasks import Channel, Task, TaskGraph
from cryptagon.hls.vivado.top import Top
from cryptagon.hls.vivado.wrapper import Users, stream_names

Key = tuple[tuple[tuple[int, int], ...], int]
"""A stream between tasks: the calls that lead to where it is declared, and its number."""


@dataclass(frozen=True)
class TaskBuild:
    """A task as a design of its own: what it defines, its arguments, its ends of streams by the
    names of its ports.
    """

    task: Task
    number: int
    defines: Mapping[str, str]
    arguments: Sequence[Argument]
    ends: Mapping[str, ChannelEnd]


@dataclass(frozen=True)
class TaskNetwork:
    """The builds of all tasks; the arguments of all together; the items of the FIFO of each stream
    between them, by the name of the ports that it joins.
    """

    builds: Sequence[TaskBuild]
    arguments: Sequence[Argument]
    depths: Mapping[str, int]

    @property
    def macros(self) -> dict[str, Mapping[str, str]]:
        """What the build of each task defines, by its name."""
        return {build.task.name: build.defines for build in self.builds}

    @property
    def native(self) -> Users:
        """What the native run knows: which tasks use an argument."""
        users = defaultdict[str, list[Sequence[tuple[int, int]]]](list)
        for build in self.builds:
            for one in build.arguments:
                if one.read or one.written:
                    users[one.parameter.name].append(build.task.path)
        return {one.parameter.name: users[one.parameter.name] for one in self.arguments}


def network(top: Top, graph: TaskGraph, probed: Sequence[Probed]) -> TaskNetwork:
    """The network of a graph, from what clang tells of each of its tasks.

    Raises CryptagonError, with file and line, where anything but a stream with one writer and one
    reader is between two tasks.
    """
    if top.returns != "void":
        raise CryptagonError(
            f"'{top.name}' has tasks, with streams between them, and returns a value",
            where=str(top.where),
            why="its tasks run on at the same time; none of them ends for all",
            fix="give the value by a reference or a stream from the task that makes it",
        )
    together = list(zip(graph.tasks, probed, strict=True))
    _refuse_variables(together)
    arguments = _arguments(together)
    names = _channel_names(graph, together, arguments)
    builds = []
    for number, (task, one) in enumerate(together, 1):
        ends = {names[key]: end for key, end in _ends_of(task, one, graph)}
        macros = {"CG_TASK": str(number), **graph.macros(task)}
        builds.append(TaskBuild(task, number, macros, one.arguments, ends))
    depths = {name: graph.channels[number].depth for (_, number), name in names.items()}
    return TaskNetwork(builds, arguments, depths)


def _ends_of(task: Task, probed: Probed, graph: TaskGraph) -> Iterable[tuple[Key, ChannelEnd]]:
    """The ends of streams of a task, by stream."""
    region_of = {
        channel.number: region.number for region in graph.regions for channel in region.channels
    }
    for end in probed.ends:
        outside = [
            place for place, (region, _) in enumerate(task.path) if region == region_of[end.number]
        ]
        if outside:
            yield (task.path[: outside[0]], end.number), end


def _channel_names(
    graph: TaskGraph, together: Sequence[tuple[Task, Probed]], arguments: Sequence[Argument]
) -> dict[Key, str]:
    """A name for each stream between tasks, which has one writer and one reader."""
    users = defaultdict[Key, dict[bool, list[Task]]](lambda: {True: [], False: []})
    for task, probed in together:
        for key, end in _ends_of(task, probed, graph):
            users[key][end.read].append(task)
    used = {name for one in arguments for name in stream_names(one)}
    names: dict[Key, str] = {}
    for key, ends in users.items():
        channel = graph.channels[key[1]]
        _refuse_ends(channel, writers=ends[False], readers=ends[True])
        names[key] = unused_name(channel.name, used)
        used.add(names[key])
    return names


def _refuse_ends(channel: Channel, *, writers: Sequence[Task], readers: Sequence[Task]) -> None:
    for what, tasks in (("writes", writers), ("reads", readers)):
        if len(tasks) != 1:
            raise CryptagonError(
                f"stream '{channel.name}' has no task that {what} it"
                if not tasks
                else f"stream '{channel.name}' has several tasks that {what[:-1]} it: {_named(tasks)}",
                where=str(channel.where),
                why="a stream between tasks is a FIFO that one task writes and another one reads",
                fix="give each pair of tasks a stream of its own",
            )
    if writers == readers:
        raise CryptagonError(
            f"stream '{channel.name}' is both written and read by task '{writers[0].name}'",
            where=str(channel.where),
            why="a stream between tasks is a FIFO that one task writes and another one reads",
            fix="make it an array in that task",
        )


def _named(tasks: Iterable[Task]) -> str:
    return ", ".join(f"'{task.name}'" for task in tasks)


def _arguments(together: Sequence[tuple[Task, Probed]]) -> list[Argument]:
    """The arguments as all tasks together use them."""
    found = []
    for place, first in enumerate(together[0][1].arguments):
        uses = [(task, probed.arguments[place]) for task, probed in together]
        readers = [task for task, one in uses if one.read]
        writers = [task for task, one in uses if one.written]
        several = readers if first.stream else []
        if len(writers) > 1 or len(several) > 1 or (writers and set(readers) - set(writers)):
            users = [task for task in _in_order(together) if task in {*readers, *writers}]
            raise CryptagonError(
                f"argument '{first.parameter.name}' is shared by tasks {_named(users)}, which run at the same time",
                where=str(users[-1].where),
                why="a value or an array that is only read goes to each of them; what is written, or is a stream, has one task",
                fix="put a stream between these tasks",
            )
        found.append(replace(first, read=bool(readers), written=bool(writers)))
    return found


def _in_order(together: Sequence[tuple[Task, Probed]]) -> list[Task]:
    """The tasks in the order of their calls."""
    return [task for task, _ in together]


def _refuse_variables(together: Sequence[tuple[Task, Probed]]) -> None:
    """Refuses a variable outside of functions, or a static one, that one task changes and another
    one uses.
    """
    for variable in sorted({name for _, probed in together for name in probed.variables}):
        users = [(task, probed) for task, probed in together if variable in probed.variables]
        if len(users) > 1 and any(probed.changes(variable) for _, probed in users):
            raise CryptagonError(
                f"variable '{_plain(variable)}' is shared by tasks {_named(task for task, _ in users)}, which run at the same time",
                where=str(users[-1][0].where),
                why="each task is a design of its own, with variables of its own",
                fix="give its value by a stream, or give each task a variable",
            )


def _plain(variable: str) -> str:
    """The name of a variable in the source, from the one that LLVM has: its last part, before which
    is how long it is.
    """
    found = variable
    for length in re.finditer(r"\d+", variable):
        name = variable[length.end() : length.end() + int(length[0])]
        found = name if len(name) == int(length[0]) and name.isidentifier() else found
    return found
