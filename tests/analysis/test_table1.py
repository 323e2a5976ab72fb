"""docs/table1.md shows what is committed, and nothing is committed that does not take part."""

from sample_study import job

from cryptagon.analysis import committed, table1


def test_every_design_of_the_contest_is_committed_with_a_result():
    wanted = {
        (one.name, variant) for one in table1.contest().algorithms for variant in one.variants
    }
    found = table1.committed()
    assert {(one.algorithm, one.variant) for one in found if one.approach == "hls"} == wanted
    assert all(one.ok for one in found)


def test_cycles_are_at_most_those_by_hand_that_are_published():
    by_hand = next(one for one in table1.contest().published if one.approach == "rtl")
    for measured in table1.committed():
        assert (
            measured.cycles_of_work
            and measured.cycles_of_work <= by_hand.cycles[measured.algorithm]
        )


def test_only_what_takes_part_is_taken():
    found = table1.taking_part(
        [job("sha1", "hls", 9), job("sha1", "hls", 9, variant="x9"), job("gone", "hls", 9)]
    )
    assert [(one.algorithm, one.variant) for one in found] == [("sha1", "basic")]


def test_what_is_taken_replaces_what_is_committed(tmp_path, monkeypatch):
    ours = table1.committed()
    monkeypatch.setattr(committed, "committed_folder", lambda name: tmp_path / name)
    committed.replace(table1.FOLDER, [ours[0].model_copy(update={"algorithm": "gone"})])
    committed.replace(table1.FOLDER, ours)
    assert table1.committed() == ours
