"""What went into a result, then and now."""

from pathlib import Path

from records import record, with_options

from cryptagon.reproduce import Agreement, Row, inputs, subject_of
from cryptagon.results import Measurement


def rows_of(one: Measurement) -> dict[str, Row]:
    return {row.name: row for row in inputs(subject_of(one, Path("record.json")))}


def differing(one: Measurement) -> list[str]:
    return [row.name for row in Agreement(tuple(rows_of(one).values())).differences]


def test_record_of_what_is_here():
    assert differing(record()) == []
    assert rows_of(record())["sources"].same and rows_of(record())["interface"].same


def test_changed_source_is_named():
    files = dict(record().source_files)
    (changed, *_) = files
    old = record(
        source_digest="f" * 64, source_files=files | {changed: "0" * 64, "gone.sv": "1" * 64}
    )
    assert differing(old) == ["sources"]
    assert rows_of(old)["sources"].note == f"{changed}, gone.sv (gone)"


def test_older_record_names_the_candidates():
    old = record(source_digest="f" * 64, source_files={})
    assert rows_of(old)["sources"].note.startswith(
        "the record does not say which of algorithms/aead/dummy/rtl/"
    )


def test_changed_hardware():
    assert differing(with_options(interface_digest="f" * 64)) == ["interface"]


def test_interface_is_not_looked_at_where_a_core_is_alone():
    one = with_options(interface_digest="f" * 64).model_copy(
        update={"scope": "core", "interface": None}
    )
    assert "interface" not in rows_of(one)


def test_another_version_of_a_tool():
    assert differing(record(tools=record().tools | {"yosys": "0.42"})) == ["yosys"]


def test_compiler_of_the_simulators_and_the_commit_do_not_count():
    rows = rows_of(record(commit="a" * 40))
    assert not rows["g++"].same and not rows["commit"].same
    assert differing(record(commit="a" * 40)) == []


def test_other_known_answers_are_named_and_do_not_count():
    old = record(known_answer_files={"kat/gone.txt": "1" * 64})
    row = rows_of(old)["known answers"]
    assert not row.same and not row.differs
    assert (
        row.note == "algorithms/aead/dummy/kat/LWC_AEAD_KAT_128_128.txt (new), kat/gone.txt (gone)"
    )


def test_strategy_is_that_of_the_record():
    one = with_options(strategies={"narrow": ["-nowidelut", "-dff"]}, nextpnr=["--25k"])
    subject = subject_of(one, Path("record.json"))
    assert subject.target.strategies["narrow"] == (
        "-nowidelut",
        "-dff",
    ) and subject.target.nextpnr == ("--25k",)
    row = rows_of(one)["options of the target"]
    assert (
        not row.same and not row.differs and row.note.startswith("nextpnr, strategy changed since")
    )


def test_strategy_that_the_target_has_no_more():
    one = with_options(strategies={"narrow": ["-nowidelut"], "forgotten": ["-dff"]}).model_copy(
        update={"best_strategy": "forgotten"}
    )
    assert subject_of(one, Path("record.json")).target.strategies["forgotten"] == ("-dff",)


def test_what_the_record_does_not_say_is_no_difference():
    assert not Row("commit", None, "abc").differs and not Row("commit", None, "abc").same
