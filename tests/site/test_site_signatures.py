"""Signatures, tried by somebody who has a token, old signatures, other keys, or the disk of a
mirror.
"""

import base64
import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from click.testing import CliRunner
from publishing_site import sendable, signed
from running_site import running
from selection import one_of

from cryptagon.cli import main
from cryptagon.errors import CryptagonError
from cryptagon.site.database import open_database
from cryptagon.site.key_models import Key, SentSignature, Signature, SignedHead
from cryptagon.site.limits import HEADER
from cryptagon.site.log_models import LogEntry
from cryptagon.site.models import Edition
from cryptagon.site.signing import (
    ATTESTATION,
    HEAD,
    PUBLICATION,
    BadSignatureError,
    check_public,
    make_key,
    opened,
    read_key,
)
from cryptagon.site.submission import Submission

LAB = "Example Lab"


@pytest.fixture
def lab(place):
    """A publisher who signs: the site, a token, the key."""
    token = place.token(LAB)
    return place, token, place.key(LAB)


def test_a_signed_record_is_public_with_its_signature_for_ever(lab):
    place, token, key = lab
    digest = place.publish(sendable(), token, key)
    entry = LogEntry.objects.get(record_id=digest)
    kept = Signature.objects.get(rev=entry.rev)
    assert (
        opened(kept.content, PUBLICATION).key == key.public
        and opened(kept.content, PUBLICATION).statement["record"] == digest
    )
    told = place.client.get(f"/api/log?after={entry.rev - 1}&records=true").json()["entries"][0]
    assert told["envelope"] == kept.content and told["signature"] == kept.digest
    assert (
        entry.entry(kept.content).line.signature == kept.digest
        and entry.entry().line.signature == ""
    )


def refused(place, token, head, told):
    status, said = place.send(sendable(), token, **head)
    assert status == 403 and told in json.dumps(said), said
    assert not Submission.objects.exists() and not SentSignature.objects.exists()


def test_a_stolen_token_alone_is_of_no_use(lab):
    place, token, _ = lab
    refused(place, token, {}, "must be signed")


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"record": "0" * 64}, "for another record"),
        ({"site": "elsewhere.test"}, "for another site"),
        ({"site": None}, "for another site"),
        ({"date": (datetime.now(UTC) - timedelta(hours=2)).isoformat()}, "not of now"),
        ({"date": (datetime.now(UTC) + timedelta(hours=2)).isoformat()}, "not of now"),
        ({"date": "soon"}, "no date"),
        ({"date": None}, "no date"),
    ],
)
def test_a_signature_for_something_else_is_refused(lab, changes, told):
    place, token, key = lab
    refused(place, token, signed(sendable(), key, **changes), told)


def test_a_signature_of_another_kind_is_refused(lab):
    place, token, key = lab
    for kind in (ATTESTATION, HEAD, ""):
        refused(place, token, signed(sendable(), key, kind), "for something else")


def test_a_key_that_nobody_knows_is_refused(lab, tmp_path):
    place, token, _ = lab
    refused(place, token, signed(sendable(), make_key(tmp_path / "foreign.key")), "has no such key")


def test_the_key_of_another_publisher_is_refused(lab):
    place, token, _ = lab
    refused(place, token, signed(sendable(), place.key("Other", "other.key")), "has no such key")


def test_a_revoked_and_an_expired_key_are_refused(lab):
    place, token, key = lab
    Key.objects.update(expires=datetime.now(UTC) - timedelta(seconds=1))
    refused(place, token, signed(sendable(), key), "the key is expired")
    assert place.console("key", "revoke", "1").exit_code == 0
    refused(place, token, signed(sendable(), key), "the key is revoked")
    refused(place, token, {}, "must be signed")


def test_what_a_revoked_key_signed_before_stays(lab):
    place, token, key = lab
    digest = place.publish(sendable(), token, key)
    place.console("key", "revoke", "1")
    assert place.client.get(f"/results/{digest}/").status_code == 200
    status, said = place.send(sendable(), token, **signed(sendable(), key))
    assert status == 403 and "revoked" in said["detail"]


