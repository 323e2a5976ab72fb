"""Thousands of phis in one block, kept from LLVM's instruction combiner.

It compares every phi with every other one of its block, so that its time grows with the square of
the registers of a loop. While it runs, such phis are calls of a function that it knows nothing
about; the combiner changes no control flow, so afterwards they are phis again. LLVM numbers its
metadata anew meanwhile, so no such number is kept aside: a call takes along where its phi is in the
source. What it could tell of the phis themselves, that two are equal or that one is always even, is
not found in such blocks.
"""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from cryptagon.hls.ir.text_blocks import BODY, blocks_of_text, terminator_text

MOST_PHIS = 1_000  # of one block
PHI = re.compile(r"^  (%[-\w.]+) = phi (i\d+) (\[ .* \])(, !dbg !\d+)?\n", re.MULTILINE)
EDGE = re.compile(r"\[ (\S+), %([-\w.]+) \]")
AT_START = re.compile(r"^(?:[-\w.]+:.*\n|  %[-\w.]+ = phi .*\n)+", re.MULTILINE)
NAME = re.compile(r"%[-\w.]+")
DEBUG = re.compile(r"^    #dbg_.*\n", re.MULTILINE)
HELD = re.compile(
    r"^  %[-\w.]+ = (?:tail )?call i\d+ @cg\.held\.i\d+\(i32 (\d+)\)[^,\n]*(, !dbg !\d+)?.*\n",
    re.MULTILINE,
)
NEXT = re.compile(
    r"^  (?:tail )?call void @cg\.next\.i\d+\(i32 (\d+), i\d+ (?:\w+ )*?(\S+)\).*\n", re.MULTILINE
)
DECLARATION = re.compile(
    r"^(?:; Function Attrs: .*\n)?declare \w+ @cg\.(?:held|next)\.i\d+\(.*\n", re.MULTILINE
)
EFFECT = "nounwind willreturn memory(inaccessiblemem: readwrite)"


@dataclass(frozen=True)
class _Phi:
    name: str
    kind: str
    edges: tuple[tuple[str, str], ...]  # each way's operand and block


@dataclass
class _Hidden:
    """The phis that are calls at present, by number, and for each block that leads to them those
    that it gives a value to.
    """

    phis: list[_Phi] = field(default_factory=list)
    given: dict[str, list[tuple[int, str]]] = field(default_factory=dict)

    def add(self, match: re.Match[str]) -> str:
        """Takes a phi's line; returns that of the call."""
        name, kind, edges, debug = match.groups()
        number = len(self.phis)
        self.phis.append(_Phi(name, kind, tuple(EDGE.findall(edges))))
        for operand, source in dict.fromkeys(self.phis[-1].edges):
            if operand.startswith("%"):
                self.given.setdefault(source, []).append((number, operand))
        return f"  {name} = call {kind} @cg.held.{kind}(i32 {number}){debug or ''}\n"

    def calls(self, source: str) -> str:
        """What `source` gives, as calls."""
        given = [
            (number, self.phis[number].kind, operand)
            for number, operand in self.given.get(source, [])
        ]
        return "".join(
            f"  call void @cg.next.{kind}(i32 {number}, {kind} {operand})\n"
            for number, kind, operand in given
        )

    def declarations(self) -> str:
        """The functions called."""
        kinds = sorted({phi.kind for phi in self.phis})
        return "".join(
            f"declare {kind} @cg.held.{kind}(i32) {EFFECT}\ndeclare void @cg.next.{kind}(i32, {kind}) {EFFECT}\n"
            for kind in kinds
        )


def combined_without_phis(text: str, combine: Callable[[str], str]) -> str:
    """What `combine` makes of a module, which shall not change its control flow, with the phis of
    crowded blocks left as they are.
    """
    hidden: list[_Hidden] = []

    def hide(match: re.Match[str]) -> str:
        hidden.append(_Hidden())
        return match[1] + _without_phis(match[2], hidden[-1]) + match[3]

    changed = BODY.sub(hide, text)
    if not any(one.phis for one in hidden):
        return combine(text)
    crowded = iter(hidden)
    made = combine(
        changed
        + "".join(
            dict.fromkeys(
                line for one in hidden for line in one.declarations().splitlines(keepends=True)
            )
        )
    )
    restored = BODY.sub(
        lambda match: match[1] + _with_phis(match[2], next(crowded)) + match[3], made
    )
    return DECLARATION.sub("", restored)


def might_crowd(text: str) -> bool:
    """Whether a block of the module can come to have more than MOST_PHIS phis, now or when memory
    has become values.
    """
    large_array = rf"alloca \[\d{{{len(str(MOST_PHIS))},}} x "
    return text.count(" = phi ") + text.count(" = alloca ") > MOST_PHIS or bool(
        re.search(large_array, text)
    )


def _without_phis(body: str, hidden: _Hidden) -> str:
    blocks = blocks_of_text(body)
    crowded = [name for name, block in blocks.items() if block.count(" = phi ") > MOST_PHIS]
    if crowded:
        body = _with_named_phis(body)
        blocks = blocks_of_text(body)
    uses = Counter(NAME.findall(DEBUG.sub("", body))) if crowded else Counter[str]()
    for name in crowded:
        # Phis that nothing uses are left: the combiner takes them away before it begins.
        used = [match for match in PHI.finditer(blocks[name]) if uses[match[1]] > 1]
        calls = "".join(map(hidden.add, used))
        rest = PHI.sub(lambda match: match[0] if uses[match[1]] < 2 else "", blocks[name])
        blocks[name] = AT_START.sub(lambda match: match[0] + calls, rest, count=1)  # noqa: B023 (used at once)
    for name in hidden.given:
        blocks[name] = _before_end(blocks[name], hidden.calls(name))
    return "".join(blocks.values())


def _with_named_phis(body: str) -> str:
    """A function whose phis all have names: those with numbers must come in order, and a phi that is
    a call goes behind others.
    """
    numbers = {phi[1] for phi in PHI.finditer(body) if phi[1][1:].isdigit()}
    return NAME.sub(lambda n: f"%cg.phi.{n[0][1:]}" if n[0] in numbers else n[0], body)


def _before_end(block: str, calls: str) -> str:
    at = block.rindex(terminator_text(block))
    return block[:at] + calls + block[at:]


def _with_phis(body: str, hidden: _Hidden) -> str:
    if not hidden.phis:
        return body
    blocks = blocks_of_text(body)
    given = {
        (int(number), name): value
        for name, block in blocks.items()
        if name in hidden.given
        for number, value in NEXT.findall(block)
    }
    for name, block in blocks.items():
        held = [(int(number), debug) for number, debug in HELD.findall(block)]
        rest = HELD.sub("", block) if held else block
        rest = NEXT.sub("", rest) if name in hidden.given else rest
        phis = "".join(
            _phi_line(number, hidden.phis[number], given, debug) for number, debug in held
        )
        blocks[name] = AT_START.sub(lambda match: match[0] + phis, rest, count=1) if held else rest  # noqa: B023
    return "".join(blocks.values())


def _phi_line(number: int, phi: _Phi, given: dict[tuple[int, str], str], debug: str) -> str:
    """A phi with what its ways give now; a way whose block the combiner found never to run gives
    nothing. `debug` is its place by now.
    """
    values = [
        (given.get((number, source), "poison") if operand.startswith("%") else operand, source)
        for operand, source in phi.edges
    ]
    return f"  {phi.name} = phi {phi.kind} {', '.join(f'[ {value}, %{source} ]' for value, source in values)}{debug}\n"
