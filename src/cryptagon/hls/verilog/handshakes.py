"""When a cycle happens: every item that it reads is offered, and every item that it writes is taken.

That holds for the cycle as a whole. A register, or another stream, is told of those streams alone
that can move in the same cycle: in a cipher most registers have nothing to do with the key's
stream or with the answer to a tag, and the path to their enables is shorter without them.
"""

from collections.abc import Callable, Iterable, Mapping

from cryptagon.hls.datapath.exclusion import exclusion_in, written_together
from cryptagon.hls.datapath.optimised_ir import OptimisedDatapath
from cryptagon.hls.source.interface import Port
from cryptagon.hls.verilog.answers import Answers, answers_of

ALL = "go"


class Handshakes:
    """The handshakes of a core with these ports, around its datapath."""

    def __init__(self, logic: OptimisedDatapath, ports: Mapping[str, Port]) -> None:
        self.ports = ports
        self.answers: Answers = answers_of(logic)
        self.together = written_together(logic)
        self._never_both: Callable[[str, str], bool] = exclusion_in(logic)
        self._reads = [name for name in ports if f"read_{name}" in logic.outputs]
        self._writes = [name for name in ports if f"write_{name}" in logic.outputs]
        there = self.answers.surely_there
        self._offered = {
            name: f"(!wait_{name} || {name}_valid)" for name in self._reads if name not in there
        }
        self._taken = {name: f"(!write_{name} || {self._ready(name)})" for name in self._writes}
        self._partial: dict[str, str] = {}

    def _ready(self, name: str) -> str:
        return f"{name}_ready || taken_{name}" if name in self.together else f"{name}_ready"

    def happens(self, output: str) -> str:
        """The signal that tells whether a cycle happens in which this output of the datapath is 1;
        "" where every such cycle does.
        """
        offered, taken = self._moving_with(output)
        found = {**offered, **taken}
        if len(found) == len(self._offered) + len(self._taken):
            return ALL
        if not found:
            return ""
        signal = f"{ALL}_{'_and_'.join(found)}"
        self._partial[signal] = _all(found.values())
        return signal

    def _moving_with(self, output: str) -> tuple[dict[str, str], dict[str, str]]:
        """The conditions of the streams that can move in a cycle in which an output is 1, by name:
        of those that are read, and of those that are written.
        """
        return (
            {n: c for n, c in self._offered.items() if not self._never_both(output, f"wait_{n}")},
            {n: c for n, c in self._taken.items() if not self._never_both(output, f"write_{n}")},
        )

    def and_happens(self, output: str) -> str:
        """The condition that this output is 1 and the cycle happens."""
        signal = self.happens(output)
        return f"{signal} && {output}" if signal else output

    def lines(self) -> list[str]:
        """The Verilog of them all; asked for last, it has the signals that were asked for."""
        lines = [
            *(f"  reg taken_{name};" for name in sorted(self.together)),
            "  // a cycle happens when every item that it reads is offered and every item that it writes is taken",
            f"  wire {ALL} = {_all([*self._offered.values(), *self._taken.values()])};",
        ]
        if self._partial:
            lines.append("  // the same for what moves with these streams alone")
            lines += [f"  wire {name} = {value};" for name, value in self._partial.items()]
        lines += [f"  assign {name}_ready = {self._input_ready(name)};" for name in self._reads]
        lines += [f"  assign {name}_valid = {self._output_valid(name)};" for name in self._writes]
        return [*lines, *self._items(), ""]

    def _input_ready(self, stream: str) -> str:
        """A stream does not wait for itself: nothing moves there while its `valid` is 0."""
        offered, taken = self._moving_with(f"read_{stream}")
        offered.pop(stream, None)
        return _all([f"read_{stream}", *offered.values(), *taken.values()])

    def _output_valid(self, stream: str) -> str:
        offered, _ = self._moving_with(f"write_{stream}")
        once = [f"!taken_{stream}"] if stream in self.together else []
        return _all([f"write_{stream}", *offered.values(), *once])

    def _items(self) -> list[str]:
        """What output streams offer, and that a stream of which nothing is made does not move."""
        lines = []
        for port in self.ports.values():
            signals = "{" + ", ".join(port.signal_of(field) for field in port.fields) + "}"
            if port.kind == "stream_out":
                written = port.name in self._writes
                lines.append(f"  assign {signals} = {f'{port.name}_item' if written else 0};")
                lines += [] if written else [f"  assign {port.name}_valid = 1'b0;"]
            elif port.kind == "stream_in" and port.name not in self._reads:
                lines.append(f"  assign {port.name}_ready = 1'b0;")
        return lines

    def answer(self, stream: str) -> list[str]:
        """What `stream_has` sees in this cycle.

        An answer on which an offered item may hang is held until that item is taken.
        """
        if stream not in self.answers.held:
            return [f"  wire has_{stream} = {stream}_valid;", ""]
        return [
            f"  reg missed_{stream};",
            f"  wire has_{stream} = {stream}_valid && !missed_{stream};",
            "  always @(posedge clk)",
            f"    if (rst || {ALL}) missed_{stream} <= 1'b0;",
            f"    else if ({_all(self._offered.values())} && !{stream}_valid) missed_{stream} <= 1'b1;",
            "",
        ]

    def taken(self) -> list[str]:
        """Whether the item of this cycle has left already, while another one that is written with
        it has not.
        """
        lines = []
        for stream in sorted(self.together):
            lines += [
                "  always @(posedge clk)",
                f"    if (rst || {ALL}) taken_{stream} <= 1'b0;",
                f"    else if ({stream}_valid && {stream}_ready) taken_{stream} <= 1'b1;",
                "",
            ]
        return lines


def _all(conditions: Iterable[str]) -> str:
    return " && ".join(conditions) or "1'b1"
