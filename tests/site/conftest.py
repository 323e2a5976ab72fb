"""Databases of the site: of the committed records, and of records whose every text is an attack."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from account_site import CAUGHT, AccountSite, overridden
from django.test import Client
from hostile_record import FAILED, HOSTILE, PAYLOAD
from postgres_server import Databases, Server, missing, started
from publishing_site import PublishingSite

from cryptagon.site import server
from cryptagon.site.account_opening import open_accounts
from cryptagon.site.database import open_database
from cryptagon.site.importing import Source
from cryptagon.site.places import Place
from cryptagon.site.second_factors import open_second_factors


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Server]:
    """A server of PostgreSQL of its own, in a temporary folder."""
    if why := missing():
        pytest.skip(why)
    with started() as found:
        yield found


@pytest.fixture(scope="session")
def databases(request) -> Databases:
    """Makes the databases of the tests: files, or with CRYPTAGON_TEST_DATABASE=postgresql those of
    a server.
    """
    on_server = os.environ.get("CRYPTAGON_TEST_DATABASE") == "postgresql"
    return Databases(request.getfixturevalue("postgres_server") if on_server else None)


@pytest.fixture(scope="session")
def committed_file(databases, tmp_path_factory):
    """The database of the committed records alone."""
    folder = tmp_path_factory.mktemp("committed")
    made = databases.new(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CRYPTAGON_RESULTS", str(folder / "none"))
        server.make_database(made)
    return made


@pytest.fixture(scope="session")
def hostile_file(databases, tmp_path_factory):
    """The database of two records, one of them failed, with the attack in every text; the study has
    it too.
    """
    folder = tmp_path_factory.mktemp("hostile")
    for name, content in (("good", HOSTILE), ("failed", FAILED)):
        (folder / f"{name}.json").write_text(json.dumps(content))
    (folder / "broken.json").write_text(json.dumps({"algorithm": PAYLOAD}))
    found = [
        Source(path, PAYLOAD, f"{PAYLOAD}{path.name}") for path in sorted(folder.glob("*.json"))
    ]
    made = databases.new(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server, "sources", lambda: found)
        server.make_database(made)
    return made


@pytest.fixture
def committed(committed_file):
    """A client of the site of the committed records."""
    return _client(committed_file)


@pytest.fixture
def hostile(hostile_file):
    """A client of the site of the hostile records."""
    return _client(hostile_file)


@pytest.fixture
def place(databases, committed_file, tmp_path, monkeypatch) -> PublishingSite:
    """A site of the committed records that takes others."""
    monkeypatch.setenv("CRYPTAGON_RESULTS", str(tmp_path / "none"))
    return PublishingSite(databases.copy(committed_file, tmp_path))


@pytest.fixture
def filed(place) -> PublishingSite:
    """The same in a file: its rights, and what happens when somebody changes it. What is told of a
    server is in test_site_postgresql."""
    if not isinstance(place.file, Path):
        pytest.skip("these are about files")
    return place


@pytest.fixture(scope="session")
def accounts_file(databases, committed_file, tmp_path_factory):
    """The database of the committed records, ready for accounts."""
    file = databases.copy(committed_file, tmp_path_factory.mktemp("accounts"))
    with overridden():
        open_accounts(file, CAUGHT)
    return file


@pytest.fixture
def people(databases, accounts_file, tmp_path, monkeypatch) -> Iterator[AccountSite]:
    """A site of the committed records where people can have accounts; its mail is caught."""
    monkeypatch.setenv("CRYPTAGON_RESULTS", str(tmp_path / "none"))
    made = databases.copy(accounts_file, tmp_path)
    with overridden():
        CAUGHT.use()
        open_database(made, writable=True)
        open_second_factors(made)
        yield AccountSite(made)


@pytest.fixture
def empty(databases, tmp_path):
    """A client of a site without a record."""
    made = databases.new(tmp_path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server, "sources", list)
        server.make_database(made)
    return _client(made)


def _client(file: Place) -> Client:
    open_database(file)
    return Client(headers={"host": "localhost"})
