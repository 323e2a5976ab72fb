"""The question form: which designs keep bounds on several families. What it says is found again
from the records themselves."""

import csv
import io
import json
import re
import subprocess
import sys

import pytest
from browser import CHROMIUM, page
from browsing import Visitor
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hostile_record import SCRIPT
from running_site import running
from selection import one_of

from cryptagon import paths
from cryptagon.catalog import targets
from cryptagon.errors import CryptagonError
from cryptagon.site.database import open_database
from cryptagon.site.known import known_targets
from cryptagon.site.models import Result, newest_results
from cryptagon.site.reading import Results

ASKED = "area_max=2000&throughput_min=500&families=3"


def by_hand(area, throughput, families):
    """Designs with the targets where one result of each keeps the bounds, by a plain walk."""
    found: dict[tuple, dict[str, set]] = {}
    for one in newest_results():
        if one.target not in targets() or not one.luts or not one.throughput_mbps:
            continue
        if one.luts <= area and one.throughput_mbps >= throughput:
            design = (one.algorithm, one.variant, one.approach, one.scope, one.interface, one.work)
            own = found.setdefault(design, {})
            own.setdefault(targets()[one.target].family, set()).add(str(one.pk))
    return {design: own for design, own in found.items() if len(own) >= families}


@pytest.mark.parametrize(
    ("area", "throughput", "families"),
    one_of(2, [(2000, 500, 3), (10**6, 1, 1), (1, 1, 1), (3000, 100, 4)]),
)
def test_the_answers_are_those_of_a_plain_walk(committed, area, throughput, families):
    query = f"area_max={area}&throughput_min={throughput}&families={families}"
    expected = by_hand(area, throughput, families)
    said = committed.get(f"/api/question?{query}").json()
    pages = [
        committed.get(f"/api/question?{query}&page={one + 1}").json()
        for one in range(said["pages"])
    ]
    designs = [one for each in pages for one in each["designs"]]
    names = ("algorithm", "variant", "approach", "scope", "interface", "work")
    assert len(designs) == said["count"] == len(expected)
    for one in designs:
        families_of = expected[tuple(one[name] for name in names)]
        assert {fit["family"] for fit in one["fits"]} == set(families_of)
        assert all(fit["record"] in families_of[fit["family"]] for fit in one["fits"])
        assert all(fit["best"] == Result.objects.get(pk=fit["record"]).front for fit in one["fits"])
        assert one["vendors"] == len({fit["vendor"] for fit in one["fits"]})
    reached = [len(one["fits"]) for one in designs]
    assert reached == sorted(reached, reverse=True)


def test_vendors_are_counted_apart_from_families(committed):
    """Three families of one vendor are one vendor."""
    said = committed.get("/api/question?families=3&vendors=3").json()["designs"]
    assert said and all(one["vendors"] >= 3 for one in said)
    lattice = {one.family for one in known_targets().values() if one.vendor == "Lattice"}
    assert len(lattice) > 1
    most = len({one.vendor for one in known_targets().values()})
    none = committed.get(f"/api/question?vendors={most + 1}").json()
    assert none == {"count": 0, "page": 1, "pages": 1, "designs": []}


def test_the_form_asks_without_a_script_and_keeps_what_was_asked(committed):
    empty = committed.get("/question/")
    text = empty.content.decode()
    assert empty.status_code == 200 and "<script" not in text
    fields = set(re.findall(r'<(?:input|select)[^>]* name="(\w+)"', text))
    assert fields == {
        *("area_max", "throughput_min", "fmax_min", "families", "vendors"),
        *("algorithm_class", "algorithm", "approach"),
    }
    sent = dict.fromkeys(fields, "") | {"area_max": "2000", "throughput_min": "500"}
    short = committed.get("/question/", {**sent, "families": "3", "vendors": "1"})
    assert short.status_code == 302 and short["Location"] == f"/question/?{ASKED}"
    shown = committed.get(short["Location"]).content.decode()
    assert 'name="area_max" value="2000"' in shown and 'name="families" value="3"' in shown
    for one in committed.get(f"/api/question?{ASKED}").json()["designs"]:
        assert one["title"] in shown
        assert all(f"/results/{fit['record']}/" in shown for fit in one["fits"])


def test_the_files_hold_what_the_page_shows(committed):
    said = committed.get(f"/api/question?{ASKED}").json()
    as_json = committed.get(f"/question.json?{ASKED}")
    assert as_json.json() == said and "attachment" in as_json["Content-Disposition"]
    rows = list(
        csv.DictReader(io.StringIO(committed.get(f"/question.csv?{ASKED}").content.decode()))
    )
    fits = [fit for one in said["designs"] for fit in one["fits"]]
    assert [one["record"] for one in rows] == [one["record"] for one in fits]
    assert [float(one["area"]) for one in rows] == [one["area"] for one in fits]
    latex = committed.get(f"/question.tex?{ASKED}").content.decode()
    assert latex.count(r" \\") == len(fits) + 1 and r"\toprule" in latex
    assert committed.get("/question.xls").status_code == 404


