"""The lines of docs/results-site-security.md that no other file of tests tries, and that every test
which that page names is there."""

import json
import re
import signal
import sys
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.metadata import packages_distributions, version
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest
from django.conf import settings
from publishing_site import sendable
from running_site import running

from cryptagon import paths
from cryptagon.site.canonical import record_id
from cryptagon.site.models import Result

PAGE = paths.repository() / "docs" / "results-site-security.md"


def test_every_test_that_the_page_names_is_there():
    rows = re.findall(r"^\| (.+?) \| (.+?) \| (.+?) \|$", PAGE.read_text(), re.MULTILINE)
    rows = [row for row in rows if row[0] not in ("attack", "---")]
    named = [name for row in rows for name in re.findall(r"`(test_\w+)`", row[2])]
    own = "\n".join(
        one.read_text() for one in (paths.repository() / "tests/site").glob("test_*.py")
    )
    assert len(rows) > 30 and all(f"def {name}(" in own for name in named), [
        name for name in named if f"def {name}(" not in own
    ]
    assert all("`test_" in row[2] for row in rows), "a line without a test"


@contextmanager
def listener():
    """A server that notes what it is asked for."""
    asked: list[str] = []

    class Noted(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()

        do_HEAD = do_POST = do_GET  # noqa: N815 - names of the standard library

        def log_message(self, format, *args):  # noqa: A002 - a name of the standard library
            pass

    with HTTPServer(("127.0.0.1", 0), Noted) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", asked
        server.shutdown()


def test_no_address_in_a_record_is_asked_for(place):
    with listener() as (url, asked):
        urlopen(f"{url}/heard")
        options = {**sendable()["options"], "source": f"{url}/a", "picture": {"href": f"{url}/b"}}
        tools = {**sendable()["tools"], "other": f"{url}/c"}
        record = sendable(options=options, tools=tools, commit=f"{url}/d")
        token = place.token("Example Lab")
        status, said = place.send(record, token)
        digest = record_id(record)
        if status == 201:
            place.console("publish", digest)
        for address in (f"/results/{digest}/", "/ranking/", f"/compare/?id={digest}", "/data/"):
            place.client.get(address)
        assert asked == ["/heard"] and status == 201, said


def test_no_picture_of_anybody_is_taken_or_given(place, hostile):
    token = place.token("Example Lab")
    picture = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    for kind in ("image/svg+xml", "text/html", "multipart/form-data; boundary=x"):
        assert place.send(picture, token, content_type=kind)[0] == 415
    assert place.send(picture, token)[0] == 400


def test_a_record_is_data_wherever_it_is_given(hostile):
    """A browser that opens its address runs nothing of it."""
    own = Result.objects.all()[0]
    for address in (f"/results/{own.pk}/record.json", f"/api/records/{own.pk}"):
        answer = hostile.get(address)
        assert answer["Content-Type"] == "application/json"
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert "attachment" in hostile.get(f"/results/{own.pk}/record.json")["Content-Disposition"]


def test_a_fault_of_the_site_tells_nothing_of_it(committed, monkeypatch):
    def broken(*_):
        raise RuntimeError("/srv/secret/place")

    monkeypatch.setattr("cryptagon.site.views.question_views.read_question", broken)
    monkeypatch.setattr("cryptagon.site.api.Answers", broken)
    committed.raise_request_exception = False
    for address in ("/question/", "/api/question"):
        answer = committed.get(address)
        text = answer.content.decode()
        assert answer.status_code == 500 and not settings.DEBUG
        assert not any(one in text for one in ("secret", "Traceback", "RuntimeError", ".py"))


def test_the_log_of_the_server_has_no_secret(people, tmp_path):
    """What somebody who reads the log learns of a token, a password, and a second factor."""
    token = people.token("Example Lab")
    mail = f"file://{tmp_path / 'mails'}?from=site@example.org"
    (tmp_path / "mails").mkdir()
    secrets = (token, "a password of somebody", "123456", "cryptagon_guessed")
    with running(people.file, "--publishing", "--mail", mail) as site:
        head = {"Content-Type": "application/json"}
        body = json.dumps(sendable()).encode()
        for given in (token, "cryptagon_guessed"):
            ask(
                f"{site.url}/api/records?token={given}",
                body,
                {**head, "Authorization": f"Bearer {given}"},
            )
        form = {"login": "ann@example.org", "password": secrets[1], "code": secrets[2]}
        ask(f"{site.url}/account/login/", urlencode(form).encode(), {})
        ask(f"{site.url}/nowhere/?password={secrets[1].replace(' ', '+')}", None, {})
        site.process.send_signal(signal.SIGINT)
        told = "".join(site.process.communicate(timeout=60))
    assert "/nowhere/" in told, "the log has something"
    assert not [one for one in secrets if one in told or one.replace(" ", "+") in told]


def ask(url: str, body: bytes | None, head: dict[str, str]) -> None:
    try:
        urlopen(Request(url, body, head), timeout=30).close()
    except HTTPError as fault:
        fault.close()


def test_the_lock_file_is_a_bill_of_all_that_the_site_loads(committed):
    """Each package whose code runs in the server, with its version and the digest of its file."""
    committed.get("/ranking/")
    text = (paths.repository() / "requirements.lock").read_text()
    locked = dict(
        re.findall(r"^([a-z0-9-]+)==([^ ;]+)[^\n]* \\\n    --hash=sha256:[0-9a-f]{64}", text, re.M)
    )
    owners = packages_distributions()
    loaded = {name for one in sys.modules for name in owners.get(one.partition(".")[0], ())}
    own = {re.sub(r"[-_.]+", "-", name).lower(): name for name in loaded}
    assert {"django", "gunicorn", "pydantic", "whitenoise"} <= own.keys()
    missing = {name for name in own if name not in locked} - {
        "cryptagon",
        "setuptools",
    }  # that of the environment
    assert missing == set()
    assert all(locked[name] == version(own[name]) for name in own if name in locked)


@pytest.mark.parametrize(
    "path",
    [
        "/static/../settings.py",
        "/static/%2e%2e/settings.py",
        "/static/..%2f..%2fsettings.py",
        "/results/../../etc/passwd/",
        "/ranking.%2e%2e/etc/passwd",
    ],
)
def test_no_address_leads_out_of_the_site(committed, path):
    answer = committed.get(path)
    assert answer.status_code in (404, 400) and b"SECRET_KEY" not in answer.content
