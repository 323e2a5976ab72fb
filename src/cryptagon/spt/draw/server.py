"""The drawing page on this machine alone: its files, and an API that the page asks.

Any program and any page in the browser can reach a port of the machine. So requests need a token
that is in the address of the page, after `#`, which browsers send to nobody; the host must be this
machine, and the origin, where there is one, the page itself.
"""

import json
import secrets
import sys
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from cryptagon.errors import CryptagonError
from cryptagon.spt.draw.desk import Desk, Opened, opened, written
from cryptagon.spt.draw.drawing import Drawing
from cryptagon.spt.draw.judge import Judgement, judged
from cryptagon.spt.draw.palette import PaletteGroup, palette

MOST_BYTES = 4 << 20
"""Of a request: the largest file that is read, and the JSON around it."""
SECONDS = 20
"""How long a request may take to arrive."""
STATIC = Path(__file__).parent / "static"
MARK = Path(__file__).parents[2] / "site" / "static" / "mark.svg"
FILES = {one.name: one for one in (*STATIC.iterdir(), MARK)}
TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
FileName = Annotated[str, Field(max_length=200)]


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Start(_Request):
    """Asks for the file on the desk."""


class Check(_Request):
    """Asks what the reader says of a drawing; `answers` has a known answer a line."""

    name: FileName
    drawing: Drawing
    answers: Annotated[str, Field(max_length=1 << 17)] = ""


class Open(_Request):
    """Asks for the drawing in a file of the user."""

    name: FileName
    text: str


class Write(_Request):
    """Asks for the text of a file of that name."""

    name: FileName
    drawing: Drawing


class Save(_Request):
    """Asks to write the file on the desk."""

    drawing: Drawing


class Started(BaseModel):
    """All that the page begins with."""

    opened: Opened
    path: str
    answers: str
    palette: list[PaletteGroup]


class RefusedError(Exception):
    """A request that is not answered, with its status and the reason."""

    def __init__(self, status: HTTPStatus, what: str) -> None:
        self.status, self.what = status, what
        super().__init__(what)


class DrawingServer(ThreadingHTTPServer):
    """Answers on 127.0.0.1; port 0 takes a free one.

    `answers` are the known answers that the page begins with.
    """

    daemon_threads = True

    def __init__(self, desk: Desk, port: int, answers: str = "") -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.desk, self.answers = desk, answers
        self.token = secrets.token_urlsafe(24)
        self.saving = Lock()

    @property
    def address(self) -> str:
        """Of the page, with the token."""
        return f"http://127.0.0.1:{self.server_port}/#{self.token}"

    @property
    def hosts(self) -> tuple[str, str]:
        """How a browser on this machine may call it."""
        return f"127.0.0.1:{self.server_port}", f"localhost:{self.server_port}"

    def start(self, _: Start) -> Started:
        """The file on the desk."""
        desk = self.desk
        return Started(
            opened=desk.opened(), path=str(desk.file or ""), answers=self.answers, palette=palette()
        )

    def check(self, asked: Check) -> Judgement:
        """What the reader says."""
        return judged(asked.drawing, asked.answers, asked.name)

    def open(self, asked: Open) -> Opened:
        """Another file, which the page has read."""
        return opened(asked.name, asked.text)

    def write(self, asked: Write) -> dict[str, str]:
        """The text of a file, for a download."""
        return {"text": written(asked.drawing, asked.name)}

    def save(self, asked: Save) -> dict[str, str]:
        """The file on the desk, written."""
        with self.saving:
            return {"path": self.desk.save(asked.drawing)}

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 - those of the base class
        """A browser that hung up is no error."""
        if not isinstance(sys.exc_info()[1], ConnectionError | TimeoutError):
            super().handle_error(request, client_address)

    def answer(self, path: str, body: bytes) -> BaseModel | dict[str, str]:
        """What the API gives. Raises RefusedError, CryptagonError and ValidationError."""
        known: dict[str, tuple[type[BaseModel], Callable[[Any], BaseModel | dict[str, str]]]] = {
            "/api/start": (Start, self.start),
            "/api/check": (Check, self.check),
            "/api/open": (Open, self.open),
            "/api/write": (Write, self.write),
            "/api/save": (Save, self.save),
        }
        if path not in known:
            raise RefusedError(HTTPStatus.NOT_FOUND, "there is no such address")
        kind, answer = known[path]
        return answer(kind.model_validate_json(body))


