"""Plots in other pages, and what a browser need not fetch again."""

import base64
import hashlib
import html
import os
import re
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from xml.etree import ElementTree

import pytest
from browser import CHROMIUM, page
from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext
from hostile_record import SCRIPT
from publishing_site import sendable
from running_site import running

from cryptagon.site.caching import KeptAnswers
from cryptagon.site.database import open_database
from cryptagon.site.models import Comparison, Result

PICTURES = Path(os.environ["CRYPTAGON_PICTURES"]) if os.environ.get("CRYPTAGON_PICTURES") else None
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


FRAME = ONE.replace("plot.svg", "embed/")


def test_a_ranking_in_a_frame_has_its_tables_and_nothing_to_press(committed):
    answer = committed.get(FRAME)
    policy = answer["Content-Security-Policy"]
    assert "frame-ancestors *" in policy and "X-Frame-Options" not in answer
    assert "script-src" not in policy and "form-action 'none'" in policy
    text = answer.content.decode()
    page = committed.get(FRAME.replace("embed/", "")).content.decode()
    designs = re.findall(r'href="(/results/[0-9a-f]{64}/)"', page)
    assert designs and re.findall(r'href="(/results/[0-9a-f]{64}/)"', text) == designs
    for name in ("<form", "<input", "<nav", "<script"):
        assert name not in text
    assert '<base target="_blank">' in text
    assert committed.get("/ranking/embed/?rev=1").content.count(b'scope="row"') == 1
    assert committed.get(f"{FRAME}&targt=x").status_code == 400


def test_the_page_shows_how_to_frame_its_ranking(committed):
    page = html.unescape(committed.get(FRAME.replace("embed/", "")).content.decode())
    found = re.search(r'<iframe src="http://localhost(.*?)"', page)
    assert found and "rev=" in found[1]
    assert committed.get(found[1]).status_code == 200


@contextmanager
def page_elsewhere(folder):
    """The files of a folder under an origin of their own."""
    handler = partial(Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    """Files, and no word on the console."""

    def log_message(self, format, *args):  # noqa: A002 - the name of the standard library
        """Say nothing."""


@pytest.mark.nightly
@pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium: apt install chromium")
def test_a_page_elsewhere_shows_a_ranking_and_its_plot_and_no_other_page(committed_file, tmp_path):
    """In a browser: what the snippets of a page give in a page of another origin."""
    open_database(committed_file)
    with running(committed_file) as site, page_elsewhere(tmp_path) as elsewhere, page() as tab:
        (tmp_path / "mine.html").write_text(
            f"""<!doctype html><title>Mine</title><img id="plot" src="{site.url}{ONE}">
            <iframe id="good" src="{site.url}{FRAME}" width="600" height="300"
             sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
            <iframe id="bad" src="{site.url}/ranking/" width="600" height="300"></iframe>"""
        )
        tab.size(1000, 900)
        tab.open(f"{elsewhere}/mine.html", "document.readyState === 'complete'")
        assert tab.value("document.getElementById('plot').naturalWidth") > 300
        shown = [one["url"] for one in tab.call("Target.getTargets")["targetInfos"]]
        assert f"{site.url}{FRAME}" in shown, "a sandboxed frame is a target of its own"
        frames = tab.call("Page.getFrameTree")["frameTree"]["childFrames"]
        assert [one["frame"]["url"] for one in frames] == ["chrome-error://chromewebdata/"]
        if PICTURES:
            tab.picture(PICTURES / "embedded.png")
        own = [one for one in tab.complaints if "favicon" not in one]
        assert own and all("frame-ancestors 'none'" in one for one in own), own


NO_PLOT = [
    *(
        ("?area_max=0", "there is no plot"),
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
