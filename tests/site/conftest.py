"""Databases of the site: of the committed records, and of records whose every text is an attack."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from account_site import CAUGHT, AccountSite, overridden
from django.test import Client
from hostile_record import FAILED, HOSTILE, PAYLOAD
from publishing_site import PublishingSite

from cryptagon.site import server
from cryptagon.site.account_opening import open_accounts
from cryptagon.site.database import open_database
from cryptagon.site.importing import Source


@pytest.fixture(scope="session")
def committed_file(tmp_path_factory) -> Path:
    """The database of the committed records alone."""
    folder = tmp_path_factory.mktemp("committed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CRYPTAGON_RESULTS", str(folder / "none"))
        server.make_database(folder / "site.sqlite3")
    return folder / "site.sqlite3"


@pytest.fixture(scope="session")
def hostile_file(tmp_path_factory) -> Path:
    """The database of two records, one of them failed, with the attack in every text; the study has it too."""
    folder = tmp_path_factory.mktemp("hostile")
    for name, content in (("good", HOSTILE), ("failed", FAILED)):
        (folder / f"{name}.json").write_text(json.dumps(content))
    (folder / "broken.json").write_text(json.dumps({"algorithm": PAYLOAD}))
    found = [Source(path, PAYLOAD, f"{PAYLOAD}{path.name}") for path in sorted(folder.glob("*.json"))]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server, "sources", lambda: found)
        server.make_database(folder / "site.sqlite3")
    return folder / "site.sqlite3"


@pytest.fixture
def committed(committed_file):
    """A client of the site of the committed records."""
    return _client(committed_file)


@pytest.fixture
def hostile(hostile_file):
    """A client of the site of the hostile records."""
    return _client(hostile_file)


@pytest.fixture
def place(committed_file, tmp_path) -> PublishingSite:
    """A site of the committed records that takes others."""
    open_database(committed_file)
    shutil.copy(committed_file, tmp_path / "site.sqlite3")
    return PublishingSite(tmp_path / "site.sqlite3")


@pytest.fixture(scope="session")
def accounts_file(committed_file, tmp_path_factory) -> Path:
    """The database of the committed records, ready for accounts."""
    file = tmp_path_factory.mktemp("accounts") / "site.sqlite3"
    open_database(committed_file)
    shutil.copy(committed_file, file)
    with overridden():
        open_accounts(file, CAUGHT, behind=False)
    return file


@pytest.fixture
def people(accounts_file, tmp_path) -> Iterator[AccountSite]:
    """A site of the committed records where people can have accounts; its mail is caught."""
    open_database(accounts_file)
    shutil.copy(accounts_file, tmp_path / "site.sqlite3")
    with overridden():
        CAUGHT.use()
        open_database(tmp_path / "site.sqlite3", writable=True)
        yield AccountSite(tmp_path / "site.sqlite3")


@pytest.fixture
def empty(tmp_path):
    """A client of a site without a record."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server, "sources", list)
        server.make_database(tmp_path / "site.sqlite3")
    return _client(tmp_path / "site.sqlite3")


def _client(file: Path) -> Client:
    open_database(file)
    return Client(headers={"host": "localhost"})