class _Handler(BaseHTTPRequestHandler):
    """One request."""

    server: DrawingServer  # pyright: ignore[reportIncompatibleVariableOverride] - it is made by this server alone
    timeout = SECONDS
    server_version, sys_version = "cryptagon", ""

    def do_GET(self) -> None:
        """A file of the page."""
        try:
            self._check_host()
            name = self.path.partition("?")[0].removeprefix("/") or "index.html"
            if name not in FILES:
                raise RefusedError(HTTPStatus.NOT_FOUND, "there is no such file")
            self._send(
                HTTPStatus.OK,
                FILES[name].read_bytes(),
                f"{TYPES[FILES[name].suffix]}; charset=utf-8",
            )
        except RefusedError as refused:
            self._refuse(refused.status, refused.what)

    def do_POST(self) -> None:
        """A question to the API, in JSON both ways."""
        try:
            self._check_host()
            self._check_sender()
            answer = self.server.answer(self.path, self._body())
            told = answer.model_dump() if isinstance(answer, BaseModel) else answer
            self._send(HTTPStatus.OK, json.dumps(told).encode(), "application/json")
        except RefusedError as refused:
            self._refuse(refused.status, refused.what)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False, include_context=False)[0]
            place = ".".join(map(str, first["loc"]))
            self._refuse(
                HTTPStatus.BAD_REQUEST, f"this is no such request: {place}: {first['msg']}"
            )
        except CryptagonError as error:
            self._refuse(
                HTTPStatus.UNPROCESSABLE_ENTITY,
                error.what,
                where=error.where,
                why=error.why,
                fix=error.fix,
            )

    def _check_host(self) -> None:
        """A name of another site that leads to this machine is refused (DNS rebinding)."""
        if self.headers.get("Host", "") not in self.server.hosts:
            raise RefusedError(HTTPStatus.FORBIDDEN, "this page is for 127.0.0.1 alone")

    def _check_sender(self) -> None:
        origin = self.headers.get("Origin")
        if origin is not None and origin not in [f"http://{host}" for host in self.server.hosts]:
            raise RefusedError(HTTPStatus.FORBIDDEN, "another site sent this")
        token = self.headers.get("X-Token", "").encode("latin-1", "replace")
        if not secrets.compare_digest(token, self.server.token.encode()):
            raise RefusedError(
                HTTPStatus.FORBIDDEN,
                "the address of the page is not whole: it ends with # and a token",
            )
        if self.headers.get("Content-Type") != "application/json":
            raise RefusedError(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "this is not called JSON")

    def _body(self) -> bytes:
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdigit()):
            raise RefusedError(HTTPStatus.LENGTH_REQUIRED, "the length of the request is not known")
        if len(length) > 9 or int(length) > MOST_BYTES:
            raise RefusedError(
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
                f"the request has more than {MOST_BYTES >> 20} MiB",
            )
        return self.rfile.read(int(length))

    def _refuse(self, status: HTTPStatus, what: str, **more: str) -> None:
        self.close_connection = True
        self._send(status, json.dumps({"what": what, **more}).encode(), "application/json")

    def _send(self, status: HTTPStatus, body: bytes, kind: str) -> None:
        self.send_response(status)
        for name, value in {
            **HEADERS,
            "Content-Type": kind,
            "Content-Length": str(len(body)),
        }.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name of the base class
        """Nothing: the terminal shows the address alone."""
