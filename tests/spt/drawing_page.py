"""The drawing page for tests: its server in this process, and questions to its API."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from typing import Any

from browser import CONTROL

from cryptagon.spt.draw.desk import Desk
from cryptagon.spt.draw.server import DrawingServer


@dataclass
class Place:
    """A running server."""

    server: DrawingServer

    def send(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: dict[str, str] | None = None,
    ) -> tuple[int, dict, bytes]:
        connection = HTTPConnection("127.0.0.1", self.server.server_port, timeout=20)
        try:
            connection.request(method, path, body, headers or {})
            response = connection.getresponse()
            return response.status, dict(response.headers), response.read()
        finally:
            connection.close()

    def headers(self, **others: str) -> dict[str, str]:
        return {
            "X-Token": self.server.token,
            "Content-Type": "application/json",
            **{key.replace("_", "-"): one for key, one in others.items()},
        }

    def ask(self, path: str, question: object, **headers: str) -> tuple[int, Any]:
        status, _, body = self.send(
            "POST", f"/api/{path}", json.dumps(question).encode(), self.headers(**headers)
        )
        return status, json.loads(body)


@contextmanager
def serving(file: Path | None = None, answers: str = "") -> Iterator[Place]:
    server = DrawingServer(Desk(file), 0, answers)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield Place(server)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def box(id_: str, text: str, x: float, y: float, **sizes: float) -> dict[str, Any]:
    return {"id": id_, "text": text, "x": x, "y": y, "width": 100, "height": 30, **sizes}


def arrow(
    id_: str, tail: str | None, head: str | None, *points: tuple[float, float], **more: Any
) -> dict[str, Any]:
    return {
        "id": id_,
        "tail": tail,
        "head": head,
        "points": [list(one) for one in points or ((0, 0), (9, 9))],
        **more,
    }


def figure(name: str, *elements: dict[str, Any]) -> dict[str, Any]:
    arrows = [one for one in elements if "points" in one]
    return {"name": name, "boxes": [one for one in elements if "text" in one], "arrows": arrows}


def inverter(name: str = "inverter", text: str = "not") -> dict[str, Any]:
    """A figure that inverts eight bits."""
    boxes = box("b1", "input x: 8", 0, 0), box("b2", text, 0, 100), box("b3", "output y", 0, 200)
    return figure(
        name,
        *boxes,
        arrow("a4", "b1", "b2", (50, 30), (50, 100)),
        arrow("a5", "b2", "b3", (50, 130), (50, 200)),
    )


class Drawer:
    """What a person does on the page."""

    def __init__(self, tab, place):
        self.tab, self.place = tab, place
        tab.open(place.server.address, "document.body?.dataset.asked")

    def box(self, text):
        """The selector of the box that begins with a text."""
        found = f"[...document.querySelectorAll('.box')].find(b => b.getAttribute('aria-label').startsWith({json.dumps('box ' + text)}))"
        id_ = self.tab.wait(f"{found}?.dataset.id")
        return f'.box[data-id="{id_}"] > rect'

    def add(self, sign, text, at):
        """From the palette, written at once, and pulled to a place of the paper."""
        self.tab.click(f'#palette button[data-text^="{sign}"]')
        self.tab.wait("document.activeElement.id === 'writing'")
        self.tab.write(text)
        self.tab.press("Enter")
        box = self.box(text)
        left, top = self.tab.value(
            "(r => [r.x, r.y])(document.getElementById('desk').getBoundingClientRect())"
        )
        self.tab.pull(self.tab.place(box), (left + at[0], top + at[1]))
        return box

    def new(self, text, at):
        """By a double click on the paper at a place."""
        left, top = self.tab.value(
            "(r => [r.x, r.y])(document.getElementById('paper').getBoundingClientRect())"
        )
        for clicks in (1, 2):
            self.tab.mouse("mousePressed", (left + at[0], top + at[1]), clicks)
            self.tab.mouse("mouseReleased", (left + at[0], top + at[1]), clicks)
        self.tab.wait("document.activeElement.id === 'writing'")
        self.tab.write(text)
        self.tab.press("Enter")
        return self.box(text)

    def connect(self, tail, head):
        """By the handle below a box that is selected."""
        self.tab.click(tail)
        self.tab.pull(self.tab.place("[data-handle=connect]"), self.tab.place(head))

    def types(self):
        return self.tab.value(
            "[...document.querySelectorAll('.arrow')].map(a => a.querySelector('.type')?.textContent ?? '')"
        )

    def state(self):
        return self.tab.value("document.getElementById('state').textContent")

    def save(self):
        self.tab.press("s", CONTROL)
        self.tab.wait("document.getElementById('notice').textContent.includes('Saved')")
