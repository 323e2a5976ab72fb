"""A site on PostgreSQL: started, written to, read, and what its database refuses. With
CRYPTAGON_TEST_DATABASE=postgresql all other tests of the site run on it too."""

import json
import threading

import pytest
from click.testing import CliRunner
from django.db import DatabaseError, connections, transaction
from postgres_server import Databases
from publishing_site import PublishingSite, committed_record, sendable

from cryptagon.cli import main
from cryptagon.errors import CryptagonError
from cryptagon.site import server
from cryptagon.site.accounts import Token
from cryptagon.site.database import open_database
from cryptagon.site.importing import Source
from cryptagon.site.log_models import LogEntry
from cryptagon.site.models import Record, Result
from cryptagon.site.places import Postgres, place_at
from cryptagon.site.submission import Submission


@pytest.fixture
def site(postgres_server, tmp_path, monkeypatch):
    """A site of one committed record on a server."""
    monkeypatch.setenv("CRYPTAGON_RESULTS", str(tmp_path / "results"))
    file = tmp_path / "record.json"

    file.write_text(json.dumps(committed_record()))
    monkeypatch.setattr(server, "sources", lambda: [Source(file, "first-look", "record.json")])
    made = Databases(postgres_server).new(tmp_path)
    server.make_database(made)
    yield PublishingSite(made)
    connections.close_all()


def test_a_record_is_sent_published_ranked_and_withdrawn(site):
    assert site.client.get("/ranking/").status_code == 200
    token = site.token("Example Lab")
    digest = site.publish(sendable(), token)
    assert site.client.get(f"/api/results/{digest}").json()["publisher"] == "Example Lab"
    assert site.client.get("/ranking.json?size=500&columns=record").json()["results"]
    assert site.client.get("/ranking/?rev=1").status_code == 200
    assert site.send(sendable(), token) == (200, {"id": digest, "state": "published"})
    assert site.console("withdraw", digest, "--reason", "wrong tags").exit_code == 0
    assert site.client.get(f"/results/{digest}/").status_code == 410
    server.make_database(site.file)
    assert (
        site.client.get(f"/results/{digest}/").status_code == 410 and LogEntry.objects.count() == 3
    )


def test_pages_only_read(site):
    site.client.get("/")
    for change in (
        lambda: Result.objects.update(title="x"),
        lambda: Token.objects.update(revoked=None),
    ):
        with pytest.raises(DatabaseError, match="read-only"):
            change()
        connections["default"].close()


def test_what_is_kept_is_never_changed(site):
    site.publish(sendable(), site.token("Example Lab"))
    open_database(site.file, writable=True)
    changes = (
        "UPDATE site_record SET study = 'x'",
        "DELETE FROM site_logentry",
        "TRUNCATE site_record CASCADE",
    )
    for change in (*changes, "UPDATE site_logentry SET reason = 'x'"):
        with (
            pytest.raises(DatabaseError, match="is never changed and never removed"),
            transaction.atomic(),
        ):
            connections["default"].cursor().execute(change)
    assert Record.objects.count() == 2


def test_two_who_send_the_same_at_once_have_sent_it_once(site):
    token = site.token("Example Lab")
    client = site.client
    client.get("/")
    answers: list[int] = []

    def send() -> None:
        try:
            answers.append(site_send(client, token))
        finally:
            connections.close_all()

    threads = [threading.Thread(target=send) for _ in range(6)]
    for one in threads:
        one.start()
    for one in threads:
        one.join(timeout=60)
    assert sorted(answers) == [200] * 5 + [201] and Submission.objects.count() == 1


def site_send(client, token):
    head = {"authorization": f"Bearer {token}"}
    return client.post(
        "/api/records", sendable(), content_type="application/json", headers=head
    ).status_code


def test_a_database_that_sorts_by_a_language_is_told(site, monkeypatch):
    monkeypatch.setattr(server, "connection", _Sorted())
    with pytest.raises(CryptagonError, match="sorts by the rules of a language"):
        server.make_database(site.file)


class _Sorted:
    """A connection that answers with the collation of a language."""

    def cursor(self):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *fault):
        return None

    def execute(self, order):
        assert "datcollate" in order

    def fetchone(self):
        return ("en_US.UTF-8",)


def test_what_is_for_files_alone_is_told(site, tmp_path):
    for words in (("backup", str(tmp_path / "copy")), ("check",)):
        done = site.console(*words)
        assert done.exit_code == 1 and "PostgreSQL" in done.output


def test_no_password_is_told():
    found = place_at("postgresql://ann:sesame@127.0.0.1:1/nothing")
    assert (
        isinstance(found, Postgres)
        and "sesame" not in f"{found} {found!r}"
        and found.name == "nothing"
    )
    done = CliRunner().invoke(
        main, ["site", "queue", "--database", "postgresql://ann:sesame@127.0.0.1:1/nothing"]
    )
    assert (
        done.exit_code == 1
        and "sesame" not in done.output
        and "ann@127.0.0.1:1/nothing" in done.output
    )
