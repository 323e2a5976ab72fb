"""A whole site as one file: it is all there, any change of it is seen, and it can be served."""

import hashlib
import http.server
import json
import shutil
import sqlite3
import threading
from contextlib import closing

import pytest
from click.testing import CliRunner
from django.db import connections
from publishing_site import last_entry, sendable
from running_site import running

from cryptagon.cli import main
from cryptagon.site import server
from cryptagon.site.log import Line, digest_of
from cryptagon.site.mirroring import _PAGE
from cryptagon.site.models import Record

BOTH = "FROM site_logentry JOIN site_record ON id = record_id ORDER BY rev"


def mirror(*words):
    return CliRunner().invoke(main, ["mirror", *map(str, words)])


@pytest.fixture(scope="module")
def original(databases, committed_file, tmp_path_factory):
    """A mirror of the committed records, made once."""
    folder = tmp_path_factory.mktemp("mirror")
    with running(databases.copy(committed_file, folder)) as site:
        done = mirror(site.url, "-o", folder / "mirror.sqlite3")
    assert done.exit_code == 0, done.output
    return folder / "mirror.sqlite3"


@pytest.fixture
def copy(original, tmp_path):
    shutil.copy(original, tmp_path / "mirror.sqlite3")
    return tmp_path / "mirror.sqlite3"


def changed(file, *statements, unguarded=True):
    with closing(sqlite3.connect(file)) as opened:
        guards = opened.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall()
        for name, _ in guards if unguarded else ():
            opened.execute(f"DROP TRIGGER {name}")
        for one in statements:
            opened.execute(*one) if isinstance(one, tuple) else opened.execute(one)
        for _, text in guards if unguarded else ():
            opened.execute(text)
        opened.commit()
    return file


def test_a_mirror_has_the_records_and_the_log_and_nothing_else(original, committed):
    with closing(sqlite3.connect(original)) as opened:
        tables = {
            name
            for (name,) in opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        }
        assert {one for one in tables if not one.startswith("sqlite_")} == {
            *("site_record", "site_logentry", "site_mirrored", "site_signature", "site_signedhead")
        }
        kept = dict(opened.execute("SELECT id, content FROM site_record"))
    assert kept == {one.pk: bytes(one.content) for one in Record.objects.all()}
    assert [file.name for file in original.parent.glob("*mirror*")] == ["mirror.sqlite3"]
    done = mirror("--check", original, "--head", last_entry().digest[:10])
    assert (
        done.exit_code == 0
        and f"{len(kept)} records" in done.output
        and f"head {last_entry().digest}" in done.output
    )


def test_secrets_and_the_quarantine_are_not_in_a_mirror(place, tmp_path):
    token = place.token("Example Lab")
    shown = place.publish(sendable(), token)
    waiting = place.send(sendable(date="2026-04-01T00:00:00Z"), token)[1]["id"]
    with running(place.file, "--publishing") as site:
        assert mirror(site.url, "-o", tmp_path / "m").exit_code == 0
    content = (tmp_path / "m").read_bytes()
    assert shown.encode() in content and waiting.encode() not in content
    assert (
        token.encode() not in content
        and hashlib.sha256(token.encode()).hexdigest().encode() not in content
    )


def test_a_mirror_can_be_served_and_mirrored_again(copy, tmp_path):
    with running(copy) as site:
        second = mirror(site.url, "-o", tmp_path / "second")
        assert second.exit_code == 0, second.output
    assert mirror("--check", copy).output.splitlines()[1] == second.output.splitlines()[1]
    refused = CliRunner().invoke(
        main, ["serve", "--database", str(copy), "--publishing", "--port", "0"]
    )
    assert refused.exit_code == 1 and "a mirror is not changed" in refused.output
    refused = CliRunner().invoke(main, ["site", "publisher", "add", "x", "--database", str(copy)])
    assert refused.exit_code == 1 and "a mirror is not changed" in refused.output


