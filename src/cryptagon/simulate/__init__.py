"""Simulation with Verilator: the universal testbench at CipherCore level, at AEAD level and for plain streams; cycles, verification."""

from cryptagon.simulate.measure import CycleCounts, Slope, Total, measure_cycles, measure_speed
from cryptagon.simulate.result import Fault, MessageCycles, PortState, SimulationResult
from cryptagon.simulate.simulator import NO_STALLS, STALL_MODES, Simulator, Stalls
from cryptagon.simulate.streams import StreamBench, StreamCycles, measure_streams, verify_streams
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
    "StreamBench",
    "StreamCycles",
    "Total",
    "VectorFault",
    "measure_cycles",
    "measure_speed",
    "measure_streams",
    "verification_messages",
    "verify_core",
    "verify_streams",
]
