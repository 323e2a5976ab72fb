"""The tables of docs/backends.md are those of the measurements, and these cover every target, stage
and way to search.
"""

from cryptagon import catalog
from cryptagon.analysis import back_ends
from cryptagon.analysis.made_page import measured
from cryptagon.fpga.families import family_of

MEASURED = {name: measured(name) for name in ("place_and_route", "effort")}
MACHINE = {
    "tools": {"yosys": "1", "gcc": "2", "nextpnr-a": "3", "nextpnr-b": "3"},
    "date": "2026-01-02T00:00",
    "machine": {"processor": "p"},
    "load_average": 1.0,
}


def test_every_stage_of_every_target_was_measured():
    measured = {(row["target"], row["stage"]) for row in MEASURED["place_and_route"]["rows"]}
    expected = {(name, "synthesis") for name in catalog.targets()}
    assert measured == expected | {
        (name, "place and route")
        for name, target in catalog.targets().items()
        if family_of(target).router
    }


def test_three_cores_were_swept_over_every_strategy():
    runs = [row for row in MEASURED["effort"]["rows"] if row["kind"] == "run"]
    swept = {(row["core"], row["strategy"], row["seed"]) for row in runs}
    cores, strategies, seeds = (
        {row[name] for row in runs} for name in ("core", "strategy", "seed")
    )
    assert len(cores) == 3 and strategies == set(catalog.target("ecp5-85f-8").strategies)
    assert len(swept) == len(runs) == len(cores) * len(strategies) * len(seeds)


def test_what_failed_says_so():
    row = {
        "target": "t",
        "algorithm": "a",
        "stage": "synthesis",
        "wall_s": 61.2,
        "peak_memory_mib": 1234,
        "status": "it does not fit: 3 of 2",
    }
    table = back_ends.costs({**MACHINE, "rows": [row]})
    assert "| t | 61 s, 1,234 MiB (it does not fit) | \N{EN DASH} |" in table
    assert table.endswith("2026-01-02, nextpnr 3, yosys 1; p, load 1.")


def test_a_search_that_never_gets_there_says_so():
    row = {"kind": "search", "core": "c", "objective": "throughput", "method": "m", "runs": 7}
    found = [{**row, "runs_to_98_median": "never", "reaches_98": 0.25}]
    found += [
        {**row, "objective": "throughput_per_area", "runs_to_98_median": 4.0, "reaches_98": 1.0}
    ]
    assert "| m | never of 7, 25% | 4 of 7, 100% |" in back_ends.searches(
        {**MACHINE, "rows": found}
    )
