"""What Cryptagon writes after a source: streams for the arguments of its top function, and the
hardware function that calls it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cryptagon.hls.source.verilog_names import VERILOG_WORDS
from cryptagon.hls.vivado.ports import Argument, ChannelEnd
from cryptagon.hls.vivado.top import Top

RESULT = "ap_return"
BEGIN = """
#define bit cg_single_bit
#include <cryptagon.h>
"""
STREAM_CALLS = """#ifdef CRYPTAGON_HLS_STREAM_H
namespace hls {{
template <class T> void cg_stream_get(int cg_number, T *cg_to, cg_item<T>) {{
{get}}}
template <class T> void cg_stream_put(int cg_number, const T &cg_from, cg_item<T>) {{
{put}}}
template <class T> bool cg_stream_has(int cg_number, cg_item<T>) {{
{has}    return false;
}}
}}
#endif"""
CHANNEL_PORT = """extern "C" { int cg_channel_port(int cg_channel) { return cg_channel; } }"""
NATIVE_CHANNELS = {
    "get": "    if (cg_number < 0) cg_channel_read(cg_number, cg_to, sizeof *cg_to);\n",
    "put": "    if (cg_number < 0) cg_channel_write(cg_number, &cg_from, sizeof cg_from);\n",
    "has": "    if (cg_number < 0) return cg_channel_has(cg_number);\n",
}
"""Natively, streams between tasks have numbers below 0 (native/tasks.h)."""
ARGUMENT_SITE = "0x10000 + {}"
"""The number by which the native run knows what takes an argument, beside those of calls."""


Users = Mapping[str, Sequence[Sequence[tuple[int, int]]]]
"""The calls that lead to each task that uses an argument, by the argument's name, from the top
function on.
"""


def wrapper(
    top: Top,
    arguments: Sequence[Argument],
    together: frozenset[str],
    *,
    cpp: bool,
    name: str = "",
    ends: Mapping[str, ChannelEnd] | None = None,
    users: Users | None = None,
) -> str:
    """The text after the source; `together` names the arrays whose elements are one item.

    `name` is that of the hardware function where it is not the top function's; `ends` are the
    streams between tasks that are ports of one task, by the ports' names; `users` is given for all
    tasks together, which run natively.
    """
    made = _Wrapper(
        top, arguments, together, cpp, name or f"{top.name}_hardware", ends or {}, users
    )
    return "\n".join(made.lines()) + "\n"


def stream_names(argument: Argument) -> tuple[str, str]:
    """The names of the streams by which an argument comes and goes; "" for none. As in Vivado, one
    that Verilog has is followed by `_r`.
    """
    name = argument.parameter.name
    name += "_r" if name in VERILOG_WORDS else ""
    if argument.read and argument.written:
        return f"{name}_i", f"{name}_o"
    return name if argument.read else "", name if argument.written else ""


