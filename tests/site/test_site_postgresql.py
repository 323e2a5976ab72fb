"""A site on PostgreSQL: started, written to, read, and what its database refuses. With
CRYPTAGON_TEST_DATABASE=postgresql all other tests of the site run on it too."""

import json
import subprocess
import threading

import pytest
from click.testing import CliRunner
from django.db import DatabaseError, connections, transaction
from postgres_server import Databases
from publishing_site import PublishingSite, committed_record, sendable

from cryptagon.cli import main
from cryptagon.errors import CryptagonError
from cryptagon.site import postgres_backup, server
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


@pytest.fixture
def other(site, postgres_server, tmp_path):
    """An empty database beside it."""
    (tmp_path / "other").mkdir()
    yield PublishingSite(Databases(postgres_server).new(tmp_path / "other"))
    connections.close_all()


def test_a_backup_is_the_whole_of_it(site, other, tmp_path):
    token, copy = site.token("Example Lab"), tmp_path / "backup.dump"
    digest = site.publish(sendable(), token)
    waiting = site.send(sendable(date="2026-04-01T00:00:00Z"), token)[1]["id"]
    done = site.console("backup", str(copy))
    assert done.exit_code == 0 and "2 records and 2 entries of the log" in done.output, done.output
    assert copy.stat().st_mode & 0o777 == 0o600 and not list(tmp_path.glob(".backup*"))
    site.publish(sendable(date="2026-05-01T00:00:00Z"), token)  # not in it
    done = other.console("restore", str(copy))
    assert done.exit_code == 0 and "2 records and 2 entries of the log" in done.output, done.output
    server.make_database(other.file)
    assert other.client.get(f"/results/{digest}/").status_code == 200
    assert LogEntry.objects.count() == 2
    assert other.console("publish", waiting[:12]).exit_code == 0
    assert other.send(sendable(date="2026-04-02T00:00:00Z"), token)[0] == 201
    open_database(other.file, writable=True)
    with (
        pytest.raises(DatabaseError, match="is never changed and never removed"),
        transaction.atomic(),
    ):
        connections["default"].cursor().execute("DELETE FROM site_logentry")


def test_no_database_is_overwritten_and_no_other_backup_is_taken(site, other, tmp_path):
    copy, file = tmp_path / "backup.dump", PublishingSite(tmp_path / "file.sqlite3")
    assert site.console("backup", str(copy)).exit_code == 0
    for words, told in (
        (site.console("backup", str(copy)), "left as it is"),
        (site.console("restore", str(copy)), "has tables already"),
        (file.console("restore", str(copy)), "is one of PostgreSQL"),
        (other.console("restore", str(tmp_path / "nothing")), "no such file"),
        (other.console("restore", str(tmp_path / "record.json")), "is one of a site in a file"),
    ):
        assert words.exit_code == 1 and told in words.output, words.output
    cut = tmp_path / "cut.dump"
    cut.write_bytes(copy.read_bytes()[: copy.stat().st_size // 2])
    done = other.console("restore", str(cut))
    assert done.exit_code == 1 and "pg_restore failed" in done.output
    open_database(other.file)
    assert connections["default"].introspection.table_names() == []
    assert not file.file.exists()


def test_a_changed_record_is_found_by_backup_restore_and_check(site, other, tmp_path):
    copy = tmp_path / "backup.dump"
    open_database(site.file, writable=True)
    with transaction.atomic(), connections["default"].cursor() as cursor:
        cursor.execute("ALTER TABLE site_record DISABLE TRIGGER USER")
        cursor.execute("UPDATE site_record SET content = convert_to('{}', 'UTF8')")
    done = site.console("backup", str(copy))
    assert done.exit_code == 1 and "a record was changed" in done.output and not copy.exists()
    told = site.console("check").output
    assert "wrong  log and records: a record was changed" in told
    assert "wrong  what is kept cannot be changed: 4 of 6 triggers hold" in told
    postgres_backup._run("pg_dump", site.file, "--format=custom", f"--file={copy}")
    done = other.console("restore", str(copy))
    assert done.exit_code == 1 and "the backup is damaged: a record was changed" in done.output


def test_a_check_tells_what_is_right(site):
    site.console("signing")
    lines = site.console("check").output.splitlines()
    right = {
        line.removeprefix("ok").strip().partition(":")[0] for line in lines if line[:2] == "ok"
    }
    assert {
        "log and records",
        "nobody reads on the way to the server",
        "what is kept cannot be changed",
        "head is signed with the key of the site",
    } <= right, lines


def test_without_the_programs_of_the_server_it_is_told(site, tmp_path, monkeypatch):
    monkeypatch.setattr(postgres_backup.shutil, "which", lambda name: None)
    done = site.console("backup", str(tmp_path / "x"))
    assert done.exit_code == 1 and "apt install postgresql-client" in done.output


def test_a_password_is_in_no_command_line(tmp_path, monkeypatch):
    seen = {}
    monkeypatch.setattr(postgres_backup.shutil, "which", lambda name: "/bin/true")
    monkeypatch.setattr(
        postgres_backup.subprocess,
        "run",
        lambda words, env, **more: (
            seen.update(words=words, env=env) or subprocess.CompletedProcess(words, 0)
        ),
    )
    postgres_backup._run("pg_dump", Postgres("postgresql://ann:sesame@127.0.0.1:1/nothing"))
    assert "sesame" not in " ".join(seen["words"]) and seen["env"]["PGPASSWORD"] == "sesame"


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