WRONG = [
    ("UPDATE site_record SET content = replace(content, 'acorn', 'acorm')", "a record"),
    (
        "UPDATE site_record SET study = 'mine' WHERE id = (SELECT record_id FROM site_logentry WHERE rev = 3)",
        "the log was changed",
    ),
    ("UPDATE site_logentry SET publisher = 'Me' WHERE rev = 5", "the log was changed"),
    ("UPDATE site_logentry SET digest = 'x' WHERE rev = 5", "the log was changed"),
    ("DELETE FROM site_logentry WHERE rev = 5", "the log has a gap"),
    (
        "DELETE FROM site_logentry WHERE rev = (SELECT max(rev) FROM site_logentry)",
        "there is a record that the log does not have",
    ),
    (
        "DELETE FROM site_record WHERE id = (SELECT record_id FROM site_logentry WHERE rev = 7)",
        "the log was changed",
    ),
    (
        "INSERT INTO site_record VALUES ('x', '{}', '', '')",
        "there is a record that the log does not have",
    ),
    ("CREATE VIEW site_x AS SELECT 1", "the file has a program in it"),
    (
        "CREATE TRIGGER t AFTER INSERT ON site_record BEGIN SELECT 1; END",
        "the file has a program in it",
    ),
    ("DROP TABLE site_mirrored", "there is no table site_mirrored"),
    ("UPDATE site_mirrored SET head = 'x'", "the log was cut or went on"),
]


@pytest.mark.parametrize(("statement", "told"), WRONG, ids=[one for one, _ in WRONG])
def test_any_change_of_a_mirror_is_seen(copy, statement, told):
    done = mirror("--check", changed(copy, statement))
    assert done.exit_code == 1 and told in done.output, done.output


def test_a_mirror_that_was_changed_is_not_served(copy):
    changed(copy, WRONG[2][0])
    refused = CliRunner().invoke(main, ["serve", "--database", str(copy), "--port", "0"])
    assert refused.exit_code == 1 and "the log was changed" in refused.output


def test_a_log_that_was_cut_at_its_end_is_seen(copy):
    last = "(SELECT max(rev) FROM site_logentry)"
    record = f"DELETE FROM site_record WHERE id = (SELECT record_id FROM site_logentry WHERE rev = {last})"
    done = mirror("--check", changed(copy, record, f"DELETE FROM site_logentry WHERE rev = {last}"))
    assert done.exit_code == 1 and "the log was cut or went on" in done.output


def test_a_history_that_was_made_anew_is_told_by_a_head_that_was_noted(original, copy):
    """Whoever makes the whole chain again can say anything, but not to those who kept a head."""
    with closing(sqlite3.connect(original)) as opened:
        noted = opened.execute("SELECT digest FROM site_logentry ORDER BY rev DESC").fetchone()[0]
        rows = opened.execute(
            f"SELECT rev, date, state, record_id, publisher, reason, study, file {BOTH}"
        ).fetchall()
    previous, statements = "0" * 64, []
    for rev, date, state, record, _, reason, study, file in rows:
        previous = digest_of(Line(rev, date, state, record, "Me", reason, study, file), previous)
        statements.append(
            ("UPDATE site_logentry SET publisher = 'Me', digest = ? WHERE rev = ?", (previous, rev))
        )
    changed(copy, *statements, ("UPDATE site_mirrored SET head = ?", (previous,)))
    assert mirror("--check", copy).exit_code == 0
    done = mirror("--check", copy, "--head", noted)
    assert done.exit_code == 1 and "this is not the history that was cited" in done.output


class Liar(http.server.BaseHTTPRequestHandler):
    """A site that gives a log of its own."""

    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        after = int(self.path.partition("after=")[2].partition("&")[0] or 0)
        entries = self.server.entries[after : after + _PAGE]  # type: ignore[attr-defined]
        self.wfile.write(json.dumps({"entries": entries}).encode())

    def log_message(self, format, *arguments):  # noqa: A002 - its name in the base class
        pass


@pytest.fixture
def liar():
    server = http.server.HTTPServer(("127.0.0.1", 0), Liar)
    server.entries = []  # type: ignore[attr-defined]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def entries_of(file):
    names = (
        "rev",
        "date",
        "state",
        "record",
        "publisher",
        "reason",
        "study",
        "file",
        "digest",
        "content",
    )
    query = f"SELECT rev, date, state, record_id, publisher, reason, study, file, digest, content {BOTH}"
    with closing(sqlite3.connect(file)) as opened:
        return [
            dict(zip(names, (*row[:-1], row[-1].decode()), strict=True))
            for row in opened.execute(query)
        ]


