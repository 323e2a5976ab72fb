"""All targets side by side."""

from statistics import geometric_mean

from sample_round3 import round3
from sample_study import design, failure, study

from cryptagon.analysis import study_tables
from cryptagon.analysis.metrics import THROUGHPUT, THROUGHPUT_PER_AREA

HERE = ("ecp5-85f-8", "xilinx-7")


def cells(text):
    return {
        row[1]: row[2:-1]
        for line in text.splitlines()
        if (row := [cell.strip() for cell in line.split("|")])[0] == "" and len(row) > 2
    }


def test_ratios_have_a_table_of_what_is_placed_and_one_of_estimates():
    placed, estimated = study_tables.ratios(round3(("norx32", "ocb"), on=HERE)).split("\n\n")
    assert placed.splitlines()[0] == "| HLS/RTL of throughput/area | ecp5-85f-8 |"
    assert estimated.splitlines()[0] == "| HLS/RTL of area, estimates | xilinx-7 |"
    rows = cells(estimated)
    assert rows["NORX32-4-1"] == ["1.13"] and rows["geometric mean"] == [
        f"{geometric_mean([1.13, 1.0]):.2f}"
    ]


def test_a_design_without_a_result_has_a_dash_and_no_part_in_the_mean():
    there = [m.model_copy(update={"target": "elsewhere"}) for m in study(("acorn128", "norx"))]
    rows = cells(
        study_tables.ratios(
            [*there, *study(("acorn128",)), design("norx", "rtl"), failure("norx", "hls", "no way")]
        )
    )
    assert (
        rows["NORX32"] == ["\N{EN DASH}", "0.77"]
        and rows["geometric mean"][0] == rows["ACORN-128"][0] == "0.94"
    )


def test_places_are_pairs_the_best_first():
    text = study_tables.places(round3(on=HERE), THROUGHPUT_PER_AREA)
    rows = list(cells(text).items())
    assert (
        rows[0] == ("algorithm", ["ecp5-85f-8"])
        and rows[2] == ("MORUS-1280-128", ["(1, 1)"])
        and len(rows) == 18
    )
    assert rows[-1][0] == "COLM" and text.startswith(
        "Throughput/area: in brackets the tier by RTL and by HLS"
    )


def test_places_are_ranks_where_nothing_tells_the_spread():
    assert "| algorithm | ecp5-85f-8, ranks |" in study_tables.places(study(), THROUGHPUT)


def test_estimates_have_no_places():
    assert (
        study_tables.places(round3(("ocb",), on=HERE[1:]), THROUGHPUT)
        == "No target has frequencies."
    )
