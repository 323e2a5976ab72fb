"""The Verilog of a design against the native run of the same source, on the same items, with and without pauses on every port."""

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.hls.compiler import HlsResult
from cryptagon.hls.cosimulation.expectation import Expectation, expect
from cryptagon.hls.cosimulation.simulation import STALL, Simulation, build_testbench, simulate
from cryptagon.hls.cosimulation.stimulus import Stimulus, random_stimulus
from cryptagon.hls.cosimulation.testbench import Bench, write_testbench
from cryptagon.hls.native import NativeDesign

ITEMS = 200
SEED = 1


@dataclass(frozen=True)
class Equivalence:
    """What was compared: the number of items by output stream. `cut` says why the native run was ended early, where it was."""

    compared: Mapping[str, int]
    cut: str = ""

    @property
    def checked(self) -> bool:
        """Whether anything was compared at all."""
        return any(self.compared.values())

    def __str__(self) -> str:
        """One line for people."""
        if not self.checked:
            return "not checked: the design wrote nothing on these items; give --stimulus FILE.json"
        streams = [f"{name} {count}" for name, count in self.compared.items()]
        ending = f"; the native run was ended {self.cut}" if self.cut else ""
        return f"equal: {_counted(sum(self.compared.values()), 'item')} ({', '.join(streams)}), with and without stalls{ending}"


def _counted(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def check_equivalence(
    source: Path,
    result: HlsResult,
    folder: Path,
    *,
    defines: Mapping[str, str] | None = None,
    stimulus: Stimulus | None = None,
    seed: int = SEED,
    items: int = ITEMS,
) -> Equivalence:
    """Runs a source natively and its Verilog in a testbench, which is written into `folder`, and compares every item of every output stream.

    Without a `stimulus`, `items` random items from `seed` are offered on every input stream. What is compared is what the native run wrote:
    a design that stops asking writes less, and one that would never end is ended.
    Raises CryptagonError, naming stream, item and both values, when the two differ.
    """
    chosen = stimulus or random_stimulus(result.ports, seed=seed, count=items)
    origin = "the items of the given stimulus" if stimulus else f"random items from seed {seed}"
    with tempfile.TemporaryDirectory() as place:
        program = NativeDesign.build(source, Path(place), defines=defines)
        expected = expect(program, chosen)
        write_testbench([Bench(result, chosen, expected)], folder)
        simulator = build_testbench(folder, result.core.sources, Path(place))
        for stall in (0, STALL):
            found = simulate(simulator, folder, stall=stall)
            difference = first_difference(result, expected, found)
            if difference:
                again = expect(program, chosen, noise=2)
                raise _differs(source, difference, stall, origin, folder, depends_on_noise=again.items != expected.items)
    return Equivalence({name: len(values) for name, values in expected.items.items()}, expected.cut)


def first_difference(result: HlsResult, expected: Expectation, found: Simulation) -> str:
    """The first item of the first stream in which the Verilog differs from the native run, in words; empty when there is none."""
    for stream, wanted in expected.items.items():
        name = f"{result.module}.{stream}"
        if name in found.withdrawn:
            return f"stream '{stream}': an item that was offered changed or went away before it was taken"
        difference = _difference(stream, wanted, [transfer.item for transfer in found.transfers.get(name, [])])
        if difference:
            return difference
    return ""


def _difference(stream: str, wanted: Sequence[int], found: Sequence[int]) -> str:
    for number in range(max(len(wanted), len(found))):
        native = f"0x{wanted[number]:x}" if number < len(wanted) else "nothing"
        verilog = f"0x{found[number]:x}" if number < len(found) else "nothing"
        if native != verilog:
            return f"stream '{stream}', item {number}: natively {native}, in Verilog {verilog}"
    return ""


def _differs(source: Path, difference: str, stall: int, origin: str, folder: Path, *, depends_on_noise: bool) -> CryptagonError:
    pauses = "with stalls" if stall else "without stalls"
    if depends_on_noise:
        why = "the native run itself writes something else with other noise: an item depends on any(), or on a variable before it is set"
        fix = "let nothing that is written depend on any()"
    else:
        why = f"seen {pauses}, on {origin}; either the source has undefined behaviour on such items, or the compiler is at fault"
        fix = (
            f"offer only items that the design allows, by --stimulus FILE.json; to see it again, run the testbench in {folder} (README.md)"
        )
    return CryptagonError(f"the Verilog differs from the native run: {difference}", where=str(source), why=why, fix=fix)
