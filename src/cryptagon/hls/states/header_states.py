"""The state of a loop in a block of its own before the loop's header, so that the header can be entered within a cycle."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from cryptagon.hls.ir.instructions import LoopNotes, Name, Phi, jump
from cryptagon.hls.ir.model import Block, Function

AGAIN, ENTERED = ".again", ".entered"


def state_before(function: Function, header: str, sources: Collection[str]) -> str:
    """Puts a block between `sources` and a loop's header, which takes the header's phis on these ways; returns its name.

    Its phis keep their names, by which C variables are known; those of the header get new ones.
    """
    block, again = function.blocks[header], header + AGAIN
    kept = [_kept(phi, sources) for phi in block.phis]
    notes: LoopNotes | None = None
    for source in sources:
        branch = function.blocks[source].branch
        branch.redirect(header, again)
        notes = notes or branch.loop
    _drop(block.phis, sources)
    function.blocks[again] = Block(again, [*kept, replace(jump(header, block.terminator.location), loop=notes)])
    function.rename({phi.result: phi.result + ENTERED for phi in block.phis})
    for phi, register in zip(block.phis, kept):
        phi.result += ENTERED
        phi.operands.append(Name(phi.width, register.result))
        phi.sources.append(again)
    return again


def drop_copies(function: Function) -> None:
    """Drops the phis of headers that nothing enters but the blocks of their states, in place: they only copy those of these blocks."""
    for name, before in function.predecessors().items():
        if before == [name + AGAIN]:
            block = function.blocks[name]
            function.rename({phi.result: operand.name for phi in block.phis for operand in phi.operands if isinstance(operand, Name)})
            block.instructions = [i for i in block.instructions if i.opcode != "phi"]


def _kept(phi: Phi, sources: Collection[str]) -> Phi:
    ways = [(operand, source) for operand, source in zip(phi.operands, phi.sources) if source in sources]
    return replace(phi, operands=[operand for operand, _ in ways], sources=[source for _, source in ways])


def _drop(phis: Sequence[Phi], sources: Collection[str]) -> None:
    for phi in phis:
        ways = [(operand, source) for operand, source in zip(phi.operands, phi.sources) if source not in sources]
        phi.operands, phi.sources = [operand for operand, _ in ways], [source for _, source in ways]
