"""A datapath in two parts: what the states of the control decide about, and the data beside it."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from cryptagon.hls.datapath.optimised_ir import NODE, Node, OptimisedDatapath
from cryptagon.hls.datapath.wires import STATE
from cryptagon.hls.resets.partly_known import Logic, inputs_of, logic_of

GATES = frozenset(("and", "or", "nand", "nor", "not"))


@dataclass(frozen=True)
class Parts:
    """`evaluated` is what is made of the control, and the gates and masks that decide with it; all
    else is data. `decisions` are the outputs that must be known in a cycle, as far as can be, and
    `deciding` what is evaluated for them, given the same as all of it.

    `registers_of` tells of every other node and input which registers it is made of, a bit for each
    in the order of the datapath's updates; `operands` what each evaluated node reads; `widths` are
    those of all nodes and inputs; `free` are the outputs that go neither into a register nor into a
    unit.
    """

    evaluated: Logic
    deciding: Logic
    decisions: tuple[str, ...]
    registers_of: Mapping[str, int]
    operands: Mapping[str, tuple[str, ...]]
    widths: Mapping[str, int]
    free: tuple[str, ...]


def parts_of(logic: OptimisedDatapath, control: Collection[str]) -> Parts:
    """The parts of a datapath when these registers are its control."""
    cones = _Cones(logic)
    states = {name for name, _ in logic.datapath.states}
    ruled = _made_of(logic, {*control, *states})
    chosen, waiting = set[str](), list(dict.fromkeys(logic.outputs.values()))
    while waiting:
        name = waiting.pop()
        node = logic.nodes.get(name)
        if node and name not in chosen and (name in ruled or _decides(node, cones)):
            chosen.add(name)
            waiting += node.operands
    nodes = [node for node in logic.nodes.values() if node.name in chosen]
    free = _free_outputs(logic)
    decisions = _decisions(logic, control, free)
    needed = _needed_for(logic, nodes, decisions)
    registers = {one.register: one.width for one in logic.datapath.updates}
    widths = {**registers, **logic.inputs, **{one.name: one.width for one in logic.nodes.values()}}
    texts, inputs = _arguments(logic), inputs_of(nodes)
    return Parts(
        logic_of(nodes, inputs, widths, texts),
        logic_of([node for node in nodes if node.name in needed], inputs, widths, texts),
        decisions,
        cones.registers,
        {node.name: node.operands for node in nodes},
        widths,
        free,
    )


def _decisions(
    logic: OptimisedDatapath, control: Collection[str], free: Iterable[str]
) -> tuple[str, ...]:
    """What the control becomes, and whether items are written."""
    updates = (one for one in logic.datapath.updates if one.register in control)
    of_control = [name for one in updates for name in one.outputs]
    return (*of_control, *(name for name in free if name.startswith("write_")))


def _needed_for(
    logic: OptimisedDatapath, nodes: Iterable[Node], outputs: Iterable[str]
) -> set[str]:
    """Those nodes, and what they read, that some outputs are made of."""
    by_name = {node.name: node for node in nodes}
    needed, waiting = set[str](), [logic.outputs[output] for output in outputs]
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += by_name[name].operands if name in by_name else ()
    return needed


def _decides(node: Node, cones: "_Cones") -> bool:
    """Whether a node that is not made of the control may decide together with it."""
    if node.operation == "literal":
        return True
    if node.name not in cones.open:
        return False
    return node.operation == "sign_ext" or (node.operation in GATES and node.width == 1)


def _made_of(logic: OptimisedDatapath, inputs: Collection[str]) -> set[str]:
    """The nodes that are made of one of these inputs."""
    found = set(inputs)
    for node in logic.nodes.values():
        if any(operand in found for operand in node.operands):
            found.add(node.name)
    return found


class _Cones:
    """Of every node and input the registers that it is made of, a bit for each; `open` are those
    that are made of an item, a wire or an answer, too. What a unit gives is made of all that it is
    given.
    """

    def __init__(self, logic: OptimisedDatapath) -> None:
        bits = {one.register: 1 << n for n, one in enumerate(logic.datapath.updates)}
        given = {
            name: [logic.outputs[output] for output in logic.unit_outputs(name)]
            for name, _ in logic.datapath.unit_results
        }
        # What tells the state is made of the register that holds it.
        states = dict.fromkeys((name for name, _ in logic.datapath.states), bits.get(STATE, 0))
        self.registers = {**dict.fromkeys(logic.inputs, 0), **bits, **states}
        self.open = set(logic.inputs) - set(bits) - set(states)
        before = None
        while before != (before := {name: self.registers[name] for name in given}):
            for node in logic.nodes.values():
                self.registers[node.name] = self._made_of(node.operands)
                if any(name in self.open for name in node.operands):
                    self.open.add(node.name)
            for name, outputs in given.items():  # which may be given to another unit
                self.registers[name] = self._made_of(outputs)

    def _made_of(self, names: Iterable[str]) -> int:
        found = 0
        for name in names:
            found |= self.registers[name]
        return found


def _free_outputs(logic: OptimisedDatapath) -> tuple[str, ...]:
    """Outputs that something sees: streams, wires and memories."""
    hidden = {name for update in logic.datapath.updates for name in update.outputs}
    hidden |= _outputs_of_functions(logic)
    return tuple(output for output in logic.outputs if output not in hidden)


def _outputs_of_functions(logic: OptimisedDatapath) -> set[str]:
    """The outputs that are operands of a shared function, which has no memory; an address or an
    enable tells that a unit has one.
    """
    found: dict[str, bool] = {}
    for result, _ in logic.datapath.unit_results:
        outputs = logic.unit_outputs(result)
        is_function = not any(name.endswith(("_address", "_enable")) for name in outputs)
        for output in outputs:
            found.setdefault(output, is_function)
    return {output for output, is_function in found.items() if is_function}


def _arguments(logic: OptimisedDatapath) -> dict[str, str]:
    """What each node is given, as XLS writes it."""
    found = (NODE.match(line) for line in logic.text.split("\n"))
    return {match[2]: match[5] for match in found if match}
