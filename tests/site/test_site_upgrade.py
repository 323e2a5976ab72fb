"""Databases that earlier states of the site wrote, as `tests/site/databases` has them: opened,
served and written to by this one, and nothing of them is lost.

To add one: `sqlite3 site.sqlite3 .dump`, with the commit and a token in the first line.
"""

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.request import urlopen

import pytest
from account_site import CAUGHT, AccountSite, overridden
from publishing_site import sendable
from running_site import running

from cryptagon.site import server
from cryptagon.site.account_opening import open_accounts
from cryptagon.site.log_models import LogEntry
from cryptagon.site.mirror_check import check_file
from cryptagon.site.mirroring import own_guards
from cryptagon.site.models import Record
from cryptagon.site.submission import Submission

DUMPS = sorted((Path(__file__).parent / "databases").glob("*.sql"))


@pytest.fixture(params=DUMPS, ids=lambda one: one.stem)
def old(request, tmp_path, monkeypatch):
    """A site in a database of then, its token, and its rows as they were."""
    monkeypatch.setenv("CRYPTAGON_RESULTS", str(tmp_path / "none"))
    text = request.param.read_text()
    file = tmp_path / "site.sqlite3"
    with closing(sqlite3.connect(file)) as made:
        made.executescript(text)
        records = dict(made.execute("SELECT id, content FROM site_record"))
        log = made.execute("SELECT rev, digest FROM site_logentry ORDER BY rev").fetchall()
    found = re.search(r"token of Example Lab: (\S+)", text)
    assert found and len(records) > 1
    return AccountSite(file), found[1], records, log


def test_there_is_a_database_of_an_earlier_state():
    assert DUMPS


def test_what_was_kept_is_kept_and_the_site_goes_on(old):
    site, token, records, log = old
    server.make_database(site.file)
    assert records.items() <= {one.pk: bytes(one.content) for one in Record.objects.all()}.items()
    entries = dict(LogEntry.objects.values_list("rev", "digest"))
    assert dict(log).items() <= entries.items(), "the log goes on from the one of then"
    for digest in records:
        assert site.client.get(f"/results/{digest}/").status_code == 200
    (waiting,) = Submission.objects.filter(state="waiting").values_list("pk", flat=True)
    assert waiting[:12] in site.console("queue").output
    assert site.console("publish", waiting).exit_code == 0
    assert site.send(sendable(date="2026-05-01T00:00:00Z"), token)[0] == 201
    assert site.send(sendable(date="2026-05-02T00:00:00Z"), "cryptagon_none")[0] == 401
    assert site.console("signing").exit_code == 0
    assert len(check_file(site.file, own_guards()).digests) == LogEntry.objects.count()
    assert site.console("withdraw", waiting, "--reason", "tried").exit_code == 0


def test_accounts_come_to_a_database_that_had_none(old):
    site, *_ = old
    server.make_database(site.file)
    with overridden():
        open_accounts(site.file, CAUGHT)
        ann = site.member()
        ann.second_factor()
        assert "You publish as" in ann.post("/account/publisher/", name="Ann Lab")
        taken = site.member("eve@example.org")
        taken.second_factor()
        assert "You publish as" not in taken.post("/account/publisher/", name="Example Lab")


def test_the_command_serves_it(old):
    site, _, records, _ = old
    with running(site.file, "--publishing") as found:
        for digest in records:
            with urlopen(f"{found.url}/results/{digest}/", timeout=60) as answer:
                assert b"ACORN-128" in answer.read()
