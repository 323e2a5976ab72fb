"""Networks of gates with three inputs, each of them one instruction of a GPU (LOP3).

ABC restructures a network and covers it. What it gives is compared with what was given.
"""

import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from graphlib import TopologicalSorter
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.spt.code.layouts.gates import AND, AND_NOT, NOT, OR, XOR, Network
from cryptagon.toolchain import find, run

CUBES = {XOR: "01 1\n10 1", AND: "11 1", OR: "1- 1\n-1 1", AND_NOT: "10 1", NOT: "0 1"}
COVER = "dch -f; if -K 3 -a; mfs2 -a -L 100"
SMALLER = "; ".join(
    f"balance; resub -K {cut} -l; rewrite -l; resub -K {cut} -N 2 -l; refactor -l; rewrite -z"
    for cut in (6, 8, 10, 12)
)
SCRIPTS = tuple(
    "; ".join(["strash", *steps])
    for steps in (
        [COVER],
        ["dc2; dc2", COVER],
        [SMALLER, COVER],
        [SMALLER, SMALLER, COVER],
        [COVER, "strash", "refactor -z; dc2", COVER],
        [SMALLER, COVER, "strash", "dc2", COVER],
    )
)
"""Of ABC; the one that gives the fewest gates is taken."""
COLUMNS = (0xF0, 0xCC, 0xAA)
"""The truth tables of the three inputs, as PTX ISA counts those of `lop3`."""
SAMPLES = 1024


@dataclass(frozen=True)
class Gate3:
    """A signal by the truth table of those that it takes; bit 4 a + 2 b + c is the result."""

    name: str
    table: int
    taken: tuple[str, str, str]


@dataclass(frozen=True)
class Ternary:
    """Gates in their order. Inputs are `i0`, `i1`, ..., outputs `o0`, `o1`, ..."""

    gates: Sequence[Gate3]

    def lines(self, kind: str, inputs: Sequence[str], outputs: Sequence[str]) -> list[str]:
        """Statements of C: a variable a gate, an output what it is called."""
        names = {f"i{place}": one for place, one in enumerate(inputs)}
        lines = []
        for number, one in enumerate(self.gates):
            value = f"GATE(0x{one.table:02x}, {', '.join(names[name] for name in one.taken)})"
            names[one.name] = f"t{number}"
            lines.append(f"const {kind} t{number} = {value};")
        return [*lines, *(f"{name} = {names[f'o{place}']};" for place, name in enumerate(outputs))]

    def values(self, given: Sequence[int], ones: int) -> dict[str, int]:
        """What all signals are, for inputs that are many bits at once."""
        signals = {f"i{place}": one for place, one in enumerate(given)}
        for gate in self.gates:
            taken = [signals[name] for name in gate.taken]
            signals[gate.name] = _looked_up(gate.table, taken, ones)
        return signals


def ternary(network: Network) -> Ternary:
    """The network by gates of three inputs, as few as ABC finds.

    Raises CryptagonError where ABC gives something that does not do the same.
    """
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "given.blif").write_text(_written(network), encoding="utf-8")
        found = min((_covered(place, script) for script in SCRIPTS), key=lambda one: len(one.gates))
    chosen, ones = random.Random(1), (1 << SAMPLES) - 1
    given = [chosen.getrandbits(SAMPLES) for _ in range(network.inputs)]
    made = found.values(given, ones)
    if [made[f"o{place}"] for place in range(len(network.outputs))] != network.values(given, ones):
        what = "ABC gave gates of three inputs that do not do what was given"
        raise CryptagonError(what, why="its results differ", fix="report it: this is a fault")
    return found


def _covered(place: Path, script: str) -> Ternary:
    run(
        [*find("abc").argv, "-q", f"read_blif given.blif; {script}; write_blif made.blif"],
        cwd=place,
    )
    gates = {one.name: one for one in _read((place / "made.blif").read_text(encoding="utf-8"))}
    order = TopologicalSorter({name: one.taken for name, one in gates.items()}).static_order()
    return Ternary([gates[name] for name in order if name in gates])


def _written(network: Network) -> str:
    """In the Berkeley Logic Interchange Format."""
    names = [f"i{place}" for place in range(network.inputs)]
    lines = [".model network", f".inputs {' '.join(names)}"]
    lines.append(f".outputs {' '.join(f'o{place}' for place in range(len(network.outputs)))}")
    for operation, left, right in network.gates:
        taken = [names[left]] if operation == NOT else [names[left], names[right]]
        names.append(f"n{len(names)}")
        lines.append(f".names {' '.join(taken)} {names[-1]}\n{CUBES[operation]}")
    for place, signal in enumerate(network.outputs):
        lines.append(f".names {names[signal]} o{place}\n1 1")
    return "\n".join([*lines, ".end", ""])


def _read(text: str) -> Iterator[Gate3]:
    """The gates of a file in that format; each has a list of cubes, all for 1 or all for 0."""
    for block in text.replace("\\\n", " ").split(".names ")[1:]:
        head, *cubes = [line.split() for line in block.splitlines() if line[:1] not in ("", ".")]
        *taken, name = head
        table = 0
        for cube in cubes:
            table |= _cube(cube[0] if taken else "", 0xFF)
        if cubes and cubes[0][-1] == "0":
            table ^= 0xFF
        first, second, third = [*taken, *["i0"] * (3 - len(taken))]
        yield Gate3(name, table, (first, second, third))


def _cube(text: str, ones: int) -> int:
    found = ones
    for sign, column in zip(text, COLUMNS, strict=False):
        found &= {"1": column, "0": ~column, "-": ones}[sign]
    return found


def _looked_up(table: int, taken: Sequence[int], ones: int) -> int:
    found = 0
    for row in range(8):
        if table >> row & 1:
            a, b, c = (one if row >> place & 1 else ~one for one, place in zip(taken, (2, 1, 0)))
            found |= a & b & c
    return found & ones
