"""The proof of a core: in each state a cycle does what the prepared LLVM IR says, for all contents
of the registers and all inputs.

By induction over the cycles. The relation: the state register has the number of the state, and each
value that the program may still read is in its register, as far as it is defined. It holds after
reset, and each cycle that happens leads from it to it; a cycle that does not happen changes
nothing. Ranges of registers, where they are narrower than the registers, are proved along with it.
"""

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from cryptagon.hls.compiler import HlsResult
from cryptagon.hls.datapath.shared_units import SharedUnit
from cryptagon.hls.proof.aig import read_netlist
from cryptagon.hls.proof.core_cases import core_cases, core_program
from cryptagon.hls.proof.induction import settle
from cryptagon.hls.proof.meaning import NotCoveredError
from cryptagon.hls.proof.miter import CorePair
from cryptagon.hls.proof.netlists import write_core, write_reference
from cryptagon.hls.proof.outcome import Part, Proof, Standing
from cryptagon.hls.proof.reference import Reference
from cryptagon.hls.proof.shared_case import shared_case
from cryptagon.hls.proof.start_ranges import ranges_at_starts
from cryptagon.hls.verilog.stream_fifos import has_fifos
from cryptagon.toolchain import ToolError

LIMIT_S = 60.0
NETWORK_LIMIT_S = 300.0
STAGED = "cycles(k) or a bound on levels moved work between states; as it was after that, the program is what the Verilog computes"


def prove(result: HlsResult, folder: Path, *, limit_s: float = LIMIT_S) -> Proof:
    """Compares the Verilog of a compilation with its LLVM IR; the reference and the logs stay in
    `folder`.

    Each state has `limit_s` seconds of wall-clock time, each network NETWORK_LIMIT_S. What is not
    covered, or not decided in time, is told as tested. Raises CryptagonError only for faults of the
    machine.
    """
    begun = time.perf_counter()
    folder.mkdir(parents=True, exist_ok=True)
    names = ["reset", *(f"state {number}" for number in range(len(result.states)))]
    parts = _guarded(names, lambda: _core(result, folder, limit_s))
    for unit in result.units:
        parts += _guarded(
            [f"shared function '{unit.function.name}'"],
            lambda unit=unit: _shared(result, unit, folder, limit_s),
        )
    for network in folder.glob("*.aig"):  # tens of megabytes for a large design
        network.unlink()
    return Proof(tuple(parts), _beside(result), time.perf_counter() - begun)


def _guarded(names: Sequence[str], proof: Callable[[], list[Part]]) -> list[Part]:
    """The parts of a proof; tested, with the reason, where something is not covered."""
    try:
        return proof()
    except NotCoveredError as gap:
        return [Part(name, Standing.TESTED, str(gap)) for name in names]
    except ToolError as failure:
        if failure.code is not None:
            raise
        return [
            Part(name, Standing.TESTED, "Yosys did not make its network in time") for name in names
        ]


def _beside(result: HlsResult) -> tuple[str, ...]:
    """What the proof does not speak of, as it is no part of the datapath."""
    fifos = [f"the FIFO at stream '{port.name}'" for port in result.ports.values() if port.depth]
    return (*fifos, *(f"the memory of RAM '{ram.name}'" for ram in result.rams))


def _core(result: HlsResult, folder: Path, limit_s: float) -> list[Part]:
    program, changed = core_program(result)
    reference, cases = core_cases(result, program)
    core = f"{result.module}_unbuffered" if has_fifos(result.ports) else result.module
    outside = [
        *(f"{core}_ram_{ram.name}" for ram in result.rams),
        *(unit.module for unit in result.units),
    ]
    design = _design(result, core, reference, folder, outside)
    parts = settle(design, cases, ranges_at_starts(result, program), folder, limit_s)
    return [_as_staged(part) for part in parts] if changed else parts


def _as_staged(part: Part) -> Part:
    return (
        Part(part.name, Standing.TESTED, STAGED, (), part.seconds)
        if part.standing is Standing.PROVED
        else part
    )


def _shared(result: HlsResult, unit: SharedUnit, folder: Path, limit_s: float) -> list[Part]:
    function, text = next(
        pair for pair in result.prepared.shared if pair[0].name == unit.function.name
    )
    reference, case = shared_case(function, text)
    return settle(_design(result, unit.module, reference, folder), [case], {}, folder, limit_s)


def _design(
    result: HlsResult, module: str, reference: Reference, folder: Path, outside: Sequence[str] = ()
) -> CorePair:
    """The networks of a module of the core and of its reference."""
    core, network, text = (
        folder / f"{module}.aig",
        folder / f"{module}.reference.aig",
        folder / f"{module}.reference.v",
    )
    text.write_text(reference.verilog())
    write_core(result.core.sources[0], module, core, NETWORK_LIMIT_S, outside)
    write_reference(text, "reference", network, NETWORK_LIMIT_S)
    return CorePair(
        read_netlist(core, reference.widths),
        read_netlist(network),
        dict(reference.inputs),
        reference.widths,
    )
