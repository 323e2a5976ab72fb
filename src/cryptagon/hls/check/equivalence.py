"""The Verilog of a design against the native run of the same source, on the same items, with and
without pauses on every port.
"""

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cryptagon import paths
from cryptagon.errors import CryptagonError
from cryptagon.hls.check.expectation import Expectation, expect
from cryptagon.hls.check.open_bits import hangs_on_noise, open_bits
from cryptagon.hls.check.simulation import (
    ENDLESS,
    PATIENCE,
    RESETS,
    SECONDS,
    STALL,
    Simulation,
    build_testbench,
    simulate,
    values_differ,
)
from cryptagon.hls.check.stimulus import Stimulus, random_stimulus
from cryptagon.hls.check.testbench import Bench, write_testbench
from cryptagon.hls.compiler import CompiledDesign
from cryptagon.hls.native import UNCHECKED, NativeDesign

ITEMS = 200
ENOUGH = 300_000  # clock cycles of random items
CYCLES_A_SECOND = 4e9
"""More clock cycles than a second of the native run has iterations."""
BURST = 64
"""Items that may come one right after another, when the work for all of them is done."""
SEED = 1
SEEDS_TRIED = 8
INLINED = ("-O2", "-mllvm", "-inline-threshold=100000")
"""Of a native build, after which clang's checks see accesses together with their arrays."""
MORE_ITEMS = (25, 625)
"""How many times as many items are offered in the end, to a design that takes long arrays."""
STARTS = range(1, 7)
"""Seeds of what registers begin with: most values of a register of few bits."""
WITHOUT_STALLS, WITH_STALLS = "without stalls", "with stalls"
AFTER_RESET = "after a reset in mid-run"
NOT_RESET = "a register that is seen is not reset"


@dataclass(frozen=True)
class Equivalence:
    """What was compared: the number of items by output stream, and of elements by memory port.

    `cut` says why the native run was ended early, where it was. `simulated` are the clock cycles
    after which the simulation was ended before all items came, 0 where it was not. Of
    `partly_compared` items some bits were not compared (`open_bits`).
    """

    compared: Mapping[str, int]
    cut: str = ""
    memories: Mapping[str, int] = field(default_factory=dict)
    simulated: int = 0
    partly_compared: int = 0

    @property
    def checked(self) -> bool:
        """Whether anything was compared at all."""
        return any(self.compared.values()) or bool(self.memories)

    def __str__(self) -> str:
        """One line for people."""
        if not self.checked:
            return "not checked: the design wrote nothing on these items; give --stimulus FILE.json"
        streams = [f"{name} {count}" for name, count in self.compared.items()]
        ending = f"; the native run was ended {self.cut}" if self.cut else ""
        if self.simulated:
            ending += f"; the simulation was ended after {_counted(self.simulated, 'cycle')}"
        if self.partly_compared:
            partly = _counted(self.partly_compared, "item")
            ending += f"; of {partly} some bits hang on any() or NO_RESET and were not compared"
        contents = [f"{name} {_counted(count, 'element')}" for name, count in self.memories.items()]
        outside = f" and the memories in the end ({', '.join(contents)})" if contents else ""
        items = f"{_counted(sum(self.compared.values()), 'item')} ({', '.join(streams)}){outside}"
        return f"equal: {items}, with and without stalls, after resets in mid-run{ending}"


