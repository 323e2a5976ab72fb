"""The way of a record that somebody sends: token, checks, quarantine, moderation, ranking,
withdrawal.
"""

import json
from datetime import UTC, datetime, timedelta

import pytest
from publishing_site import committed_record, last_entry, sendable

from cryptagon import paths
from cryptagon.results import record_of
from cryptagon.site.accounts import Token
from cryptagon.site.canonical import object_in, record_id
from cryptagon.site.checks import faults_of
from cryptagon.site.log import HOUSE
from cryptagon.site.log_models import LogEntry, published
from cryptagon.site.models import Record, Result
from cryptagon.site.submission import Submission

DESIGN = {"algorithm": "acorn128", "approach": "rtl", "target": "ecp5-85f-8", "scope": "unit"}


def ranked(**conditions):
    return {
        one.pk: one.publisher
        for one in Result.objects.filter(comparison__isnull=False, **DESIGN, **conditions)
    }


def test_a_record_goes_from_its_publisher_through_quarantine_into_the_rankings(place):
    token = place.token("Example Lab")
    status, said = place.send(sendable(), token)
    digest = record_id(sendable())
    assert (status, said) == (201, {"id": digest, "state": "waiting"})
    assert (
        place.client.get(f"/results/{digest}/").status_code
        == place.client.get(f"/api/records/{digest}").status_code
        == 404
    )
    queue = place.console("queue").output
    assert digest[:12] in queue and "Example Lab" in queue and "ACORN-128" in queue
    assert json.loads(place.console("queue", digest[:12]).output) == sendable()
    assert place.console("publish", digest[:8]).exit_code == 0
    page = place.client.get(f"/results/{digest}/").content.decode()
    assert (
        "Published by" in page
        and "Example Lab" in page
        and "Nobody has said that it was made again" in page
    )
    assert place.client.get(f"/api/records/{digest}").content == json.dumps(sendable()).encode()
    assert place.client.get(f"/api/results/{digest}").json()["publisher"] == "Example Lab"
    assert (
        digest[:12] not in place.console("queue").output
        and Submission.objects.get().content is None
    )


def test_a_stranger_displaces_nobody_and_a_publisher_only_himself(place):
    place.client.get("/")
    before = ranked()
    assert set(before.values()) == {HOUSE}
    lab, other = place.token("Example Lab"), place.token("Other")
    first = place.publish(sendable(), lab)
    second = place.publish(sendable(date="2026-03-01T00:00:00Z"), other)
    third = place.publish(sendable(date="2026-03-02T00:00:00Z"), lab)
    assert ranked() == {**before, second: "Other", third: "Example Lab"} and first not in ranked()
    rows = place.client.get(
        "/ranking.json?algorithm=acorn128&target=ecp5-85f-8&columns=publisher&columns=rank&size=500"
    ).json()["results"]
    assert (
        len([row for row in rows if row["publisher"] == HOUSE])
        == len(rows) - 2
        == Result.objects.filter(
            comparison__isnull=False, algorithm="acorn128", target="ecp5-85f-8", publisher=HOUSE
        ).count()
    )


def test_ranking_filters_by_publisher_and_has_the_column(place):
    digest = place.publish(sendable(), place.token("Example Lab"))
    rows = place.client.get(
        "/ranking.json?publisher=Example+Lab&columns=publisher&columns=record"
    ).json()["results"]
    assert [(row["publisher"], row["record"]) for row in rows] == [("Example Lab", digest)]
    page = place.client.get("/ranking/?publisher=Example+Lab&columns=publisher").content.decode()
    assert 'href="/publishers/Example%20Lab/"' in page
    assert [
        one["record_id"]
        for one in place.client.get("/api/results?publisher=Example+Lab").json()["results"]
    ] == [digest]
    assert {"name": "Example Lab", "results": 1} in place.client.get("/api/publishers").json()


def test_publishers_have_pages(place):
    digest = place.publish(sendable(), place.token("Example Lab"))
    names = place.client.get("/publishers/").content.decode()
    assert "Example Lab" in names and HOUSE in names
    assert digest in place.client.get("/publishers/Example%20Lab/").content.decode()
    assert place.client.get("/publishers/Nobody/").status_code == 404


