"""docs/asic.md shows what is committed: every core of the first look, in both scopes, as
estimates.
"""

import pytest

from cryptagon import paths
from cryptagon.analysis import cell_page, committed
from cryptagon.analysis.cell_table import cell_groups
from cryptagon.results import CellMeasurement, Work
from cryptagon.study.contest import load_contest


def test_every_core_of_the_first_look_is_committed_with_a_result():
    contest = load_contest(paths.repository() / "contests" / "first-look.toml")
    found = cell_page.committed()
    wanted = {
        (name, approach, scope)
        for name in contest.names
        for approach in contest.approaches
        for scope in ("unit", "core")
    }
    assert {
        (one.algorithm, one.approach, one.scope)
        for one in found
        if one.library == "NangateOpenCellLibrary"
    } == wanted
    assert all(netlist.ok for one in found for netlist in one.netlists)


def test_the_whole_unit_is_larger_than_the_core_alone():
    areas = {
        (one.library, one.label, one.scope): one.smallest.gate_equivalents or 0.0
        for one in cell_page.committed()
    }
    pairs = [
        (areas[library, label, "core"], area)
        for (library, label, scope), area in areas.items()
        if scope == "unit"
    ]
    assert pairs and all(0.0 < core < unit for core, unit in pairs)


def test_what_is_taken_replaces_what_is_committed(tmp_path, monkeypatch):
    ours = cell_page.committed()
    monkeypatch.setattr(committed, "committed_folder", lambda name: tmp_path / name)
    monkeypatch.setattr(cell_page, "committed_folder", lambda name: tmp_path / name)
    committed.replace(cell_page.FOLDER, [ours[0].model_copy(update={"algorithm": "gone"})])
    committed.replace(cell_page.FOLDER, ours)
    assert cell_page.committed() == ours


def as_job(one: CellMeasurement) -> CellMeasurement:
    """The same, measured by a job."""
    netlists = tuple(
        netlist.model_copy(
            update={"throughput_mbps": None, "throughput_per_kge": None, "time_us": 2.5}
        )
        for netlist in one.netlists
    )
    return one.model_copy(
        update={"work": Work(name="a job", cycles="encryption"), "netlists": netlists}
    )


def test_jobs_are_a_group_of_their_own_with_their_time():
    one = next(found for found in cell_page.committed() if found.scope == "core")
    rated, jobs = sorted(cell_groups([one, as_job(one)]), key=lambda group: group.jobs)
    assert rated.heading[-2:] == ["Mbit/s", "Mbit/s/kGE"] and jobs.heading[-2:] == [
        "cycles",
        "time, µs",
    ]
    assert (
        jobs.title.startswith("Authenticated ciphers, cores alone")
        and [row[-1] for row in jobs.rows] == ["2.500"] * 3
    )
    assert [row[2] for row in jobs.rows] == ["area", "time and area", "time"]


@pytest.mark.parametrize("approaches", [("hls", "rtl", "drawing"), ("drawing", "rtl", "hls")])
def test_designs_are_by_label_the_baseline_first(approaches):
    one = cell_page.committed()[0]
    (group,) = cell_groups([one.model_copy(update={"approach": name}) for name in approaches])
    assert [design.approach for design in group.designs] == ["rtl", "drawing", "hls"]


def test_a_netlist_without_a_clock_says_why():
    one = cell_page.committed()[0]
    lost = one.netlists[0].model_copy(update={"status": "no clock", "fmax_mhz": None})
    (group,) = cell_groups([one.model_copy(update={"netlists": (lost,)})])
    assert all(row[6] == "no clock" and len(row) == len(group.heading) for row in group.rows)
