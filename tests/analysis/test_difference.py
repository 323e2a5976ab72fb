"""Two sets of invented records beside each other."""

import json

import pytest
from sample_study import design

from cryptagon.analysis.difference import BETTER, SAME, SEED, WORSE, difference, worsened
from cryptagon.analysis.difference_tables import as_markdown, as_plain, origins, rows, warnings
from cryptagon.analysis.metrics import AREA, FMAX, THROUGHPUT_PER_AREA
from cryptagon.results import AttemptRecord, Measurement


def placed_with(*frequencies: float, **changes) -> Measurement:
    """ACORN-128 placed with a seed for each frequency, in MHz."""
    attempts = tuple(
        AttemptRecord(strategy="narrow", seed=seed, requested_mhz=200.0, luts=1180, ffs=720, brams=0, dsps=0, fmax_mhz=mhz)
        for seed, mhz in enumerate(frequencies, 1)
    )  # fmt: skip
    best = max(attempts, key=lambda one: one.fmax_mhz or 0)
    fields = {
        "attempts": attempts,
        "fmax_mhz": best.fmax_mhz,
        "best_seed": best.seed,
        "best_requested_mhz": 200.0,
        "seeds": tuple(one.seed for one in attempts),
    }
    return design("acorn128", "rtl", **{**fields, **changes})


def verdicts(before: Measurement, after: Measurement) -> dict[str, str]:
    (pair,) = difference([before], [after]).pairs
    return {change.metric.field: change.verdict for change in pair.changes}


def test_equal_records_have_no_change():
    found = difference([placed_with(180, 170)], [placed_with(180, 170)])
    assert found.changed == () and found.pairs[0].provenance == ()
    assert set(verdicts(placed_with(180, 170), placed_with(180, 170)).values()) == {SAME}


@pytest.mark.parametrize(
    ("then", "now", "verdict"),
    [
        ((180, 165), (170, 168), SEED),  # the first design's worst seed is slower
        ((180, 175), (170, 168), WORSE),
        ((170, 168), (180, 175), BETTER),
        ((170, 168), (180, 165), SEED),  # the second one's worst seed is no faster
    ],
)
def test_a_clock_is_judged_by_the_spread_over_seeds(then, now, verdict):
    found = verdicts(placed_with(*then), placed_with(*now))
    assert [found[name] for name in ("fmax_mhz", "throughput_mbps", "throughput_per_area")] == [
        verdict
    ] * 3
    assert found["luts"] == found["cycles_of_work"] == SAME


def test_an_area_does_not_hang_on_the_seed():
    found = verdicts(placed_with(180, 100), placed_with(180, 100, luts=1181))
    assert found["luts"] == WORSE and found["throughput_per_area"] == SEED


def test_of_one_seed_nothing_is_known():
    (pair,) = difference([placed_with(180)], [placed_with(181)]).pairs
    clocks = [change for change in pair.changes if change.metric == FMAX]
    assert clocks[0].verdict == BETTER and clocks[0].one_seed
    assert "better, one seed" in [row[-1] for row in rows([pair])]


def test_pairs_are_sorted_and_the_rest_is_named():
    before = [design(name, by) for name in ("ketje", "acorn128") for by in ("rtl", "hls")]
    after = [*before[:3], design("morus", "rtl"), design("acorn128", "hls", target="ice40-hx8k")]
    found = difference(before, after)
    assert [pair.after.label for pair in found.pairs] == ["acorn128 rtl", "ketje hls", "ketje rtl"]
    assert [one.label for one in found.only_before] == ["acorn128 hls"]
    assert [one.label for one in found.only_after] == ["acorn128 hls", "morus rtl"]


def test_of_several_records_the_ones_alike_make_the_pair():
    quick = placed_with(150, options={"quick": True}, source_digest="0" * 64)
    full = placed_with(180, 170, options={"quick": False})
    found = difference([quick, full], [quick])
    assert found.pairs[0].before == quick and not found.apart


def test_unlike_things_are_told_and_have_no_verdict():
    before = placed_with(180, options={"effort": {"seeds": [1]}})
    after = placed_with(
        160, device="another part", options={"effort": {"seeds": [1, 2]}}, area_unit="CPE"
    )
    found = difference([before], [after])
    told = " ".join(warnings(found))
    assert "device: Lattice ECP5 LFE5U-85F, CABGA756, speed grade 8 → another part" in told
    assert "effort" in told and "area: LUT4 → CPE" in told
    shown = rows(found.pairs)
    assert all("Area" not in row[1] for row in shown)
    assert {row[-1] for row in shown} <= {"not alike", "same"} and ("not alike" in shown[-1])


def test_provenance_names_tools_sources_and_options():
    before = placed_with(180, source_files={"core.sv": "a" * 64}, options={"x": {"y": 1}})
    tools = {**before.tools, "yosys": "0.71"}
    after = placed_with(
        180,
        source_files={"core.sv": "b" * 64},
        tools=tools,
        options={"x": {"y": 2}},
        source_digest="1" * 64,
        commit="c" * 40,
    )
    told = origins(difference([before], [after]))
    assert [line.rpartition(": ")[0].split(":")[0] for line in told] == [
        "source core.sv",
        "sources",
        "tool yosys",
        "option x y",
        "commit",
    ]
    assert told[2].startswith("tool yosys: 0.70 → 0.71")


def test_what_is_worse_than_allowed():
    before, after = placed_with(200, 199), placed_with(180, 179, luts=1100)
    (pair,) = difference([before], [after]).pairs
    assert worsened(pair, [FMAX], 5) == ["fmax -10.00 %"]
    assert worsened(pair, [FMAX], 10) == [] and worsened(pair, [AREA], 0) == []
    assert worsened(pair, [THROUGHPUT_PER_AREA], 3) == ["throughput/area -3.45 %"]


def test_lost_results_and_lost_verification_are_worse_whatever_the_figure():
    before = placed_with(200)
    failed = design("acorn128", "rtl", status="does not fit", fmax_mhz=None, verification=())
    (pair,) = difference([before], [failed]).pairs
    assert worsened(pair, [], 1000) == [
        "level reference of the verification is lost",
        "level core of the verification is lost",
        "level unit of the verification is lost",
        "no result any more: does not fit",
    ]
    assert rows([pair])[0][1:5] == ("result", "ok", "does not fit", "")


def test_markdown_is_a_table_with_nothing_of_markup_in_its_cells():
    odd = {"variant": "a|b <i> @all"}
    found = difference([placed_with(200, **odd)], [placed_with(180, commit="c" * 40, **odd)])
    text = as_markdown(found, "What changed", every=False, faults=["fmax"])
    lines = text.splitlines()
    assert lines[0] == "### What changed" and "Worse than is allowed:" in lines
    table = [line for line in lines if line.startswith("|")]
    assert table[1] == "|---|---|---:|---:|---:|---:|"
    assert len(table) == 2 + 6 and {line.replace(r"\|", "").count("|") for line in table} == {7}
    assert r"a\|b \<i\> \@all" in text and "<details>" in text and text.endswith("</details>\n")


def test_json_has_every_figure_in_full():
    found = as_plain(difference([placed_with(200)], [placed_with(181.23456)]))
    assert json.loads(json.dumps(found)) == found
    (pair,) = found["pairs"]
    (clock,) = [one for one in pair["figures"] if one["figure"] == "fmax_mhz"]
    assert clock["after"] == 181.23456 and clock["change_percent"] == pytest.approx(-9.38272)
