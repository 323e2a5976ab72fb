"""Which port of its unit each call uses.

Calls that can meet in a cycle need ports of their own. Calls that never meet share one, unless a
port would then, by wiring alone, hang on its own result: the multiplexer in front of a port passes
every call's operands, whichever call runs.
"""

from collections.abc import Mapping, Sequence

from cryptagon.hls.ir.graph import (
    Descendants,
    immediate_dominators,
    predecessors,
    reverse_postorder,
)
from cryptagon.hls.ir.instructions import Instruction, Name, Phi, UnitCall
from cryptagon.hls.ir.model import Function
from cryptagon.hls.states.conflicts import FINISH, START, Conflict, activation_graph, in_order
from cryptagon.hls.units.operations import Operation, Operations, operation_of

PlacedCall = tuple[str, int, UnitCall]
UnitPort = tuple[str, int]


def assign_ports(
    function: Function, cuts: set[str], operations: Operations, meeting: Mapping[str, set[str]]
) -> dict[str, int] | Conflict:
    """The port of every call of an operation with several, by the call's result; or the call that
    must wait for the next cycle.

    `meeting` gives for each call those of the same operation that can run in the same cycle.
    """
    calls = _calls_in_order(function, cuts, operations)
    ports: dict[str, int] = {}
    for block, index, call in calls:
        operation = operations[call.callee]
        if operation.ports < 2:
            continue
        taken = {ports[other] for other in meeting.get(call.result, set()) if other in ports}
        free = [port for port in range(operation.ports) if port not in taken]
        if not free:
            return Conflict(block, index, operation.crowded, call.location)
        ports[call.result] = free[0]
    return hanging_call(function, cuts, operations, ports) or ports


def hanging_call(
    function: Function, cuts: set[str], operations: Operations, ports: Mapping[str, int]
) -> Conflict | None:
    """A call whose port would, by wiring alone, hang on its own result; `ports` gives those of the
    units with several.
    """
    calls = [
        call
        for call in _calls_in_order(function, cuts, operations)
        if operations[call[2].callee].combinational
    ]
    return _Wiring(function, cuts, operations).first_loop(calls, ports) if calls else None


def _calls_in_order(function: Function, cuts: set[str], operations: Operations) -> list[PlacedCall]:
    order = reverse_postorder(activation_graph(function, in_order(function, cuts)), START)
    return [
        (name, index, instruction)
        for name in order
        if name in function.blocks
        for index, instruction in enumerate(function.blocks[name].instructions)
        if isinstance(instruction, UnitCall) and operation_of(instruction, operations)
    ]


class _Wiring:
    """What hangs on what within one cycle, as the datapath is wired, whichever way is taken."""

    def __init__(self, function: Function, cuts: set[str], operations: Operations) -> None:
        self.function, self.cuts, self.operations = function, cuts, operations
        graph = activation_graph(function, in_order(function, cuts))
        self.order = reverse_postorder(graph, START)
        self.reach = Descendants(graph, self.order)
        self.dominator = immediate_dominators(graph, START)
        self.post_dominator = immediate_dominators(predecessors(graph, self.order), FINISH)
        self.choices: dict[tuple[str, bool], list[tuple[str, str]]] = {}
        self.define = {
            i.result: (block.name, i) for block, i in function.instructions() if i.result
        }
        forks = [function.blocks[name] for name in self.order if name in function.blocks]
        self.choosing = [
            (fork.name, fork.terminator.uses()) for fork in forks if len(fork.successors) > 1
        ]

    def first_loop(self, calls: Sequence[PlacedCall], ports: Mapping[str, int]) -> Conflict | None:
        """The last call of a loop of ports, each of which hangs on the result of the one before;
        None when there is no loop.
        """
        results = {call.result: (call.callee, ports.get(call.result, 0)) for _, _, call in calls}
        leads: dict[UnitPort, set[UnitPort]] = {}
        for block, index, call in calls:
            port = results[call.result]
            for source in {
                results[name] for name in self._results_behind(block, call, set(results))
            }:
                if port == source or source in _reachable(leads, port):
                    reason = f"{_of(self.operations[call.callee])} would hang on its own result"
                    return Conflict(block, index, reason, call.location)
                leads.setdefault(source, set()).add(port)
        return None

    def _results_behind(self, block: str, call: Instruction, results: set[str]) -> set[str]:
        """The results of calls that the operands of a call, or whether it runs, hang on
        directly.
        """
        waiting = [
            (operand.name, block) for operand in call.operands if isinstance(operand, Name)
        ] + self._choices_before(block)
        seen, found = set(waiting), set()
        while waiting:
            name, user = waiting.pop()
            home, instruction = self.define[name]
            if home != user and not self.reach.leads(home, user):
                continue  # from an earlier cycle: a register
            if name in results:
                found.add(name)
                continue
            new = [item for item in self._behind(home, instruction) if item not in seen]
            seen |= set(new)
            waiting += new
        return found

    def _behind(self, home: str, instruction: Instruction) -> list[tuple[str, str]]:
        """The values that one hangs on directly, each with the block that uses it."""
        if isinstance(instruction, Phi):
            if home in self.cuts:
                return []
            arms = [
                (o.name, source)
                for o, source in zip(instruction.operands, instruction.sources)
                if isinstance(o, Name)
            ]
            return arms + self._choices_before(home, merges=True)
        return [(name, home) for name in instruction.uses()] + self._choices_before(home)

    def _choices_before(self, block: str, *, merges: bool = False) -> list[tuple[str, str]]:
        """The values that choose, in the same cycle, whether `block` runs; with `merges` also from
        where it is reached.
        """
        key = (block, merges)
        if key not in self.choices:
            self.choices[key] = [
                choice
                for upper, lower in self._regions(block, merges)
                for choice in self._choices_between(upper, lower)
            ]
        return self.choices[key]

    def _regions(self, block: str, merges: bool) -> list[tuple[str, str]]:
        """The stretches of the way to a block on which it can still be missed."""
        found, lower = [], block
        while lower != START:
            upper = self.dominator[lower]
            if (merges and lower == block) or not self.post_dominator.dominates(lower, upper):
                found.append((upper, lower))
            lower = upper
        return found

    def _choices_between(self, upper: str, lower: str) -> list[tuple[str, str]]:
        """The values that blocks branch on, on the ways from one block to another."""
        return [
            (value, name)
            for name, values in self.choosing
            if self.reach.leads(name, lower) and self.dominator.dominates(upper, name)
            for value in values
        ]


def _reachable(leads: Mapping[UnitPort, set[UnitPort]], port: UnitPort) -> set[UnitPort]:
    found, waiting = set(), [port]
    while waiting:
        for following in leads.get(waiting.pop(), ()):
            if following not in found:
                found.add(following)
                waiting.append(following)
    return found


def _of(operation: Operation) -> str:
    _, verb, unit = operation.call.split(".", 2)
    return f"RAM '{unit}'" if verb == "read_ram" else f"shared function '{unit}'"
