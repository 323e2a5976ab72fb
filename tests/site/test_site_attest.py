"""Attestations: who may make one, what it changes, and what a liar can do."""

import json
import os
from datetime import UTC, datetime

import pytest
from click.testing import CliRunner
from publishing_site import sendable
from running_site import running

from cryptagon.cli import main
from cryptagon.errors import CryptagonError
from cryptagon.site import attesting
from cryptagon.site.attestation import DIFFERS, SAME
from cryptagon.site.attesting import Rerun, _environment, _read
from cryptagon.site.canonical import record_id
from cryptagon.site.log import ATTESTED
from cryptagon.site.log_models import LogEntry
from cryptagon.site.models import Result
from cryptagon.site.signing import ATTESTATION, HEAD
from cryptagon.site.submission import SentAttestation
from cryptagon.site.trust import CHECKED, CONFIRMED, DISPUTED, REPEATED, step_of

LAB, OTHER = "Example Lab", "Other"
RERUN = Rerun(same=True, differing=(), tools={"yosys": "0.70"}, held=("time", "memory"))


@pytest.fixture
def two(place):
    """A site, a public record of a first publisher, and the token and key of both publishers."""
    token, other = place.token(LAB), place.token(OTHER)
    own = place.key(LAB)
    return (
        place,
        place.publish(sendable(), token, own),
        (token, own),
        (other, place.key(OTHER, "other.key")),
    )


def said(record, /, **changes):
    own = {
        "record": record,
        "site": "localhost",
        "date": datetime.now(UTC).isoformat(),
        "outcome": SAME,
        "differing": [],
    }
    return {
        **own,
        "tools": {"yosys": "0.70"},
        "cryptagon": "0.1.0",
        "architecture": "x86_64",
        "system": "Linux",
        "held": ["time"],
        **changes,
    }


def send(place, token, envelope):
    body = json.dumps({"envelope": envelope})
    answer = place.client.post(
        "/api/attestations",
        body,
        content_type="application/json",
        headers={"authorization": f"Bearer {token}"},
    )
    return answer.status_code, json.loads(answer.content)


def attest(place, who, record, **changes):
    token, key = who
    status, told = send(place, token, key.sign(ATTESTATION, said(record, **changes)))
    assert status == 201 and told["state"] == "waiting", told
    done = place.console("publish", told["id"][:12])
    assert done.exit_code == 0, done.output


def trust(place, record):
    return place.client.get(f"/api/results/{record}").json()["trust"]


def test_the_ladder_is_climbed_by_attestations(two):
    place, record, own, other = two
    assert trust(place, record) == CHECKED
    attest(place, own, record)
    assert trust(place, record) == REPEATED
    attest(place, other, record)
    assert trust(place, record) == CONFIRMED
    page = place.client.get(f"/results/{record}/").content.decode()
    assert "badge-confirmed" in page and "x86_64, Linux" in page and "yosys 0.70" in page
    assert "badge-confirmed" in place.client.get("/ranking/?publisher=Example+Lab").content.decode()
    attest(place, other, record, outcome=DIFFERS, differing=["fmax_mhz"])
    assert trust(place, record) == DISPUTED
    assert "fmax_mhz" in place.client.get(f"/results/{record}/").content.decode()


def test_a_ranking_of_before_has_the_trust_of_before(two):
    place, record, _, other = two
    rev = LogEntry.objects.order_by("-rev")[0].rev
    attest(place, other, record)
    address = f"/ranking/?publisher=Example+Lab&rev={rev}"
    assert "badge-" not in place.client.get(address).content.decode()
    assert LogEntry.objects.order_by("-rev")[0].state == ATTESTED


def test_nothing_is_seen_before_a_moderator_decides(two):
    place, record, _, (token, key) = two
    envelope = key.sign(ATTESTATION, said(record))
    digest = send(place, token, envelope)[1]["id"]
    assert trust(place, record) == CHECKED and digest[:12] in place.console("queue").output
    assert place.console("queue", digest[:12]).output.strip() == envelope
    assert place.console("refuse", digest[:12], "--reason", "no").exit_code == 0
    assert send(place, token, envelope) == (200, {"id": digest, "state": "refused"})
    assert trust(place, record) == CHECKED and not LogEntry.objects.filter(state=ATTESTED).exists()


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"record": "0" * 64}, 404),
        ({"record": "x"}, 422),
        ({"site": "elsewhere.test"}, 403),
        ({"date": "2026-01-01T00:00:00+00:00"}, 403),
        ({"outcome": "better"}, 422),
        ({"outcome": SAME, "differing": ["fmax_mhz"]}, 422),
        ({"outcome": DIFFERS}, 422),
        ({"tools": {"yosys": "x" * 101}}, 422),
        ({"tools": {str(number): "1" for number in range(51)}}, 422),
        ({"architecture": "x\u202e86"}, 422),
        ({"publisher": "Cryptagon"}, 422),
    ],
)
def test_a_statement_that_cannot_be_is_refused(two, changes, status):
    place, record, _, (token, key) = two
    assert send(place, token, key.sign(ATTESTATION, said(record, **changes)))[0] == status
    assert not SentAttestation.objects.exists()