def test_a_withdrawn_record_leaves_its_tombstone(place):
    token = place.token("Example Lab")
    digest = place.publish(sendable(), token)
    assert (
        place.console("withdraw", digest[:12], "--reason", "its core gave wrong tags").exit_code
        == 0
    )
    answer = place.client.get(f"/results/{digest}/")
    assert answer.status_code == 410 and "its core gave wrong tags" in answer.content.decode()
    assert (
        digest not in ranked()
        and "its core gave wrong tags"
        in place.client.get("/publishers/Example%20Lab/").content.decode()
    )
    assert place.client.get(f"/api/records/{digest}").content == json.dumps(sendable()).encode()
    assert place.send(sendable(), token) == (
        409,
        {"detail": "the record was withdrawn", "faults": ["its core gave wrong tags"]},
    )
    again = place.console("withdraw", digest[:12], "--reason", "again")
    assert again.exit_code == 1 and "was withdrawn before" in again.output
    older = LogEntry.objects.get(record_id=digest, state="published")
    assert published(older.rev)[digest] == "Example Lab" and digest not in published()


def test_a_newer_record_that_is_withdrawn_gives_its_place_back(place):
    token = place.token("Example Lab")
    first = place.publish(sendable(), token)
    second = place.publish(sendable(date="2026-03-02T00:00:00Z"), token)
    place.console("withdraw", second, "--reason", "a mistake")
    place.client.get("/")
    assert ranked(publisher="Example Lab") == {first: "Example Lab"}


def test_a_refused_record_is_told_and_its_bytes_are_gone(place):
    token = place.token("Example Lab")
    digest = place.send(sendable(), token)[1]["id"]
    assert place.console("refuse", digest, "--reason", "not the core of the paper").exit_code == 0
    assert place.send(sendable(), token) == (
        409,
        {"detail": "the record was refused", "faults": ["not the core of the paper"]},
    )
    assert (
        Submission.objects.get().content is None and not Record.objects.filter(pk=digest).exists()
    )
    assert place.console("publish", digest).exit_code == 1


def test_sending_again_changes_nothing(place):
    token = place.token("Example Lab")
    digest = place.send(sendable(), token)[1]["id"]
    other_layout = json.dumps(dict(reversed(sendable().items())), indent=2).encode()
    assert place.send(other_layout, token) == (200, {"id": digest, "state": "waiting"})
    place.console("publish", digest)
    assert place.send(sendable(), token) == (200, {"id": digest, "state": "published"})
    assert (
        Submission.objects.count() == 1 and LogEntry.objects.filter(record_id=digest).count() == 1
    )


def test_several_are_published_all_or_none(place):
    token = place.token("Example Lab")
    first, second = (
        place.send(sendable(date=f"2026-02-0{day}T00:00:00Z"), token)[1]["id"] for day in (1, 2)
    )
    place.client.get("/")
    before = last_entry().rev
    assert place.console("publish", first, "0" * 64).exit_code == 1
    place.client.get("/")
    assert last_entry().rev == before and Submission.objects.filter(state="waiting").count() == 2
    assert place.console("publish", first, second).exit_code == 0
    place.client.get("/")
    assert last_entry().rev == before + 2


def test_the_log_of_a_checkout_is_that_of_its_files_alone(committed):
    """In the order in which they were measured, so that two sites of one checkout have one head."""
    entries = list(LogEntry.objects.order_by("rev"))
    assert [one.rev for one in entries] == list(range(1, Record.objects.count() + 1))
    assert {one.publisher for one in entries} == {HOUSE} and [
        one.date for one in entries
    ] == sorted(one.date for one in entries)


def test_every_committed_record_passes_the_checks_but_those_without_runs():
    """Six of the first version list no run: those would not be taken today."""
    found = {}
    for file in sorted((paths.repository() / "benchmarks" / "results").glob("*/*.json")):
        content = object_in(file.read_bytes())
        if faults := faults_of(content, record_of(content, file)):
            found[file.name] = faults
    assert len(found) == 6 and {fault for faults in found.values() for fault in faults} == {
        "attempts: no run is listed, so nothing shows where the figures come from"
    }


