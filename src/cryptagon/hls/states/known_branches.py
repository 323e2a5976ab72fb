"""A branch that is known where its block is entered is left out: each way goes on straight where it
leads.

Clang lets a `break` out of a block with variables of its own come to a common end, which a number
tells where to go on. The common end is a way from everywhere to everywhere in the flow graph, and
hides that a loop whose iterations all run another loop needs no cycle itself.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cryptagon.hls.ir.graph import Dominators, immediate_dominators
from cryptagon.hls.ir.instructions import Branch, Const, Instruction, Name, Operand, Phi, jump
from cryptagon.hls.ir.loops import back_edges
from cryptagon.hls.ir.model import Block, Function


def follow_known_branches(function: Function) -> None:
    """Takes such blocks out, in place, as long as nothing uses what they merge where several of
    their ways have met again.
    """
    headers = back_edges(function.graph, function.entry)
    for block in list(function.blocks.values()):
        targets = _known_targets(function, block) if block.name not in headers else {}
        if len(set(targets.values())) > 1:
            _split(function, block, targets)


def _known_targets(function: Function, block: Block) -> dict[str, str]:
    """Where each way into a block leads on, by the block that it comes from; nothing where one is
    not known, or the block does more.
    """
    branch = block.terminator
    choice = branch.operands[0] if isinstance(branch, Branch) and branch.operands else None
    phi = next(
        (phi for phi in block.phis if isinstance(choice, Name) and phi.result == choice.name), None
    )
    if phi is None or block.body or not isinstance(branch, Branch):
        return {}
    found = {
        source: _target(branch, value)
        for value, source in zip(phi.operands, phi.sources)
        if isinstance(value, Const)
    }
    before = function.predecessors()[block.name]
    return found if found.keys() == set(before) else {}


def _target(branch: Branch, value: Const) -> str:
    if branch.opcode == "br":
        return branch.targets[0 if value.value else 1]
    return next((target for case, target in branch.choices if case == value), branch.targets[0])


def _split(function: Function, block: Block, targets: Mapping[str, str]) -> None:
    """A block of its own for each target, unless a value of the block would then have to be merged
    elsewhere.
    """
    ways = {target: f"{block.name}.to.{target}" for target in dict.fromkeys(targets.values())}
    graph = {
        name: [*other.successors] for name, other in function.blocks.items() if name != block.name
    }
    for source, target in targets.items():
        graph[source] = [ways[target] if name == block.name else name for name in graph[source]]
    graph |= {way: [target] for target, way in ways.items()}
    homes = _homes(function, block, ways, immediate_dominators(graph, function.entry))
    if homes is None:
        return
    del function.blocks[block.name]
    for target, way in ways.items():
        _make(
            function,
            block,
            way,
            target,
            [source for source in targets if targets[source] == target],
        )
    for instruction, value, way in homes:
        instruction.rename(value, f"{value}.{way}")
    used = {value for _, instruction in function.instructions() for value in instruction.uses()}
    for way in ways.values():
        made = function.blocks[way]
        made.instructions = [i for i in made.instructions if not i.result or i.result in used]


def _homes(
    function: Function, block: Block, ways: Mapping[str, str], dominators: Dominators
) -> list[tuple[Instruction, str, str]] | None:
    """Where the phis of a block are used behind its targets: instruction, value, and the way that
    leads there; None where several do.
    """
    merged = {phi.result for phi in block.phis}
    found: list[tuple[Instruction, str, str]] = []
    for home, instruction in function.instructions():
        for value in (
            merged & set(instruction.uses())
            if home is not block and home.name in dominators
            else ()
        ):
            places = _places(home, instruction, value, block.name)
            leading = [
                way
                for way in ways.values()
                if places and all(dominators.dominates(way, place) for place in places)
            ]
            if places and not leading:
                return None
            found += [(instruction, value, way) for way in leading]
    return found


def _places(home: Block, instruction: Instruction, value: str, block: str) -> Sequence[str]:
    """The blocks at whose end a value is used; that of a phi on the way from `block` is not
    counted.
    """
    if not isinstance(instruction, Phi):
        return [home.name]
    ways = zip(instruction.operands, instruction.sources)
    return [
        source
        for operand, source in ways
        if isinstance(operand, Name) and operand.name == value and source != block
    ]


def _make(function: Function, block: Block, way: str, target: str, sources: Sequence[str]) -> None:
    """One way of a block, from some of the blocks before it to one behind it."""
    phis = [
        Phi(
            "phi",
            f"{phi.result}.{way}",
            phi.width,
            [phi.come_from(one) for one in sources],
            [*sources],
        )
        for phi in block.phis
    ]
    function.blocks[way] = Block(
        way, [*phis, replace(jump(target, block.branch.location), loop=block.branch.loop)]
    )
    for source in sources:
        function.blocks[source].branch.redirect(block.name, way)
    own = {phi.result for phi in block.phis}
    for phi in function.blocks[target].phis:
        number = phi.sources.index(block.name)
        phi.sources[number], phi.operands[number] = way, _renamed(phi.operands[number], own, way)


def _renamed(operand: Operand, own: set[str], way: str) -> Operand:
    return (
        Name(operand.width, f"{operand.name}.{way}")
        if isinstance(operand, Name) and operand.name in own
        else operand
    )