@dataclass(frozen=True)
class _Wrapper:
    """What `wrapper` is given."""

    top: Top
    arguments: Sequence[Argument]
    together: frozenset[str]
    cpp: bool
    name: str
    ends: Mapping[str, ChannelEnd]
    users: Users | None

    @property
    def streams(self) -> list[Argument]:
        """The arguments that are streams."""
        return [one for one in self.arguments if one.stream]

    def lines(self) -> list[str]:
        """Declarations, then the hardware function."""
        lines = ["#include <vivado/cg_top.h>"] if self.cpp else []
        for one in self.arguments:
            lines += self._declared(one)
        if self.top.returns != "void":
            lines += [
                f"typedef {self.top.returns} cg_type_{RESULT};",
                f"STREAM_OUT(cg_type_{RESULT}, {RESULT})",
            ]
        for name, end in self.ends.items():
            direction = "IN" if end.read else "OUT"
            lines += [
                f"typedef {end.type} cg_type_{name};",
                f"STREAM_{direction}(cg_type_{name}, {name})",
            ]
        if self.ends:
            lines.append(CHANNEL_PORT)
        if self.cpp:
            lines.append(self._stream_calls())
        return [*lines, *self._function()]

    def _declared(self, one: Argument) -> list[str]:
        name, kind = one.parameter.name, one.parameter.type
        if one.stream:
            item = f"cg_stream_of<{kind}>::item"
            ports = [f"typedef {item} cg_type_{name};"]
            item = f"cg_type_{name}"
        else:
            ports = [f"typedef {kind} cg_type_{name};"]
            item = self._item(one)
            if item != f"cg_type_{name}":
                ports.append(f"typedef {item} cg_item_{name};")
                item = f"cg_item_{name}"
        read, written = stream_names(one)
        ports += [f"STREAM_IN({item}, {read})"] * bool(read)
        ports += [f"STREAM_OUT({item}, {written})"] * bool(written)
        return ports

    def _element(self, one: Argument) -> str:
        kind = f"cg_type_{one.parameter.name}"
        return f"cg_element<{kind}>::type" if self.cpp and one.elements else kind

    def _item(self, one: Argument) -> str:
        if one.parameter.name in self.together:
            return f"cg_together<{self._element(one)}, {one.elements}>"
        return self._element(one)

    def _stream_calls(self) -> str:
        places = {id(one): number for number, one in enumerate(self.arguments)}
        calls = (
            dict(NATIVE_CHANNELS) if self.users is not None else {"get": "", "put": "", "has": ""}
        )
        moved = [(one.parameter.name, places[id(one)], *stream_names(one)) for one in self.streams]
        moved += [
            (name, end.number, name * end.read, name * (not end.read))
            for name, end in self.ends.items()
        ]
        for name, number, read, written in moved:
            test = f"    if constexpr (__is_same(T, cg_type_{name})) if (cg_number == {number}) "
            calls["get"] += test + f"*cg_to = stream_read({read});\n" if read else ""
            calls["has"] += test + f"return stream_has({read});\n" if read else ""
            calls["put"] += test + f"stream_write({written}, cg_from);\n" if written else ""
        return STREAM_CALLS.format(**calls)

    def _function(self) -> list[str]:
        before = [
            line
            for place, one in enumerate(self.arguments)
            for line in self._when_needed(place, one, self._taken(one))
        ]
        after = [line for one in self.arguments for line in self._when_done(one, self._given(one))]
        after += ["cg_tasks_rest();"] if self.users is not None else []
        call = f"{self.top.called}({', '.join(self._passed(one) for one in self.arguments)})"
        if self.top.returns != "void":
            call = f"cg_type_{RESULT} cg_result = {call}"
            after.append(f"stream_write({RESULT}, cg_result);")
        body = [f"    {line}" for line in (*before, f"{call};", *after)]
        return [f"HARDWARE void {self.name}(void) {{", *body, "}"]

    def _when_needed(self, place: int, one: Argument, lines: list[str]) -> list[str]:
        """What takes an argument; natively, where items may end, it stops the tasks that need it."""
        if self.users is None or not lines[1:]:
            return lines
        site = ARGUMENT_SITE.format(place)
        users = sorted({path[0] for path in self.users[one.parameter.name]})
        stops = " ".join(f"cg_task_stop(CG_TASK_SITE({a}, {b}));" for a, b in users)
        return [
            lines[0],
            f"CG_NATIVE_TASK({site}) {' '.join(lines[1:])} CG_TASK_END",
            f"if (cg_task_is_missing(1, (const unsigned[]){{{site}}})) {{ {stops} }}",
        ]

    def _when_done(self, one: Argument, lines: list[str]) -> list[str]:
        """What gives an argument; natively, only where the task that makes it has come to its end."""
        if self.users is None or not lines:
            return lines
        (path,) = self.users[one.parameter.name]
        sites = ", ".join(f"CG_TASK_SITE({a}, {b})" for a, b in path)
        missing = f"cg_task_is_missing({len(path)}, (const unsigned[]){{{sites}}})"
        return [f"if (!{missing}) {{ {' '.join(lines)} }}"]

    def _taken(self, one: Argument) -> list[str]:
        """The declaration of an argument's variable, and what fills it."""
        name, (read, _) = one.parameter.name, stream_names(one)
        if one.stream:
            number = self.arguments.index(one)
            kept = "static " if self.users is not None else ""
            return [f"{kept}{one.parameter.type} cg_{name}(hls::cg_port{{{number}}});"]
        if not one.elements:
            declared = f"cg_type_{name} cg_{name}"
            if read and self.users is not None:
                return [f"{declared} = {{}};", f"cg_{name} = stream_read({read});"]
            return [f"{declared} = {f'stream_read({read})' if read else '{}'};"]
        sizes = "".join(f"[{size or one.elements}]" for size in one.parameter.sizes)
        sizes = sizes or (
            "" if one.parameter.by_value or not one.parameter.pointer else f"[{one.elements}]"
        )
        lines = [f"cg_type_{name} cg_{name}{sizes}{'' if read else ' = {}'};"]
        if read and name in self.together:
            lines.append(
                f"cg_take_apart<{self._element(one)}, {one.elements}>(stream_read({read}), ({self._element(one)} *)cg_{name});"
            )
        elif read:
            lines.append(
                self._loop(one, f"(({self._element(one)} *)cg_{name})[cg_i] = stream_read({read});")
            )
        return lines

    def _given(self, one: Argument) -> list[str]:
        """What gives the value of an argument to its stream."""
        name, (_, written) = one.parameter.name, stream_names(one)
        if one.stream or not written:
            return []
        if not one.elements:
            return [f"stream_write({written}, cg_{name});"]
        start = f"({self._element(one)} *)cg_{name}"
        if name in self.together:
            return [
                f"stream_write({written}, cg_put_together<{self._element(one)}, {one.elements}>({start}));"
            ]
        return [self._loop(one, f"stream_write({written}, ({start})[cg_i]);")]

    def _loop(self, one: Argument, statement: str) -> str:
        return f"for (unsigned cg_i = 0; cg_i < {one.elements}; cg_i++) {statement}"

    def _passed(self, one: Argument) -> str:
        name = f"cg_{one.parameter.name}"
        single = one.parameter.pointer and not one.elements and not one.stream
        return f"&{name}" if single else name
