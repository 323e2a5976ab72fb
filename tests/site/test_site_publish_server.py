"""`cryptagon publish` and a running site: what is sent arrives, what is acknowledged stays, and the
token goes nowhere else."""

import http.client
import json
import sqlite3
import threading
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer
from signal import SIGQUIT
from typing import Any
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner
from django.db import connection
from gunicorn.workers.gthread import PollableMethodQueue
from publishing_site import sendable
from running_site import running

from cryptagon.cli import main
from cryptagon.site.canonical import record_id
from cryptagon.site.database import open_database
from cryptagon.site.limits import MOST_BYTES
from cryptagon.site.server import Worker
from cryptagon.site.submission import Submission


def written(folder, **changes):
    file = folder / f"{len(list(folder.iterdir()))}.json"
    file.write_text(json.dumps(sendable(**changes)))
    return file


def publish(*words, token):
    return CliRunner().invoke(main, ["publish", *map(str, words)], env={"CRYPTAGON_TOKEN": token})


def states(file):
    """What became of each record that was sent, from a database that is whole."""
    open_database(file)
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA integrity_check")
            assert cursor.fetchone() == ("ok",)
    return dict(Submission.objects.values_list("pk", "state"))


def test_command_sends_files_and_tells_what_became_of_each(place, tmp_path):
    token = place.token("Example Lab")
    folder = tmp_path / "sent"
    folder.mkdir()
    good, bad = written(folder), written(folder, title="AES")
    (folder / "big.json").write_text(" " * (MOST_BYTES + 1))
    with running(place.file, "--publishing") as site:
        done = publish(good, bad, folder / "big.json", "--to", site.url, token=token)
        assert done.exit_code == 1 and "2 of 3 records were not taken" in done.output
        assert (
            f"waiting    {good}  {record_id(sendable())[:12]}" in done.stdout
            and 'title is "AES"' in done.stderr
        )
        assert "1024 KiB" in done.stderr
        again = publish(good, "--to", f"{site.url}/", token=token)
        assert again.exit_code == 0 and "waiting" in again.stdout
        (tmp_path / "token").write_text(f"{token}\n")
        assert (
            publish(good, "--to", site.url, "--token-file", tmp_path / "token", token="").exit_code
            == 0
        )
        assert place.console("publish", record_id(sendable())).exit_code == 0
        assert "published" in publish(good, "--to", site.url, token=token).stdout
        with urllib.request.urlopen(
            f"{site.url}/ranking/?publisher=Example+Lab", timeout=20
        ) as answer:
            assert b"Example Lab" in answer.read()
        refused = publish(good, "--to", site.url, token="cryptagon_none")
        assert refused.exit_code == 1 and "there is no such token" in refused.output
    assert states(place.file) == {record_id(sendable()): "published"}


FORKS_ALONE = """
import os, threading
os.register_at_fork(before=lambda: os.abort() if threading.active_count() > 1 else None)
"""


def test_server_forks_before_it_has_threads(place):
    """A fork while another thread was inside SQLite copied a lock: the site never answered, or
    never ended."""
    with (
        running(place.file, "--publishing", first=FORKS_ALONE) as site,
        urllib.request.urlopen(f"{site.url}/ranking/", timeout=20) as answer,
    ):
        assert answer.status == 200


def test_server_ends_while_it_takes_a_request():
    """The handler of SIGQUIT ran while a request was given to the pool, and waited for the lock
    that the interrupted thread held."""
    worker: Any = object.__new__(Worker)
    worker.alive, worker.tpool = True, ThreadPoolExecutor()
    worker.method_queue = PollableMethodQueue()
    worker.method_queue.init()
    with worker.tpool._shutdown_lock:
        ending = threading.Thread(target=worker.handle_quit, args=(SIGQUIT, None), daemon=True)
        ending.start()
        ending.join(timeout=5)
        assert not ending.is_alive() and not worker.alive
    worker.method_queue.close()


def test_server_that_is_killed_has_all_that_it_acknowledged(place):
    token = place.token("Example Lab")
    acknowledged: list[str] = []

    head = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def send(netloc, first):
        for number in range(first, first + 1000):
            record = sendable(options={**sendable()["options"], "number": number})
            with closing(http.client.HTTPConnection(netloc, timeout=20)) as opened:
                try:
                    opened.request("POST", "/api/records", json.dumps(record), head)
                    acknowledged.append(json.loads(opened.getresponse().read())["id"])
                except (OSError, http.client.HTTPException, ValueError):
                    return

    with running(place.file, "--publishing") as site:
        writers = [
            threading.Thread(target=send, args=(urlsplit(site.url).netloc, 10_000 * one))
            for one in range(3)
        ]
        for one in writers:
            one.start()
        due = time.monotonic() + 60
        while len(acknowledged) < 25 and time.monotonic() < due:
            time.sleep(0.01)
        site.kill()
        for one in writers:
            one.join()
    kept = states(place.file)
    assert (
        len(acknowledged) >= 25
        and set(acknowledged) <= kept.keys()
        and set(kept.values()) == {"waiting"}
    )
    with running(place.file, "--publishing") as site:
        done = CliRunner().invoke(main, ["site", "queue", "--database", str(place.file)])
        assert done.exit_code == 0 and acknowledged[-1][:12] in done.output


