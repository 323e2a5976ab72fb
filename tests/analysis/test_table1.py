"""docs/table1.md shows what is committed, and nothing is committed that does not take part."""

from cryptagon.analysis import kernel_page
from cryptagon.results import KernelStore


def test_page_shows_the_committed_measurements():
    text = kernel_page.page().read_text()
    assert kernel_page.document(text) == text


def test_every_design_of_the_contest_is_committed_with_a_result():
    wanted = {(one.name, variant) for one in kernel_page.contest().kernels for variant in one.variants}
    found = kernel_page.committed().newest()
    assert {(one.kernel, one.variant) for one in found if one.approach == "hls"} == wanted
    assert all(one.ok for one in found)


def test_cycles_are_at_most_those_by_hand_that_are_published():
    by_hand = next(one for one in kernel_page.contest().published if one.approach == "rtl")
    for measured in kernel_page.committed().newest():
        assert measured.cycles and measured.cycles <= by_hand.cycles[measured.kernel]


def test_taking_measurements_replaces_what_is_committed(tmp_path, monkeypatch):
    ours, target = kernel_page.committed(), KernelStore(tmp_path / "table1")
    monkeypatch.setattr(kernel_page, "committed", lambda: target)
    target.save(ours.newest()[0].model_copy(update={"kernel": "gone"}))
    kernel_page.take(ours.folder)
    assert target.newest() == ours.newest()