def test_an_honest_site_is_mirrored(liar, original, tmp_path):
    liar.entries = entries_of(original)
    assert mirror(f"http://127.0.0.1:{liar.server_port}", "-o", tmp_path / "m").exit_code == 0


LIES = [
    (lambda found: found.pop(3), "the log has a gap"),
    (lambda found: found[3].update(content="{}"), "is another than the one it names"),
    (lambda found: found[3].update(content=None), "does not give the record"),
    (lambda found: found[3].update(content="x"), "is none"),
    (lambda found: found[3].update(publisher="x"), "the log was changed"),
    (lambda found: found[3].update(rev="4"), "lacks a field"),
    (lambda found: found[3].pop("digest"), "lacks a field"),
    (lambda found: found.insert(3, 7), "there are no entries"),
]


@pytest.mark.parametrize(("lie", "told"), LIES, ids=[told for _, told in LIES])
def test_a_site_that_lies_leaves_no_mirror(liar, original, tmp_path, lie, told):
    liar.entries = entries_of(original)
    lie(liar.entries)
    done = mirror(f"http://127.0.0.1:{liar.server_port}", "-o", tmp_path / "m")
    assert done.exit_code == 1 and told in done.output and not list(tmp_path.glob("*m*")), (
        done.output
    )


def test_a_site_that_rewrote_its_history_does_not_replace_the_evidence(liar, original, copy):
    liar.entries = entries_of(original)[:-1]
    before = copy.read_bytes()
    shorter = mirror(f"http://127.0.0.1:{liar.server_port}", "-o", copy)
    assert shorter.exit_code == 1 and "has lost" in shorter.output and copy.read_bytes() == before
    found = entries_of(original)
    previous = found[79]["digest"]
    for one in found[80:]:
        one["publisher"] = "Me"
        previous = one["digest"] = digest_of(
            Line(**{name: one[name] for name in one if name not in ("digest", "content")}), previous
        )
    liar.entries = found
    done = mirror(f"http://127.0.0.1:{liar.server_port}", "-o", copy)
    assert (
        done.exit_code == 1
        and "has rewritten its history" in done.output
        and copy.read_bytes() == before
    )


def test_a_mirror_goes_on_where_the_site_went_on(liar, original, tmp_path):
    liar.entries = entries_of(original)[:50]
    assert mirror(f"http://127.0.0.1:{liar.server_port}", "-o", tmp_path / "m").exit_code == 0
    liar.entries = entries_of(original)
    assert mirror(f"http://127.0.0.1:{liar.server_port}", "-o", tmp_path / "m").exit_code == 0
    assert f"{len(liar.entries)} entries" in mirror("--check", tmp_path / "m").output


def test_a_file_of_somebody_is_not_replaced(liar, tmp_path):
    (tmp_path / "text").write_text("mine")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server, "sources", list)
        server.make_database(tmp_path / "site")
    connections.close_all()
    for name in ("text", "site"):
        before = (tmp_path / name).read_bytes()
        done = mirror(f"http://127.0.0.1:{liar.server_port}", "-o", tmp_path / name)
        assert done.exit_code == 1 and (tmp_path / name).read_bytes() == before


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("http://x",),
        ("-o", "x"),
        ("http://x", "--check", "y"),
        ("http://x", "-o", "y", "--head", "00000000"),
    ],
)
def test_unclear_words_are_told(words):
    assert "it is not clear what to do" in mirror(*words).output


def test_what_is_no_mirror_is_told(tmp_path):
    (tmp_path / "text").write_text("no database" * 1000)
    for name in ("none", "text"):
        done = mirror("--check", tmp_path / name)
        assert done.exit_code == 1 and ("no such file" in done.output or "no mirror" in done.output)
    assert mirror("--check", tmp_path / "text", "--head", "xyz").exit_code == 1