class Thief(BaseHTTPRequestHandler):
    """A server that sends every request on to another address, and notes what it was told."""

    def do_POST(self):
        self.server.seen.append(self.headers.get("Authorization", ""))  # type: ignore[attr-defined]
        self.send_response(307 if self.server.onward else 200)  # type: ignore[attr-defined]
        if self.server.onward:  # type: ignore[attr-defined]
            self.send_header("Location", self.server.onward)  # type: ignore[attr-defined]
        self.end_headers()
        self.wfile.write(b"<html>no JSON \x1b[2J</html>")

    def log_message(self, format, *arguments):  # noqa: A002 - its name in the base class
        pass


@pytest.fixture
def servers():
    """Two servers at ports of their own: the first sends on to the second."""
    made = [HTTPServer(("127.0.0.1", 0), Thief) for _ in range(2)]
    for one in made:
        one.seen, one.onward = [], ""  # type: ignore[attr-defined]
        threading.Thread(target=one.serve_forever, daemon=True).start()
    made[0].onward = f"http://127.0.0.1:{made[1].server_port}/api/records"  # type: ignore[attr-defined]
    yield made
    for one in made:
        one.shutdown()
        one.server_close()


def test_a_token_does_not_follow_where_a_site_sends_it(servers, tmp_path):
    done = publish(
        written(tmp_path), "--to", f"http://127.0.0.1:{servers[0].server_port}", token="secret"
    )
    assert done.exit_code == 1 and servers[0].seen == ["Bearer secret"] and servers[1].seen == []


def test_what_is_no_site_is_told_without_its_escapes(servers, tmp_path):
    done = publish(
        written(tmp_path), "--to", f"http://127.0.0.1:{servers[1].server_port}", token="secret"
    )
    assert (
        done.exit_code == 1
        and "the site cannot be understood" in done.output
        and "\x1b[2J" not in done.output
    )


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("http://results.example.org", "everybody on the way can read the token"),
        ("http://127.0.0.1.example.org", "everybody on the way can read the token"),
        ("ftp://results.example.org", "this is no address of a site"),
        ("results.example.org", "this is no address of a site"),
        ("https://user:word@results.example.org", "this is no address of a site"),
        ("https://results.example.org/?x=1", "this is no address of a site"),
        ("http://127.0.0.1:1", "the site does not answer"),
    ],
)
def test_a_token_is_sent_to_nobody_who_should_not_have_it(tmp_path, url, told):
    done = publish(written(tmp_path), "--to", url, token="secret")
    assert (
        done.exit_code == 1
        and told in done.output
        and "secret" not in done.output
        and "word" not in done.output
    )


@pytest.mark.parametrize("token", ["", "two words", "\u00e4"])
def test_a_token_that_is_none_is_told(tmp_path, token):
    done = publish(written(tmp_path), "--to", "http://127.0.0.1:1", token=token)
    assert done.exit_code == 1 and "CRYPTAGON_TOKEN" in done.output


def test_a_token_cannot_be_given_on_the_command_line(tmp_path):
    done = publish(written(tmp_path), "--to", "http://127.0.0.1:1", "--token", "secret", token="")
    assert done.exit_code == 2 and "No such option" in done.output


def test_files_that_are_not_there_are_told(tmp_path):
    for words in (
        (tmp_path / "none.json",),
        (written(tmp_path), "--token-file", tmp_path / "none"),
    ):
        done = publish(*words, "--to", "http://127.0.0.1:1", token="secret")
        assert done.exit_code == 1 and "none" in done.output and "Traceback" not in done.output


def test_publishing_needs_a_database_that_stays():
    done = CliRunner().invoke(main, ["serve", "--publishing", "--port", "0"])
    assert done.exit_code == 1 and "records that are sent would be lost" in done.output


@pytest.mark.parametrize("words", [("queue",), ("publisher", "list"), ("publish", "00000000")])
def test_administration_of_what_is_no_site_is_told(tmp_path, words):
    (tmp_path / "text").write_text("no database" * 1000)
    with closing(sqlite3.connect(tmp_path / "other")) as other:
        other.execute("CREATE TABLE x (y)")
    for name in ("none", "text", "other"):
        done = CliRunner().invoke(main, ["site", *words, "--database", str(tmp_path / name)])
        assert done.exit_code == 1 and "no database of a site" in done.output, done.output
    assert not (tmp_path / "none").exists()


def test_two_who_write_and_twenty_who_read_lose_and_double_nothing(place):
    token = place.token("Example Lab")
    bodies = [json.dumps(sendable(date=f"2026-02-03T04:05:{one:02}Z")) for one in range(12)]
    head = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    answers: list[int] = []

    def ask(netloc, requests):
        with closing(http.client.HTTPConnection(netloc, timeout=120)) as opened:
            for method, path, body in requests:
                opened.request(method, path, body, head if body else {})
                answer = opened.getresponse()
                answer.read()
                answers.append(answer.status)

    with running(place.file, "--publishing") as site:
        netloc = urlsplit(site.url).netloc
        writers = [[("POST", "/api/records", body) for body in bodies]] * 2
        readers = [[("GET", f"/ranking/?area_min={one}", None)] * 2 for one in range(20)]
        threads = [threading.Thread(target=ask, args=(netloc, one)) for one in (*writers, *readers)]
        for one in threads:
            one.start()
        for one in threads:
            one.join(timeout=300)
    assert answers.count(201) == len(bodies) and answers.count(200) == len(bodies) + 40
    assert len(answers) == 2 * len(bodies) + 40
    assert states(place.file) == {record_id(json.loads(one)): "waiting" for one in bodies}
