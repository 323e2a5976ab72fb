"""Accounts on the web: sign-up, sign-in, password, second factor, and what they lead to."""

import json

import pytest
from account_site import PASSWORD, link_in, totp
from django.contrib.auth.models import User
from django.core import mail
from django.test import override_settings
from publishing_site import sendable

from cryptagon.site import account_settings
from cryptagon.site.account_models import Act
from cryptagon.site.accounts import Token
from cryptagon.site.key_models import Key
from cryptagon.site.signing import make_key


def test_sign_up_takes_the_link_of_the_mail(people):
    ann = people.stranger()
    said = ann.post("/account/signup/", email=ann.address, password1=PASSWORD)
    assert "Verify" in said and [one.to for one in mail.outbox] == [[ann.address]]
    assert (
        mail.outbox[0].from_email == "site@example.org" and "example.com" not in mail.outbox[0].body
    )
    assert "Sign out" not in ann.page() and "Sign out" not in ann.sign_in()
    link = link_in(mail.outbox[0].body)
    other = people.stranger()
    assert "Sign out" not in other.page(link.replace(link.split("/")[3][:6], "AAAAAA"))
    other.post(link.replace(link[-12:-6], "AAAAAA"))
    assert "Sign out" not in ann.sign_in()
    ann.page(link)
    assert "Sign out" not in ann.sign_in(), (
        "to fetch the link, as programs that look at mail do, confirms nothing"
    )
    ann.post(link)
    assert "Sign out" in ann.sign_in()
    ann.post("/account/logout/")
    assert "Sign out" not in ann.page() and "Sign out" in ann.sign_in()


@pytest.mark.parametrize("password", ["short", "password1234", "ann.example.org"])
def test_bad_passwords_are_told(people, password):
    ann = people.stranger("ann.example.org@example.org")
    said = ann.post("/account/signup/", email=ann.address, password1=password)
    assert 'class="bad"' in said and not User.objects.exists() and not mail.outbox


def test_passwords_are_kept_as_argon2(people):
    with override_settings(PASSWORD_HASHERS=account_settings.PASSWORD_HASHERS):
        people.stranger().post("/account/signup/", email="ann@example.org", password1=PASSWORD)
    assert User.objects.get().password.startswith("argon2$argon2id$")


def test_nobody_learns_who_has_an_account(people):
    people.member()
    known, fresh = (
        people.stranger()
        .post("/account/signup/", email=f"{name}@example.org", password1=PASSWORD)
        .replace(name, "")
        for name in ("ann", "eve")
    )
    assert known == fresh and "Verify" in fresh
    assert User.objects.filter(email="ann@example.org").count() == 1
    wrong = people.stranger("ann@example.org").sign_in("wrong password, long")
    nobody = people.stranger("nobody@example.org").sign_in("wrong password, long")
    assert "not correct" in wrong and "not correct" in nobody


def test_password_is_reset_by_a_link_that_holds_once(people):
    ann = people.member()
    people.stranger().post("/account/password/reset/", email=ann.address)
    link = link_in(mail.outbox[-1].body)
    other = people.stranger()
    form = other.client.get(link, follow=True)
    path = form.redirect_chain[-1][0]
    other.client.post(
        path,
        {
            "password1": "another long and dull sentence",
            "password2": "another long and dull sentence",
        },
    )
    fresh = people.stranger(ann.address)
    assert "Sign out" not in fresh.sign_in() and "Sign out" in fresh.sign_in(
        "another long and dull sentence"
    )
    assert "Sign out" not in ann.page(), "sessions of before end with the password"
    assert "Bad Token" in people.stranger().page(link)


def test_guessing_is_throttled(people):
    ann = people.member()
    eve = people.stranger(ann.address)
    for _ in range(6):
        eve.sign_in("wrong password, long")
    assert "Sign out" not in eve.sign_in(), "the right one is not taken either, for a while"


def test_second_factor_is_asked_for_and_its_code_holds_once(people):
    ann = people.member()
    ann.second_factor()
    ann.post("/account/logout/")
    assert "Sign out" not in ann.sign_in() and "Sign out" not in ann.page()
    assert "Sign out" not in ann.post("/account/second-factor/authenticate/", code="000000")
    code = totp(ann.secret, 1)
    assert (
        "Sign out" in ann.post("/account/second-factor/authenticate/", code=code)
        or "Sign out" in ann.page()
    )
    other = people.stranger(ann.address)
    other.sign_in()
    other.post("/account/second-factor/authenticate/", code=code)
    assert "Sign out" not in other.page(), "a code that was seen is of no use"


