"""A site that takes records: its client, its console, and records that could be sent to it."""

import base64
import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from click.testing import CliRunner, Result
from django.test import Client

from cryptagon import paths
from cryptagon.cli import main
from cryptagon.site import server as _server  # noqa: F401 - sets Django up
from cryptagon.site.canonical import record_id
from cryptagon.site.database import open_database, open_intake
from cryptagon.site.limits import HEADER
from cryptagon.site.log_models import LogEntry, head
from cryptagon.site.signing import PUBLICATION, PrivateKey, make_key

ACORN = "first-look/acorn128_rtl_ecp5-85f-8_unit_"


def committed_record(name: str = ACORN) -> dict[str, Any]:
    """A committed record whose file begins with this name."""
    study, _, file = name.partition("/")
    found = sorted((paths.repository() / "benchmarks" / "results" / study).glob(f"{file}*.json"))
    return json.loads(found[0].read_bytes())


def sendable(**changes: Any) -> dict[str, Any]:
    """A record that a site takes: that of ACORN on another day."""
    return {**committed_record(), "date": "2026-02-03T04:05:06Z", **changes}


def signed(
    record: dict[str, Any], key: PrivateKey, kind: str = PUBLICATION, /, **changes: Any
) -> dict[str, str]:
    """The header with the signature of a record."""
    own = {"record": record_id(record), "site": "localhost", "date": datetime.now(UTC).isoformat()}
    envelope = key.sign(kind, {**own, **changes})
    return {HEADER: base64.b64encode(envelope.encode()).decode()}


def last_entry() -> LogEntry:
    """The head of a log that has one."""
    found = head()
    assert found
    return found


@dataclass
class PublishingSite:
    """A site in a file, as it is while `cryptagon serve --publishing` runs."""

    file: Any
    """A file, or what stands for one on a server."""

    @property
    def client(self) -> Client:
        """A client of it."""
        open_database(self.file)
        open_intake(self.file)
        return Client(headers={"host": "localhost"})

    def console(self, *words: str) -> Result:
        """`cryptagon site` with these words."""
        return CliRunner().invoke(main, ["site", *words, "--database", str(self.file)])

    def token(self, publisher: str, *options: str) -> str:
        """A new token of a publisher, who is made where there is none yet."""
        self.console("publisher", "add", publisher)
        done = self.console("token", "add", publisher, *options)
        assert done.exit_code == 0, done.output
        return done.stdout.strip()

    def send(
        self, record: dict[str, Any] | bytes, token: str | None, **head: str
    ) -> tuple[int, dict[str, Any]]:
        """Send a record; gives the status and the JSON of the answer."""
        body = record if isinstance(record, bytes) else json.dumps(record).encode()
        own = {"authorization": f"Bearer {token}"} if token is not None else {}
        answer = self.client.post(
            "/api/records",
            body,
            content_type=head.pop("content_type", "application/json"),
            headers={**own, **head},
        )
        return answer.status_code, json.loads(answer.content)

    def key(self, publisher: str, name: str = "my.key") -> PrivateKey:
        """A new key of a publisher, who is made where there is none yet; its private part lies
        beside the database.
        """
        self.console("publisher", "add", publisher)
        made = make_key(self.file.with_name(name))
        done = self.console("key", "add", publisher, made.public)
        assert done.exit_code == 0, done.output
        return made

    def publish(self, record: dict[str, Any], token: str, key: PrivateKey | None = None) -> str:
        """Send a record, signed with a key, and let it in; gives its id."""
        status, said = self.send(record, token, **signed(record, key) if key else {})
        assert status == 201, said
        done = self.console("publish", said["id"][:12])
        assert done.exit_code == 0, done.output
        return said["id"]
