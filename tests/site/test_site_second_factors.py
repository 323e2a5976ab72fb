"""Secrets of second factors: what a copy of the database tells, and what becomes of a key that is
gone."""

from pathlib import Path

import pytest
from account_site import CAUGHT, PASSWORD, totp
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet
from django.conf import settings
from django.db import connection

from cryptagon.errors import CryptagonError
from cryptagon.site.account_opening import open_accounts
from cryptagon.site.database import open_database
from cryptagon.site.deployment import findings
from cryptagon.site.places import second_factor_file
from cryptagon.site.second_factors import open_second_factors


def everything(file) -> str:
    """Each value of each row of the database, and each session as Django itself reads it."""
    open_database(file, writable=True)
    told = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            told += [str(value) for row in cursor.fetchall() for value in row]
    from django.contrib.sessions.backends.db import SessionStore  # noqa: PLC0415
    from django.contrib.sessions.models import Session  # noqa: PLC0415

    told += [str(SessionStore().decode(one.session_data)) for one in Session.objects.all()]
    return "\n".join(told)


def test_a_copy_of_the_database_tells_no_secret(people):
    ann = people.member()
    ann.post("/account/reauthenticate/", password=PASSWORD)
    page = ann.page("/account/second-factor/totp/activate/")
    shown = page.partition('id="authenticator_secret"')[2].partition('value="')[2].partition('"')[0]
    assert len(shown) == 32 and shown not in everything(people.file), "the session has it too"
    people.browser()
    ann.second_factor()
    told = everything(people.file)
    assert ann.secret not in told and "ann@example.org" in told
    kept = [one.data for one in Authenticator.objects.all()]
    assert {name for data in kept for name in data} >= {"secret", "seed"}
    for data in kept:
        assert str(data.get("secret") or data.get("seed")).startswith("fernet:")


def test_codes_are_taken_after_a_restart_with_the_same_key(people):
    ann = people.member()
    ann.second_factor()
    settings.SECOND_FACTOR_KEY = b""
    open_accounts(people.file, CAUGHT)
    fresh = people.stranger(ann.address)
    fresh.sign_in()
    fresh.post("/account/second-factor/authenticate/", code=totp(ann.secret, 1))
    assert "Sign out" in fresh.page()


def test_a_session_is_nothing_to_a_site_without_the_key(people):
    ann = people.member()
    assert "Sign out" in ann.page()
    settings.SECOND_FACTOR_KEY = b""
    ann.client.raise_request_exception = False
    assert ann.client.get("/account/").status_code == 302


def test_secrets_of_a_version_without_a_key_are_encrypted_and_hold(people):
    ann = people.member()
    ann.second_factor()
    open_database(people.file, writable=True)
    app = Authenticator.objects.get(type="totp")
    app.data["secret"] = ann.secret
    app.save()
    second_factor_file(people.file).unlink()
    Authenticator.objects.exclude(pk=app.pk).delete()
    open_accounts(people.file, CAUGHT)
    assert ann.secret not in everything(people.file)
    fresh = people.stranger(ann.address)
    fresh.sign_in()
    fresh.post("/account/second-factor/authenticate/", code=totp(ann.secret, 1))
    assert "Sign out" in fresh.page()


def test_a_secret_that_was_planted_in_the_database_is_not_taken(people):
    """Somebody who can write the database, and has no key, gives an account his own secret."""
    ann = people.member()
    ann.second_factor()
    own = "A" * 32
    for planted in (own, "fernet:" + Fernet(Fernet.generate_key()).encrypt(own.encode()).decode()):
        open_database(people.file, writable=True)
        app = Authenticator.objects.get(type="totp")
        app.data["secret"] = planted
        app.save()
        eve = people.stranger(ann.address)
        eve.client.raise_request_exception = False
        eve.sign_in()
        eve.post("/account/second-factor/authenticate/", code=totp(own))
        assert "Sign out" not in eve.page()
        open_database(people.file, writable=True)
        with pytest.raises(CryptagonError, match="cannot be read"):
            open_second_factors(people.file)


@pytest.mark.parametrize("damage", ["gone", "other", "none", "open"])
def test_a_key_that_is_not_as_it_was_is_told_before_anybody_signs_in(people, damage):
    people.member().second_factor()
    file: Path = second_factor_file(people.file)
    assert file.stat().st_mode & 0o777 == 0o600
    if damage == "gone":
        file.unlink()
    elif damage == "open":
        file.chmod(0o640)
    else:
        file.write_bytes(Fernet.generate_key() if damage == "other" else b"nonsense")
    told = {"gone": "put it back", "other": "put back", "none": "no key", "open": "chmod 600"}
    open_database(people.file, writable=True)
    with pytest.raises(CryptagonError) as fault:
        open_second_factors(people.file)
    assert told[damage] in f"{fault.value.what} {fault.value.fix}"
    assert file.exists() == (damage != "gone"), "no new key is made in its place"


def test_the_check_tells_of_the_key(people):
    if not isinstance(people.file, Path):
        pytest.skip("the check is for files")
    second_factor_file(people.file).unlink()

    def found() -> list[bool]:
        return [
            one.ok for one in findings(people.file, None) if one.what == "secrets of second factors"
        ]

    assert found() == [], "nobody has a second factor yet"
    open_second_factors(people.file)
    people.member().second_factor()
    assert found() == [True]
    second_factor_file(people.file).chmod(0o644)
    assert found() == [False]
    second_factor_file(people.file).unlink()
    assert found() == [False]
