"""What pages of studies show of records."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sample_study import FIRST_THREE, design, failure, searched, untimed

from cryptagon.analysis import lines, study_sections
from cryptagon.catalog import Variant
from cryptagon.study.contest import Contest, Participant, Published


def test_a_row_has_both_approaches_and_their_ratio():
    text = study_sections.summary(
        [
            design("norx", "rtl"),
            design("norx", "hls"),
            design("morus", "rtl"),
            failure("morus", "hls", "no way"),
        ]
    )
    (row,) = [line for line in text.splitlines() if line.startswith("| ecp5-85f-8")]
    assert row == "| ecp5-85f-8 | LUT4 | 1.677, failed | 0.784, 0.600 | 0.77 | 1 of 1 |"


def test_what_was_not_measured_has_not_failed():
    text = study_sections.summary([design("norx", "hls"), design("morus", "rtl")])
    (row,) = [line for line in text.splitlines() if line.startswith("| ecp5-85f-8")]
    assert "| 1.677, \N{EN DASH} | \N{EN DASH}, 0.600 |" in row


def test_estimates_are_compared_by_area():
    text = study_sections.summary([untimed(design("norx", "rtl")), untimed(design("norx", "hls"))])
    assert "4,710, 5,322" in text and "HLS/RTL area, estimates" in text


def test_quality_is_of_the_designs_that_have_both_results():
    both = [
        design(name, approach) for name in ("norx", "morus", "ketje") for approach in ("rtl", "hls")
    ]
    text = study_sections.quality(
        [*both, design("tiaoxin", "rtl"), failure("tiaoxin", "hls", "no way")]
    )
    assert text.splitlines()[2:] == [
        "| ecp5-85f-8 | HLS/RTL | 3 | 1.10 | 0.98 | 0.82 | 0.77 | 1.00 | 1.00 |"
    ]


def test_tau_has_an_interval_where_every_design_was_placed_with_several_seeds():
    both = [searched(design(name, approach)) for name in FIRST_THREE for approach in ("rtl", "hls")]
    (row,) = study_sections.quality(both).splitlines()[2:]
    assert row.endswith("| 1.00 (1.00 to 1.00) | 1.00 (1.00 to 1.00) |")


def test_quality_of_estimates_is_that_of_their_area():
    text = study_sections.quality(
        [untimed(design("norx", approach)) for approach in ("rtl", "hls")]
    )
    dash = "\N{EN DASH}"
    assert (
        text.splitlines()[2]
        == f"| ecp5-85f-8, estimates | HLS/RTL | 1 | 1.13 | {dash} | {dash} | {dash} | {dash} | {dash} |"
    )


def test_cycles_are_beside_those_published():
    contest = Contest(
        title="",
        algorithms=(Participant(name="norx"),),
        targets=("ecp5-85f-8",),
        published=(Published(by="A, B", approach="rtl", source="a paper", cycles={"norx": 4}),),
        path=Path("norx.toml"),
    )
    text = study_sections.cycles([design("norx", "rtl"), design("norx", "hls")], contest)
    assert text.splitlines()[-1] == "| NORX32, block of plaintext | 4 | 10 | 12 |"


def test_formulas_are_beside_those_published():
    theirs = Published(
        by="A, B",
        approach="rtl",
        source="a paper",
        cycles={"luffa": 9},
        formulas={"luffa": "20 + 9 N"},
    )
    other = Published(by="C", approach="rtl", source="a paper", cycles={"luffa": 9})
    contest = Contest(
        title="",
        algorithms=(Participant(name="luffa"), Participant(name="sha256")),
        targets=("ecp5-85f-8",),
        published=(theirs, other),
        path=Path("hash.toml"),
    )
    rows = study_sections.formulas(contest).splitlines()
    assert rows[0] == "| algorithm | A, B | Cryptagon | block, bits | bus, bits |"
    assert rows[2:] == [
        "| Luffa v2 | 20 + 9 N | 3 + 4 + 9 N + 9 + 4 | 256 | 64 |",
        "| SHA-256 | \N{EN DASH} | 3 + 16 + 65 N + 8 | 512 | 32 |",
    ]


def test_lines_are_those_that_are_more_than_comments(tmp_path):
    (tmp_path / "a.c").write_text("/* one\n two */\nint x; // three\n\n  }\n")
    assert lines.code_lines([tmp_path / "a.c"]) == ["int x;", "}"]
    assert list(lines.telling(["}", "} else {", "int  x;"])) == ["int x;"]


@pytest.mark.parametrize("sign", ["#", "`"])
def test_lines_of_a_core_are_without_what_another_variant_chooses(tmp_path, sign):
    core = tmp_path / "core.c"
    core.write_text(
        "#define UNITS 2\n#ifdef UNITS\nkept\n#endif\n#ifdef TABLE\nleft_out\n#else\nlogic\n#endif\n"
        "#ifdef OTHER\nleft_out\n#endif\nlast\n".replace("#", sign)
    )
    algorithm: Any = SimpleNamespace(
        sources=lambda _: [core], variants=(Variant(), Variant(name="b"))
    )
    found = lines.core_lines(algorithm, "hls")
    assert [line for line in found if line[0] != sign] == ["kept", "logic", "last"]
    assert found == [
        f"{sign}define UNITS 2",
        f"{sign}ifdef UNITS",
        "kept",
        f"{sign}endif",
        "logic",
        "last",
    ]


def test_a_failure_names_its_target_once_and_no_cell_at_length():
    status = f"ecp5-85f-8: no place for 'core.{'very_long_' * 9}' and 'short'"
    told = study_sections.failures([failure("colm", "hls", status, title="COLM")])
    assert told == "* COLM HLS on ecp5-85f-8: no place for 'core.very_long_very_long…' and 'short'"