BAD = [
    *("area_max=-1", "area_max=x", "families=0", "families=1.5", "families=101", "page=0"),
    *("page=99", "vendors=x", "famlies=2", "algorithm=nothing", "area_max=1&area_max=2", "rev=0"),
]


@pytest.mark.parametrize("query", BAD)
def test_a_bad_question_is_told(committed, query):
    assert committed.get(f"/question/?{query}").status_code == 400
    if "algorithm" not in query and query != "area_max=1&area_max=2":
        assert committed.get(f"/api/question?{query}").status_code == 400


def test_a_question_of_an_earlier_entry_is_answered_as_then(committed):
    last = committed.get("/api/log?size=1").json()["head"]["rev"]
    now = committed.get("/api/question").json()
    assert committed.get(f"/api/question?rev={last}").json() == now
    assert committed.get("/api/question?rev=1").json()["count"] <= 1 < now["count"]
    assert "As it was after entry 1" in committed.get("/question/?rev=1").content.decode()


def test_texts_of_records_are_texts(hostile, monkeypatch):
    """Of a target that the catalogue has, since others answer nothing."""
    own = next(iter(newest_results()))
    target = next(iter(known_targets().values()))
    monkeypatch.setattr("cryptagon.site.questions.known_targets", lambda: {own.target: target})
    shown = hostile.get("/question/").content.decode()
    assert SCRIPT not in shown and "&lt;script" in shown
    assert "{{7*7}}" in shown or "&#" in shown
    cells = next(
        iter(
            csv.reader(
                io.StringIO(hostile.get("/question.csv").content.decode().split("\r\n", 1)[1])
            )
        )
    )
    assert cells and not any(cell.startswith(("=", "+", "@")) for cell in cells)
    assert r"\input" not in hostile.get("/question.tex").content.decode()


def test_the_number_of_queries_does_not_grow(committed):
    numbers = []
    for query in ("?families=7", ""):
        with CaptureQueriesContext(connection) as asked:
            assert committed.get(f"/question/{query}").status_code == 200
        numbers.append(len(asked))
    assert numbers[0] == numbers[1] <= 14


@pytest.fixture(scope="module")
def client(committed_file):
    """The Python client of a site that runs."""
    open_database(committed_file)
    with running(committed_file) as site:
        yield Results(site.url)


def test_the_client_gives_all_that_the_api_has(client, committed):
    everything = list(client.results())
    assert len(everything) == committed.get("/api/results").json()["count"]
    few = list(client.results(target="ecp5-85f-8", area_max=900))
    assert few and {one["target"] for one in few} == {"ecp5-85f-8"}
    one = client.result(few[0]["record_id"])
    assert one == few[0]
    content = client.record(one["record_id"])
    assert json.loads(content)["title"] == one["title"]
    assert client.names("targets")["ecp5-85f-8"] == sum(
        each["target"] == "ecp5-85f-8" for each in everything
    )
    assert sum(each["results"] for each in client.comparisons()) == len(everything)
    pairs = list(client.ratios(contest="first-look"))
    assert pairs == committed.get("/ratios.json?contest=first-look&size=500").json()["ratios"] != []
    both = [pairs[0]["baseline_record"], pairs[0]["other_record"]]
    compared = client.compare(*(digest[:12] for digest in both))
    assert [one["record"] for one in compared["results"]] == both and compared["differing"]
    designs = list(client.question(area_max=2000, throughput_min=500, families=3))
    assert designs == committed.get(f"/api/question?{ASKED}").json()["designs"]


def test_the_client_tells_what_the_site_refuses(client):
    for asked in (
        lambda: list(client.results(targt="x")),
        lambda: list(client.question(families=0)),
        lambda: client.result("xx"),
        lambda: client.compare("00000000"),
        lambda: client.record("0" * 64),
    ):
        with pytest.raises(CryptagonError):
            asked()


def test_the_client_loads_no_django():
    order = "import sys, cryptagon.site.reading; sys.exit('django' in sys.modules)"
    subprocess.run([sys.executable, "-c", order], check=True, cwd=paths.repository())


@pytest.mark.nightly
@pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium: apt install chromium")
def test_a_question_is_asked_in_a_browser(committed_file):
    open_database(committed_file)
    with running(committed_file) as site, page() as tab:
        ann = Visitor(tab, site.url)
        ann.go("/question/")
        ann.look()
        ann.fill(area_max="2000", throughput_min="500", families="3")
        ann.press("main form button")
        assert tab.value("location.search") == f"?{ASKED}"
        ann.look()
        assert tab.complaints == []
