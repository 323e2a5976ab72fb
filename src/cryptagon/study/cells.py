"""What a study measures, in standard cells: each core is made, verified and counted as ever, and
then mapped to a library.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from cryptagon import __version__, asic
from cryptagon.batch import Execute, in_this_thread
from cryptagon.results import CellMeasurement, CellNetlist, Work
from cryptagon.results.cell_measurement import figures
from cryptagon.study.exporting import Export


def in_cells(
    ready: Export,
    library: asic.Library,
    strategies: Sequence[str],
    *,
    execute: Execute = in_this_thread,
    progress: asic.Watcher | None = None,
) -> CellMeasurement:
    """Map a verified unit to a library with each strategy.

    Raises CryptagonError when it cannot be built of the library's cells.
    """
    found = asic.implement(ready.design, library, strategies, execute=execute, progress=progress)
    fields = dict(ready.record.fields)
    work, cycles = Work.model_validate(fields["work"]), fields["cycles"]
    return CellMeasurement(
        **{
            **fields,
            "library": library.name,
            "library_digest": library.digest,
            "corner": library.corner,
            "wire_load": library.wire_load.name if library.wire_load else None,
            "gate_equivalent": library.gate_equivalent.name,
            "netlists": tuple(_netlist(one, work, cycles) for one in found.attempts),
            "options": {**fields["options"], **_options(strategies)},
            "tools": fields["tools"] | found.tools,
            "design_digest": found.digest,
            "date": datetime.now(UTC),
            "cryptagon": __version__,
        }
    )


def _netlist(one: asic.CellAttempt, work: Work, cycles: dict[str, float]) -> CellNetlist:
    return CellNetlist(
        strategy=one.strategy,
        status=one.status,
        gate_equivalents=one.gate_equivalents,
        register_equivalents=one.register_equivalents,
        registers=one.registers,
        cells=one.cells,
        fmax_mhz=one.fmax_mhz,
        overloaded=one.overloaded,
        critical_path=one.critical_path,
        **figures(one.gate_equivalents, one.fmax_mhz, work, cycles),
    )


def _options(strategies: Sequence[str]) -> dict[str, Any]:
    scripts = {name: list(asic.STRATEGIES[name].commands) for name in strategies}
    return {
        "strategies": scripts,
        "targets_ps": {name: asic.STRATEGIES[name].target_ps for name in strategies},
    }
