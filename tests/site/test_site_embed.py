"""Plots in other pages, and what a browser need not fetch again."""

import base64
import hashlib
import re
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext
from hostile_record import SCRIPT
from publishing_site import sendable

from cryptagon.site.caching import KeptAnswers
from cryptagon.site.models import Comparison, Result

ONE = "/ranking/plot.svg?target=ecp5-85f-8&algorithm_class=aead&contest=first-look"


@pytest.mark.parametrize("theme", ["", "light", "dark"])
def test_a_plot_is_one_picture_without_a_script(committed, theme):
    answer = committed.get(f"{ONE}&theme={theme}")
    assert answer.status_code == 200 and answer["Content-Type"] == "image/svg+xml"
    picture = ElementTree.fromstring(answer.content)
    names = {one.tag.rpartition("}")[2] for one in picture.iter()}
    assert (
        names <= {"svg", "title", "style", "rect", "text", "g", "line", "polyline", "a", "circle"}
        and "circle" in names
    )
    attributes = {name for one in picture.iter() for name in one.attrib}
    assert not [name for name in attributes if name.startswith("on") or name == "style"]
    addresses = [one.attrib["href"] for one in picture.iter() if "href" in one.attrib]
    assert addresses and all(one.startswith("http://localhost/") for one in addresses)
    style = next(one.text or "" for one in picture.iter() if one.tag.endswith("style"))
    assert ("prefers-color-scheme" in style) == (theme == "")
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert f"'sha256-{digest}'" in answer["Content-Security-Policy"]


def test_only_the_embedded_plot_may_be_framed(committed):
    answer = committed.get(ONE)
    assert (
        "frame-ancestors *" in answer["Content-Security-Policy"] and "X-Frame-Options" not in answer
    )
    assert (
        "script-src" not in answer["Content-Security-Policy"]
        and "default-src 'none'" in answer["Content-Security-Policy"]
    )
    page = committed.get("/ranking/plot/")
    assert (
        "frame-ancestors 'none'" in page["Content-Security-Policy"]
        and page["X-Frame-Options"] == "DENY"
    )


NO_PLOT = [
    *(
        ("", "one plot is shown"),
        ("?algorithm=sha1", "one plot"),
        ("?theme=blue", "there is no theme"),
    ),
    ("?target=ecp5-85f-8&targt=x", "Did you mean target"),
]


@pytest.mark.parametrize(("query", "told"), NO_PLOT)
def test_what_is_no_plot_is_told(committed, query, told):
    answer = committed.get(f"/ranking/plot.svg{query}")
    assert answer.status_code == 400 and told.lower() in answer.content.decode().lower()


def test_texts_of_a_record_are_texts_of_the_picture(hostile):
    one = Comparison.objects.get()
    answer = hostile.get(
        "/ranking/plot.svg", {"target": Result.objects.filter(comparison=one)[0].target}
    )
    assert answer.status_code == 200 and SCRIPT not in answer.content.decode()
    assert ElementTree.fromstring(answer.content) is not None


def test_the_page_shows_how_to_embed_its_plot(committed):
    page = committed.get(ONE.replace("plot.svg", "plot/")).content.decode()
    found = re.search(r"&lt;img src=&quot;(.*?)&quot;|&lt;img src=\"(.*?)\"", page)
    assert found
    address = (found[1] or found[2]).replace("&amp;", "&").removeprefix("http://localhost")
    assert "rev=" in address and committed.get(address).status_code == 200


def queries(client, address, **head):
    with CaptureQueriesContext(connection) as asked:
        answer = client.get(address, headers=head)
    return len(asked), answer


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/ranking/",
        "/ranking.csv",
        "/data/",
        "/api/results",
        "/api/log",
        ONE,
        "/ranking/?rev=40",
    ],
)
def test_what_is_known_is_not_made_again(committed, address):
    first = committed.get(address)
    assert first["ETag"].startswith('W/"') and "no-cache" in first["Cache-Control"]
    number, second = queries(committed, address, **{"if-none-match": first["ETag"]})
    assert (
        second.status_code == 304
        and second.content == b""
        and number == 1
        and second["ETag"] == first["ETag"]
    )
    other = committed.get(
        f"{address}{'&' if '?' in address else '?'}x=1", headers={"if-none-match": first["ETag"]}
    )
    assert other.status_code != 304
    assert (
        committed.get(
            address, headers={"if-none-match": first["ETag"], "host": "evil.test"}
        ).status_code
        == 400
    )


def test_a_publication_makes_every_page_new(place):
    token = place.token("Example Lab")
    before = place.client.get("/ranking/")["ETag"]
    assert place.client.get("/ranking/", headers={"if-none-match": before}).status_code == 304
    place.send(sendable(), token)
    assert place.client.get("/ranking/", headers={"if-none-match": before}).status_code == 304
    place.publish(sendable(date="2026-03-03T00:00:00Z"), token)
    assert place.client.get("/ranking/", headers={"if-none-match": before}).status_code == 200


def test_faults_are_not_kept(committed):
    for address in ("/nope", "/ranking/?page=0"):
        assert "ETag" not in committed.get(address)


@pytest.mark.parametrize(
    "address", ["/", "/ranking/", "/ranking.csv", "/api/results", ONE, "/ranking/?rev=40"]
)
@pytest.mark.parametrize("encoding", ["gzip", "identity"])
def test_what_was_made_once_is_kept(committed, address, encoding):
    head = {"accept-encoding": encoding}
    first = committed.get(address, headers=head)
    number, second = queries(committed, address, **head)
    assert (
        number == 1
        and second.content == first.content
        and dict(second.items()) == dict(first.items())
    )
    assert second.get("Content-Encoding", "identity") == encoding
    assert committed.get(address, headers={**head, "host": "evil.test"}).status_code == 400


def test_kept_answers_are_bounded_and_copied():
    kept = KeptAnswers(100)
    for number in range(5):
        kept.keep((f"{number}", "GET", False), HttpResponse(b"x" * 30))
        assert kept.get(("0", "GET", False)) or number > 3
    assert kept.bytes == 90 and kept.get(("1", "GET", False)) is None
    kept.keep(("large", "GET", False), HttpResponse(b"x" * 101))
    assert kept.get(("large", "GET", False)) is None and kept.get(("0", "HEAD", False)) is None
    copied = kept.get(("0", "GET", False))
    assert copied
    copied.write(b"changed")
    again = kept.get(("0", "GET", False))
    assert again and again.content == b"x" * 30
