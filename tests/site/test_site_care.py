"""Backup, restore, the check of a deployment, and the files that deploy a site."""

import json
import os
import shutil
import sqlite3
import subprocess
import threading
from contextlib import closing
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from publishing_site import PublishingSite, sendable
from running_site import running

from cryptagon.cli.serve import serve
from cryptagon.site.canonical import record_id
from cryptagon.site.client import Site
from cryptagon.site.deployment import findings

DEPLOY = Path(__file__).parents[2] / "deploy"


def test_a_backup_of_a_served_site_is_the_whole_of_it(filed, tmp_path):
    token, copy = filed.token("Example Lab"), tmp_path / "backup"
    filed.publish(sendable(), token)
    waiting = filed.send(sendable(date="2026-04-01T00:00:00Z"), token)[1]["id"]
    with running(filed.file, "--publishing"):
        assert filed.console("backup", str(copy)).exit_code == 0
    assert copy.stat().st_mode & 0o777 == 0o600 and [
        one.name for one in tmp_path.glob("*backup*")
    ] == ["backup"]
    filed.file.unlink()
    other = PublishingSite(tmp_path / "other.sqlite3")
    assert other.console("restore", str(copy)).exit_code == 0
    assert other.client.get(f"/results/{record_id(sendable())}/").status_code == 200
    assert (
        waiting[:12] in other.console("queue").output
        and other.console("publish", waiting[:12]).exit_code == 0
    )
    status, _ = other.send(sendable(date="2026-04-02T00:00:00Z"), token)
    assert status == 201


def test_a_backup_while_others_write_is_whole(filed, tmp_path):
    token, stop, sent = filed.token("Example Lab"), threading.Event(), []
    with running(filed.file, "--publishing") as site:

        def send() -> None:
            while not stop.is_set() and len(sent) < 40:
                record = sendable(date=f"2026-04-01T00:00:{len(sent):02}Z")
                sent.append(
                    Site(site.url).post("/api/records", json.dumps(record).encode(), token)[0]
                )

        writer = threading.Thread(target=send)
        writer.start()
        done = [filed.console("backup", str(tmp_path / f"{number}")) for number in range(3)]
        stop.set()
        writer.join()
    assert [one.exit_code for one in done] == [0, 0, 0] and set(sent) == {201}


def test_nothing_is_overwritten_and_no_damage_is_copied(filed, tmp_path):
    (tmp_path / "mine").write_text("mine")
    assert "left as it is" in filed.console("backup", str(tmp_path / "mine")).output
    assert "left as it is" in filed.console("restore", str(filed.file)).output
    filed.console("backup", str(tmp_path / "copy"))
    with closing(sqlite3.connect(tmp_path / "copy")) as opened:
        opened.execute("DROP TRIGGER logentry_UPDATE")
        opened.execute("UPDATE site_logentry SET publisher = 'Me' WHERE rev = 3")
        opened.commit()
    other = PublishingSite(tmp_path / "new.sqlite3")
    done = other.console("restore", str(tmp_path / "copy"))
    assert (
        done.exit_code == 1
        and "the log was changed" in done.output
        and not list(tmp_path.glob("*new*"))
    )
    assert "no such file" in other.console("restore", str(tmp_path / "nothing")).output
    (tmp_path / "text").write_text("no database " * 1000)
    assert other.console("restore", str(tmp_path / "text")).exit_code == 1 and not list(
        tmp_path.glob("*new*")
    )


def wrong(file):
    return {one.what for one in findings(file, None) if not one.ok} - {
        "not run by root",
        "room on the disk",
    }


def test_a_check_finds_what_is_wrong(filed):
    filed.file.chmod(0o644)
    assert wrong(filed.file) == {
        "database is for its owner",
        "head is signed with the key of the site",
    }
    filed.file.chmod(0o600)
    filed.console("signing")
    assert wrong(filed.file) == set()
    key = filed.file.with_name(filed.file.name + ".key")
    key.chmod(0o644)
    assert wrong(filed.file) == {"head is signed with the key of the site"}
    key.unlink()
    subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", key], check=True)
    key.chmod(0o600)
    assert wrong(filed.file) == {"head is signed with the key of the site"}
    with closing(sqlite3.connect(filed.file)) as opened:
        opened.execute("CREATE VIEW mine AS SELECT 1")
    assert "log and records" in wrong(filed.file)


def test_a_check_looks_from_outside(filed, tmp_path):
    filed.console("signing")
    filed.file.chmod(0o600)
    shutil.copy(filed.file, tmp_path / "other")
    with running(filed.file, "--publishing") as site:
        told = filed.console("check", "--url", site.url).output
        assert told.count("\nwrong") == (1 if os.geteuid() == 0 else 0), told
        filed.publish(sendable(), filed.token("Example Lab"))
        stale = PublishingSite(tmp_path / "other").console("check", "--url", site.url)
    assert stale.exit_code == 1 and "wrong  log of the address is that of the file" in stale.output
    gone = filed.console("check", "--url", site.url)
    assert gone.exit_code == 1 and "wrong  address answers" in gone.output
    assert (
        "wrong  address is private"
        in filed.console("check", "--url", "http://results.invalid").output
    )


def test_a_site_behind_another_server_answers_to_its_name(place):
    with running(place.file, "--name", "results.example.org") as site:
        with urlopen(Request(site.url, headers={"Host": "results.example.org"})) as answer:
            assert answer.status == 200
        head = {"Host": "results.example.org", "X-Forwarded-Proto": "https"}
        with urlopen(Request(f"{site.url}/data/", headers=head)) as answer:
            assert b"cryptagon mirror https://results.example.org " in answer.read()


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd-analyze")
def test_systemd_understands_the_unit(tmp_path):
    unit = tmp_path / "cryptagon-site.service"
    text = (DEPLOY / "cryptagon-site.service").read_text()
    unit.write_text(
        text.replace("/opt/cryptagon/.venv/bin/cryptagon", "/bin/true").replace(
            "User=cryptagon", "User=daemon"
        )
    )
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True, check=False
    )
    own = [line for line in done.stderr.splitlines() if "cryptagon-site" in line]
    assert done.returncode == 0 and own == []


@pytest.mark.parametrize("file", ["cryptagon-site.service", "Containerfile"])
def test_the_files_of_a_deployment_name_options_that_there_are(file):
    text = (DEPLOY / file).read_text()
    known = {name for one in serve.params for name in one.opts}
    line = next(one for one in text.splitlines() if one.startswith(("ExecStart=", "ENTRYPOINT")))
    used = {word.strip('",[]') for word in line.split() if word.strip('"').startswith("--")}
    assert used and used <= known
