"""A memory of look-up tables that a core asks for, on families that have none."""

import pytest

from cryptagon.approaches import entries_of
from cryptagon.catalog import target
from cryptagon.classes import algorithm
from cryptagon.core import VerilogCore
from cryptagon.fpga import QUICK, plan_synthesis
from cryptagon.study.designs import core_design
from cryptagon.study.plan import contest_of

WITH_RAM, WITHOUT_RAM = "hs1siv", "dummy"


@pytest.mark.parametrize(
    ("name", "part", "lifted"),
    [
        (WITH_RAM, "ice40-hx8k", True),
        (WITH_RAM, "ecp5-85f-8", False),
        (WITHOUT_RAM, "ice40-hx8k", False),
    ],
)
def test_the_demand_is_lifted_only_where_it_cannot_be_met(name, part, lifted):
    (entry,) = [one for one in entries_of(algorithm(name)) if one.approach == "rtl"]
    design = core_design(entry, VerilogCore(tuple(entry.sources)))
    chosen = target(part)
    (strategy,) = QUICK.strategies_of(chosen)
    plan = plan_synthesis(design, chosen, strategy, contest_of(entry.algorithm).rules)
    assert ("setattr -unset ram_style" in plan.script) == lifted