def test_a_replayed_signature_does_nothing_new(lab):
    place, token, key = lab
    head = signed(sendable(), key)
    assert place.send(sendable(), token, **head)[0] == 201
    assert place.send(sendable(), token, **head)[0] == 200
    other = sendable(date="2026-05-01T00:00:00Z")
    status, said = place.send(other, token, **head)
    assert status == 403 and "another record" in said["detail"]


def forged(key, change):
    found = json.loads(key.sign(PUBLICATION, {"record": "x"}))
    change(found)
    return json.dumps(found)


FORGERIES = [
    lambda found: found.update(payload=base64.b64encode(b'{"record":"y"}').decode()),
    lambda found: found["signatures"][0].update(sig=base64.b64encode(bytes(64)).decode()),
    lambda found: found["signatures"][0].update(sig=""),
    lambda found: found["signatures"][0].update(
        keyid="ed25519:" + base64.b64encode(bytes(32)).decode()
    ),
    lambda found: found["signatures"][0].update(keyid="x"),
    lambda found: found.update(signatures=[]),
    lambda found: found.update(signatures=found["signatures"] * 2),
    lambda found: found.update(payload="!"),
    lambda found: found.update(payload=base64.b64encode(b"[]").decode()),
    lambda found: found.pop("payloadType"),
]


@pytest.mark.parametrize("change", FORGERIES)
def test_a_forged_envelope_is_seen(tmp_path, change):
    key = make_key(tmp_path / "k")
    assert opened(forged(key, lambda found: None), PUBLICATION).key == key.public
    with pytest.raises(BadSignatureError):
        opened(forged(key, change), PUBLICATION)


@pytest.mark.parametrize("text", ["", "x", "[]", "null", "[" * 10_000, '{"payload": 1}'])
def test_what_is_no_envelope_is_told(text):
    with pytest.raises(BadSignatureError):
        opened(text, PUBLICATION)


@pytest.mark.parametrize(
    ("head", "status"), [("!", 400), (base64.b64encode(b"x").decode(), 403), ("eHh4" * 6000, 413)]
)
def test_a_header_of_nonsense_is_told(lab, head, status):
    place, token, _ = lab
    assert place.send(sendable(), token, **{HEADER: head})[0] == status


def test_a_private_key_is_for_its_owner_alone(tmp_path):
    file = tmp_path / "my.key"
    made = CliRunner().invoke(main, ["key", str(file)])
    assert made.exit_code == 0 and file.stat().st_mode & 0o777 == 0o600
    assert (
        CliRunner().invoke(main, ["key", str(file)]).output
        == made.output
        == read_key(file).public + "\n"
    )
    file.chmod(0o640)
    with pytest.raises(CryptagonError, match="others can read"):
        read_key(file)
    with pytest.raises(CryptagonError, match="left as it is"):
        make_key(file)


@pytest.mark.parametrize(
    "text", ["", "ed25519:", "ed25519:AAAA", "x" * 99, base64.b64encode(bytes(32)).decode()]
)
def test_what_is_no_public_key_is_told(text):
    with pytest.raises(CryptagonError, match="is no public key"):
        check_public(text)


def test_one_key_has_one_publisher(lab):
    place, _, key = lab
    place.console("publisher", "add", "Other")
    assert "known already" in place.console("key", "add", "Other", key.public).output


@pytest.fixture
def signing(lab):
    """A site that signs its log, with a signed record."""
    place, token, key = lab
    place.publish(sendable(), token, key)
    done = place.console("signing")
    assert done.exit_code == 0, done.output
    place.publish(sendable(date="2026-04-01T00:00:00Z"), token, key)
    return place, done.output.strip()


def mirror(*words):
    return CliRunner().invoke(main, ["mirror", *map(str, words)])


