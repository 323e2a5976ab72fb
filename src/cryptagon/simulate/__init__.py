"""Simulation with Verilator: the universal testbench at CipherCore level and at AEAD level, cycle counts, verification."""

from cryptagon.simulate.result import Fault, MessageCycles, PortState, SimulationResult
from cryptagon.simulate.simulator import NO_STALLS, STALL_MODES, Simulator, Stalls

__all__ = ["NO_STALLS", "STALL_MODES", "Fault", "MessageCycles", "PortState", "SimulationResult", "Simulator", "Stalls"]
