"""Every page over the committed records: it is there, says what the records say, and asks the
database a constant number of questions."""

import csv
import io
import json
import re
from hashlib import sha256
from html.parser import HTMLParser
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from ranking_rows import all_rows
from selection import one_of

from cryptagon import paths
from cryptagon.analysis.grouping import grouped
from cryptagon.analysis.metrics import THROUGHPUT_PER_AREA
from cryptagon.analysis.ranking import ranks_within
from cryptagon.catalog import targets
from cryptagon.results import current, placed
from cryptagon.site.checkout_facts import source_of
from cryptagon.site.models import Comparison, Record, Result, Standing, newest_results
from cryptagon.site.projection import measurement_in
from cryptagon.study.plan import contest_files

ECP5 = "target=ecp5-85f-8&algorithm_class=aead&contest=first-look"
PAGES = (
    *(
        "/",
        "/ranking/",
        f"/ranking/?{ECP5}",
        "/ranking/?metric=area&sort=-fmax&columns=rank&columns=area&size=25",
        "/ranking/plot/",
    ),
    *(
        f"/ranking/plot/?{ECP5}",
        "/algorithms/",
        "/algorithms/ascon128a/",
        "/algorithms/norx32/",
        "/algorithms/sha1/",
        "/targets/",
    ),
    *(
        "/targets/ecp5-85f-8/",
        "/targets/xilinx-7/",
        "/contests/",
        "/contests/first-look/",
        "/contests/table1/",
        "/contests/cells/",
    ),
    *("/contests/caesar-round3/", "/data/", "/about/", "/api/", "/question/", "/ratios/"),
    "/question/?area_max=2000&throughput_min=500&families=3",
)


class Page(HTMLParser):
    """The elements of a page: those left open, the links, the words that are seen."""

    VOID = frozenset(("meta", "link", "input", "br", "img", "hr"))

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: set[str] = set()
        self.ids: list[str] = []
        self.attributes: set[str] = set()
        self.names: set[str] = set()
        self.words = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.names.add(tag)
        found = dict(attrs)
        self.attributes |= found.keys()
        self.ids += [name] if (name := found.get("id")) else []
        if tag == "a" and (link := found.get("href")):
            self.links.add(link)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.names.add(tag)
        self.attributes |= dict(attrs).keys()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words += data


def page_of(client, address: str) -> Page:
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.content[-2000:])
    page = Page(answer.content.decode())
    assert page.open == [] and len(set(page.ids)) == len(page.ids)
    return page


@pytest.mark.parametrize("address", PAGES)
def test_page_is_well_formed_and_has_no_script_and_no_inline_style(committed, address):
    page = page_of(committed, address)
    assert not {"script", "style"} & page.names
    assert not {name for name in page.attributes if name == "style" or name.startswith("on")}
    assert "h1" in page.names and "main" in page.names and "None" not in page.words


def test_every_link_of_every_page_leads_somewhere(committed):
    seen, due = set(), {"/"}
    kinds = re.compile(r"[0-9a-f]{12,}|[?].*")
    while due:
        address = due.pop()
        seen.add(kinds.sub("*", address))
        answer = committed.get(address)
        assert answer.status_code == 200, address
        answer.close()
        if "html" in answer["Content-Type"]:
            links = {link for link in Page(answer.content.decode()).links if link.startswith("/")}
            due |= {link for link in links if kinds.sub("*", link) not in seen}
    assert {
        "/results/*/",
        "/compare/*",
        "/ranking.tex*",
        "/api/openapi.json",
        "/contests/cells/",
    } <= seen


def test_result_page_says_everything_that_its_record_says(committed):
    def leaves(value):
        if isinstance(value, dict):
            return [text for name, inner in value.items() for text in (name, *leaves(inner))]
        if isinstance(value, list):
            return [text for inner in value for text in leaves(inner)]
        return (
            [value]
            if isinstance(value, str) and value
            else [json.dumps(value)]
            if isinstance(value, int | float)
            else []
        )

    for study in ("first-look", "cells", "table1", "hash-functions"):
        one = Result.objects.filter(study=study).select_related("record").first()
        assert one
        words = page_of(committed, one.get_absolute_url()).words
        told = {
            text
            for text in leaves(json.loads(bytes(one.record.content)))
            if text not in ("true", "false")
        }
        assert {text for text in told if text not in words} == set()


# Every tenth page by day.
@pytest.mark.parametrize("first", one_of(10, range(10)))
def test_every_result_has_its_page_and_a_short_address(committed, first):
    for one in Result.objects.order_by("pk")[first::10]:
        page_of(committed, one.get_absolute_url())
    one = Result.objects.first()
    assert one and committed.get(f"/results/{one.short_id}/")["Location"] == one.get_absolute_url()
    assert committed.get(f"{one.get_absolute_url()}record.json").content == bytes(
        one.record.content
    )


