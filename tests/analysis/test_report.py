import re
from html.parser import HTMLParser

import pytest
from sample_study import FIRST_THREE, design, failure, job, study, study_with_failures, untimed

from cryptagon.analysis.report import render_report, write_plots, write_report
from cryptagon.errors import CryptagonError
from cryptagon.study.contest import Published

VOID = {"meta", "br", "link", "img", "input", "hr", "wbr"}


class Page(HTMLParser):
    """Checks that elements close in order, and collects ids, attributes, and the cells of each
    table.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tables: list[list[list[str]]] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.ids += [value for name, value in attrs if name == "id" and value]
        self.links += [found[name] or "" for name in ("src", "href", "xlink:href") if name in found]
        if tag == "table":
            self.tables.append([])
        if tag == "tr":
            self.tables[-1].append([])
        if tag in {"td", "th"}:
            self.tables[-1][-1].append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if {"td", "th"} & set(self.open):
            self.tables[-1][-1][-1] += data.strip()


def page_of(measurements) -> Page:
    return Page(render_report(measurements, "A study"))


def test_the_page_is_well_formed_with_unique_ids():
    page = page_of(
        [
            *study_with_failures(),
            *(
                m.model_copy(update={"scope": "core", "interface": None})
                for m in study(FIRST_THREE)
            ),
        ]
    )
    assert len(page.ids) == len(set(page.ids)) > 10


def test_the_page_needs_nothing_from_outside():
    text = render_report(study_with_failures(), "A study")
    assert [link for link in Page(text).links if not link.startswith("#")] == []
    assert not re.search(r"@import|url\((?!#)|<link|<script src|fetch\(", text)
    namespaces = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert set(re.findall(r"https?://[^\"'\s<)]+", text)) <= namespaces


def test_the_same_measurements_give_the_same_page():
    assert render_report(study(FIRST_THREE), "A study") == render_report(
        list(reversed(study(FIRST_THREE))), "A study"
    )


def test_figures_and_ranks_stand_in_the_table():
    rows = page_of(study(FIRST_THREE)).tables[0]
    assert rows[1] == [
        "ACORN-128",
        "RTL",
        "1.00",
        "1,180",
        "720",
        "182.4",
        "5,837",
        "4.946",
        "1",
        "1",
        "1",
        "1",
    ]
    assert rows[-1] == [
        "AES-128-GCM",
        "HLS",
        "11.00",
        "6,302",
        "1,544",
        "120.9",
        "1,407",
        "0.223",
        "3",
        "3",
        "3",
        "3",
    ]


def test_ratios_go_both_ways_and_those_outside_the_band_are_marked():
    ratios = page_of([design("norx", "rtl", luts=1000), design("norx", "hls", luts=1250)]).tables[1]
    assert ratios[0] == [
        "Algorithm",
        "Cycles per block",
        "Area",
        "Fmax",
        "Throughput",
        "Throughput/area",
    ]
    assert ratios[2][3:5] == ["1.250", "0.800*"] and ratios[2][1:3] == ["1.200", "0.833*"]


def test_correlations_say_n_and_when_they_mean_nothing():
    three = page_of(study(FIRST_THREE)).tables[2]
    assert three[1][:7] == ["Throughput", "3", "3 of 3", "1.000", "0.333", "1.000", "0.333"]
    two = page_of(study(FIRST_THREE[:2])).tables[2]
    assert two[1][3] == "not meaningful for 2 algorithms: at least 3 are needed"
    assert "With n = 3 even full agreement has p = 0.33" in render_report(
        study(FIRST_THREE), "A study"
    )


def test_failures_stand_on_top_and_last_in_the_table():
    text = render_report(study_with_failures(), "A study")
    assert "2 of 14 designs have no result" in text and text.index(
        "did not route: 12 nets unrouted"
    ) < text.index("<table")
    rows = Page(text).tables[0]
    assert [row[-1] for row in rows[-2:]] == ["failed", "failed"] and all(
        row[-1] != "failed" for row in rows[:-2]
    )


def test_only_failures_still_make_a_report():
    text = render_report(
        [failure("norx", "rtl", "does not fit"), failure("norx", "hls", "does not fit")], "A study"
    )
    assert "2 of 2 designs have no result" in text and "<svg" not in text


def test_text_from_outside_is_escaped():
    text = render_report(
        [
            failure("norx", "rtl", "net <b>q</b> & co", title='"<script>alert(1)</script>'),
            design("norx", "hls", title="<i>x</i>"),
        ],
        "<script>x",
    )
    assert (
        "net &lt;b&gt;q&lt;/b&gt; &amp; co" in text
        and "<script>alert" not in text
        and "<script>x" not in text
        and "<i>x</i>" not in text
    )
    Page(text)


def test_provenance_is_there_for_each_measurement():
    text = render_report(study(("norx",)), "A study")
    assert text.count("<details>") == 2
    for part in (
        "seed 2, strategy narrow",
        "MHz requested",
        "reference: passed, 1,089 vectors",
        "u_core.round.sum[17]",
        "nextpnr-ecp5 0.11.1",
        "6e6f7278",
    ):
        assert part in text


def test_an_estimate_may_have_no_frequency():
    text = render_report(
        [untimed(m) for m in (*study(("norx",)), design("morus", "rtl"))], "A study"
    )
    assert "(estimates)" in text and ">None" not in text


def test_estimates_stand_apart():
    page = page_of([design("norx", "rtl"), design("norx", "hls", estimate=True)])
    assert [row[:2] for table in page.tables for row in table[1:]] == [
        ["NORX32", "RTL"],
        ["NORX32", "HLS"],
    ]


def test_nothing_measured_is_said():
    text = render_report([], "A study")
    assert "No measurements yet." in text and "<table" not in text
    Page(text)


def test_the_report_is_written_where_it_is_asked_for(tmp_path):
    path = write_report(study(FIRST_THREE), "A study", tmp_path / "deep" / "report.html")
    assert path.read_text(encoding="utf-8") == render_report(study(FIRST_THREE), "A study")
    assert [p.suffix for p in write_plots(study(FIRST_THREE), tmp_path / "plots")] == [".png"] * 4


def test_a_report_that_cannot_be_written_is_a_users_fault(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(CryptagonError, match="could not be written"):
        write_report([], "A study", tmp_path / "file" / "report.html")


def test_three_approaches_have_ratios_and_correlations_each():
    text = render_report([design("norx", one) for one in ("rtl", "hls", "drawing")], "A study")
    headings = re.findall(r"<h3>([^<]*)</h3>", text)
    assert [one for one in headings if "beside" in one] == ["drawing beside RTL", "HLS beside RTL"]
    assert (
        "Does drawing rank as RTL does?" in headings
        and text.count("desired band 0.9 to 1.3. An asterisk") == 1
    )
    assert {"way-1", "way-2", "way-3"} <= set(re.findall(r"way-\d", text))
    Page(text)


def test_a_class_of_jobs_has_its_own_columns_and_details():
    page = page_of([design("norx", "rtl"), job("sha1", "rtl", 20480), job("sha1", "hls", 20481)])
    assert page.tables[-3][0][:4] == ["Algorithm", "Job", "By", "Cycles"]
    assert page.tables[-3][1] == [
        "SHA1 basic",
        "256 blocks",
        "RTL",
        "20,480",
        "1,390",
        "841",
        "100.0",
        "204.8",
    ]
    text = render_report([job("sha1", "rtl", 20480)], "A study")
    assert "alone 20,480; between 20,481" in text and "204.8 µs, 1,390 LUT4" in text


def test_cycles_have_the_names_of_the_record():
    assert "ad encryption 10" in render_report([design("norx", "rtl")], "A study")


def test_published_cycles_notes_and_sources_are_on_the_page():
    theirs = Published(by="A <b>tool", approach="hls", source="a paper", cycles={"sha1": 81786})
    text = render_report(
        [job("sha1", "hls", 20480)], "A study", published=[theirs], notes=["Not the same task."]
    )
    assert ["SHA1 basic, 256 blocks", "81,786", "20,480"] in Page(text).tables[1]
    assert "A &lt;b&gt;tool: a paper." in text and "<li>Not the same task.</li>" in text


def test_another_baseline_turns_the_ratios_round():
    text = render_report(study(("norx",)), "A study", baseline="hls")
    assert "RTL beside HLS" in text and "desired band" not in text
