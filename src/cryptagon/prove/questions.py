"""What the rules of the handshake ask of a model: each question is a literal that must be 0 in
every state that can be reached.

Some look at two cycles. The second one is logic too: the same gates over the next values of the
registers and fresh inputs.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from cryptagon.prove.graph import TRUE, inverse
from cryptagon.prove.model import Model
from cryptagon.prove.subject import Stream, Subject

RULES = {
    "valid-stays": "what is valid stays valid until it is taken",
    "data-stays": "data do not change while they wait",
    "ready-free": "valid and data do not depend on a ready within the cycle",
    "output-after-input": "nothing comes out that no input asked for",
    "key-asked": "a key is taken only while key_update is 1, and between messages",
    "key-first": "no message begins while a key is announced",
    "fifo-emptied": "a message leaves nothing in the FIFO of its second pass",
}


@dataclass(frozen=True)
class Question:
    """`bad` must never be 1 while `within` is, which says that what came in so far is what the
    contract allows.

    `another` are the fresh inputs of a further cycle that `bad` looks at, by the nodes of the
    inputs they are for: the next cycle, or with `again` the same one once more. `lemma` says that
    it is built on something that was proved by induction.
    """

    rule: str
    port: str
    bad: int
    within: int = TRUE
    another: dict[int, int] = field(default_factory=dict)
    again: bool = False
    lemma: bool = False


@dataclass(frozen=True)
class Waiting:
    """A stream that is valid and not taken: `stalls` says so; `data` is its item in this cycle."""

    stream: Stream
    valid: int
    stalls: int
    data: tuple[int, ...]


def waiting(model: Model, stream: Stream) -> Waiting:
    """The literals of an output stream."""
    valid, ready = model.outputs[f"{stream.name}_valid"], model.inputs[f"{stream.name}_ready"]
    data = tuple(
        literal for port, bits in stream.ports.items() for literal in model.port(port, bits)
    )
    return Waiting(stream, valid, model.graph.both(valid, inverse(ready)), data)


def valid_stays(model: Model, one: Waiting) -> Question:
    """It is valid, is not taken, and is not valid in the next cycle."""
    (within, valid), fresh = next_cycle(model, [_well_formed(model), one.valid])
    return Question(
        "valid-stays", one.stream.name, model.graph.both(one.stalls, inverse(valid)), within, fresh
    )


def data_stay(model: Model, one: Waiting, held: Sequence[int]) -> Question:
    """It is valid, is not taken, and its data differ in the next cycle.

    `held` are registers that are known to keep their values then.
    """
    graph = model.graph
    (within, *later), fresh = next_cycle(model, [_well_formed(model), *one.data], held)
    changes = graph.any_of(graph.differ(now, then) for now, then in zip(one.data, later))
    return Question(
        "data-stays",
        one.stream.name,
        graph.both(one.stalls, changes),
        within,
        fresh,
        lemma=bool(held),
    )


def ready_free(model: Model, subject: Subject, one: Waiting) -> Question:
    """With other values of the readies in the same cycle valid is another, or the data are and it
    is valid.
    """
    graph = model.graph
    fresh = {model.inputs[f"{stream.name}_ready"] >> 1: graph.free() for stream in subject.outputs}
    valid, *data = graph.replaced([one.valid, *one.data], fresh)
    changes = graph.any_of(graph.differ(here, there) for here, there in zip(one.data, data))
    bad = graph.either(graph.differ(one.valid, valid), graph.both(one.valid, changes))
    return Question("ready-free", one.stream.name, bad, _well_formed(model), fresh, again=True)


def monitored(model: Model, subject: Subject) -> list[Question]:
    """What the monitor sees."""
    return [
        Question(fault.rule, fault.port, model.outputs[fault.signal]) for fault in subject.faults
    ]


def changing(model: Model, one: Waiting, registers: Sequence[int]) -> int:
    """One of the registers (nodes) takes another value at the end of a cycle in which the stream
    waits.
    """
    graph = model.graph
    nexts = {register.node: register.next for register in model.registers}
    return graph.both(
        one.stalls, graph.any_of(graph.differ(nexts[node], 2 * node) for node in registers)
    )


def registers_before(model: Model, literals: Sequence[int]) -> list[int]:
    """The registers (nodes) that the literals depend on within a cycle."""
    nodes = {register.node for register in model.registers}
    return [node for node in model.graph.cone(literals) if node in nodes]


def _well_formed(model: Model) -> int:
    """What came in until now, this cycle included, is as the contract has it.

    A kernel has no messages.
    """
    return model.outputs.get("well_formed", TRUE)


def next_cycle(
    model: Model, literals: Sequence[int], held: Sequence[int] = ()
) -> tuple[list[int], dict[int, int]]:
    """The literals in the next cycle, to which the registers `held` keep their values; its inputs,
    by the nodes of those of this one.
    """
    graph = model.graph
    state = {register.node: register.next for register in model.registers} | {
        node: 2 * node for node in held
    }
    fresh = {
        node: graph.free()
        for node in graph.cone(literals)[1:]
        if graph.gates[node] is None and node not in state
    }
    return graph.replaced(literals, {**state, **fresh}), fresh
