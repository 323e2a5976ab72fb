from pathlib import Path

import pytest

from cryptagon import fpga
from cryptagon.fpga import Attempt, Netlist


@pytest.fixture
def tools(monkeypatch) -> list[tuple[str, int]]:
    """Yosys and nextpnr with the recorded outcome; the runs that were asked for, as (strategy,
    seed).
    """
    asked = []

    def place_and_route(plan):
        asked.append((plan.netlist.plan.strategy, plan.seed))
        strategy = plan.netlist.plan.strategy
        made = Attempt(
            strategy,
            plan.seed,
            plan.requested_mhz,
            "ok",
            Path("x"),
            100,
            50,
            0,
            0,
            123.456,
            netlist_digest="n",
        )
        return (
            made
            if strategy == "narrow"
            else Attempt(strategy, plan.seed, plan.requested_mhz, "does not fit", Path("x"))
        ), False

    monkeypatch.setattr(
        fpga, "synthesise", lambda plan: Netlist(plan, {}, {}, cached=False, digest="n")
    )
    monkeypatch.setattr(fpga, "place_and_route", place_and_route)
    return asked
