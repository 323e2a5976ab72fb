"""The queue on the web, embargoes, and what a publisher does with its own records."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from publishing_site import last_entry, sendable

from cryptagon.site import embargo, server
from cryptagon.site.account_models import Act
from cryptagon.site.canonical import record_id
from cryptagon.site.database import open_database
from cryptagon.site.embargo import publish_due
from cryptagon.site.limits import EMBARGO
from cryptagon.site.log_models import LogEntry
from cryptagon.site.models import Record
from cryptagon.site.submission import Submission

PUBLIC = (
    *(
        "/",
        "/ranking/?size=500&columns=record",
        "/ranking/plot/",
        "/data/",
        "/publishers/",
        "/algorithms/acorn128/",
        "/targets/ecp5-85f-8/",
    ),
    *(
        "/api/results?size=500",
        "/api/log?records=true&size=500",
        "/api/publishers",
        "/api/comparisons",
        "/api/algorithms",
        "/about/",
    ),
)


def later(days=3):
    return (datetime.now(UTC) + timedelta(days=days)).isoformat()


def at_date(monkeypatch, date):
    monkeypatch.setattr(embargo.timezone, "now", lambda: date)


def seen(people):
    """Every public page and file with its ETag."""
    client = people.browser()
    return {path: ((answer := client.get(path)).content, answer.get("ETag")) for path in PUBLIC}


def test_a_moderator_publishes_on_the_web(people):
    digest = people.send(sendable(), people.token("Example Lab"))[1]["id"]
    mod = people.moderator()
    queue = mod.page("/account/queue/")
    assert digest[:12] in queue and "ACORN-128" in queue and "Example Lab" in queue
    shown = mod.page(f"/account/queue/{digest}/")
    assert "place_and_route" in shown or "options" in shown
    assert "Published" in mod.post(f"/account/queue/{digest}/decide/", decision="publish")
    assert people.browser().get(f"/api/results/{digest}").json()["publisher"] == "Example Lab"
    assert digest[:12] not in mod.page("/account/queue/") and last_entry().record_id == digest
    again = mod.post(f"/account/queue/{digest}/decide/", decision="publish")
    assert "no record in the queue" in again


def test_a_moderator_refuses_and_withdraws_on_the_web(people):
    token = people.token("Example Lab")
    first, second = (
        people.send(sendable(date=f"2026-02-0{day}T00:00:00Z"), token)[1]["id"] for day in (1, 2)
    )
    mod = people.moderator()
    assert "there is no reason" in mod.post(
        f"/account/queue/{first}/decide/", decision="refuse", reason=" "
    )
    assert "Refused" in mod.post(
        f"/account/queue/{first}/decide/", decision="refuse", reason="not the core of the paper"
    )
    assert people.send(sendable(date="2026-02-01T00:00:00Z"), token)[1]["faults"] == [
        "not the core of the paper"
    ]
    assert "there is no decision" in mod.post(f"/account/queue/{second}/decide/", decision="else")
    mod.post(f"/account/queue/{second}/decide/", decision="publish")
    assert "Withdrawn" in mod.post(
        "/account/queue/withdraw/", record=second[:12], reason="wrong tags"
    )
    assert people.browser().get(f"/results/{second}/").status_code == 410
    own = str(User.objects.get(email="mod@example.org").pk)
    noted = [(one.what, one.about) for one in Act.objects.filter(who=own).order_by("pk")]
    assert [about for _, about in noted] == [first, second, second]
    assert len({what for what, _ in noted}) == 3, "refused, published, withdrew"


def test_the_queue_is_for_moderators_alone(people):
    digest = people.send(sendable(), people.token("Example Lab"))[1]["id"]
    ann, plain = people.publisher("Ann Lab", "ann@example.org"), people.member("bob@example.org")
    for path in ("/account/queue/", f"/account/queue/{digest}/"):
        assert ann.client.get(path).status_code == 404
        for other in (plain, people.stranger()):
            assert "ACORN" not in other.page(path)
    for path in (f"/account/queue/{digest}/decide/", "/account/queue/withdraw/"):
        assert (
            ann.client.post(
                path, {"decision": "publish", "record": digest, "reason": "x"}
            ).status_code
            == 404
        )
    assert Submission.objects.get().state == "waiting"
    mod = people.moderator()
    people.console("moderator", "remove", mod.address)
    people.browser()
    assert mod.client.get("/account/queue/").status_code == 404


def test_a_moderator_needs_a_second_factor_and_is_made_on_the_console(people):
    mod = people.member("mod@example.org")
    assert people.console("moderator", "add", "nobody@example.org").exit_code == 1
    assert people.console("moderator", "add", mod.address).exit_code == 0
    assert "no" in people.console("moderator", "list").output
    people.browser()
    assert "This takes a second factor" in mod.page("/account/queue/")


def test_an_embargo_lets_nothing_out_before_its_date(people, monkeypatch):
    token = people.token("Example Lab")
    before, entries = seen(people), LogEntry.objects.count()
    digest = people.send(sendable(), token, **{EMBARGO.lower(): later()})[1]["id"]
    assert seen(people) == before
    mod = people.moderator()
    assert "Embargoed" in mod.post(f"/account/queue/{digest}/decide/", decision="publish")
    assert seen(people) == before, "no page, count or ETag has changed"
    client = people.browser()
    for path in (
        f"/results/{digest}/",
        f"/results/{digest[:12]}/",
        f"/api/records/{digest}",
        f"/api/results/{digest}",
        "/publishers/Example%20Lab/",
    ):
        assert client.get(path).status_code == 404
    assert (
        client.get(f"/compare/?id={digest}").status_code == 400
        and not Record.objects.filter(pk=digest).exists()
    )
    open_database(people.file, writable=True)
    at_date(monkeypatch, datetime.now(UTC) + timedelta(days=2))
    assert publish_due() == [] and LogEntry.objects.count() == entries
    date = datetime.now(UTC) + timedelta(days=4)
    at_date(monkeypatch, date)
    assert publish_due() == [digest] and publish_due() == []
    assert last_entry().record_id == digest and last_entry().date == date.isoformat()
    assert people.browser().get(f"/api/results/{digest}").status_code == 200


BAD_DATES = {
    "a word": "tomorrow",
    "past": "2020-01-01",
    "past the last date": "9999-12-31T23:59:59-23:59",
    "no month": "2026-13-01",
    "too late": later(1000),
}


@pytest.mark.parametrize("kind", BAD_DATES)
def test_a_bad_embargo_is_refused(people, kind):
    date = BAD_DATES[kind]
    status, said = people.send(sendable(), people.token("Example Lab"), **{EMBARGO.lower(): date})
    assert status == 400 and "embargo" in said["detail"] and not Submission.objects.exists()


def test_a_publisher_embargoes_and_releases_its_own(people):
    ann = people.publisher("Ann Lab", "ann@example.org")
    digest = people.send(sendable(), ann.token())[1]["id"]
    assert "embargo until" in ann.post(
        "/account/records/embargo/", record=digest, until=later()[:16]
    )
    people.console("publish", digest)
    assert Submission.objects.get().state == "embargoed"
    people.browser()
    assert "an embargo cannot end then" in ann.post(
        "/account/records/embargo/", record=digest, until="2020-01-01T00:00"
    )
    ann.post("/account/records/embargo/", record=digest, until="")
    assert people.browser().get(f"/api/results/{digest}").status_code == 200


def test_a_publisher_takes_back_and_withdraws_its_own(people):
    ann = people.publisher("Ann Lab", "ann@example.org")
    token = ann.token()
    digest = people.send(sendable(), token)[1]["id"]
    ann.post("/account/records/withdraw/", record=digest)
    assert Submission.objects.get().content is None and "Take back" not in ann.page()
    assert people.send(sendable(), token) == (201, {"id": digest, "state": "waiting"}), (
        "it can be sent again"
    )
    people.console("publish", digest)
    people.browser()
    assert "there is no reason" in ann.post("/account/records/withdraw/", record=digest, reason="")
    ann.post("/account/records/withdraw/", record=digest, reason="its core gave wrong tags")
    answer = people.browser().get(f"/results/{digest}/")
    assert answer.status_code == 410 and "its core gave wrong tags" in answer.content.decode()


def test_an_embargoed_record_that_a_file_brings_is_let_go(people, monkeypatch):
    digest = people.send(sendable(), people.token("Example Lab"), **{EMBARGO.lower(): later()})[1][
        "id"
    ]
    people.console("publish", digest)
    other = people.send(sendable(date="2026-02-04T00:00:00Z"), people.token("Other"))[1]["id"]
    people.console("publish", other)
    open_database(people.file, writable=True)
    Submission.objects.filter(pk=digest).update(state="embargoed")
    monkeypatch.setattr(embargo, "publication_of", lambda record: record == digest)
    at_date(monkeypatch, datetime.now(UTC) + timedelta(days=4))
    assert publish_due() == [] and Submission.objects.get(pk=digest).state == "refused"
    assert record_id(sendable()) == digest


def test_a_database_of_before_there_were_embargoes_is_brought_up_to_date(place):
    if not isinstance(place.file, Path):
        pytest.skip("it changes a file")
    token = place.token("Example Lab")
    digest = place.send(sendable(), token)[1]["id"]
    with closing(sqlite3.connect(place.file)) as old:
        old.executescript("ALTER TABLE site_submission DROP COLUMN embargo; DROP TABLE site_act")
    server.open_for_administration(place.file)
    sent = Submission.objects.get()
    assert sent.pk == digest and sent.embargo is None
    assert place.console("publish", digest).exit_code == 0
