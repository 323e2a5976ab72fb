"""Chromium for tests, driven over a pipe by its own protocol: it needs no package and opens no
port.
"""

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

CHROMIUM = next(
    (
        found
        for name in ("chromium", "chromium-browser", "google-chrome")
        if (found := shutil.which(name))
    ),
    None,
)
OPTIONS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync",
    "--hide-scrollbars", "--remote-debugging-pipe", "--no-default-browser-check", "--disable-component-update",
)  # fmt: skip
SECONDS = 40
KEYS = {
    "Enter": ("\r", 13),
    "Escape": ("", 27),
    "Tab": ("", 9),
    "Delete": ("", 46),
    "F2": ("", 113),
}
KEYS |= {f"Arrow{way}": ("", code) for code, way in enumerate(("Left", "Up", "Right", "Down"), 37)}
CONTROL, SHIFT = 2, 8


@dataclass
class Page:
    """A tab.

    `complaints` has errors of scripts, what the console warned of, and requests that left this
    machine.
    """

    process: subprocess.Popen[bytes]
    to: int
    back: int
    session: str = ""
    number: int = 0
    rest: bytes = b""
    complaints: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)

    def call(self, method: str, **given: Any) -> dict[str, Any]:
        self.number += 1
        message = {"id": self.number, "method": method, "params": given} | (
            {"sessionId": self.session} if self.session else {}
        )
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            told = self._next()
            if told.get("id") == self.number:
                assert "error" not in told, (method, told["error"])
                return told["result"]
            self._note(told)

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self.rest:
            more = os.read(self.back, 1 << 16)
            assert more, "Chromium ended"
            self.rest += more
        line, _, self.rest = self.rest.partition(b"\0")
        return json.loads(line)

    def _note(self, told: dict[str, Any]) -> None:
        given = told.get("params", {})
        match told.get("method"):
            case "Runtime.exceptionThrown":
                self.complaints.append(json.dumps(given["exceptionDetails"])[:600])
            case "Runtime.consoleAPICalled" if given["type"] in ("error", "warning", "assert"):
                self.complaints.append(json.dumps(given["args"])[:600])
            case "Log.entryAdded" if given["entry"]["level"] in ("error", "warning"):
                self.complaints.append(f"{given['entry']['text']} {given['entry'].get('url', '')}")
            case "Network.requestWillBeSent" if not given["request"]["url"].startswith(
                ("http://127.0.0.1:", "data:", "blob:")
            ):
                self.outside.append(given["request"]["url"])
            case "Page.javascriptDialogOpening":  # the page asks whether changes are to be left
                answer = {
                    "id": 0,
                    "method": "Page.handleJavaScriptDialog",
                    "params": {"accept": True},
                    "sessionId": self.session,
                }
                os.write(self.to, json.dumps(answer).encode() + b"\0")
            case _:
                pass

    def open(self, url: str, ready: str) -> None:
        self.call("Page.navigate", url=url)
        self.wait(ready)

    def value(self, script: str) -> Any:
        """What an expression gives; promises are waited for."""
        found = self.call(
            "Runtime.evaluate",
            expression=script,
            returnByValue=True,
            awaitPromise=True,
            userGesture=True,
        )
        assert "exceptionDetails" not in found, (script, found)
        return found["result"].get("value")

    def wait(self, script: str, seconds: float = SECONDS) -> Any:
        end = time.monotonic() + seconds
        while not (found := self.value(script)):
            assert time.monotonic() < end, (
                f"never true: {script}; on the page: {self.value('document.body.innerText')[:1500]}"
            )
            time.sleep(0.05)
        return found

    def size(self, width: int, height: int, *, dark: bool = False) -> None:
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])

    def place(self, selector: str) -> tuple[float, float]:
        """The middle of what a selector finds."""
        at = self.value(
            f"(e => e && e.getBoundingClientRect().toJSON())(document.querySelector({json.dumps(selector)}))"
        )
        assert at, f"nothing is {selector}"
        return at["x"] + at["width"] / 2, at["y"] + at["height"] / 2

    def mouse(self, kind: str, at: tuple[float, float], clicks: int = 1) -> None:
        held = 0 if kind == "mouseReleased" else 1
        self.call(
            "Input.dispatchMouseEvent",
            type=kind,
            x=at[0],
            y=at[1],
            button="left",
            buttons=held,
            clickCount=clicks,
        )

    def click(self, selector: str, times: int = 1) -> None:
        self.value(
            f"document.querySelector({json.dumps(selector)})?.scrollIntoView({{ block: 'nearest' }})"
        )
        at = self.place(selector)
        for one in range(1, times + 1):
            self.mouse("mousePressed", at, one)
            self.mouse("mouseReleased", at, one)

    def pull(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.mouse("mousePressed", start)
        for part in (0.3, 0.7, 1.0):
            self.mouse(
                "mouseMoved",
                (start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])),
            )
        self.mouse("mouseReleased", end)

    def press(self, key: str, modifiers: int = 0) -> None:
        text, code = KEYS.get(key, (key, ord(key.upper()[0])))
        shown = text if not modifiers & CONTROL else ""
        given = {
            "key": key,
            "code": key if key in KEYS else f"Key{key.upper()}",
            "windowsVirtualKeyCode": code,
            "modifiers": modifiers,
        }
        self.call("Input.dispatchKeyEvent", type="keyDown", text=shown, **given)
        self.call("Input.dispatchKeyEvent", type="keyUp", **given)

    def write(self, text: str) -> None:
        self.call("Input.insertText", text=text)

    def picture(self, file: Path) -> None:
        file.write_bytes(
            base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])
        )


@contextmanager
def page() -> Iterator[Page]:
    """A tab of a Chromium of its own, until the end of the block."""
    assert CHROMIUM
    from_us, to_it = os.pipe()
    from_it, to_us = os.pipe()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [CHROMIUM, *OPTIONS, f"--user-data-dir={profile}", "about:blank"]
        process = subprocess.Popen(
            ["bash", "-c", 'exec 3<&"$1" 4>&"$2"; shift 2; exec "$@"', "bash", str(from_us), str(to_us), *command],
            pass_fds=(from_us, to_us), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(from_us)
        os.close(to_us)
        try:
            yield _tab(Page(process, to_it, from_it))
        finally:
            process.terminate()
            process.wait(timeout=20)
            os.close(to_it)
            os.close(from_it)


def _tab(page: Page) -> Page:
    target = page.call("Target.createTarget", url="about:blank")["targetId"]
    page.session = page.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
    for room in ("Page", "Runtime", "Log", "Network"):
        page.call(f"{room}.enable")
    page.call("Emulation.setFocusEmulationEnabled", enabled=True)  # as if its window were in front
    return page