def test_ranks_are_those_of_the_project(committed):
    studies: dict[str, list] = {}
    ids = {}
    for record in Record.objects.exclude(study="cells"):
        measured = measurement_in(record)
        studies.setdefault(record.study, []).append(measured)
        ids[id(measured)] = record.pk
    checked = 0
    for group in grouped([one for own in studies.values() for one in current(placed(own))]):
        by_key = {one.key: ids[id(one)] for one in group.measurements}
        for key, rank in ranks_within(group, THROUGHPUT_PER_AREA).items():
            standing = Standing.objects.filter(
                result=by_key[key], metric="throughput_per_area"
            ).first()
            assert (standing.rank if standing else None) == rank
            checked += rank is not None
    assert checked > 30


def test_a_filter_changes_no_rank_and_no_tier(committed):
    def standings(query):
        rows = all_rows(committed, f"columns=rank&columns=tier&columns=record&{query}")
        return {row["record"]: (row["rank"], row["tier"]) for row in rows}

    everything = standings("")
    for query in (ECP5, "approach=hls", "area_max=2000", "algorithm=ascon128a&fmax_min=50"):
        some = standings(query)
        assert some and some.items() < everything.items()


def test_default_order_is_that_of_the_ranks(committed):
    rows = all_rows(committed, "columns=rank&columns=approach")
    for comparison in Comparison.objects.filter(jobs=False):
        by_approach = {}
        for row in rows:
            if row["comparison"] == comparison.title:
                by_approach.setdefault(row["approach"], []).append(row["rank"])
        assert by_approach and all(
            ranks == sorted(ranks, key=lambda rank: (rank is None, rank))
            for ranks in by_approach.values()
        ), "failed ones last"


@pytest.mark.parametrize(
    ("query", "fits"),
    [
        ("area_max=1500", lambda row: row["area"] <= 1500),
        ("area_min=1500&area_max=5000", lambda row: 1500 <= row["area"] <= 5000),
        ("throughput_min=1000", lambda row: row["throughput"] >= 1000),
        ("fmax_max=100", lambda row: row["fmax"] <= 100),
        ("approach=hls", lambda row: row["approach"] == "hls"),
        ("contest=table1", lambda row: row["contest"] == "table1"),
    ],
)
def test_filters_keep_what_they_say(committed, query, fits):
    columns = "&".join(
        f"columns={name}" for name in ("area", "throughput", "fmax", "approach", "contest")
    )
    everything = all_rows(committed, columns)
    some = all_rows(committed, f"{columns}&{query}")
    known = [
        row
        for row in everything
        if all(row[name] is not None for name in re.findall(r"(area|throughput|fmax)_", query))
    ]
    assert some == [row for row in known if fits(row)] and 0 < len(some) < len(everything)


