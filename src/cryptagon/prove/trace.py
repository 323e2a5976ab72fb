"""A counterexample as people read it: the ports of the core in each cycle after the reset, as text
and as a waveform.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.prove.holding import evaluated
from cryptagon.prove.model import Model
from cryptagon.prove.questions import Question
from cryptagon.prove.subject import Subject

# So that the waveform shows which cycle is which; there is no time in a proof.
CYCLE = 10


@dataclass(frozen=True)
class Trace:
    """Values of the ports, by name, in each cycle, and how many bits each has.

    With `again` the last cycle is not one that follows, but the one before it with other values of
    the readies.
    """

    widths: dict[str, int]
    cycles: tuple[dict[str, int], ...]
    again: bool

    def text(self) -> str:
        """A cycle a line: the transfers that are offered or asked for, and the wires."""
        names = [f"{number:4}" for number in range(len(self.cycles))]
        if self.again:
            names[-1] = "  or"
        return "\n".join(f"{name}  {self._line(cycle)}" for name, cycle in zip(names, self.cycles))

    def write_vcd(self, file: Path) -> None:
        """The waveform (IEEE 1364, value change dump)."""
        codes = {name: f"p{place}" for place, name in enumerate(self.widths)}
        lines = ["$timescale 1ns $end", "$scope module core $end"]
        lines += [
            f"$var wire {bits} {codes[name]} {name} $end" for name, bits in self.widths.items()
        ]
        lines += ["$upscope $end", "$enddefinitions $end"]
        for number, cycle in enumerate(self.cycles):
            lines += [
                f"#{number * CYCLE}",
                *(f"b{cycle[name]:b} {codes[name]}" for name in self.widths),
            ]
        file.write_text("\n".join([*lines, f"#{len(self.cycles) * CYCLE}", ""]))

    def _line(self, cycle: dict[str, int]) -> str:
        return "  ".join(f"{name}={value:x}" for name, value in cycle.items())


def trace(
    subject: Subject, model: Model, question: Question, cycles: Sequence[dict[int, int]]
) -> Trace:
    """The ports in the cycles of a counterexample, found again by simulation of the model.

    Raises CryptagonError where that does not end in the fault: then the engine, or what surrounds
    it, is wrong.
    """
    graph = model.graph
    state = {
        register.node: cycles[0].get(register.node, 0) if initial is None else initial
        for register, initial in zip(model.registers, model.initial)
    }
    widths = _widths(subject)
    found = []
    before: dict[int, int] = {}
    for cycle in cycles:
        before, state = {**cycle, **state}, _following(model, {**cycle, **state})
        found.append(_ports(model, widths, before))
    if evaluated(graph, [question.bad, question.within], before) != [1, 1]:
        where = f"rule {question.rule}, {question.port}"
        raise CryptagonError(
            "a counterexample of ABC is none", where=where, fix="report it with this core"
        )
    if question.another:
        further = {node: before.get(fresh >> 1, 0) for node, fresh in question.another.items()}
        found.append(
            _ports(model, widths, {**before, **further} if question.again else {**further, **state})
        )
    return Trace(widths, tuple(found), question.again)


def _following(model: Model, values: dict[int, int]) -> dict[int, int]:
    nexts = evaluated(model.graph, [register.next for register in model.registers], values)
    return {register.node: value for register, value in zip(model.registers, nexts)}


def _ports(model: Model, widths: dict[str, int], values: dict[int, int]) -> dict[str, int]:
    ports = {}
    for name, bits in widths.items():
        literals = [model.inputs[name]] if name in model.inputs else model.port(name, bits)
        ports[name] = sum(
            bit << place for place, bit in enumerate(evaluated(model.graph, literals, values))
        )
    return ports


def _widths(subject: Subject) -> dict[str, int]:
    widths = {"key_update": 1} if subject.key_update else {}
    for stream in subject.streams:
        widths |= {f"{stream.name}_valid": 1, f"{stream.name}_ready": 1, **stream.ports}
    return widths
