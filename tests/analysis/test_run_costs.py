"""The table of what a run costs in docs/backends.md is that of the measurements, and these cover every target and stage."""

import json

from cryptagon import catalog, paths
from cryptagon.analysis import run_costs
from cryptagon.analysis.documents import benchmark_file
from cryptagon.fpga.families import family_of

CONTENT = json.loads(benchmark_file("place_and_route").read_text())


def test_document_shows_the_measurements():
    text = (paths.repository() / "docs" / "backends.md").read_text()
    assert run_costs.document(text, CONTENT) == text


def test_every_stage_of_every_target_was_measured():
    measured = {(row["target"], row["stage"]) for row in CONTENT["rows"]}
    expected = {(name, "synthesis") for name in catalog.targets()}
    assert measured == expected | {(name, "place and route") for name, target in catalog.targets().items() if family_of(target).router}


def test_what_failed_says_so():
    row = {"target": "t", "algorithm": "a", "stage": "synthesis", "wall_s": 61.2, "peak_memory_mib": 1234, "status": "it does not fit"}
    machine = {"processor": "p"}
    table = run_costs.table({"rows": [row], "tools": {"yosys": "1"}, "date": "2026-01-02T00:00", "machine": machine, "load_average": 1.0})
    assert "| t | 61 s, 1,234 MiB (it does not fit) | \N{EN DASH} |" in table
