"""Accounts as an attacker sees them."""

import pytest
from account_site import PASSWORD
from django.contrib.auth.models import User
from django.core import mail
from publishing_site import sendable

from cryptagon.site.account_models import Owner
from cryptagon.site.accounts import Publisher, Token
from cryptagon.site.key_models import Key
from cryptagon.site.submission import Submission

EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>"


def test_a_form_of_another_site_does_nothing(people):
    ann = people.publisher("Ann Lab", "ann@example.org")
    digest = people.send(sendable(), ann.token())[1]["id"]
    strict = people.browser(enforce_csrf_checks=True)
    strict.cookies = ann.client.cookies
    given = {
        "scope": "publish",
        "days": 3,
        "record": digest,
        "number": Token.objects.get().pk,
        "decision": "publish",
        "reason": "x",
    }
    for path in (
        *(
            "publisher/",
            "tokens/",
            "tokens/revoke/",
            "keys/",
            "keys/revoke/",
            "records/withdraw/",
            "records/embargo/",
            "logout/",
        ),
        *(
            "email/",
            "password/change/",
            "second-factor/totp/deactivate/",
            "queue/withdraw/",
            f"queue/{digest}/decide/",
            "login/",
            "signup/",
        ),
    ):
        answer = strict.post(
            f"/account/{path}", given, headers={"origin": "https://evil.example.org"}
        )
        assert answer.status_code == 403, path
        assert strict.post(f"/account/{path}", given).status_code == 403, path
    assert Token.objects.get().state == "valid" and Submission.objects.get().state == "waiting"
    for path in ("tokens/", "publisher/", "records/withdraw/", "tokens/revoke/"):
        assert ann.client.get(f"/account/{path}").status_code == 405, "nothing is done by a link"


def test_nobody_reaches_what_is_anothers(people):
    ann, eve = (
        people.publisher("Ann Lab", "ann@example.org"),
        people.publisher("Eve Lab", "eve@example.org"),
    )
    first = people.send(sendable(), ann.token())[1]["id"]
    second = people.send(sendable(date="2026-02-04T00:00:00Z"), ann.token())[1]["id"]
    people.console("publish", second)
    public = people.key("Ann Lab").public
    people.browser()
    for record in (first, second, first[:12], "%", ""):
        assert "no such record" in eve.post("/account/records/withdraw/", record=record, reason="x")
        assert "no such record" in eve.post("/account/records/embargo/", record=record, until="")
    for number in (*Token.objects.values_list("pk", flat=True), 0, -1, "1 OR 1=1", "9" * 30):
        eve.post("/account/tokens/revoke/", number=number)
        eve.post("/account/keys/revoke/", number=number)
    assert (
        {one.state for one in Token.objects.all()}
        == {one.state for one in Key.objects.all()}
        == {"valid"}
    )
    assert "known already" in eve.post("/account/keys/", public=public, days=3)
    assert first[:12] not in eve.page() and public not in eve.page()
    assert {one.state for one in Submission.objects.all()} == {"waiting", "published"}


def test_nobody_makes_himself_more_than_he_is(people):
    eve = people.stranger("eve@example.org")
    more = {
        "is_staff": "1",
        "is_superuser": "on",
        "is_active": "1",
        "verified": "1",
        "publisher": "1",
        "user": "1",
    }
    eve.post("/account/signup/", email=eve.address, password1=PASSWORD, **more)
    found = User.objects.get()
    assert not found.is_staff and not found.is_superuser and "Sign out" not in eve.sign_in()
    ann = people.publisher("Ann Lab", "ann@example.org")
    ann.post("/account/publisher/", name="X", user=1, publisher=1)
    ann.post(
        "/account/tokens/",
        scope="publish",
        days=3,
        publisher=1,
        digest="0" * 64,
        expires="2099-01-01",
    )
    assert Owner.objects.count() == 1 and Token.objects.get().publisher == Publisher.objects.get(
        name="Ann Lab"
    )


@pytest.mark.parametrize(
    "to",
    [
        "https://evil.example.org/",
        "//evil.example.org",
        "/\\evil.example.org",
        "javascript:alert(1)",
    ],
)
def test_sign_in_leads_to_this_site_alone(people, to):
    ann = people.member()
    ann.post("/account/logout/")
    answer = ann.client.post(
        f"/account/login/?next={to}", {"login": ann.address, "password": PASSWORD, "next": to}
    )
    assert answer.status_code == 302 and answer["Location"] == "/account/"


def test_a_session_that_was_planted_is_not_taken_on(people):
    ann = people.member()
    ann.post("/account/logout/")
    ann.page("/account/login/")
    planted = ann.client.cookies.get("__Host-session")
    before = planted.value if planted else ""
    ann.sign_in()
    assert ann.client.cookies["__Host-session"].value != before
    after = ann.client.cookies["__Host-session"].value
    ann.post("/account/logout/")
    eve = people.stranger()
    eve.client.cookies["__Host-session"] = after
    assert "Sign out" not in eve.page(), "what was signed out is worthless"


def test_text_of_people_is_text(people):
    ann = people.publisher("Ann Lab", "ann@example.org")
    digest = people.send(sendable(), ann.token())[1]["id"]
    people.console("publish", digest)
    people.browser()
    for said in (
        ann.post("/account/publisher/", name=EVIL),
        ann.post("/account/records/withdraw/", record=EVIL, reason=EVIL),
        ann.post("/account/records/embargo/", record=digest, until=EVIL),
        ann.post("/account/keys/", public=EVIL, days=3),
        ann.post("/account/records/withdraw/", record=digest, reason=EVIL),
        ann.page(),
        people.stranger().page(f"/results/{digest}/"),
        people.stranger().post("/account/login/", login=EVIL, password=EVIL),
    ):
        assert "<script>alert" not in said and "<img src=x" not in said


def test_mails_name_no_other_host(people):
    eve = people.stranger("ann@example.org")
    for name in ("host", "x-forwarded-host"):
        eve.client.post(
            "/account/signup/",
            {"email": eve.address, "password1": PASSWORD},
            headers={name: "evil.example.org"},
        )
    people.stranger("bob@example.org").post(
        "/account/signup/", email="bob@example.org\r\nBcc: eve@example.org", password1=PASSWORD
    )
    assert mail.outbox and all(
        "evil" not in one.body and one.to == ["ann@example.org"] for one in mail.outbox
    )


def test_many_sign_ups_of_one_address_are_throttled(people):
    for number in range(25):
        people.stranger().post(
            "/account/signup/", email=f"a{number}@example.org", password1=PASSWORD
        )
    assert len(mail.outbox) == 20
    client = people.browser()
    answer = client.post(
        "/account/signup/",
        {"email": "b@example.org", "password1": PASSWORD},
        headers={"x-forwarded-for": "203.0.113.9"},
    )
    assert answer.status_code == 429 and len(mail.outbox) == 20, (
        "what a client says of its address counts for nothing"
    )
