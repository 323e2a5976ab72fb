"""A unit of others measured as ours are: verified, its cycles counted, placed and routed; and the
record of that, with its origin and its licence.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from cryptagon import __version__, fpga, paths
from cryptagon.batch import Execute, in_this_thread
from cryptagon.catalog import LEVELS, Effort, Rules, Target
from cryptagon.fpga import families
from cryptagon.results import OK, THIRD_PARTY, Measurement, Verification, Work
from cryptagon.study.measurements import figures_in, versions_used
from cryptagon.study.provenance import commit
from cryptagon.toolchain import digest_of
from cryptagon.units.bench import Checked, check_vectors
from cryptagon.units.described import VHDL
from cryptagon.units.entry import Unit
from cryptagon.units.lengths import cycles_of
from cryptagon.units.ours import check_generated, our_algorithm
from cryptagon.units.verilog import UnitVerilog, verilog_of

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Examined:
    """A unit that answers rightly without stalls: its Verilog, what its own vectors say under each
    mode of stalls, how many generated messages it took (None where its cipher is none of ours), and
    its cycles by what takes them.
    """

    unit: Unit
    made: UnitVerilog
    own: tuple[Checked, ...]
    generated: int | None
    cycles: dict[str, float]


def examine(unit: Unit, tell: Tell) -> Examined:
    """Verify a unit and count its cycles.

    Raises CryptagonError for the first wrong answer without stalls.
    """
    tell("Verilog")
    made = verilog_of(unit)
    tell("its own test vectors")
    own = tuple(check_vectors(unit, made))
    algorithm = our_algorithm(unit.cipher)
    if algorithm:
        tell("generated messages")
    generated = check_generated(unit, made, algorithm) if algorithm else None
    tell("cycles")
    return Examined(unit, made, own, generated, cycles_of(unit, made))


def measure(
    found: Examined,
    target: Target,
    effort: Effort,
    tell: Tell,
    execute: Execute = in_this_thread,
) -> Measurement:
    """The record of a unit on a target. A design that breaks the rules or cannot be routed is a
    record with the reason as its status.

    Raises CryptagonError where Yosys rejects the Verilog, and MachineError.
    """
    implementation = fpga.implement(
        found.made.design(found.unit),
        target,
        effort,
        rules=Rules(),
        progress=lambda step: tell(f"{step.done}/{step.planned} {step.text}"),
        execute=execute,
    )
    options: dict[str, Any] = {
        **_options(found, effort),
        **implementation.options,
        "core_digest": found.made.core.digest,
        "design_digest": implementation.digest,
    }
    return Measurement(
        target=target.name,
        device=target.part,
        status=OK if implementation.ok else implementation.status,
        estimate=target.status == "estimate",
        area_unit=target.lut,
        options=options,
        tools=versions_used(tools_for(found.unit, target)),
        date=datetime.now(UTC),
        cryptagon=__version__,
        **_known(found),
        **figures_in(implementation),
    )


def _known(found: Examined) -> dict[str, Any]:
    """The fields that no target changes."""
    unit = found.unit
    algorithm = our_algorithm(unit.cipher)
    return {
        "algorithm_class": "aead",
        "algorithm": algorithm.name if algorithm else unit.cipher,
        "title": algorithm.title if algorithm else unit.cipher,
        "variant": unit.name,
        "approach": unit.language,
        "scope": "unit",
        "interface": unit.interface,
        "bus": {"w": found.made.ports.w, "sw": found.made.ports.sw},
        "work": Work(name="block of plaintext", bits=unit.data_bits, cycles="encryption"),
        "cycles": found.cycles,
        "source_digest": digest_of(unit.files),
        "source_files": unit.files,
        "known_answer_files": unit.vector_files,
        "verification": verification_of(found.own, found.generated),
        "commit": commit(paths.builtin()),
    }


def verification_of(own: Sequence[Checked], generated: int | None) -> tuple[Verification, ...]:
    """What a record tells of a unit's own vectors and of generated messages."""
    levels = [
        Verification(level=f"own vectors {one.mode}", vectors=one.messages, ok=one.fault is None)
        for one in own
    ]
    if generated is not None:
        levels.append(Verification(level="generated messages", vectors=generated, ok=True))
    return tuple(levels)


def _options(found: Examined, effort: Effort) -> dict[str, Any]:
    unit = found.unit
    where = unit.origin
    return {
        "quick": effort == LEVELS["quick"],
        THIRD_PARTY: {
            "url": where.url,
            "commit": where.commit,
            "path": where.path,
            "licence": unit.licence.name,
            "licence_found_in": unit.licence.found_in,
            "top": unit.top,
            "generics": dict(unit.generics),
            "formula": unit.formula,
            "edits": [f"{edit.file}:{edit.line}" for edit in unit.edits],
            "faults_under_stalls": {
                one.mode: str(one.fault).splitlines()[0] for one in found.own if one.fault
            },
        },
    }


def tools_for(unit: Unit, target: Target) -> Sequence[str]:
    """The tools without which there is no measurement."""
    translated = ("ghdl",) if unit.language == VHDL else ()
    return (*translated, "verilator", *families.tools_of(target))
