"""Gives every loop one back edge, so that `continue` begins the next iteration like its end does.

LLVM would otherwise take a loop with several back edges apart into nested loops, and every loop is
a clock cycle.
"""

import re

from cryptagon.hls.ir.loops import back_edges
from cryptagon.hls.ir.text_blocks import BODY, blocks_of_text, targets_of_text, terminator_text


def single_back_edges(text: str) -> str:
    """The module with one back edge a loop; `text` is as clang writes it, before SSA construction,
    with named blocks.
    """
    return BODY.sub(
        lambda match: match.group(1) + _one_function(match.group(2)) + match.group(3), text
    )


def _one_function(body: str) -> str:
    blocks = blocks_of_text(body)
    graph = {name: targets_of_text(block, blocks) for name, block in blocks.items()}
    for header, tails in back_edges(graph, next(iter(blocks))).items():
        if len(tails) < 2:
            continue
        blocks[f"{header}.latch"] = (
            f"{header}.latch:\n  br label %{header}{_loop_notes(blocks[tails[-1]])}\n\n"
        )
        for tail in tails:
            blocks[tail] = _redirect(blocks[tail], header)
    return "".join(blocks.values())


def _loop_notes(block: str) -> str:
    """The metadata of a back edge: where the loop is, and how to unroll it."""
    return "".join(re.findall(r", !(?:dbg|llvm\.loop) !\d+", terminator_text(block)))


def _redirect(block: str, header: str) -> str:
    old = terminator_text(block)
    new = re.sub(rf"label %{re.escape(header)}(?![-\w.])", f"label %{header}.latch", old)
    new = re.sub(r", !llvm\.loop !\d+", "", new)
    return block[: block.rindex(old)] + new + block[block.rindex(old) + len(old) :]