WRONG = [
    ({"algorithm": "acorn127"}, "did you mean acorn128"),
    ({"algorithm_class": "hash"}, 'acorn128 has "aead"'),
    ({"title": "AES-GCM"}, 'title is "AES-GCM"'),
    ({"variant": "v9"}, 'acorn128 has no "v9"'),
    ({"variant": "NO_SUCH_MACRO=1"}, 'acorn128 has no "NO_SUCH_MACRO=1"'),
    ({"approach": "magic"}, 'approach: there is no "magic"'),
    ({"target": "ecp5-85f-9"}, "did you mean ecp5-85f-8"),
    ({"device": "xc7a35t"}, 'device is "xc7a35t"'),
    ({"interface": None}, "interface: a unit has one"),
    (
        {
            "work": {**committed_record()["work"], "bits": 64},
            "throughput_mbps": None,
            "throughput_per_area": None,
        },
        "throughput_mbps is None",
    ),
    ({"date": (datetime.now(UTC) + timedelta(days=2)).isoformat()}, "in the future"),
    ({"source_digest": "0" * 63}, "source_digest: a SHA-256"),
    ({"verification": []}, "no level was run"),
    ({"verification": [{"level": "core", "vectors": 1, "ok": False}]}, "a level failed"),
    ({"attempts": []}, "no run is listed"),
    ({"best_seed": 99}, "none of the runs"),
    ({"ffs": 1}, "ffs is 1; the best run has"),
    ({"seeds": [1]}, "seeds are not those of the runs"),
    ({"throughput_mbps": 1.0}, "throughput_mbps is 1.0, but"),
    ({"luts": -1}, "luts"),
    ({"schema_version": 99}, "newer Cryptagon"),
    ({"publisher": HOUSE}, "publisher"),
    ({"options": {"note": "x" * 20_001}}, "has 20,001 characters"),
    ({"options": {"x" * 300: 1}}, "the name 'options.xxx"),
    ({"options": {"note": "a\u202eb"}}, "U+202E"),
    ({"tools": {"yosys\x1b[2J": "1"}}, "U+001B"),
]


@pytest.mark.parametrize(("changes", "told"), WRONG, ids=[told for _, told in WRONG])
def test_a_record_that_cannot_be_what_it_says_is_refused_with_its_fault(place, changes, told):
    status, said = place.send(sendable(**changes), place.token("Example Lab"))
    assert status == 422 and any(told in fault for fault in (said["detail"], *said["faults"])), said
    assert Submission.objects.count() == 0


def test_figures_beyond_what_there_is_are_refused(place):
    fast = committed_record()
    for name, value, told in (
        ("fmax_mhz", 9e9, "fmax_mhz is"),
        ("luts", 20_000_000, "the area is"),
    ):
        runs = [{**one, name: value} for one in fast["attempts"]]
        own = sendable(**{name: value}, attempts=runs)
        for derived in ("throughput_mbps", "throughput_per_area", "time_us"):
            own.pop(derived, None)
        status, said = place.send(own, place.token(f"Lab {name.replace('_', ' ')}"))
        assert status == 422 and any(told in fault for fault in said["faults"])


def test_every_fault_is_told_at_once(place):
    said = place.send(sendable(title="x", approach="y", target="z"), place.token("Example Lab"))[1]
    assert [fault.partition(" ")[0] for fault in said["faults"]] == [
        "title",
        "approach:",
        "target:",
    ]


def test_a_publisher_can_have_only_so_many_waiting(place, monkeypatch):
    monkeypatch.setattr("cryptagon.site.intake.MOST_WAITING", 2)
    token, other = place.token("Example Lab"), place.token("Other")
    states = [
        place.send(sendable(date=f"2026-02-0{day}T00:00:00Z"), token)[0] for day in range(1, 5)
    ]
    assert states == [201, 201, 429, 429] and place.send(sendable(), other)[0] == 201


@pytest.mark.parametrize(
    "name", ["", " x", "x" * 65, "a/b", "a<b", "\u0410lpha", "Cryptagon", "crypt-agon", "a\nb"]
)
def test_a_name_that_misleads_is_no_publisher(place, name):
    done = place.console("publisher", "add", name)
    assert done.exit_code == 1 and "Traceback" not in done.output


def test_publishers_are_told_apart(place):
    assert place.console("publisher", "add", "Example Lab").exit_code == 0
    done = place.console("publisher", "add", "example-lab")
    assert done.exit_code == 1 and "there is a publisher Example Lab already" in done.output
    assert "Example Lab" in place.console("publisher", "list").output
    assert place.console("token", "add", "Exampel Lab").exit_code == 1


def test_the_secret_of_a_token_is_kept_nowhere(place):
    token = place.token("Example Lab", "--days", "7")
    place.client.get("/")
    one = Token.objects.get()
    assert len(token) > 43 and one.digest not in token and one.state == "valid"
    assert not [file for file in place.file.parent.iterdir() if token.encode() in file.read_bytes()]
    listed = place.console("token", "list").output
    assert token not in listed and "Example Lab" in listed and "valid" in listed
    for days in ("0", "367"):
        assert place.console("token", "add", "Example Lab", "--days", days).exit_code == 1