def test_a_mirror_is_checked_by_the_key_of_its_site(signing, tmp_path):
    place, public = signing
    other = make_key(tmp_path / "other").public
    file = tmp_path / "m"
    with running(place.file) as site:
        assert (
            "has not signed it" in mirror(site.url, "-o", file, "--key", other).output
            and not file.exists()
        )
        done = mirror(site.url, "-o", file, "--key", public)
        assert done.exit_code == 0 and f"signed by {public}" in done.output, done.output
    with running(file) as second:
        assert mirror(second.url, "-o", tmp_path / "n", "--key", public).exit_code == 0
    assert mirror("--check", file, "--key", public).exit_code == 0
    assert "has not signed it" in mirror("--check", file, "--key", other).output
    assert public.encode() in file.read_bytes() and b"PRIVATE" not in file.read_bytes()


def changed(file, *statements):
    with closing(sqlite3.connect(file)) as found:
        guards = found.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall()
        for name, _ in guards:
            found.execute(f"DROP TRIGGER {name}")
        for one in statements:
            found.execute(one)
        for _, text in guards:
            found.execute(text)
        found.commit()


CHANGES = [
    ("DELETE FROM site_signedhead", "has not signed it"),
    ("DELETE FROM site_signature", "the log was changed"),
    (
        "UPDATE site_signature SET rev = 1 WHERE rev = (SELECT min(rev) FROM site_signature)",
        "of another record",
    ),
    (
        "UPDATE site_signature SET content = replace(content, 'payload', 'payl0ad')",
        "this is no signature",
    ),
    (
        "INSERT INTO site_signature SELECT 9999, content FROM site_signature LIMIT 1",
        "a signature of nothing",
    ),
    (
        "INSERT INTO site_signedhead (content) SELECT content FROM site_signedhead",
        "more than once",
    ),
    (
        "UPDATE site_signedhead SET content = (SELECT content FROM site_signature LIMIT 1)",
        "for something else",
    ),
]


@pytest.mark.parametrize(
    ("statement", "told"), one_of(7, CHANGES, lambda change: change[1].replace(" ", "-"))
)
def test_a_changed_signature_of_a_mirror_is_seen(signing, tmp_path, statement, told):
    place, public = signing
    with running(place.file) as site:
        mirror(site.url, "-o", tmp_path / "m")
    changed(tmp_path / "m", statement)
    done = mirror("--check", tmp_path / "m", "--key", public)
    assert done.exit_code == 1 and told in done.output, done.output


def test_a_site_that_stops_signing_does_not_replace_a_mirror(signing, tmp_path):
    place, _ = signing
    with running(place.file) as site:
        assert mirror(site.url, "-o", tmp_path / "m").exit_code == 0
        before = (tmp_path / "m").read_bytes()
        open_database(place.file, writable=True)
        SignedHead.objects.all().delete()
        Edition.renew()
        done = mirror(site.url, "-o", tmp_path / "m")
        assert (
            done.exit_code == 1
            and "nobody signed its head" in done.output
            and (tmp_path / "m").read_bytes() == before
        )


def test_a_new_key_of_the_site_is_seen_at_once(lab):
    client = lab[0].client
    assert client.get("/api/log").json()["head"]["envelope"] is None
    lab[0].console("signing")
    assert client.get("/api/log").json()["head"]["envelope"]


def test_every_change_signs_the_head_again(signing):
    place, public = signing
    place.console("withdraw", LogEntry.objects.order_by("-rev")[0].record_id, "--reason", "wrong")
    place.client.get("/")
    last = LogEntry.objects.order_by("-rev")[0]
    signed_head = opened(SignedHead.objects.get().content, HEAD)
    assert signed_head.key == public and signed_head.statement == {
        "rev": last.rev,
        "digest": last.digest,
    }
    assert "left as it is" in place.console("signing").output


def test_the_command_signs(lab, tmp_path, monkeypatch):
    place, token, key = lab
    (tmp_path / "r.json").write_text(json.dumps(sendable()))
    monkeypatch.setenv("CRYPTAGON_TOKEN", token)
    with running(place.file, "--publishing") as site:
        words = ["publish", str(tmp_path / "r.json"), "--to", site.url]
        assert "must be signed" in CliRunner().invoke(main, words).output
        done = CliRunner().invoke(main, [*words, "--key", str(place.file.with_name("my.key"))])
        assert done.exit_code == 0, done.output
    place.client.get("/")
    assert opened(SentSignature.objects.get().content, PUBLICATION).key == key.public
