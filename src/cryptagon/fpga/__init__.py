"""From Verilog to the figures of a placed and routed design, and the search for the best of
them.
"""

from cryptagon.fpga.attempt import NOT_PLACED, OK, Attempt
from cryptagon.fpga.derived import derived
from cryptagon.fpga.design import Design
from cryptagon.fpga.effort import QUICK
from cryptagon.fpga.families import Area
from cryptagon.fpga.implementation import Implementation, implement
from cryptagon.fpga.origins import luts_by_place
from cryptagon.fpga.progress import Progress
from cryptagon.fpga.routing import RoutePlan, estimate, place_and_route, plan_route
from cryptagon.fpga.rules import broken_rule
from cryptagon.fpga.search import runs_of
from cryptagon.fpga.synthesis import Netlist, SynthesisPlan, plan_synthesis, synthesise
from cryptagon.fpga.unplaced import Unplaced, unplaced

__all__ = [
    "NOT_PLACED",
    "OK",
    "QUICK",
    "Area",
    "Attempt",
    "Design",
    "Implementation",
    "Netlist",
    "Progress",
    "RoutePlan",
    "SynthesisPlan",
    "Unplaced",
    "broken_rule",
    "derived",
    "estimate",
    "implement",
    "luts_by_place",
    "place_and_route",
    "plan_route",
    "plan_synthesis",
    "runs_of",
    "synthesise",
    "unplaced",
]
