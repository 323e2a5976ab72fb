"""Simulation with Verilator: the universal testbench at CipherCore level, at AEAD level and for
plain streams; cycles, verification.
"""

from cryptagon.simulate.measure import (
    CycleCounts,
    Slope,
    Total,
    measure_cycles,
    measure_hash_cycles,
    measure_speed,
)
from cryptagon.simulate.message_sets import MessageSet, verification_sets
from cryptagon.simulate.result import Fault, MessageCycles, PortState, SimulationResult
from cryptagon.simulate.simulator import Simulator
from cryptagon.simulate.stalls import NO_STALLS, STALL_MODES, Stalls, stall_text
from cryptagon.simulate.streams import (
    StreamBench,
    StreamCycles,
    measure_streams,
    right_answers,
    verify_streams,
)
from cryptagon.simulate.verify import Examination, LevelReport, VectorFault

__all__ = [
    "NO_STALLS",
    "STALL_MODES",
    "CycleCounts",
    "Examination",
    "Fault",
    "LevelReport",
    "MessageCycles",
    "MessageSet",
    "PortState",
    "SimulationResult",
    "Simulator",
    "Slope",
    "Stalls",
    "StreamBench",
    "StreamCycles",
    "Total",
    "VectorFault",
    "measure_cycles",
    "measure_hash_cycles",
    "measure_speed",
    "measure_streams",
    "right_answers",
    "stall_text",
    "verification_sets",
    "verify_streams",
]
