"""The site in a real browser: every page, and the way from sign-up by a passkey to a published
record.
"""

import email
import json
import os
import shutil
from email.policy import default
from pathlib import Path

import pytest
from account_site import PASSWORD, AccountSite, link_in
from browser import CHROMIUM, page
from browsing import Visitor
from click.testing import CliRunner
from publishing_site import sendable
from running_site import running

from cryptagon.cli import main
from cryptagon.site.database import open_database

pytestmark = pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium: apt install chromium")

PICTURES = Path(os.environ["CRYPTAGON_PICTURES"]) if os.environ.get("CRYPTAGON_PICTURES") else None
"""A folder for pictures of every page that is looked at."""


@pytest.fixture
def served(accounts_file, tmp_path):
    """A site with accounts, its mails in a folder, and a tab of a browser."""
    open_database(accounts_file)
    shutil.copy(accounts_file, tmp_path / "site.sqlite3")
    mails = tmp_path / "mails"
    mails.mkdir()
    options = ("--publishing", "--mail", f"file://{mails}?from=site@example.org")
    with running(tmp_path / "site.sqlite3", *options) as site, page() as tab:
        tab.size(1280, 900)
        yield (
            Visitor(tab, site.url.replace("127.0.0.1", "localhost")),
            AccountSite(tmp_path / "site.sqlite3"),
            mails,
        )


def newest_mail(mails: Path) -> str:
    """The text of the newest mail in a folder."""
    file = max(mails.iterdir(), key=lambda one: one.stat().st_mtime_ns)
    return email.message_from_bytes(
        file.read_bytes().rpartition(b"-" * 79)[0] or file.read_bytes(), policy=default
    ).get_content()


def test_from_sign_up_with_a_passkey_to_a_published_record(served, tmp_path, monkeypatch):
    ann, console, mails = served
    ann.passkeys()
    ann.go("/account/signup/")
    ann.look(PICTURES)
    ann.fill(email="ann@example.org", password1=PASSWORD)
    ann.press("main form button")
    ann.look(PICTURES)
    ann.go(link_in(newest_mail(mails).replace(ann.url, "http://localhost")))
    ann.look(PICTURES, "confirm")
    ann.press("main form button")
    if "Sign out" not in ann.text():
        ann.look(PICTURES, "login")
        ann.fill(login="ann@example.org", password=PASSWORD)
        ann.press("main form button")
    assert "To publish takes a second factor" in ann.text()
    ann.look(PICTURES, "account-new")
    ann.go("/account/second-factor/")
    ann.look(PICTURES)
    ann.go("/account/second-factor/webauthn/add/")
    if "Confirm Access" in ann.text():
        ann.look(PICTURES, "reauthenticate")
        ann.fill(password=PASSWORD)
        ann.press("main form button")
    ann.look(PICTURES, "passkey")
    ann.tab.value("document.querySelector('[name=passwordless]').checked = true")
    ann.press("#mfa_webauthn_add")
    ann.look(PICTURES, "recovery-codes")
    ann.go("/account/second-factor/totp/activate/")
    ann.look(PICTURES, "totp")

    ann.go("/account/")
    ann.fill(name="Ann Lab")
    ann.press("form[action='/account/publisher/'] button")
    ann.look(PICTURES, "account-publisher")
    ann.press("form[action='/account/tokens/'] button")
    ann.look(PICTURES, "token")
    (tmp_path / "record.json").write_text(json.dumps(sendable()))
    monkeypatch.setenv(
        "CRYPTAGON_TOKEN", ann.tab.value("document.querySelector('.secret').textContent").strip()
    )
    done = CliRunner().invoke(main, ["publish", str(tmp_path / "record.json"), "--to", ann.url])
    assert done.exit_code == 0 and "waiting" in done.output, done.output
    ann.go("/account/")
    ann.look(PICTURES, "account-records")

    assert console.console("moderator", "add", "ann@example.org").exit_code == 0
    ann.go("/account/")
    ann.press("form[action='/account/logout/'] button")
    ann.go("/account/login/")
    ann.look(PICTURES, "login-passkey")
    ann.press("#passkey_login")
    assert "Sign out" in ann.text(), "a passkey signs in alone"
    ann.go("/account/queue/")
    ann.look(PICTURES)
    ann.press("main table a")
    ann.look(PICTURES, "sent")
    ann.press(".decisions button")
    assert "Published" in ann.text()
    ann.go("/ranking/?publisher=Ann+Lab&columns=publisher")
    assert "ACORN-128" in ann.text() and "Ann Lab" in ann.text()
    ann.press("main table th a[href^='/results/']")
    ann.look()
    assert ann.tab.complaints == []


PAGES = (
    *(
        "/",
        "/ranking/?target=ecp5-85f-8",
        "/ranking/plot/?target=ecp5-85f-8&algorithm_class=aead",
        "/algorithms/",
        "/algorithms/acorn128/",
    ),
    *(
        "/targets/",
        "/targets/ecp5-85f-8/",
        "/contests/",
        "/contests/first-look/",
        "/publishers/",
        "/publishers/Cryptagon/",
    ),
    *(
        "/question/?families=3",
        "/ratios/",
        "/data/",
        "/about/",
        "/api/",
        "/account/login/",
        "/account/password/reset/",
    ),
)


def test_every_public_page_is_usable_by_all(served):
    ann, _, _ = served
    for path in PAGES:
        ann.go(path)
        assert ann.shift() == 0 and ann.skips_to_content(), path
        ann.look(PICTURES, path.partition("?")[0].strip("/").replace("/", "-") or "home")
    ann.go("/ranking/?target=ecp5-85f-8&algorithm_class=aead&size=25")
    ticks = ann.tab.value(
        "[...document.querySelectorAll('input[name=id]')].slice(0, 3).map(one => one.click()).length"
    )
    assert ticks == 3
    ann.press("button[form], .toolbar button")
    assert ann.path() == "/compare/" and "3 results side by side" in ann.text()
    ann.look(PICTURES, "compare")
    assert ann.tab.complaints == []
    ann.go("/nowhere/")
    ann.look()
    ann.tab.value("document.body.insertAdjacentHTML('afterbegin', '<h1>late</h1>'.repeat(9))")
    assert ann.shift() > 0, "what comes late would be seen"
