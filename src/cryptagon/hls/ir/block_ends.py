"""The blocks of a function's lines, and lines put at their starts and ends."""

from collections.abc import Mapping, Sequence

from cryptagon.hls.ir.statements import Label, MergeLine, Statement, statements

TERMINATORS = frozenset(("br", "switch", "ret", "unreachable"))


def blocks_of_lines(body: Sequence[Statement]) -> list[str]:
    """The block of each line; "" for those before the first label."""
    blocks, block = list[str](), ""
    for one in body:
        block = one.name if isinstance(one, Label) else block
        blocks.append(block)
    return blocks


def with_block_starts(
    body: Sequence[Statement], starts: Mapping[str, Sequence[str]]
) -> list[Statement]:
    """The function with more lines behind the merges of blocks, by the blocks' names."""
    made, waiting = list[Statement](), list[Statement]()
    for one, block in zip(body, blocks_of_lines(body)):
        if isinstance(one, Label):
            waiting = statements(starts.get(block, ()))
        elif not isinstance(one, MergeLine):
            made += waiting
            waiting = []
        made.append(one)
    return made


def with_block_ends(
    body: Sequence[Statement], ends: Mapping[str, Sequence[str]]
) -> list[Statement]:
    """The function with more lines before the terminators of blocks, by the blocks' names."""
    made = list[Statement]()
    for one, block in zip(body, blocks_of_lines(body)):
        made += statements(ends.get(block, ())) if one.opcode in TERMINATORS else []
        made.append(one)
    return made
