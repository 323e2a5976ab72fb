"""A unit of others against messages of ours: where its cipher is one of Cryptagon's algorithms."""

from dataclasses import replace

from cryptagon.catalog import Algorithm, Variant, algorithms
from cryptagon.classes.aead import CLASS
from cryptagon.classes.base import Setting
from cryptagon.simulate import MessageSet, Simulator, verification_sets
from cryptagon.simulate.levels import INTERFACE, Level, level_of
from cryptagon.units.bench import WATCHDOG, right, streams_of, top_text
from cryptagon.units.entry import Unit
from cryptagon.units.verilog import UnitVerilog


def our_algorithm(cipher: str) -> Algorithm | None:
    """The algorithm of that name in SUPERCOP; None where Cryptagon has none."""
    return next((one for one in algorithms().values() if one.supercop == cipher), None)


def check_generated(unit: Unit, made: UnitVerilog, algorithm: Algorithm) -> int:
    """Send generated messages through a unit, without stalls: known answers, forgeries, messages by
    chance, keys that stay; how many went through.

    Raises CryptagonError for the first word that differs.
    """
    level = _level(unit, made, algorithm)
    sent = 0
    for one in _sets(algorithm):
        result = Simulator.on(made.core, level).run(one.messages, probe=False, watchdog=WATCHDOG)
        right(made.core, unit, result, one.name)
        sent += len(one.messages)
    return sent


def _sets(algorithm: Algorithm) -> list[MessageSet]:
    """Those of a quick verification. Segments are left out: the APIs differ in what they allow."""
    setting = Setting(INTERFACE, quick=True)
    tests = CLASS.tests(algorithm, Variant(), setting).tests
    return verification_sets(
        algorithm, tests.records, tests.cipher, seed=1, segmented=False, quick=True
    )


def _level(unit: Unit, made: UnitVerilog, algorithm: Algorithm) -> Level:
    """Our testbench of a unit, with their unit in it."""
    own = level_of("unit", algorithm, made.ports.w, made.ports.sw)
    return replace(own, streams=streams_of(made), verilog=top_text(unit, made), library=())
