"""Statements about a loop: `expect_cycles`, `expect_cycles_between`, `cycles`, `not_shared`; of
Vivado HLS `cycles_about`, a PIPELINE with an interval.

In LLVM they become notes of their loop's back edge instead of calls: there they are in no pass's
way, and stay with the loop.
"""

import itertools
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from cryptagon.errors import CryptagonError
from cryptagon.hls.ir.instructions import Location
from cryptagon.hls.ir.loops import Loop, innermost_loop, loop_forest
from cryptagon.hls.ir.metadata import NOT_SHARED, UNROLLED_WHOLLY, Metadata, free_node
from cryptagon.hls.ir.text_blocks import BODY, blocks_of_text, targets_of_text, terminator_text

CALL = re.compile(
    r"^  call void @cg_(expect_cycles|cycles_about|cycles|not_shared)\((.*?)\)(?: #\d+)?.*!dbg !(\d+).*\n",
    re.MULTILINE,
)
ARGUMENT = re.compile(r"^i32 (?:noundef )?(-?\d+)$")
UNROLLED = re.compile(rf'\{{!"(llvm\.loop\.unroll\.count|{re.escape(UNROLLED_WHOLLY)})"')
MARK = "cg.mark"
SHARING = "not_shared"  # the one that says nothing of cycles
LOOP_NOTE = re.compile(r", !llvm\.loop !(\d+)")


@dataclass(frozen=True)
class LoopStatement:
    """One statement about a loop's cycles.

    `expect_cycles` has the least and most cycles of an iteration, `cycles` its number of stages
    twice, and so has `cycles_about`, which takes another number where accesses or operations ask
    for it. `dead` is one that no way leads to.
    """

    name: str
    least: int
    most: int
    location: Location
    dead: bool = False

    @property
    def splits(self) -> bool:
        """Whether it asks for stages."""
        return self.name == "cycles" or self.only_aims

    @property
    def only_aims(self) -> bool:
        """Whether another number of stages is as good."""
        return self.name == "cycles_about"


def take_loop_statements(text: str) -> tuple[str, tuple[LoopStatement, ...]]:
    """The module without these calls, and what they said; each loop's back edges name its
    statements by number.

    `text` has all functions inlined and variables in memory still. Raises CryptagonError, with file
    and line, for an argument that is not a constant or makes no sense, and for a statement that is
    in no loop or in one that is marked UNROLL.
    """
    taker = _Taker(text)
    text = BODY.sub(
        lambda match: match.group(1) + taker.take(match.group(2)) + match.group(3), text
    )
    return text + "".join(f"{line}\n" for line in taker.nodes), tuple(taker.statements)


def notes_of_unrolled_loops(text: str) -> str:
    """The module with the notes of each loop at its back edges.

    Where LLVM unrolls a loop by a number that does not divide its iterations, the notes stay behind
    at a branch in the loop's middle.
    """
    if '"llvm.loop.unroll.disable"' not in text:
        return text
    metadata, nodes = Metadata(text), []
    free = free_node(text)

    def body(match: re.Match[str]) -> str:
        blocks = blocks_of_text(match.group(2))
        loops = loop_forest(
            {name: targets_of_text(block, blocks) for name, block in blocks.items()},
            next(iter(blocks)),
        )
        tails = {tail for loop in loops.values() for tail in loop.tails}
        notes = {name: _note_of(block) for name, block in blocks.items()}
        for tail in tails:
            loop = innermost_loop(loops, tail)
            left = (
                {number for name in loop.blocks if (number := notes[name]) and name not in tails}
                if loop
                else set()
            )
            own = [item for item in metadata.list_items(notes[tail]) if item != notes[tail]]
            if left and [metadata.nodes[item] for item in own] == ['{!"llvm.loop.unroll.disable"}']:
                items = [
                    item
                    for number in sorted(left)
                    for item in metadata.list_items(number)
                    if item != number
                ]
                kept = [
                    f"!{item}"
                    for item in dict.fromkeys(own + items)
                    if not UNROLLED.match(metadata.nodes[item])
                ]
                number = str(free + len(nodes))
                nodes.append(f"!{number} = distinct !{{!{number}, {', '.join(kept)}}}\n")
                blocks[tail] = LOOP_NOTE.sub(f", !llvm.loop !{number}", blocks[tail])
        return match.group(1) + "".join(blocks.values()) + match.group(3)

    return BODY.sub(body, text) + "".join(nodes)


