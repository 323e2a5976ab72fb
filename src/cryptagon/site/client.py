"""A results site as its client sees it: addresses, requests, and records that are sent."""

import base64
import ipaddress
import json
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from cryptagon.errors import CryptagonError
from cryptagon.site.canonical import object_in, record_id
from cryptagon.site.limits import EMBARGO, HEADER, MOST_BYTES
from cryptagon.site.signing import PUBLICATION, PrivateKey
from cryptagon.user_files import UnreadableError

_SECONDS = 60
_MOST_ANSWER = 64 << 20
_MOST_PAUSES, _LONGEST_PAUSE = 5, 30
"""How often, and for how many seconds at most, it waits for a site that is asked too much."""


class _NoRedirect(HTTPRedirectHandler):
    """A token goes to the address that the user named, and nowhere else."""

    def redirect_request(self, *args: object) -> None:  # type: ignore[override] - urllib's own, with its arguments unread
        """Follow none: the answer is an error then."""


@dataclass(frozen=True)
class Site:
    """A site by the address of its first page.

    Raises CryptagonError for what is no address of one.
    """

    url: str

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        if (
            parts.scheme not in ("http", "https")
            or not parts.hostname
            or parts.query
            or parts.fragment
            or parts.username
        ):
            fix = "give it as https://results.example.org"
            raise CryptagonError(
                "this is no address of a site", where=self.url.rpartition("@")[2], fix=fix
            )
        object.__setattr__(self, "url", self.url.rstrip("/"))

    def check_private(self) -> None:
        """Raises CryptagonError where others could read what is sent: no TLS, and not this
        machine.
        """
        parts = urlsplit(self.url)
        if parts.scheme != "https" and not _is_here(parts.hostname or ""):
            why = "over http everybody on the way can read the token"
            raise CryptagonError(
                "the token is not sent there",
                where=self.url,
                why=why,
                fix="give the address with https",
            )

    def get(self, path: str) -> Any:  # noqa: ANN401 - JSON
        """The JSON at a path below the address. Raises CryptagonError."""
        return self._json(path, self.content(path))

    def ask(self, path: str) -> tuple[int, Any]:
        """Status and JSON of the answer at a path, also of a refusal. Raises CryptagonError."""
        status, content = self._answer(Request(self.url + path))
        return status, self._json(path, content)

    @property
    def host(self) -> str:
        """Its host, and its port where the address has one: what a signature for it names."""
        return urlsplit(self.url).netloc.lower()

    def head(self, path: str) -> dict[str, str]:
        """The names and texts of the header with which a path answers. Raises CryptagonError."""
        try:
            with build_opener(_NoRedirect).open(
                Request(self.url + path, method="HEAD"), timeout=_SECONDS
            ) as answer:
                return dict(answer.headers.items())
        except (URLError, OSError, ValueError) as fault:
            raise CryptagonError(
                "the site does not answer",
                where=self.url + path,
                why=str(getattr(fault, "reason", fault)),
            ) from fault

    def content(self, path: str) -> bytes:
        """The bytes at a path below the address. Raises CryptagonError."""
        status, content = self._answer(Request(self.url + path))
        if status != HTTPStatus.OK:
            raise CryptagonError(
                "the site does not give that", where=self.url + path, why=f"status {status}"
            )
        return content

    def post(
        self, path: str, body: bytes, token: str, envelope: str = "", embargo: str = ""
    ) -> tuple[int, Any]:
        """Send JSON with a token, and a signature and the date of an embargo where there are any;
        gives the status and the JSON of the answer. Raises CryptagonError."""
        self.check_private()
        head = {
            "Authorization": f"Bearer {token}",
            "Content-Type": "application/json",
            "Accept": "application/json",
        }
        head |= {HEADER: base64.b64encode(envelope.encode()).decode()} if envelope else {}
        head |= {EMBARGO: embargo} if embargo else {}
        status, content = self._answer(
            Request(self.url + path, data=body, headers=head, method="POST")
        )
        return status, self._json(path, content)

    def _answer(self, request: Request) -> tuple[int, bytes]:
        """What the site answers; where it is asked too much, after the pause that it tells."""
        status, content, pause = self._asked(request)
        for _ in range(_MOST_PAUSES):
            if status != HTTPStatus.TOO_MANY_REQUESTS or not pause:
                break
            time.sleep(min(pause, _LONGEST_PAUSE))
            status, content, pause = self._asked(request)
        return status, content

    def _asked(self, request: Request) -> tuple[int, bytes, int]:
        """Status, content, and the seconds after which to ask again; 0 where that is not told."""
        try:
            with build_opener(_NoRedirect).open(request, timeout=_SECONDS) as answer:
                return answer.status, self._bounded(answer.read(_MOST_ANSWER + 1)), 0
        except HTTPError as fault:
            with fault:
                told = fault.headers.get("Retry-After", "")
                pause = int(told) if told.isascii() and told.isdecimal() and len(told) < 6 else 0
                return fault.code, self._bounded(fault.read(_MOST_ANSWER + 1)), pause
        except (URLError, OSError, ValueError) as fault:
            why = str(getattr(fault, "reason", fault))
            raise CryptagonError(
                "the site does not answer",
                where=self.url,
                why=why,
                fix="check the address, and try again",
            ) from fault

    def _bounded(self, content: bytes) -> bytes:
        if len(content) > _MOST_ANSWER:
            raise CryptagonError(
                "the answer of the site is too long",
                where=self.url,
                why=f"it has more than {_MOST_ANSWER >> 20} MiB",
            )
        return content

    def _json(self, path: str, content: bytes) -> Any:  # noqa: ANN401 - JSON
        try:
            return json.loads(content)
        except (ValueError, RecursionError) as fault:
            why = "its answer is no JSON: this is no results site, or another version of one"
            raise CryptagonError(
                "the site cannot be understood", where=self.url + path, why=why
            ) from fault


