"""What `stream_has` answers, and what of the handshakes hangs on it.

An item that is offered stays as it is until it is taken. So an answer on which an offered item
hangs must not change meanwhile: a register holds it. Where none hangs on it, the answer is the
stream's `valid` alone, and the cycle that happens goes by the last one.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from cryptagon.hls.datapath.optimised_ir import OptimisedDatapath

GATES = frozenset({"not", "and", "nand", "or", "nor"})
INVERTING = frozenset({"not", "nand", "nor"})


@dataclass(frozen=True)
class Answers:
    """`asked` are the streams that `stream_has` asks, `held` those of them whose answer a register
    holds, and `surely_there` those that are read only where the answer was yes.
    """

    asked: tuple[str, ...]
    held: frozenset[str]
    surely_there: frozenset[str]


def answers_of(logic: OptimisedDatapath) -> Answers:
    """The answers of a design whose datapath is `logic`."""
    asked = tuple(
        name.removeprefix("has_") for name, _ in logic.datapath.inputs if name.startswith("has_")
    )
    there = frozenset(
        name for name in asked if f"wait_{name}" in _true_only_where(logic, name, True)
    )
    return Answers(
        asked, frozenset(name for name in asked if _offers_hang_on(logic, name, there)), there
    )


def _offers_hang_on(logic: OptimisedDatapath, stream: str, there: frozenset[str]) -> bool:
    """Whether an item that is offered after the answer no may be another one, or none, after the
    answer yes; yes does not become no.
    """
    writes = {name.removeprefix("write_") for name in logic.outputs if name.startswith("write_")}
    after_no = sorted(
        name for name in writes if f"write_{name}" not in _true_only_where(logic, stream, True)
    )
    waits = {
        name
        for name in logic.outputs
        if name.startswith("wait_") and name.removeprefix("wait_") not in there
    }
    offering = [output for name in after_no for output in (f"write_{name}", f"{name}_item")]
    offering += sorted(waits - _true_only_where(logic, stream, False)) if after_no else []
    return f"has_{stream}" in _sources(logic, [logic.outputs[output] for output in offering])


def _true_only_where(logic: OptimisedDatapath, stream: str, answer: bool) -> set[str]:
    """The outputs of one bit that are 1 only where a stream's answer is this one; as far as gates
    alone show.
    """
    found = {(f"has_{stream}", answer)}
    for node in logic.nodes.values():
        if node.operation in GATES and node.width == 1:
            for value in (True, False):
                each = value != (node.operation in INVERTING)
                one_is_enough = (node.operation in ("and", "nand")) == each
                tells = [(operand, each) in found for operand in node.operands]
                if any(tells) if one_is_enough else all(tells):
                    found.add((node.name, value))
    return {output for output, node in logic.outputs.items() if (node, True) in found}


def _sources(logic: OptimisedDatapath, names: Iterable[str]) -> set[str]:
    """The nodes and inputs that the named ones are made of, with these; what a unit outside gives
    is made of what it is given.
    """
    found, waiting = set[str](), list(names)
    results = {name for name, _ in logic.datapath.unit_results}
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += logic.nodes[name].operands if name in logic.nodes else ()
            given = logic.unit_outputs(name) if name in results else ()
            waiting += [logic.outputs[output] for output in given]
    return found
