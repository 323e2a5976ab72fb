"""Gives every loop one back edge, so that `continue` begins the next iteration like its end does,
and a loop by `goto` the note that it stays rolled.

LLVM would otherwise take a loop with several back edges apart into nested loops, and every loop is
a clock cycle. It would unroll a loop by `goto`, to which clang gives no notes.
"""

import re
from collections.abc import Sequence

from cryptagon.hls.cleanup.unrolling import ROLLED
from cryptagon.hls.ir.loops import back_edges
from cryptagon.hls.ir.metadata import free_node
from cryptagon.hls.ir.text_blocks import BODY, blocks_of_text, targets_of_text, terminator_text

# Loops that no source has: clang constructs and copies the elements of an array by them.
OF_ARRAYS = re.compile(r"array(?:ctor|init|destroy)\.")
LOOP_NOTE = re.compile(r", !llvm\.loop !\d+")


def single_back_edges(text: str) -> str:
    """The module with one back edge a loop, and a note at each; `text` is as clang writes it,
    before SSA construction, with named blocks.
    """
    nodes = _Nodes(free_node(text))
    text = BODY.sub(
        lambda match: match.group(1) + _one_function(match.group(2), nodes) + match.group(3), text
    )
    return text + "".join(f"{line}\n" for line in nodes.lines)


class _Nodes:
    """The metadata nodes of the loops that had none."""

    def __init__(self, free: int) -> None:
        self.free = free
        self.lines: list[str] = []

    def rolled(self) -> str:
        """The note of one more loop, as an attachment to its back edge."""
        loop, self.free = self.free, self.free + 2
        self.lines += [
            f"!{loop} = distinct !{{!{loop}, !{loop + 1}}}",
            f'!{loop + 1} = !{{!"{ROLLED}"}}',
        ]
        return f", !llvm.loop !{loop}"


def _one_function(body: str, nodes: _Nodes) -> str:
    blocks = blocks_of_text(body)
    graph = {name: targets_of_text(block, blocks) for name, block in blocks.items()}
    for header, tails in back_edges(graph, next(iter(blocks))).items():
        note = _loop_note([blocks[tail] for tail in tails])
        if not note and not OF_ARRAYS.match(header):
            note = nodes.rolled()
        if len(tails) < 2:
            blocks[tails[0]] = _with_note(blocks[tails[0]], note)
            continue
        place = "".join(re.findall(r", !dbg !\d+", terminator_text(blocks[tails[-1]])))
        blocks[f"{header}.latch"] = f"{header}.latch:\n  br label %{header}{place}{note}\n\n"
        for tail in tails:
            blocks[tail] = _redirect(blocks[tail], header)
    return "".join(blocks.values())


def _loop_note(blocks: Sequence[str]) -> str:
    """The note of a loop, as the last of its back edges that has one says it."""
    found = [LOOP_NOTE.findall(terminator_text(block)) for block in blocks]
    return next((notes[0] for notes in reversed(found) if notes), "")


def _with_note(block: str, note: str) -> str:
    """A block with the note at its end; one that is there is the same."""
    end = terminator_text(block).rstrip()
    start = block.rindex(end)
    return (
        block if LOOP_NOTE.search(end) else f"{block[:start]}{end}{note}{block[start + len(end) :]}"
    )


def _redirect(block: str, header: str) -> str:
    old = terminator_text(block)
    new = re.sub(rf"label %{re.escape(header)}(?![-\w.])", f"label %{header}.latch", old)
    new = LOOP_NOTE.sub("", new)
    return block[: block.rindex(old)] + new + block[block.rindex(old) + len(old) :]
