"""Ratios of one design by two approaches, beside those that the project itself writes down."""

import csv
import io

import pytest
from hostile_record import SCRIPT

from cryptagon.site.models import newest_results

DESIGN = ("comparison_id", "algorithm", "variant", "work", "scope", "interface", "publisher")


def by_hand():
    """RTL over HLS of each design that has both, by a plain walk."""
    ways: dict[tuple, dict] = {}
    for one in newest_results():
        ways.setdefault(tuple(getattr(one, name) for name in DESIGN), {})[one.approach] = one
    return {
        (by["rtl"].pk, by[other].pk): (by["rtl"], by[other])
        for by in ways.values()
        for other in by
        if "rtl" in by and other != "rtl"
    }


def test_ratios_are_those_of_a_plain_walk(committed):
    said = committed.get("/ratios.json?size=500").json()
    expected = by_hand()
    assert said["count"] == len(said["ratios"]) == len(expected) > 20
    for one in said["ratios"]:
        rtl, other = expected[one["baseline_record"], one["other_record"]]
        for name, field in (
            ("area", "luts"),
            ("throughput", "throughput_mbps"),
            ("fmax", "fmax_mhz"),
        ):
            own, others = getattr(rtl, field), getattr(other, field)
            ratio = own / others if own and others else None
            assert one[name] == (pytest.approx(ratio) if ratio else None), one


def test_the_page_shows_the_figures_of_a_study(committed):
    query = "contest=first-look&target=ecp5-85f-8"
    page = committed.get(f"/ratios/?{query}").content.decode()
    said = committed.get(f"/ratios.json?{query}").json()["ratios"]
    assert len(said) == 3 and "RTL / HLS" in page
    for one in said:
        assert f"{one['throughput_per_area']:.3f}" in page and one["design"] in page
    within = [one for one in said if 0.9 <= one["throughput_per_area"] <= 1.3]
    assert page.count(">, in the band<") == len(within)
    assert "/ratios/?contest=first-look" in committed.get("/contests/first-look/").content.decode()


def test_files_and_filters_and_pages(committed):
    rows = list(
        csv.DictReader(io.StringIO(committed.get("/ratios.csv?target=ice40-hx8k").content.decode()))
    )
    said = committed.get("/ratios.json?target=ice40-hx8k").json()["ratios"]
    assert (
        [row["baseline_record"] for row in rows] == [one["baseline_record"] for one in said] != []
    )
    assert r"\toprule" in committed.get("/ratios.tex?target=ice40-hx8k").content.decode()
    both = [committed.get(f"/ratios.json?size=25&page={number}").json() for number in (1, 2)]
    assert not {str(one) for one in both[0]["ratios"]} & {str(one) for one in both[1]["ratios"]}
    assert committed.get("/ratios/?page=99").status_code == 400
    assert committed.get("/ratios.xls").status_code == 404
    one_way = committed.get("/ratios.json?approach=hls&size=500").json()["ratios"]
    assert one_way and {one["other"] for one in one_way} == {"hls"}
    assert committed.get("/ratios.json?rev=1").json()["count"] == 0


def test_a_site_without_pairs_says_so(hostile, empty):
    assert "No design here was made by RTL" in empty.get("/ratios/").content.decode()
    text = hostile.get("/ratios/").content.decode()
    assert SCRIPT not in text