def fetch_record(site: Site, record: str) -> bytes:
    """The record of this id, as the site gives it. Raises CryptagonError."""
    return site.content(f"/api/records/{record}")


@dataclass(frozen=True)
class Answer:
    """What a site said to a record: its id and state, or what is wrong with it."""

    taken: bool
    state: str
    id: str = ""
    faults: tuple[str, ...] = ()


def send(
    site: Site, file: Path, token: str, key: PrivateKey | None = None, embargo: str = ""
) -> Answer:
    """Send the record in a file, signed with a key, to become public at a date. Raises
    CryptagonError where the file cannot be read, the site does not answer, or the token does not
    allow it.
    """
    try:
        content = file.read_bytes()
    except OSError as fault:
        raise CryptagonError(
            "the record cannot be read", where=str(file), why=str(fault)
        ) from fault
    if len(content) > MOST_BYTES:
        return Answer(
            taken=False, state="too large", faults=(f"it has more than {MOST_BYTES >> 10} KiB",)
        )
    status, said = site.post(
        "/api/records", content, token, _signed(content, file, site, key) if key else "", embargo
    )
    return answer_of(site, status, said)


def answer_of(site: Site, status: int, said: object) -> Answer:
    """What a site said to something that was sent.

    Raises CryptagonError where the token does not allow it.
    """
    said = said if isinstance(said, dict) else {}
    if status in (HTTPStatus.OK, HTTPStatus.CREATED):
        return Answer(taken=True, state=_plain(said.get("state")), id=_plain(said.get("id")))
    faults = said.get("faults")
    told = [said.get("detail", f"status {status}"), *(faults if isinstance(faults, list) else [])]
    if (
        status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN)
        or HTTPStatus.MULTIPLE_CHOICES <= status < HTTPStatus.BAD_REQUEST
    ):
        fix = "ask who runs the site for a token; give the address as the site has it"
        raise CryptagonError(
            "the site does not let you publish", where=site.url, why=_plain(told[0]), fix=fix
        )
    return Answer(taken=False, state="refused", faults=tuple(_plain(one) for one in told))


def _signed(content: bytes, file: Path, site: Site, key: PrivateKey) -> str:
    try:
        record = record_id(object_in(content))
    except UnreadableError as fault:
        raise CryptagonError("this is no record", where=fault.at(file), why=str(fault)) from fault
    return key.sign(
        PUBLICATION, {"record": record, "site": site.host, "date": datetime.now(UTC).isoformat()}
    )


def _is_here(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _plain(text: object) -> str:
    """What a site says, without what would change the console."""
    return "".join(one if one.isprintable() else "?" for one in str(text))[:500]