def blocks_with_cycles(text: str, statements: Sequence[LoopStatement]) -> set[str]:
    """The blocks of a module's functions that lie in a loop with a statement cycles(k)."""
    metadata, found = Metadata(text), set[str]()
    for match in BODY.finditer(text) if any(one.splits for one in statements) else ():
        blocks, seen = blocks_of_text(match.group(2)), set[str]()
        loops = loop_forest(
            {name: targets_of_text(block, blocks) for name, block in blocks.items()},
            next(iter(blocks)),
        )
        for loop in reversed(
            loops.values()
        ):  # where an outer loop's end joins that of an inner one, both have the inner one's notes
            notes = {_note_of(blocks[tail]) for tail in loop.tails} - seen
            said = [
                statements[number]
                for note in notes
                for number in metadata.loop_notes(note).statements
            ]
            found |= loop.blocks if any(one.splits for one in said) else set()
            seen |= notes
    return found


def loops_to_unroll(text: str) -> bool:
    """Whether a loop is left in the module that is to be unrolled."""
    metadata = Metadata(text)
    wishes = {number for number, node in metadata.nodes.items() if UNROLLED.match(node)}
    marked = (
        {number for number in metadata.nodes if wishes & set(metadata.list_items(number))}
        if wishes
        else set()
    )
    return bool(marked) and any(
        _tail_notes(match.group(2)) & marked for match in BODY.finditer(text)
    )


def _tail_notes(body: str) -> set[str]:
    """The notes at the back edges of the loops of a function."""
    blocks = blocks_of_text(body)
    loops = loop_forest(
        {name: targets_of_text(block, blocks) for name, block in blocks.items()}, next(iter(blocks))
    )
    return {_note_of(blocks[tail]) for loop in loops.values() for tail in loop.tails}


def _note_of(block: str) -> str:
    found = LOOP_NOTE.search(terminator_text(block))
    return found.group(1) if found else ""


def lost_statements(cleaned: str, statements: Sequence[LoopStatement]) -> list[int]:
    """The numbers of the statements whose loops are gone after clean-up, since they run once at
    most or never.
    """
    return [
        number
        for number in range(len(statements))
        if f'!{{!"cryptagon.statement", i32 {number}}}' not in cleaned
    ]


def marked_statements(text: str) -> str:
    """The module of `take_loop_statements` with every statement as a call that stays for as long as
    some way leads to it.
    """
    number = itertools.count()
    marked = CALL.sub(
        lambda call: (
            "" if call.group(1) == SHARING else f"  call void @{MARK}(i32 {next(number)})\n"
        ),
        text,
    )
    return f"{marked}\ndeclare void @{MARK}(i32) nounwind willreturn memory(inaccessiblemem: readwrite)\n"


def without_dead_statements(
    lost: Collection[int], marked: str, statements: Sequence[LoopStatement]
) -> tuple[LoopStatement, ...]:
    """The statements, with those of the lost ones marked as dead that are gone from the cleaned
    module `marked` too.
    """
    alive = {int(number) for number in re.findall(rf"@{re.escape(MARK)}\(i32 (\d+)\)", marked)}
    return tuple(
        replace(one, dead=number in lost and number not in alive)
        for number, one in enumerate(statements)
    )


