"""docs/asic.md shows what is committed: every core of the first look, in both scopes, as estimates."""

from cryptagon import paths
from cryptagon.analysis import cell_page
from cryptagon.study.contest import load_contest


def test_page_shows_the_committed_measurements():
    text = cell_page.page().read_text()
    assert cell_page.document(text, cell_page.committed().newest()) == text


def test_every_core_of_the_first_look_is_committed_with_a_result():
    contest = load_contest(paths.repository() / "contests" / "first-look.toml")
    found = cell_page.committed().newest()
    wanted = {(name, approach, scope) for name in contest.algorithms for approach in contest.approaches for scope in ("aead", "core")}
    assert {(one.name, one.approach, one.scope) for one in found if one.library == "NangateOpenCellLibrary"} == wanted
    assert all(netlist.ok for one in found for netlist in one.netlists)


def test_the_whole_unit_is_larger_than_the_core_alone():
    found = cell_page.committed().newest()
    areas = {one.key: one.smallest.gate_equivalents or 0.0 for one in found}
    pairs = [(areas[key._replace(scope="core")], area) for key, area in areas.items() if key.scope == "aead"]
    assert pairs and all(0.0 < core < unit for core, unit in pairs)


def test_taking_measurements_replaces_what_is_committed(tmp_path, monkeypatch):
    ours, target = cell_page.committed(), CellStore(tmp_path / "cells")
    monkeypatch.setattr(cell_page, "committed", lambda: target)
    target.save(ours.newest()[0].model_copy(update={"name": "gone"}))
    cell_page.take(ours.folder)
    assert target.newest() == ours.newest()
