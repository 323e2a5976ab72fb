"""Simulation with Verilator: the universal testbench at CipherCore level and at AEAD level, cycle counts, verification."""

from cryptagon.simulate.measure import CycleCounts, Slope, Total, measure_cycles, measure_speed
from cryptagon.simulate.result import Fault, MessageCycles, PortState, SimulationResult
from cryptagon.simulate.simulator import NO_STALLS, STALL_MODES, Simulator, Stalls
from cryptagon.simulate.verify import LevelReport, VectorFault, verification_messages, verify_core

__all__ = [
    "NO_STALLS",
    "STALL_MODES",
    "CycleCounts",
    "Fault",
    "LevelReport",
    "MessageCycles",
    "PortState",
    "SimulationResult",
    "Simulator",
    "Slope",
    "Stalls",
    "Total",
    "VectorFault",
    "measure_cycles",
    "measure_speed",
    "verification_messages",
    "verify_core",
]
