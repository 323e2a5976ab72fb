"""The tutorial docs/draw-speck.md leads where it says."""

import re
import subprocess
import sys

import pytest
from browser import CHROMIUM, CONTROL, page
from drawing import ANSWERS, FIGURES
from drawing_page import Drawer, serving
from tutorial import TEXT, answer, draw, rows, sections

from cryptagon.spt import evaluate, program_of

MAIN = "from cryptagon.cli import main; main()"


def test_it_counts_its_boxes_and_arrows():
    found = [row for section in sections().values() for row in rows(section)]
    assert f"{len(found)} boxes and {sum(len(row.arrows) for row in found)} arrows" in TEXT


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium (Debian: apt install chromium)")
def test_word_by_word(tmp_path):
    parts = sections()
    file = tmp_path / "build" / "speck.uxf"
    with serving(file) as place, page() as tab:
        tab.size(1280, 800)
        drawer = Drawer(tab, place)
        draw(drawer, parts["The round"])
        tab.wait("document.getElementById('state').textContent === 'No faults'")
        assert set(drawer.types()) == {"32"}

        before, after = re.findall(
            r"Double-click the box `(.+?)`, and write `(.+?)`\.", parts["A fault"]
        )[0]
        (said,) = re.findall(r"the page says `(.+?)`", parts["A fault"])
        tab.click(drawer.box(before), times=2)
        tab.wait("document.activeElement.id === 'writing'")
        tab.write(after)
        tab.press("Enter")
        tab.wait(
            f"document.getElementById('faults').textContent.includes('{said}') && document.querySelector('.box.faulty') !== null"
        )
        tab.press("z", CONTROL)
        tab.wait("document.getElementById('state').textContent === 'No faults'")

        draw(drawer, parts["The key schedule"])
        draw(drawer, parts["The cipher"])
        tab.wait("document.getElementById('state').textContent === 'No faults'")
        answer(drawer)
        (right,) = re.findall(r"the page says `(.+?)`", parts["A known answer"])
        tab.wait(f"document.getElementById('results').textContent === '{right}'")
        tab.click("#save")
        tab.wait("document.getElementById('notice').textContent.includes('Saved')")
        assert tab.complaints == [] and tab.outside == []
    commands(tmp_path, parts["Programs and hardware"])
    check(file)


def check(file):
    """The known answer that is not in the tutorial's words alone, and the same function as the
    figure of the repository.
    """
    ((_, key, text, expected),) = [one for one in ANSWERS if one[0] == "speck64_128"]
    drawn, known = program_of(file), program_of(FIGURES / "speck64_128.uxf")
    assert evaluate(drawn, "speck", {"key": key, "text": text}) == {"text": expected}
    for key_, text_ in (
        (0, 0),
        (2**128 - 1, 2**64 - 1),
        (0x0123456789ABCDEF << 60, 0xFEDCBA9876543210),
    ):
        inputs = {"key": key_, "text": text_}
        assert evaluate(drawn, "speck", inputs) == evaluate(known, "speck64_128", inputs)


def commands(folder, section):
    """They run as they are shown; the one that makes hardware is `cryptagon hls`, whose own tests
    try it.
    """
    shown = re.findall(r"^    cryptagon (.+)$", section, re.MULTILINE)
    assert len(shown) == 4
    said = [
        subprocess.run(
            [sys.executable, "-c", MAIN, *one.split()],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
            timeout=500,
        )
        for one in shown
    ]
    assert [one.returncode for one in said] == [0] * 4, [one.stderr[-1500:] for one in said]
    assert (
        said[1].stdout == "text=8c6fa548454e028b\n"
        and (folder / "build" / "speck" / "speck_kernel.c").is_file()
    )