def test_pages_of_a_ranking_are_its_parts(committed):
    def ids(page):
        address = f"/ranking.json?columns=record&size=25&page={page}&sort=-fmax"
        return [row["record"] for row in committed.get(address).json()["results"]]

    count = Result.objects.filter(comparison__isnull=False).count()
    everything = [row["record"] for row in all_rows(committed, "columns=record&sort=-fmax")]
    assert [one for page in range(-(-count // 25)) for one in ids(page + 1)] == everything
    assert len(set(everything)) == count


def test_exports_hold_what_is_seen(committed):
    query = f"{ECP5}&sort=area"
    page = committed.get(f"/ranking/?{query}").content.decode()
    seen = re.findall(r'class="design"><a[^>]*>([^<]+)</a>', page)
    rows = list(
        csv.DictReader(io.StringIO(committed.get(f"/ranking.csv?{query}").content.decode()))
    )
    told = json.loads(committed.get(f"/ranking.json?{query}").content)
    latex = committed.get(f"/ranking.tex?{query}").content.decode()
    assert [row["design"] for row in rows] == seen == [
        row["design"] for row in told["results"]
    ] and len(seen) == 6
    assert [float(row["area"]) for row in rows] == sorted(row["area"] for row in told["results"])
    assert (
        re.findall(r"& (\S+) & (?:RTL|HLS) &", latex) == seen
        and latex.count(r"\begin{tabular}") == 1
    )


def test_a_failed_result_is_listed_with_its_reason_and_without_figures(hostile):
    figures = (
        "cycles",
        "area",
        "ffs",
        "fmax",
        "throughput",
        "throughput_per_area",
        "seeds",
        "rank",
        "tier",
    )
    chosen = "&".join(f"columns={name}" for name in (*figures, "status"))
    rows = json.loads(hostile.get(f"/ranking.json?{chosen}").content)["results"]
    assert [row["status"] == "ok" for row in rows] == [True, False]
    assert {rows[1][name] for name in figures} == {None} and rows[0]["area"] == 2000
    page = hostile.get("/ranking/").content.decode()
    assert (
        page.count("<small>failed: ") == 1
        and page.count('class="new-tier failed"') + page.count('class=" failed"') == 1
    )


def test_address_of_a_form_becomes_short(committed):
    answer = committed.get("/ranking/?algorithm_class=&target=ecp5-85f-8&area_min=&size=50&metric=")
    assert (answer.status_code, answer["Location"]) == (302, "/ranking/?target=ecp5-85f-8")


def test_comparison_marks_differences_and_the_best(committed):
    pair = [
        one.short_id
        for one in Result.objects.filter(
            algorithm="acorn128", target="ecp5-85f-8", study="first-look"
        ).order_by("approach")
    ]
    whole = committed.get(f"/compare/?id={pair[0]}&id={pair[1]}").content.decode()
    less = committed.get(f"/compare/?id={pair[0]}&id={pair[1]}&only=differences").content.decode()
    assert whole.count('class="differs"') == less.count('class="differs"') > 3
    assert (
        "<code>approach</code><small>differs</small>" in less
        and "<code>scope</code>" not in less
        and "<code>scope</code>" in whole
    )
    assert (
        re.search(r"best: </span>1,326", whole)
        and "These are not all of one comparison" not in whole
    )
    other = Result.objects.filter(target="ice40-hx8k").first()
    assert (
        other
        and "These are not all of one comparison"
        in committed.get(f"/compare/?id={pair[0]}&id={other.short_id}").content.decode()
    )


def test_plot_has_every_design_and_the_front(committed):
    page = committed.get(f"/ranking/plot/?{ECP5}").content.decode()
    assert page.count('class="point ') == 6 and page.count("<polyline") == 1
    assert "No design of this comparison is both smaller and faster than ACORN-128 by RTL" in page


def test_pages_of_the_catalogue_name_all_there_is(committed):
    assert all(f"/targets/{name}/" in page_of(committed, "/targets/").links for name in targets())
    assert all(
        f"/contests/{file.stem}/" in page_of(committed, "/contests/").links
        for file in contest_files()
    )


def test_site_without_a_record_says_what_to_do(empty):
    assert "There are no results yet" in page_of(empty, "/").words
    assert "No result passes" in page_of(empty, "/ranking/").words
    for address in ("/ranking/plot/", "/algorithms/", "/data/", "/contests/", "/targets/"):
        page_of(empty, address)


def queries(client, address: str) -> int:
    with CaptureQueriesContext(connection) as caught:
        assert client.get(address).status_code == 200
    return len(caught)


def test_number_of_queries_does_not_grow_with_the_rows(committed):
    pairs = [
        ("/ranking/?size=500", f"/ranking/?{ECP5}"),
        ("/ranking/plot/", f"/ranking/plot/?{ECP5}"),
        ("/algorithms/ascon128a/", "/algorithms/sha1/"),
        ("/targets/ecp5-85f-8/", "/targets/ice40-hx8k/"),
        ("/contests/first-look/", "/contests/table1/"),
        ("/api/results?size=500", "/api/results?size=1"),
    ]
    counted = {many: (queries(committed, many), queries(committed, few)) for many, few in pairs}
    assert {
        address: both for address, both in counted.items() if both[0] != both[1] or both[0] > 16
    } == {}
    ids = [one.short_id for one in Result.objects.all()[:12]]
    assert (
        queries(committed, "/compare/?id=" + "&id=".join(ids))
        == queries(committed, f"/compare/?id={ids[0]}")
        == 3
    )
    assert queries(committed, "/") <= 5


@pytest.mark.parametrize("name", ["interface", "key_size", "source"])
def test_filters_of_what_the_checkout_knows_keep_what_they_say(committed, name):
    values = {getattr(one, name) for one in newest_results()} - {""}
    assert values
    for value in values:
        expected = {one.pk for one in newest_results() if getattr(one, name) == value}
        found = all_rows(committed, urlencode({name: value}), "/api/results")
        assert {one["record_id"] for one in found} == expected
        assert committed.get("/ranking/", {name: value}).status_code == 200


def test_a_source_is_available_only_by_its_digest(committed):
    for one in newest_results().select_related("record"):
        files = measurement_in(one.record).source_files
        here = bool(files) and all(
            (paths.repository() / name).is_file()
            and sha256((paths.repository() / name).read_bytes()).hexdigest() == digest
            for name, digest in files.items()
        )
        assert (one.source == "available") == here, one.pk


def test_a_record_makes_the_site_read_no_file():
    """Of the names in a record only those of the checkout's own sources are read."""
    for name in ("/etc/hostname", "../../../../etc/hostname", "algorithms/../LICENSE", "/dev/zero"):
        path = paths.repository() / name
        digest = sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
        assert source_of({name: digest}) == ""
    known = "algorithms/aead/acorn128/algorithm.toml"
    digest = sha256((paths.repository() / known).read_bytes()).hexdigest()
    assert source_of({known: digest}) == "available"
    assert source_of({known: "0" * 64}) == "" and source_of({}) == ""