def test_another_publishers_key_and_another_kind_are_refused(two):
    place, record, (_, own), (token, key) = two
    assert send(place, token, own.sign(ATTESTATION, said(record)))[0] == 403
    assert send(place, token, key.sign(HEAD, said(record)))[0] == 403
    assert send(place, "x", key.sign(ATTESTATION, said(record)))[0] == 401


def test_who_has_no_key_attests_nothing(two):
    place, record, (_, own), _ = two
    status, told = send(place, place.token("Third"), own.sign(ATTESTATION, said(record)))
    assert status == 403 and "no such key" in told["detail"]


def test_a_withdrawn_record_is_not_attested(two):
    place, record, (token, key), other = two
    waiting = send(place, token, key.sign(ATTESTATION, said(record)))[1]["id"]
    place.console("withdraw", record, "--reason", "wrong")
    assert send(place, other[0], other[1].sign(ATTESTATION, said(record)))[0] == 409
    assert "was withdrawn" in place.console("publish", waiting[:12]).output


def test_an_attestation_does_not_make_a_publisher_of_the_record(two):
    place, record, _, (token, key) = two
    attest(place, (token, key), record)
    assert Result.objects.get(pk=record).publisher == LAB
    status, told = place.send(sendable(), token)
    assert status == 403 or "another publisher" in json.dumps(told)


@pytest.mark.parametrize(
    "body",
    [
        b" ",
        b"[]",
        b"{}",
        b'{"envelope": 1}',
        b'{"envelope": ""}',
        b'{"envelope": "x", "y": 1}',
        b"[" * 9999,
    ],
)
def test_nonsense_is_told(two, body):
    place, _, _, (token, _) = two
    head = {"authorization": f"Bearer {token}"}
    assert (
        place.client.post(
            "/api/attestations", body, content_type="application/json", headers=head
        ).status_code
        == 400
    )


@pytest.mark.parametrize(
    ("attested", "step"),
    [
        ([], CHECKED),
        ([("a", SAME)], REPEATED),
        ([("a", DIFFERS)], CHECKED),
        ([("b", SAME)], CONFIRMED),
        ([("b", DIFFERS)], DISPUTED),
        ([("b", SAME), ("c", DIFFERS)], DISPUTED),
        ([("b", DIFFERS), ("b", SAME)], CONFIRMED),
        ([("b", SAME), ("b", DIFFERS)], DISPUTED),
        ([("a", SAME), ("b", DIFFERS)], DISPUTED),
    ],
)
def test_the_last_word_of_each_counts(attested, step):
    assert step_of("a", attested) == step


def outcome(**changes):
    rows = [
        {"name": "yosys", "now": "0.70", "differs": False},
        {"name": "fmax_mhz", "now": 1, "differs": True},
    ]
    return json.dumps([{"error": None, "identical": False, "rows": rows, **changes}]).encode()


def test_the_word_of_the_sandbox_is_bounded():
    found = _read(outcome(), {"yosys"}, ("time",))
    assert found == Rerun(
        same=False, differing=("fmax_mhz",), tools={"yosys": "0.70"}, held=("time",)
    )
    many = [{"name": "x" * 999, "now": "", "differs": True}] * 999
    found = _read(outcome(rows=many), set(), ())
    assert len(found.differing) == 50 and len(found.differing[0]) == 100
    error = {"what": "no record", "where": "x", "why": "y", "fix": "z"}
    for output in (b"", b"[]", b"{}", b"null", outcome(rows=[1]), outcome(error=error)):
        with pytest.raises(CryptagonError):
            _read(output, set(), ())


def test_the_sandbox_is_told_no_secret(tmp_path, monkeypatch):
    monkeypatch.setenv("CRYPTAGON_TOKEN", "secret")
    monkeypatch.setenv("AWS_SECRET", "secret")
    told = _environment(tmp_path)
    assert "secret" not in told.values() and told["HOME"] == str(
        tmp_path / "home"
    ) != os.environ.get("HOME")


def test_the_command_sends_what_came_of_the_record(two, monkeypatch, tmp_path):
    place, record, _, (token, _) = two
    seen = []
    monkeypatch.setattr(
        attesting,
        "run_again",
        lambda content, limits, **more: (
            seen.append((record_id(json.loads(content)), more)) or RERUN
        ),
    )
    monkeypatch.setenv("CRYPTAGON_TOKEN", token)
    with running(place.file, "--publishing") as site:
        words = [
            "attest",
            record,
            "--to",
            site.url,
            "--key",
            str(place.file.with_name("other.key")),
        ]
        done = CliRunner().invoke(main, words)
        assert done.exit_code == 0 and "the same" in done.output and "waiting" in done.output, (
            done.output
        )
        assert seen == [
            (record, {"hidden": (place.file.with_name("other.key"),), "confined": True})
        ]
        other = CliRunner().invoke(main, [*words[:1], "0" * 64, *words[2:]])
        assert other.exit_code == 1 and "does not give that" in other.output
    place.client.get("/")
    assert SentAttestation.objects.get().record == record
