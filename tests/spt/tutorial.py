"""docs/draw-speck.md followed word by word in a browser; as a program it makes the picture of that
page anew.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from browser import page
from drawing_page import Drawer, serving

from cryptagon import paths

DOCS = paths.repository() / "docs"
TEXT = (DOCS / "draw-speck.md").read_text()
CORNER, CELL = (90, 40), (190, 78)
"""Pixels of the first place, and from place to place."""


@dataclass(frozen=True)
class Row:
    """A box of a table: its text, column and row, and where arrows come from, with what is written
    on them.
    """

    text: str
    place: tuple[int, int]
    arrows: tuple[tuple[str, str], ...]


def sections() -> dict[str, str]:
    """The text below each heading."""
    found = re.split(r"^## (.+)$", TEXT, flags=re.MULTILINE)
    return dict(zip(found[1::2], found[2::2]))


def rows(section: str) -> list[Row]:
    """The table of a section."""
    lines = re.findall(r"^\| `(.+?)` \| (\d+), (\d+) \| (.*)\|$", section, re.MULTILINE)
    return [
        Row(
            text,
            (int(column), int(row)),
            tuple(re.findall(r"`([^`]+)`(?: \(`([^`]+)`\))?", arrows)),
        )
        for text, column, row, arrows in lines
    ]


def tab_named(section: str) -> str:
    """What a section has one write in the tab of a new figure; empty where it does not."""
    found = re.search(r"Press \*Add figure\*, and write `(\w+)` in its tab\.", section)
    return found[1] if found else ""


def draw(drawer: Drawer, section: str) -> None:
    """All that a section says."""
    tab = drawer.tab
    if name := tab_named(section):
        tab.click("#add-figure")
        tab.click("#tabs input", times=3)
        tab.write(name)
        tab.press("Enter")
        tab.wait(
            f"document.querySelector('#tabs input').value === '{name}' && !document.querySelector('.box')"
        )
    elif found := re.search(r"Press the tab `(\w+)`\.", section):
        tab.value(
            f"[...document.querySelectorAll('#tabs button')].find(b => b.textContent === '{found[1]}').click()"
        )
        tab.wait(f"document.querySelector('#tabs input').value === '{found[1]}'")
    for row in rows(section):
        drawer.new(
            row.text,
            (CORNER[0] + CELL[0] * (row.place[0] - 1), CORNER[1] + CELL[1] * (row.place[1] - 1)),
        )
        for tail, label in row.arrows:
            drawer.connect(drawer.box(tail), drawer.box(row.text))
            if label:
                tab.wait("document.querySelector('#chosen [data-key=label]') !== null")
                tab.click("#chosen [data-key=label]")
                tab.write(label)
                tab.press("Enter")


def answer(drawer: Drawer) -> str:
    """Write the known answer; what the page says of it."""
    (line,) = re.findall(r"^```text\n(.+)\n```$", sections()["A known answer"], re.MULTILINE)
    drawer.tab.click("#answers")
    drawer.tab.write(line)
    return drawer.tab.wait("document.getElementById('results').textContent")


def main() -> None:
    """The picture at the end."""
    with serving(Path("build/speck.uxf")) as place, page() as tab:
        tab.size(1280, 800)
        drawer = Drawer(tab, place)
        for name in ("The round", "The key schedule", "The cipher"):
            draw(drawer, sections()[name])
        answer(drawer)
        tab.wait("document.getElementById('results').textContent.startsWith('right')")
        tab.click("#ground")  # nothing is selected
        tab.picture(DOCS / "images" / "draw-speck.png")


if __name__ == "__main__":
    main()
