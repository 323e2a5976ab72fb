"""Gives every loop one latch, so that `continue` begins the next iteration like its end does.

LLVM would otherwise take a loop with several back edges apart into nested loops, and every loop is a clock cycle.
"""

import re

from cryptagon.hls.loops import back_edges

BODY = re.compile(r"(^define [^\n]*\{\n)(.*?)(^\}$)", re.MULTILINE | re.DOTALL)
LABEL = re.compile(r"^([-\w.]+):", re.MULTILINE)
TERMINATOR = re.compile(r"^  (?:br|switch) .*?(?=\n\n|\n[-\w.]+:|\Z)", re.MULTILINE | re.DOTALL)
TARGET = re.compile(r"label %([-\w.]+)")


def single_latches(text: str) -> str:
    """The module with one back edge a loop; `text` is as clang writes it, before SSA construction, with named blocks."""
    return BODY.sub(lambda match: match.group(1) + _one_function(match.group(2)) + match.group(3), text)


def _one_function(body: str) -> str:
    starts = [(m.group(1), m.start()) for m in LABEL.finditer(body)]
    ends = [start for _, start in starts[1:]] + [len(body)]
    blocks = {name: body[start:end] for (name, start), end in zip(starts, ends)}
    graph = {name: [t for t in TARGET.findall(_terminator(block)) if t in blocks] for name, block in blocks.items()}
    for header, latches in back_edges(graph, starts[0][0]).items():
        if len(latches) < 2:
            continue
        blocks[f"{header}.latch"] = f"{header}.latch:\n  br label %{header}{_loop_notes(blocks[latches[-1]])}\n\n"
        for latch in latches:
            blocks[latch] = _redirect(blocks[latch], header)
    return "".join(blocks.values())


def _terminator(block: str) -> str:
    found = TERMINATOR.findall(block)
    return found[-1] if found else ""


def _loop_notes(block: str) -> str:
    """The latch's metadata: where the loop stands, and how to unroll it."""
    return "".join(re.findall(r", !(?:dbg|llvm\.loop) !\d+", _terminator(block)))


def _redirect(block: str, header: str) -> str:
    old = _terminator(block)
    new = re.sub(rf"label %{re.escape(header)}(?![-\w.])", f"label %{header}.latch", old)
    new = re.sub(r", !llvm\.loop !\d+", "", new)
    return block[: block.rindex(old)] + new + block[block.rindex(old) + len(old) :]
