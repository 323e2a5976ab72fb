"""Many results side by side: every one is there, the marks are those of all of them, and no table
makes a narrow page wide."""

import csv
import io
import re
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from browser import CHROMIUM, page
from browsing import Visitor
from hostile_record import PAYLOAD, SCRIPT
from running_site import running

from cryptagon.site.comparing import MOST, SIDE_BY_SIDE
from cryptagon.site.database import open_database
from cryptagon.site.models import Result, newest_results


def address(results, more="", path="/compare/") -> str:
    return f"{path}?{'&'.join(f'id={one.short_id}' for one in results)}{more}"


@pytest.fixture
def many(committed) -> list[Result]:
    """More than one table has columns: estimates of one target, and measurements of another."""
    of_two = ("xilinx-7", "ecp5-85f-8")
    return [
        one
        for target in of_two
        for one in newest_results().filter(target=target).order_by("pk")[:20]
    ]


def test_each_of_many_results_is_there_once(committed, many):
    page = committed.get(address(many)).content.decode()
    turned = page.partition('class="compare turned"')[2].partition("</table>")[0]
    links = re.findall(r'href="/results/([0-9a-f]{64})/"', turned)
    assert links == [one.pk for one in many] and f"{len(many)} results side by side" in page


def test_the_best_is_that_of_all_of_them(committed, many):
    page = committed.get(address(many)).content.decode()
    turned = page.partition('class="compare turned"')[2].partition("</table>")[0]
    lines = re.findall(r"<tr><th scope=\"row\".*?</tr>", turned, re.DOTALL)
    fastest = max(many, key=lambda one: one.throughput_mbps or 0)
    marked = [line for line in lines if f"best: </span>{fastest.throughput_mbps:,.0f}" in line]
    assert len(marked) == 1 and fastest.pk in marked[0]


def test_a_field_differs_when_it_does_anywhere(committed):
    """All results of a page may say the same, and one of another page not."""
    alike = list(newest_results().filter(target="ecp5-85f-8")[:SIDE_BY_SIDE])
    chosen = [*alike, newest_results().filter(target="xilinx-7")[0]]
    for number in (1, 2):
        page = committed.get(address(chosen, f"&page={number}&only=differences")).content.decode()
        assert "<code>target</code><small>differs</small>" in page
    alone = committed.get(address(alike, "&only=differences")).content.decode()
    assert "<code>target</code>" not in alone


def test_pages_of_fields_have_all_results(committed, many):
    seen = []
    link = address(many)
    while link:
        page = committed.get(link).content.decode()
        fields = page.rpartition('<table class="compare">')[2].partition("</thead>")[0]
        seen += re.findall(r'href="/results/([0-9a-f]{64})/"', fields)
        found = re.search(r'href="([^"]+)#fields" rel="next"', page)
        link = found[1].replace("&amp;", "&") if found else ""
    assert seen == [one.pk for one in many]
    assert committed.get(address(many, "&page=5")).status_code == 400
    assert committed.get(address(many, "&page=0")).status_code == 400


def test_the_files_have_everything(committed, many):
    rows = list(
        csv.reader(io.StringIO(committed.get(address(many, path="/compare.csv")).content.decode()))
    )
    assert rows[0] == ["field", *(one.pk for one in many)]
    said = committed.get(address(many, path="/compare.json")).json()
    assert [one["record"] for one in said["results"]] == [one.pk for one in many]
    assert {row[0] for row in rows[1:]} == {
        *said["results"][0]["figures"],
        *said["results"][0]["fields"],
    }
    texts = {row[0]: row[1:] for row in rows[1:]}
    assert "target" in said["differing"]
    assert all(len(set(texts[name])) > 1 for name in said["differing"])
    latex = committed.get(address(many, path="/compare.tex")).content.decode()
    assert latex.count(r" \\") == len(many) + 1
    assert committed.get(address(many, path="/compare.pdf")).status_code == 404


def test_texts_of_records_are_texts(hostile):
    results = list(Result.objects.all())
    assert SCRIPT not in hostile.get(address(results)).content.decode()
    content = hostile.get(address(results, path="/compare.csv")).content.decode()
    cells = [cell for row in csv.reader(io.StringIO(content)) for cell in row]
    assert any(cell == f"'{PAYLOAD}" for cell in cells)
    assert not any(cell.startswith(("=", "@", "\t", "\r")) for cell in cells)
    assert r"\input" not in hostile.get(address(results, path="/compare.tex")).content.decode()


def test_the_address_of_as_many_as_a_page_can_tick_is_read(committed_file):
    ids = "&".join(f"id={number:012x}" for number in range(MOST))
    open_database(committed_file)
    with running(committed_file) as site, pytest.raises(HTTPError) as refused:
        urlopen(f"{site.url}/compare/?{ids}")
    assert refused.value.code == 400 and b"begins with 000000000000" in refused.value.read()


@pytest.mark.nightly
@pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium: apt install chromium")
def test_many_results_fit_a_narrow_screen(committed_file, many):
    with running(committed_file) as site, page() as tab:
        ann = Visitor(tab, site.url)
        ann.go(address(many))
        ann.look()
        assert tab.complaints == []
