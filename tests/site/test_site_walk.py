"""The walk that docs/results-site.md shows in pictures, in a browser.

With CRYPTAGON_PICTURES=docs/images it takes these pictures anew.
"""

import os
from pathlib import Path

import pytest
from browser import CHROMIUM, page
from browsing import Visitor
from running_site import running

from cryptagon.site.database import open_database

FOLDER = os.environ.get("CRYPTAGON_PICTURES", "")
FIRST_LOOK = "algorithm_class=aead&contest=first-look&target=ecp5-85f-8"
WIDTH, MOST = 1120, 1250


class Walker(Visitor):
    """A visitor who takes a picture of each page, as high as it is."""

    def show(self, name: str, most: int = MOST) -> None:
        """A picture for the documents."""
        height = self.tab.value("document.documentElement.scrollHeight")
        self.tab.size(WIDTH, min(height, most))
        if FOLDER:
            self.tab.picture(Path(FOLDER) / f"results-site-{name}.png")
        self.tab.size(WIDTH, 800)


@pytest.mark.nightly
@pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium: apt install chromium")
def test_a_walk_through_the_site(committed_file):
    open_database(committed_file)
    with running(committed_file) as site, page() as tab:
        ann = Walker(tab, site.url)
        tab.size(WIDTH, 800)
        ann.go("/")
        assert "What cryptographic algorithms cost in hardware" in ann.text()
        ann.show("home")
        ann.go(f"/ranking/?{FIRST_LOOK}")
        ann.show("ranking")
        ann.press(".tabs a:nth-child(2)")
        assert ann.path() == "/ranking/plot/" and "first-look" in tab.value("location.search")
        ann.show("plot")
        ann.press(".tabs a:nth-child(3)")
        assert ann.path() == "/ratios/" and "RTL / HLS" in ann.text()
        ann.show("ratios", 800)
        ann.press(".tabs a:nth-child(1)")
        tab.value(
            "[...document.querySelectorAll('input[name=id]')].slice(0, 3).map(one => one.click())"
        )
        ann.press(".toolbar button")
        assert "3 results side by side" in ann.text()
        ann.show("compare", 900)
        ann.press("thead a")
        assert ann.path().startswith("/results/") and "ACORN-128" in ann.text()
        ann.show("result", 1100)
        ann.go("/question/")
        ann.fill(area_max="2000", throughput_min="1000", families="3")
        ann.press("main form button")
        assert "ACORN-128" in ann.text()
        ann.show("question")
        assert tab.complaints == []
