"""The state of a loop in a block of its own before the loop's header, so that the header can be
entered within a cycle.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from cryptagon.hls.ir.instructions import Const, LoopNotes, Name, Phi, jump
from cryptagon.hls.ir.model import Block, Function

AGAIN, FIRST, ENTERED = ".again", ".first", ".entered"


def state_before(
    function: Function, header: str, sources: Collection[str], suffix: str = AGAIN
) -> str:
    """Puts a block between `sources` and a loop's header, which takes the header's phis on these
    ways; returns its name.

    Its phis keep their names, by which C variables are known; those of the header get new ones.
    What is the same constant on all of these ways needs none.
    """
    return states_before(function, {header: sources}, suffix)[header]


def states_before(
    function: Function, sources: Mapping[str, Collection[str]], suffix: str = AGAIN
) -> dict[str, str]:
    """The same for several loops, which takes no longer than for one: the sources and the new
    block's name by header.
    """
    function.rename(
        {
            phi.result: phi.result + ENTERED
            for header in sources
            for phi in function.blocks[header].phis
        }
    )
    return {
        header: _state_before(function, header, ways, suffix) for header, ways in sources.items()
    }


def _state_before(function: Function, header: str, sources: Collection[str], suffix: str) -> str:
    """Puts in the block of one loop, whose phis are used under their new names already."""
    block, again = function.blocks[header], header + suffix
    kept = [_kept(phi, sources) for phi in block.phis]
    notes: LoopNotes | None = None
    for source in sources:
        branch = function.blocks[source].branch
        branch.redirect(header, again)
        notes = notes or branch.loop
    _drop(block.phis, sources)
    own = [phi for phi in kept if _constant(phi) is None]
    function.blocks[again] = Block(
        again, [*own, replace(jump(header, block.terminator.location), loop=notes)]
    )
    for phi, register in zip(block.phis, kept):
        phi.result += ENTERED
        phi.operands.append(_constant(register) or Name(phi.width, register.result))
        phi.sources.append(again)
    return again


def drop_copies(function: Function) -> None:
    """Drops the phis of headers that nothing enters but the blocks of their states, in place: they
    only copy those of these blocks.
    """
    for name, before in function.predecessors().items():
        if before == [name + AGAIN]:
            block = function.blocks[name]
            function.rename(
                {
                    phi.result: operand.name
                    for phi in block.phis
                    for operand in phi.operands
                    if isinstance(operand, Name)
                }
            )
            block.instructions = [i for i in block.instructions if i.opcode != "phi"]


def _kept(phi: Phi, sources: Collection[str]) -> Phi:
    ways = [
        (operand, source) for operand, source in zip(phi.operands, phi.sources) if source in sources
    ]
    return replace(
        phi, operands=[operand for operand, _ in ways], sources=[source for _, source in ways]
    )


def _constant(phi: Phi) -> Const | None:
    """What a phi always is."""
    first = phi.operands[0]
    return (
        first
        if isinstance(first, Const) and all(operand == first for operand in phi.operands)
        else None
    )


def _drop(phis: Sequence[Phi], sources: Collection[str]) -> None:
    for phi in phis:
        ways = [
            (operand, source)
            for operand, source in zip(phi.operands, phi.sources)
            if source not in sources
        ]
        phi.operands, phi.sources = [operand for operand, _ in ways], [source for _, source in ways]