class _Taker:
    """Takes the statements out of the functions of one module; `nodes` are the metadata nodes that
    the module then needs.
    """

    def __init__(self, text: str) -> None:
        self.metadata = Metadata(text)
        self.free = free_node(text)
        self.statements: list[LoopStatement] = []
        self.nodes: list[str] = []

    def take(self, body: str) -> str:
        """A function's body without the statements."""
        if not CALL.search(body):
            return body
        blocks = blocks_of_text(body)
        loops = loop_forest(
            {name: targets_of_text(block, blocks) for name, block in blocks.items()},
            next(iter(blocks)),
        )
        for name, block in list(blocks.items()):
            for call in CALL.finditer(block):
                self._take_one(call, innermost_loop(loops, name), blocks)
            blocks[name] = CALL.sub("", blocks[name])
        return "".join(blocks.values())

    def _take_one(self, call: re.Match[str], loop: Loop | None, blocks: dict[str, str]) -> None:
        name, _, debug = call.groups()
        where = self.metadata.location(debug)
        if name != SHARING:
            self.statements.append(self._read(call, where))
        if loop is None:
            raise CryptagonError(
                f"{name} is outside of any clocked loop",
                where=str(where),
                why="it speaks of the innermost loop around it; a function that never returns is no loop itself",
                fix="write it as a statement in the loop's body",
            )
        said = (
            f'"{NOT_SHARED}"'
            if name == SHARING
            else f'"cryptagon.statement", i32 {len(self.statements) - 1}'
        )
        self._note(name, where, f"{{!{said}}}", loop, blocks)

    def _read(self, call: re.Match[str], where: Location) -> LoopStatement:
        name, text, _ = call.groups()
        found = [ARGUMENT.match(argument) for argument in text.split(", ")]
        numbers = [int(argument.group(1)) for argument in found if argument]
        if len(numbers) < len(found):
            raise CryptagonError(
                f"{name} needs a constant",
                where=str(where),
                why="cycles are counted when the design is compiled",
                fix="give it a number",
            )
        least, most = numbers[0], numbers[-1]
        if not 0 < least <= most:
            said = f"{name}({least})" if least == most else f"{name}_between({least}, {most})"
            fix = "give 1 or more" if least == most else "give the least first, 1 or more"
            raise CryptagonError(
                f"{said} cannot be",
                where=str(where),
                why="an iteration takes a cycle at least",
                fix=fix,
            )
        return LoopStatement(name, least, most, where)

    def _note(
        self, name: str, where: Location, said: str, loop: Loop, blocks: dict[str, str]
    ) -> None:
        """Writes what a statement says at the back edges of its loop."""
        self.nodes.append(f"!{self.free} = !{said}")
        note, self.free = self.free, self.free + 1
        for tail in loop.tails:
            terminator = terminator_text(blocks[tail])
            old = LOOP_NOTE.search(terminator)
            self._refuse_unrolled(name, where, old.group(1) if old else "")
            kept = (
                [
                    f"!{node}"
                    for node in self.metadata.list_items(old.group(1))
                    if node != old.group(1)
                ]
                if old
                else []
            )
            items = [f"!{self.free}", *kept, f"!{note}"]
            node = f"distinct !{{{', '.join(items)}}}"
            self.nodes.append(f"!{self.free} = {node}")
            self.metadata.nodes[str(self.free)] = node.removeprefix("distinct !")
            start = blocks[tail].rindex(terminator)
            noted = f"{LOOP_NOTE.sub('', terminator).rstrip()}, !llvm.loop !{self.free}"
            blocks[tail] = (
                blocks[tail][:start] + noted + blocks[tail][start + len(terminator.rstrip()) :]
            )
            self.free += 1

    def _refuse_unrolled(self, name: str, where: Location, node: str) -> None:
        if any(
            '"llvm.loop.unroll.full"' in self.metadata.nodes.get(item, "")
            for item in self.metadata.list_items(node)
            if item != node
        ):
            raise CryptagonError(
                f"{name} is in a loop marked UNROLL",
                where=str(where),
                why="such a loop is logic and has no cycles of its own",
                fix="write it in the body of the clocked loop around, or take the UNROLL away",
            )
