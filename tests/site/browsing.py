"""Pages of the site in Chromium: forms, links, what axe finds, a passkey that the browser plays."""

import json
from importlib.util import find_spec
from pathlib import Path

import pytest
from browser import Page

HEIGHT = 900
_AXE = "axe.run(document, %s).then(r => [r.passes.length, r.violations.map(v => [v.id, v.nodes.map(n => n.html.slice(0, 150))])])"

_SHIFT = """new Promise(done => {
  let sum = 0;
  new PerformanceObserver(seen => { for (const one of seen.getEntries()) sum += one.value; })
    .observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => done(sum), 200);
})"""


def axe() -> str:
    """The script of axe, from the package axe-core-python."""
    found = find_spec("axe_core_python")
    if not found or not found.submodule_search_locations:
        pytest.skip("there is no axe-core-python: make setup")
    return (Path(found.submodule_search_locations[0]) / "axe.min.js").read_text()


class Visitor:
    """Somebody who looks at a site in a tab."""

    def __init__(self, tab: Page, url: str) -> None:
        self.tab, self.url, self._axe = tab, url, axe()

    def go(self, path: str) -> None:
        """Open a page."""
        self.tab.value("window.old = true")
        self.tab.open(self.url + path, "!window.old && document.readyState === 'complete'")

    def text(self) -> str:
        """What the page says."""
        return self.tab.value("document.body.innerText")

    def path(self) -> str:
        """Where the tab is."""
        return self.tab.value("location.pathname")

    def fill(self, **given: str) -> None:
        """Write into the fields of these names."""
        for name, text in given.items():
            self.tab.value(
                f"document.querySelector('main [name={name}]').value = {json.dumps(text)}"
            )

    def press(self, selector: str) -> None:
        """Press a button that leads to another page."""
        self.tab.value("window.old = true")
        self.tab.click(selector)
        self.tab.wait("!window.old && document.readyState === 'complete'")

    def shift(self) -> float:
        """How far the layout moved since the page was opened (cumulative layout shift)."""
        return self.tab.value(_SHIFT)

    def skips_to_content(self) -> bool:
        """Whether the first key of a keyboard, Tab, leads to the link past the head, and Enter on."""
        self.tab.press("Tab")
        first = self.tab.value("document.activeElement.className")
        self.tab.press("Enter")
        return first == "skip" and self.tab.value("location.hash") == "#main"

    def passkeys(self) -> None:
        """From now on the browser has an authenticator of its own, with a finger on it."""
        self.tab.call("WebAuthn.enable")
        own = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
        }
        self.tab.call(
            "WebAuthn.addVirtualAuthenticator",
            options={**own, "isUserVerified": True, "automaticPresenceSimulation": True},
        )

    def look(self, pictures: Path | None = None, name: str = "") -> None:
        """Axe finds nothing, nor bad contrast in the dark, and the page fits the narrowest
        screen.
        """
        for dark in (False, True):
            self.tab.size(1280, HEIGHT, dark=dark)
            self.tab.call("Runtime.evaluate", expression=self._axe)
            only = {"runOnly": ["color-contrast"]} if dark else {}
            passes, violations = self.tab.value(_AXE % json.dumps(only))
            assert passes >= (1 if dark else 6) and violations == [], (
                self.path(),
                dark,
                violations,
            )
        for width in (320, 768, 1280):
            self.tab.size(width, HEIGHT, dark=width == 768)
            assert self.tab.value("document.documentElement.scrollWidth <= innerWidth"), (
                self.path(),
                width,
            )
            if pictures:
                self.tab.picture(
                    pictures / f"{name or self.path().strip('/').replace('/', '-')}-{width}.png"
                )