def _counted(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"


@dataclass(frozen=True)
class CoreComparison:
    """A testbench that is written but not yet run.

    `origin` says in words where its items come from; after `most_cycles` fewer of them do.
    """

    source: Path
    bench: Bench[CompiledDesign]
    program: NativeDesign
    testbench: Path
    files: tuple[Path, ...]
    origin: str
    most_cycles: int = ENDLESS

    @property
    def patience(self) -> int:
        """Clock cycles without a transfer after which a missing item will not come."""
        items = sum(map(len, self.bench.expected.items.values()))
        of_burst = self.bench.expected.cpu_s * BURST / max(BURST, items)
        return max(PATIENCE, int(of_burst * CYCLES_A_SECOND))

    def run(self) -> Equivalence:
        """Builds the testbench and runs it without stalls, then with stalls and resets in mid-run.

        Raises CryptagonError, naming stream, item and both values, when the Verilog differs from
        the native run.
        """
        result, expected = self.bench.result, self.bench.expected
        runs = []
        with tempfile.TemporaryDirectory() as place:
            simulator = build_testbench(self.testbench, result.core.sources, Path(place))
            for stall, resets in ((0, 0), (STALL, RESETS)):
                found = self._simulated(simulator, stall=stall, resets=resets)
                runs.append(found)
                if difference := first_difference(result, expected, found):
                    seen = WITH_STALLS if stall else WITHOUT_STALLS
                    raise self._differs(difference, seen, by_start=self._differ_by_start(simulator))
                if difference := first_after_reset(result, found):
                    raise self._differs(difference, AFTER_RESET)
        return self._equal(runs)

    def _simulated(self, simulator: Path, **choices: int) -> Simulation:
        """A run as long as the items ask for; `choices` are those of `simulate`."""
        limits = {"patience": self.patience, "most_cycles": self.most_cycles}
        return simulate(simulator, self.testbench, **limits, **choices)

    def _differ_by_start(self, simulator: Path) -> bool:
        """Whether what comes without stalls hangs on what the registers hold before the first
        reset.
        """
        first, *others = (self._simulated(simulator, stall=0, seed=seed) for seed in STARTS)
        return any(other != first for other in others)

    def _equal(self, runs: Sequence[Simulation]) -> Equivalence:
        """What was compared in all runs; raises CryptagonError where they were ended before
        anything came.
        """
        result, expected = self.bench.result, self.bench.expected
        cut = max(run.cut for run in runs)
        compared = {name: len(values) for name, values in expected.items.items()}
        for name in compared if cut else ():
            compared[name] = min(
                len(run.transfers.get(f"{result.module}.{name}", ())) for run in runs
            )
        memories = {name: len(values) for name, values in expected.memories.items()}
        if cut and not any(compared.values()):
            raise CryptagonError(
                f"the check is not done: in {cut:,} clock cycles the Verilog gave nothing",
                where=str(self.source),
                why=f"simulating them took {SECONDS} s",
                fix="offer what needs less work, by --stimulus FILE.json; or --no-check",
            )
        partly = sum(
            sum(map(bool, masks[: compared[name]])) for name, masks in expected.open.items()
        )
        return Equivalence(compared, expected.cut, {} if cut else memories, cut, partly)

    def _is_unset(self) -> bool:
        """Whether what the native run writes hangs on what variables hold before they are set."""
        first, second = (
            self._natively(f"-ftrivial-auto-var-init={content}") for content in ("zero", "pattern")
        )
        return (first.items, first.memories) != (second.items, second.memories)

    def _outside(self) -> CryptagonError | None:
        """What the native run says of accesses outside of variables where every function is part of
        its callers, which know how large the arrays are that they hand over.
        """
        try:
            self._natively(*INLINED)
        except CryptagonError as error:
            return error
        return None

    def _natively(self, *options: str) -> Expectation:
        """What the native run writes when it is built with further options."""
        result = self.bench.result
        program = NativeDesign.build(
            self.source,
            self.program.program.parent,
            defines=result.defines,
            standard=result.standard,
            includes=result.includes,
            beside=result.beside,
            options=options,
        )
        return expect(program, self.bench.stimulus)

    def _differs(self, difference: str, seen: str, *, by_start: bool = False) -> CryptagonError:
        if (outside := self._outside()) is not None:
            return outside
        again = f"to see it again: make -C {self.testbench}"
        if self._is_unset():
            why = "the native run itself writes something else when variables begin otherwise: one is read before it is set"
            fix = (
                "give every variable a value before it is read; any(type) where it does not matter"
            )
        elif self.program.draws_any and hangs_on_noise(
            self.program, self.bench.stimulus, self.bench.expected
        ):
            why = "the native run itself writes something else with other noise: an item depends on any() or on a variable with NO_RESET"
            fix = "let nothing that is written depend on them"
        elif by_start:
            why = f"{NOT_RESET}: other items come where registers begin with other values, on {self.origin}"
            fix = f"report this, the compiler is at fault; {again}"
        elif self.bench.result.asks_for_items:
            why = f"seen {seen}, on {self.origin}; items come at other times than natively, so stream_has may have answered otherwise"
            fix = f"let no item, nor their order, hang on stream_has; if none does, offer what the design allows, or report this; {again}"
        elif seen == AFTER_RESET:
            why = f"{NOT_RESET}: before the reset the same items were right, on {self.origin}"
            fix = f"report this, the compiler is at fault; {again}"
        elif self.bench.result.depths and difference.endswith("in Verilog nothing"):
            why = f"seen {seen}, on {self.origin}; natively a stream between tasks holds everything, and here tasks may wait for each other"
            fix = f"give the streams between tasks more room, by #pragma HLS STREAM variable=NAME depth=N; {again}"
        else:
            why = f"seen {seen}, on {self.origin}; the source has undefined behaviour on such items, or the compiler is at fault"
            fix = f"offer only what the design allows, by --stimulus FILE.json; {again}"
        return CryptagonError(
            f"the Verilog differs from the native run{f' {seen}' if seen == AFTER_RESET else ''}: {difference}",
            where=str(self.source),
            why=why,
            fix=fix,
        )


def prepare_comparison(
    source: Path,
    result: CompiledDesign,
    testbench: Path,
    *,
    stimulus: Stimulus | None = None,
    seed: int = SEED,
    items: int = ITEMS,
    checked: bool = True,
) -> CoreComparison:
    """Runs a source natively and writes the testbench that compares its Verilog with it.

    Without a `stimulus`, `items` random items from `seed` are offered on every input stream; where
    wires keep the design from writing anything, the next seeds are tried, and then more items. A
    native run that is not `checked` goes on where C leaves open what happens. Raises CryptagonError
    when the native run crashes.
    """
    program = NativeDesign.build(
        source,
        paths.build_folder() / "cosimulation" / "native",
        defines=result.defines,
        standard=result.standard,
        includes=result.includes,
        beside=result.beside,
        options=() if checked else UNCHECKED,
    )
    chosen, origin = stimulus, "the items of the given stimulus"
    expected = expect(program, stimulus) if stimulus else Expectation({})
    tried = [(attempt, items) for attempt in range(seed, seed + SEEDS_TRIED)]
    tried += [(seed, times * items) for times in MORE_ITEMS]
    for attempt, count in tried:
        if any(expected.items.values()) or stimulus:
            break
        chosen, origin = (
            random_stimulus(result.ports, seed=attempt, count=count, memories=result.memories),
            f"random items from seed {attempt}",
        )
        expected = expect(program, chosen)
    assert chosen is not None
    if program.draws_any and not stimulus:
        expected = replace(expected, open=open_bits(program, chosen, expected))
    bench = Bench(result, chosen, expected)
    files = tuple(write_testbench([bench], testbench))
    most = ENDLESS if stimulus or result.memories else ENOUGH
    return CoreComparison(source, bench, program, testbench, files, origin, most)


def check_equivalence(
    source: Path,
    result: CompiledDesign,
    testbench: Path,
    **choices: Any,  # noqa: ANN401 - those of `prepare_comparison`
) -> Equivalence:
    """`prepare_comparison` and its run in one."""
    return prepare_comparison(source, result, testbench, **choices).run()


def first_difference(result: CompiledDesign, expected: Expectation, found: Simulation) -> str:
    """The first item of the first stream, or the first element of the first memory port, in which
    the Verilog differs from the native run, in words; empty when there is none.
    """
    for stream, wanted in expected.items.items():
        name = f"{result.module}.{stream}"
        if name in found.withdrawn:
            return f"stream '{stream}': an item that was offered changed or went away before it was taken"
        given = [transfer.item for transfer in found.transfers.get(name, [])]
        asked = wanted[: len(given)] if found.cut else wanted
        difference = _difference(stream, asked, given, expected.open.get(stream, ()))
        if difference:
            return difference
    for port in result.memories:
        name = f"{result.module}.{port.name}"
        if name in found.withdrawn:
            return f"memory port '{port.name}': a request changed or went away before it was taken"
        if name in found.memories:
            return f"memory port '{port.name}', {found.memories[name][0]}"
    return ""


def first_after_reset(result: CompiledDesign, found: Simulation) -> str:
    """What the first port did wrong first behind a reset in mid-run, in words; empty when all began
    anew.
    """
    for name, what in found.after_reset.items():
        module, _, port = name.rpartition(".")
        if module == result.module:
            kind = "memory port" if any(port == one.name for one in result.memories) else "stream"
            return f"{kind} '{port}', {what}"
    return ""


def _difference(
    stream: str, wanted: Sequence[int], found: Sequence[int], masks: Sequence[int]
) -> str:
    """Of the items, but for the bits in `masks`, in words; empty where there is none."""
    for number in range(max(len(wanted), len(found))):
        native = f"0x{wanted[number]:x}" if number < len(wanted) else "nothing"
        verilog = f"0x{found[number]:x}" if number < len(found) else "nothing"
        if native == verilog:
            continue
        both = number < min(len(wanted), len(found), len(masks))
        if not both or (wanted[number] ^ found[number]) & ~masks[number]:
            return f"stream '{stream}', item {number}: {values_differ(native, verilog)}"
    return ""