def test_publishing_takes_a_second_factor(people):
    ann = people.member()
    assert "disabled" in ann.page()
    assert "This takes a second factor" in ann.post("/account/publisher/", name="Ann Lab")
    ann.second_factor()
    assert "Ann Lab" in ann.post("/account/publisher/", name="Ann Lab")
    again = ann.post("/account/publisher/", name="Second Lab")
    assert "you act for a publisher already" in again
    bob = people.member("bob@example.org")
    bob.second_factor()
    for name in ("Cryptagon", "ann-lab", "<b>", ""):
        assert "You publish as" not in bob.post("/account/publisher/", name=name)


def test_a_token_made_on_the_web_is_shown_once_and_sends(people):
    ann = people.publisher("Ann Lab", "ann@example.org")
    secret = ann.token(days=7)
    assert secret not in ann.page() and Token.objects.get().digest not in ann.page()
    assert people.send(sendable(), secret)[0] == 201
    page = ann.page()
    assert "waiting" in page and "Take back" in page
    ann.post("/account/tokens/revoke/", number=Token.objects.get().pk)
    assert people.send(sendable(date="2026-02-04T00:00:00Z"), secret)[0] == 401
    assert [one.what for one in Act.objects.order_by("pk")] == [
        "became publisher",
        "made token",
        "revoked token",
    ]
    for bad in ({"days": 0}, {"days": 367}, {"days": "x"}, {"scope": "all"}, {"scope": ""}):
        assert "cryptagon_" not in ann.post(
            "/account/tokens/", **{"scope": "publish", "days": 3, **bad}
        )


def test_a_token_to_attest_sends_no_record(people):
    secret = people.publisher("Ann Lab", "ann@example.org").token(scope="attest")
    status, said = people.send(sendable(), secret)
    assert status == 403 and '"attest"' in said["detail"]


def test_a_token_takes_the_password_again_after_a_while(people):
    ann = people.publisher("Ann Lab", "ann@example.org")
    with override_settings(ACCOUNT_REAUTHENTICATION_TIMEOUT=0):
        asked = ann.post("/account/tokens/", scope="publish", days=3)
    assert "cryptagon_" not in asked and "Confirm Access" in asked and not Token.objects.exists()


def test_keys_are_added_and_revoked_on_the_web(people):
    ann = people.publisher("Ann Lab", "ann@example.org")
    public = make_key(people.file.with_name("my.key")).public
    assert public in ann.post("/account/keys/", public=public, days=30)
    assert people.send(sendable(), ann.token())[0] == 403, (
        "what a publisher with a key sends is signed"
    )
    ann.post("/account/keys/revoke/", number=Key.objects.get().pk)
    assert Key.objects.get().state == "revoked"
    assert (
        "note warn" in ann.post("/account/keys/", public="ed25519:x", days=30)
        and Key.objects.count() == 1
    )


def test_public_pages_know_nobody(people):
    ann = people.member()
    for path in ("/", "/ranking/", "/api/results"):
        answer = ann.client.get(path)
        assert (
            "Set-Cookie" not in answer
            and "Cookie" not in answer.get("Vary", "")
            and "script-src" not in answer["Content-Security-Policy"]
        )
        assert answer.content == people.browser().get(path).content
    own = ann.client.get("/account/")
    assert own["Cache-Control"] == "no-store, private" and "ETag" not in own
    assert (
        "script-src 'self'" in own["Content-Security-Policy"]
        and "'unsafe" not in own["Content-Security-Policy"]
    )


def test_cookies_hold_for_this_host_alone(people):
    ann = people.member()
    for name in ("__Host-session", "__Host-csrf"):
        own = ann.client.cookies[name]
        assert (
            own["secure"]
            and own["httponly"]
            and own["path"] == "/"
            and not own["domain"]
            and own["samesite"] == "Lax"
        )


def test_without_mail_there_are_no_accounts(place):
    answer = place.client.get("/account/login/")
    assert (
        answer.status_code == 404
        and "no accounts" in answer.content.decode()
        and "Set-Cookie" not in answer
    )
    assert "/account/" not in place.client.get("/").content.decode()
    assert (
        place.client.post(
            "/account/signup/", {"email": "a@example.org", "password1": PASSWORD}
        ).status_code
        == 404
    )


def test_the_api_reads_no_cookie(people):
    ann = people.publisher("Ann Lab", "ann@example.org")
    answer = ann.client.post(
        "/api/records", json.dumps(sendable()), content_type="application/json"
    )
    assert answer.status_code == 401
