"""What was measured under other conditions is never set against each other, and the table
says so.
"""

import io
import re

import pytest
from rich.console import Console
from sample_study import FIRST_THREE, design, failure, study

from cryptagon.analysis import groups
from cryptagon.analysis.plots import plots
from cryptagon.analysis.remarks import remarks
from cryptagon.analysis.report import render_report
from cryptagon.analysis.table import results_table
from cryptagon.results import THIRD_PARTY

FULL = {
    "quick": False,
    "effort": {"seeds": [1, 2, 3]},
    "objective": "throughput_per_area",
    "rules": {"no_bram": True},
}
TOOLS = {"yosys": "0.70", "nextpnr-ecp5": "0.11.1", "verilator": "5.048", "g++": "12"}
OTHERS = {
    "effort": {"options": {**FULL, "quick": True}},
    "seeds": {"options": {**FULL, "effort": {"seeds": [1]}}},
    "objective": {"options": {**FULL, "objective": "area"}},
    "rules": {"options": {**FULL, "rules": {"no_bram": False}}},
    "widths": {"bus": {"w": 16, "sw": 16}},
    "interface": {"options": {**FULL, "interface_digest": "1" * 64}},
    "area": {"area_unit": "LUT6"},
    "origin": {"origin": "imported"},
    "yosys": {"tools": {**TOOLS, "yosys": "0.69"}},
    "nextpnr-ecp5": {"tools": {**TOOLS, "nextpnr-ecp5": "0.10"}},
}


def full(algorithm, approach, **changes):
    return design(algorithm, approach, **{"options": FULL, "tools": TOOLS, **changes})


def shown(measurements) -> str:
    stream = io.StringIO()
    Console(file=stream, width=200).print(results_table(measurements))
    return stream.getvalue()


@pytest.mark.parametrize("name", OTHERS)
def test_other_conditions_give_no_ratio_and_are_said(name):
    named = "effort" if name == "seeds" else name
    found = groups([full("norx", "rtl"), full("norx", "hls", **OTHERS[name])])
    assert len(found) == 2 and all(
        not comparison.ratios for group in found for comparison in group.comparisons
    )
    assert all(
        f"no ratio, since RTL and HLS were measured with other {named}" in remarks(group)[0]
        for group in found
    )
    assert len({group.title for group in found}) == len({group.slug for group in found}) == 2
    text = shown([full("norx", "rtl"), full("norx", "hls", **OTHERS[name])])
    assert (
        not re.search(r"HLS/RTL +\d+\.\d{3}", text)
        and f"no ratio, since RTL and HLS were measured with other {named}" in text
    )
    assert not any("RTL/HLS" in plot.title for group in found for plot in plots(group))


@pytest.mark.parametrize("tools", [{"g++": "13"}, {"verilator": "5.1"}, {"xls": "0.1"}])
def test_tools_that_do_not_place_a_design_make_no_difference(tools):
    (group,) = groups([full("norx", "rtl"), full("norx", "hls", tools={**TOOLS, **tools})])
    assert group.comparisons[0].ratios and not group.marks and not group.unpaired


def test_widths_that_go_with_the_algorithm_are_no_conditions():
    own = {"options": {**FULL, "own_bus": ["w"]}}
    (group,) = groups(
        [full("norx", "rtl", bus={"w": 32}, **own), full("acorn128", "rtl", bus={"w": 64}, **own)]
    )
    assert [m.algorithm for m in group.measurements] == ["acorn128", "norx"]
    assert (
        len(groups([full("norx", "rtl", bus={"w": 32}), full("acorn128", "rtl", bus={"w": 64})]))
        == 2
    )


def test_a_width_that_goes_with_the_algorithm_is_as_good_as_the_one_that_all_others_have():
    own = full("norx", "rtl", bus={"w": 128, "sw": 32}, options={**FULL, "own_bus": ["w"]})
    asked = [
        full(name, "rtl", bus={"w": width, "sw": 32})
        for name, width in (("acorn128", 32), ("morus", 64))
    ]
    (group,) = groups([own, asked[0]])
    assert [m.algorithm for m in group.measurements] == ["acorn128", "norx"] and not group.marks
    assert len(groups([own, *asked])) == 3, "with 32 or with 64 bits?"
    assert len(groups([own, full("acorn128", "rtl", bus={"w": 32, "sw": 16})])) == 2
    assert (
        len(groups([own, full("acorn128", "rtl", bus={"w": 32, "sw": 32}, **OTHERS["effort"])]))
        == 2
    )


def test_two_variants_are_never_in_one_ratio():
    (group,) = groups(
        [full("norx", "rtl", variant="basic"), full("norx", "hls", variant="unrolled")]
    )
    assert [c.ratios for c in group.comparisons] == [{}, {}]
    assert [c.label for c in group.comparisons] == ["NORX32 basic", "NORX32 unrolled"]


def test_ranks_are_among_equal_conditions():
    quick = full("morus", "rtl", **OTHERS["effort"])
    found = groups([full("norx", "rtl"), full("acorn128", "rtl"), quick])
    assert [[m.algorithm for m in group.measurements] for group in found] == [
        ["acorn128", "norx"],
        ["morus"],
    ]
    assert "quick" in found[1].title and "quick" not in found[0].title


def test_a_failure_is_listed_beside_its_counterpart():
    lost = failure("norx", "hls", "no route", options={"quick": False}, tools=TOOLS)
    found = groups(
        [
            *(full(name, "rtl") for name in FIRST_THREE),
            full("norx", "rtl", **OTHERS["effort"]),
            lost,
        ]
    )
    assert [[(m.algorithm, m.ok) for m in group.measurements] for group in found][1] == [
        ("norx", True),
        ("norx", False),
    ]


def test_failures_alone_are_a_group():
    (group,) = groups([failure("norx", "hls", "no route")])
    assert len(group.measurements) == 1


def test_the_report_says_it_too():
    later = design("acorn128", "hls", options={"quick": True}, date="2027-01-01T00:00:00Z")
    page = render_report([*study(FIRST_THREE), later], "x")
    assert "no ratio, since RTL and HLS were measured with other effort" in page


def test_units_of_others_are_marked():
    theirs = {
        "url": "https://example.org/theirs",
        "commit": "0123456789abcdef",
        "licence": "GPL-3.0",
        "faults_under_stalls": {"stalls on inputs": "a word", "stalls on outputs": "a hang"},
    }
    (group,) = groups([full("norx", "vhdl", options={**FULL, THIRD_PARTY: theirs})])
    origin, faults = remarks(group)
    assert "VHDL is a unit of others, from https://example.org/theirs at 0123456789ab" in origin
    assert "licensed under GPL-3.0" in origin
    assert "under stalls on inputs and stalls on outputs" in faults
    text = shown(group.measurements)
    assert "is a unit of others" in text and "gave wrong words" in text
