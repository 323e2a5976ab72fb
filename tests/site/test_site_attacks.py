"""What a record or an address can carry does nothing: no script runs, no formula, no LaTeX, and a
bad parameter is told."""

import csv
import html
import io
import re

import pytest
from hostile_record import PAYLOAD, SCRIPT, texts_left_out

from cryptagon.analysis.latex import latex_escaped
from cryptagon.site.models import Result

ADDRESSES = (
    *(
        "/",
        "/ranking/",
        "/ranking/plot/",
        "/algorithms/",
        "/targets/",
        "/contests/",
        "/data/",
        "/api/results",
        "/api/comparisons",
    ),
    *("/api/algorithms", "/api/targets", "/api/contests", "/api/question"),
)


def addresses() -> list[str]:
    """Every page that shows anything of the records."""
    found = list(Result.objects.all())
    every_column = "&".join(
        f"columns={name}"
        for name in ("contest", "work", "origin", "status", "record", "date", "seeds")
    )
    own = [one.get_absolute_url() for one in found]
    compared = "&".join(f"id={one.short_id}" for one in found)
    return [*ADDRESSES, *own, f"/ranking/?{every_column}", f"/compare/?{compared}"]


def test_every_text_of_a_record_is_an_attack():
    assert texts_left_out() == set()


def test_stored_script_is_text_everywhere(hostile):
    assert Result.objects.count() == 2
    seen = 0
    for address in addresses():
        answer = hostile.get(address)
        text = answer.content.decode()
        assert answer.status_code == 200, address
        if "json" not in answer["Content-Type"]:
            assert SCRIPT not in text and "&lt;script&gt;alert" in text, address
            seen += 1
        assert "nosniff" in answer["X-Content-Type-Options"]
    assert seen > 8


def test_pages_named_by_a_record_escape_it_too(hostile):
    page = hostile.get(Result.objects.all()[0].get_absolute_url()).content.decode()
    links = set(re.findall(r'href="(/(?:algorithms|targets|contests)/[^"]+)"', page))
    assert len(links) == 3
    for link in links:
        answer = hostile.get(html.unescape(link))
        assert answer.status_code == 200 and SCRIPT not in answer.content.decode(), link


def test_address_is_escaped_where_it_is_shown(hostile):
    attack = "<script>alert(1)</script>"
    for address in (
        f"/ranking/?target={attack}",
        f"/ranking/?{attack}=1",
        f"/algorithms/{attack}/",
        f"/results/{attack}/",
    ):
        answer = hostile.get(address)
        assert answer.status_code in (400, 404) and SCRIPT not in answer.content.decode()


def test_no_cell_of_a_csv_file_is_a_formula(hostile):
    content = hostile.get(
        "/ranking.csv?columns=contest&columns=work&columns=status&columns=approach&columns=area"
    ).content.decode()
    rows = list(csv.reader(io.StringIO(content)))
    assert (
        len(rows) == 3
        and [
            cell
            for row in rows
            for cell in row
            if cell.startswith(("=", "+", "-", "@", "\t", "\r"))
        ]
        == []
    )
    assert f"'{PAYLOAD}" in rows[1] and "2000.0" in {cell for row in rows for cell in row}


def test_no_text_of_a_latex_file_is_a_command(hostile):
    text = hostile.get("/ranking.tex?columns=contest&columns=work&columns=status").content.decode()
    own = {"begin", "end", "centering", "caption", "toprule", "midrule", "bottomrule"}
    assert r"\input" not in text and "^^" not in text
    assert set(re.findall(r"\\([a-z]+)", text)) - own <= {
        "textbackslash",
        "textasciicircum",
        "textless",
        "textgreater",
        "textbar",
        "textquotedbl",
    }


@pytest.mark.parametrize("character", "\\{}&%_#$~^")
def test_special_characters_of_latex_are_written_out(character):
    assert latex_escaped(f"a{character}b") != f"a{character}b" and latex_escaped(
        f"a{character}b"
    ).startswith("a\\")


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("/ranking/?area_min=many", "area_min"),
        ("/ranking/?area_min=-1", "area_min"),
        ("/ranking/?area_min=nan", "area_min"),
        ("/ranking/?area_min=1e999", "area_min"),
        ("/ranking/?area_min=5&area_max=4", "the range of area is empty".capitalize()),
        ("/ranking/?area_mn=5", "Did you mean area_min"),
        ("/ranking/?size=7", "size"),
        ("/ranking/?size=99999999999999999999", "size"),
        ("/ranking/?page=0", "page"),
        ("/ranking/?page=99", "The last is"),
        ("/ranking/?page=x", "page"),
        ("/ranking/?metric=beauty", "metric"),
        ("/ranking/?sort=rank", "sort"),
        ("/ranking/?columns=price", "columns"),
        ("/ranking/?target=ecp5-85f-9", "Did you mean ecp5-85f-8"),
        ("/ranking/?target=a&target=b", "is there twice"),
        ("/ranking/plot/?approach=magic", "no result has the approach"),
        ("/ranking.csv?sort=x", "sort"),
        ("/compare/", "0 results cannot be compared"),
        ("/compare/?id=zz", "is no id"),
        ("/compare/?id=00000000", "begins with 00000000"),
        ("/compare/?id=00000000&only=x", "only"),
        (
            "/compare/?" + "&".join(f"id={number:08x}" for number in range(501)),
            "501 results cannot be compared",
        ),
        ("/compare/?ids=1", "there is no parameter".capitalize()),
    ],
)
def test_bad_parameter_gives_a_clear_page(committed, address, told):
    answer = committed.get(address)
    text = answer.content.decode().replace("&quot;", '"')
    assert answer.status_code == 400 and told.lower() in text.lower()
    assert "<h1>This address cannot be read</h1>" in text and "Traceback" not in text


NOWHERE = (
    *(
        "/nope",
        "/results/00000000/",
        "/results/xx/",
        "/algorithms/nope/",
        "/targets/nope/",
        "/contests/nope/",
        "/ranking.exe",
    ),
    *("/static/../settings.py", f"/results/{'0' * 64}/record.json"),
)


@pytest.mark.parametrize("address", NOWHERE)
def test_address_that_leads_nowhere_is_told(committed, address):
    answer = committed.get(address)
    assert answer.status_code == 404 and "There is no such page" in answer.content.decode()


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
@pytest.mark.parametrize("address", ["/", "/ranking/", "/compare/", "/data/", "/api/results"])
def test_nothing_can_be_written(committed, method, address):
    assert getattr(committed, method)(address).status_code == 405


def test_policy_allows_no_script_and_no_foreign_address(committed):
    for address in ("/", "/ranking/", "/nope", "/ranking/?page=0", "/api/results", "/ranking.csv"):
        answer = committed.get(address)
        policy = dict(
            part.strip().partition(" ")[::2]
            for part in answer["Content-Security-Policy"].split(";")
        )
        assert (
            policy["default-src"] == "'none'"
            and policy["style-src"] == "'self'"
            and policy["frame-ancestors"] == "'none'"
        )
        assert "script-src" not in policy and "unsafe" not in answer["Content-Security-Policy"]
        assert answer["X-Frame-Options"] == "DENY" and not answer.cookies


def test_another_host_is_refused(committed):
    assert committed.get("/", headers={"host": "evil.test"}).status_code == 400
