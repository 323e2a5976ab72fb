"""The drawing page in a real browser: drawn by pointer and by keys, judged, mended, saved, and read
again by the reader.
"""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from browser import CHROMIUM, CONTROL, page
from drawing import FIGURES
from drawing_page import Drawer, serving

from cryptagon.spt import dml, evaluate, program_of, understood
from cryptagon.spt.meaning import Apply, meaning_of
from cryptagon.spt.model import Definition
from cryptagon.spt.operations import OPERATIONS

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="there is no Chromium (Debian: apt install chromium)"
)


@pytest.fixture(scope="module")
def tab():
    with page() as found:
        yield found


@pytest.fixture
def draw(tab, tmp_path):
    """Opens the page on a file; at the end nothing was complained of, and nothing asked of another
    machine.
    """
    places = []

    def opened(file: Path | None = None, answers: str = "", size=(1280, 800)):
        place = serving(file, answers)
        places.append(place)
        tab.size(*size)
        return Drawer(tab, place.__enter__())

    yield opened
    tab.call("Page.navigate", url="about:blank")
    for one in places:
        one.__exit__(None, None, None)
    complaints, outside = tab.complaints[:], tab.outside[:]
    tab.complaints.clear()
    tab.outside.clear()
    assert complaints == [] and outside == []


def test_drawn_by_pointer_faulted_mended_saved(draw, tmp_path):
    file = tmp_path / "mixed.uxf"
    drawer = draw(file)
    tab = drawer.tab
    assert drawer.state() == "Draw the first box"
    left = drawer.add("input", "input a: 8", (150, 60))
    right = drawer.add("input", "input b: 16", (350, 60))
    xor = drawer.add("⊕", "⊕", (250, 180))
    output = drawer.add("output", "output y", (250, 300))
    for tail, head in ((left, xor), (right, xor), (xor, output)):
        drawer.connect(tail, head)
    tab.wait("document.querySelector('#faults')?.textContent.includes('different widths: 8, 16')")
    tab.wait("document.getElementById('state').textContent === '1 fault'")
    assert drawer.types() == ["8", "16", ""]
    assert tab.value("document.querySelector('.box.faulty').textContent").startswith("⊕")
    assert "fault: its operands have different widths" in tab.value(
        "document.querySelector('.box.faulty').getAttribute('aria-label')"
    )
    assert tab.value("document.querySelector('.box.faulty .mark text').textContent") == "1"

    tab.click(right, times=2)
    tab.wait("document.activeElement.id === 'writing'")
    tab.write("input b: 8")
    tab.press("Enter")
    tab.wait("document.getElementById('state').textContent === 'No faults'")
    assert drawer.types() == ["8", "8", "8"] and not tab.value(
        "document.querySelector('.faulty, .mark')"
    )

    tab.click("#answers")
    tab.write("a=0f b=3c -> y=33")
    tab.wait("document.getElementById('results').textContent === 'right: y=33'")
    tab.write("0")
    tab.wait("document.getElementById('results').textContent === 'wrong: y=33'")
    model = tab.value("document.getElementById('dml').textContent")
    drawer.save()
    assert dml.written(program_of(file)) == model
    assert evaluate(program_of(file), "mixed", {"a": 0x0F, "b": 0x3C}) == {"y": 0x33}
    assert tab.value("document.getElementById('file').textContent") == "mixed.uxf"


def test_drawn_by_keys_alone(draw, tmp_path):
    """No pointer: boxes from the palette by Enter, connected by C, moved, removed, undone."""
    file = tmp_path / "keys.drawio"
    drawer = draw(file)
    tab = drawer.tab

    def add(sign, text):
        tab.value(f"document.querySelector('#palette button[data-text^=\"{sign}\"]').focus()")
        tab.press("Enter")
        tab.wait("document.activeElement.id === 'writing'")
        tab.write(text)
        tab.press("Enter")
        tab.wait("document.activeElement.classList.contains('box')")

    def focused():
        return tab.value("document.activeElement.getAttribute('aria-label') ?? ''")

    def to(label, *, limit=60):
        """By Tab alone."""
        for _ in range(limit):
            if focused().startswith(label):
                return
            tab.press("Tab")
        raise AssertionError(f"Tab never came to {label}")

    add("input", "input x: 32")
    for _ in range(9):
        tab.press("ArrowUp")
    add("<<<", "<<< 5")
    add("output", "output y")
    for tail, head in (("box input", "box <<<"), ("box <<<", "box output")):
        to(tail, limit=120)
        tab.press("c")
        tab.wait("document.getElementById('notice').textContent.includes('press Enter')")
        to(head, limit=120)
        tab.press("Enter")
        tab.wait("document.activeElement.classList.contains('arrow')")
    tab.wait("document.getElementById('state').textContent === 'No faults'")
    assert drawer.types() == ["32", "32"] and focused() == "arrow from <<< 5 to output y, 32 bits"

    tab.press("Delete")
    tab.wait("document.getElementById('state').textContent.includes('fault')")
    assert len(drawer.types()) == 1
    tab.press("z", CONTROL)
    tab.wait("document.getElementById('state').textContent === 'No faults'")
    tab.press("y", CONTROL)
    tab.wait("document.getElementById('state').textContent.includes('fault')")
    tab.press("z", CONTROL)
    tab.wait("document.getElementById('state').textContent === 'No faults'")
    drawer.save()
    assert evaluate(program_of(file), "keys", {"x": 0x80000001}) == {"y": 0x30}


def test_an_arrow_is_named_turned_bent_and_let_go(draw, tmp_path):
    file = tmp_path / "toy.uxf"
    file.write_bytes((FIGURES / "toy_feistel.uxf").read_bytes())
    drawer = draw(file)
    tab = drawer.tab
    tab.wait("document.getElementById('state').textContent === 'No faults'")
    before = tab.value("document.getElementById('dml').textContent")
    tab.value("document.querySelector('.arrow').focus()")
    tab.wait("!document.getElementById('chosen').hidden")
    tab.value(
        "[...document.querySelectorAll('#chosen button')].find(b => b.textContent === 'Turn round').click()"
    )
    tab.wait("document.getElementById('state').textContent.includes('fault')")
    tab.value("document.getElementById('undo').click()")
    tab.wait("document.getElementById('state').textContent === 'No faults'")

    tab.value("document.querySelector('.arrow').focus()")
    x, y = tab.place("[data-handle^=bend]")
    tab.pull((x, y), (x + 40, y + 10))
    tab.wait("document.querySelector('.arrow .line').getAttribute('d').split('L').length === 3")
    x, y = tab.place("[data-handle=point2]")
    tab.pull((x, y), (x + 300, y + 200))
    tab.wait("document.getElementById('faults').textContent.includes('no box is')")
    tab.click("#undo")
    tab.wait("document.getElementById('state').textContent === 'No faults'")
    assert tab.value("document.getElementById('dml').textContent") == before
    drawer.save()
    assert program_of(file) == program_of(FIGURES / "toy_feistel.uxf")
    assert Path(f"{file}~").read_bytes() == (FIGURES / "toy_feistel.uxf").read_bytes()


def test_figures_have_tabs(draw, tmp_path):
    drawer = draw(
        FIGURES / "speck64_128.uxf",
        "key=1b1a1918131211100b0a090803020100 text=3b7265747475432d -> text=8c6fa548454e028b",
    )
    tab = drawer.tab
    tab.wait("document.getElementById('results').textContent.startsWith('right')")
    tab.value(
        "[...document.querySelectorAll('#tabs button')].find(b => b.textContent === 'speck_key').click()"
    )
    tab.wait("document.querySelector('#tabs input').value === 'speck_key'")
    tab.value(
        "(f => { f.value = 'schedule'; f.dispatchEvent(new Event('change')); })(document.querySelector('#tabs input'))"
    )
    tab.wait(
        "document.getElementById('faults').textContent.includes('there is no figure \"speck_key\"')"
    )
    tab.value("document.querySelector('#faults button').click()")
    tab.wait(
        "document.querySelector('#tabs input').value === 'speck64_128' && document.activeElement.classList.contains('faulty')"
    )


def test_a_file_is_opened_and_downloaded(draw, tmp_path):
    drawer = draw()
    tab = drawer.tab
    assert tab.value("document.getElementById('save').disabled")
    tab.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
    node = tab.call("Runtime.evaluate", expression="document.getElementById('open')")["result"][
        "objectId"
    ]
    tab.call("DOM.setFileInputFiles", files=[str(FIGURES / "xtea.drawio")], objectId=node)
    tab.wait(
        "document.getElementById('file').textContent === 'xtea.drawio' && document.getElementById('state').textContent === 'No faults'"
    )
    tab.click("[data-download=uxf]")
    file = tmp_path / "xtea.uxf"
    tab.wait("document.querySelectorAll('.box').length > 5")
    for _ in range(100):
        if file.exists():
            break
        tab.value("new Promise(done => setTimeout(done, 100))")
    assert program_of(file) == program_of(FIGURES / "xtea.uxf")


def test_a_refusal_is_told(draw, tmp_path):
    file = tmp_path / "toy.uxf"
    file.write_bytes((FIGURES / "toy_feistel.uxf").read_bytes())
    drawer = draw(file)
    drawer.tab.wait("document.getElementById('state').textContent === 'No faults'")
    file.write_text("other")
    drawer.tab.press("s", CONTROL)
    drawer.tab.wait(
        "document.getElementById('notice').textContent.includes('changed by another program')"
    )
    assert file.read_text() == "other"
    drawer.tab.complaints[:] = [
        one for one in drawer.tab.complaints if "422" not in one
    ]  # the refusal itself


def axe() -> str:
    """The script of axe, from the package axe-core-python."""
    found = find_spec("axe_core_python")
    if not found or not found.submodule_search_locations:
        pytest.skip("there is no axe-core-python: make setup")
    return (Path(found.submodule_search_locations[0]) / "axe.min.js").read_text()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [1280, 768])
def test_axe_finds_nothing(draw, tmp_path, width, dark):
    """A figure with faults, an arrow selected, everything unfolded."""
    file = tmp_path / "toy.uxf"
    file.write_text(
        (FIGURES / "toy_feistel.uxf").read_text().replace("input key: 8", "input key: 9")
    )
    assert understood(file).faults
    drawer = draw(file, "block=1234 keys=01,23,45,67")
    tab = drawer.tab
    tab.size(width, 800, dark=dark)
    tab.wait(
        "document.querySelector('.mark') !== null || document.querySelectorAll('#tabs .faulty').length"
    )
    tab.value("document.querySelector('.arrow').focus()")
    tab.value("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    tab.call("Runtime.evaluate", expression=axe())
    found = tab.value(
        "axe.run().then(r => [r.passes.length, r.violations.map(v => [v.id, v.nodes.map(n => n.html.slice(0, 120))])])"
    )
    assert found[0] > 10 and found[1] == []
    assert tab.value("document.documentElement.scrollWidth <= innerWidth")


def test_palette_has_every_operation(draw):
    drawer = draw()
    texts = drawer.tab.value(
        "[...document.querySelectorAll('#palette button')].map(b => b.dataset.text)"
    )
    found = [meaning_of(one, {}, {}) for one in texts if re.match("table|permutation|matrix", one)]
    tables = {one.name: one for one in found if isinstance(one, Definition)}
    meanings = [meaning_of(one, tables, {"round": None}) for one in texts]
    assert {one.operation.name for one in meanings if isinstance(one, Apply)} == OPERATIONS.keys()


def test_arrows_between_two_boxes_keep_the_order_they_were_drawn_in(draw, tmp_path):
    """Nothing is written on them: the reader takes the order from left to right, at the split and
    at the concatenation.
    """
    file = tmp_path / "parts.uxf"
    drawer = draw(file)
    value = drawer.new("input x: 32", (300, 50))
    split, joined = drawer.new("split 4", (120, 180)), drawer.new("‖", (480, 330))
    drawer.connect(value, split)
    for _ in range(4):
        drawer.connect(split, joined)
    drawer.connect(joined, drawer.new("output y", (480, 450)))
    drawer.tab.wait("document.getElementById('state').textContent === 'No faults'")
    drawer.save()
    assert evaluate(program_of(file), "parts", {"x": 0x01234567}) == {"y": 0x01234567}


def test_a_figure_is_shown_from_its_corner(draw):
    """Camellia's, to decrypt, has boxes left of the corner of the paper."""
    assert (
        min(box.left for box in understood(FIGURES / "camellia128_decrypt.drawio").sheets[0].boxes)
        < 0
    )
    drawer = draw(FIGURES / "camellia128_decrypt.drawio")
    drawer.tab.wait("document.querySelectorAll('.box').length > 10")
    corner = "document.getElementById('desk').getBoundingClientRect()"
    first = "Math.min(...[...document.querySelectorAll('.box > rect')].map(b => b.getBoundingClientRect().%s))"
    assert drawer.tab.value(f"{first % 'left'} > {corner}.left") and drawer.tab.value(
        f"{first % 'top'} > {corner}.top"
    )


def test_escape_gives_up_what_is_being_pulled(draw):
    drawer = draw()
    tab = drawer.tab
    first, second = drawer.new("input x: 8", (200, 100)), drawer.new("output y", (200, 250))
    before = tab.place(first)
    for end in (
        (before[0] + 150, before[1] + 60),
        before,
    ):  # also where nothing was moved in the end
        tab.mouse("mousePressed", before)
        tab.mouse("mouseMoved", (before[0] + 150, before[1] + 60))
        assert tab.place(first) != before
        tab.mouse("mouseMoved", end)
        tab.press("Escape")
        tab.mouse("mouseReleased", end)
        assert tab.place(first) == before
    tab.click(first)
    tab.mouse("mousePressed", tab.place("[data-handle=connect]"))
    tab.mouse("mouseMoved", tab.place(second))
    assert tab.value("document.querySelectorAll('.rubber').length") == 1
    tab.press("Escape")
    tab.mouse("mouseReleased", tab.place(second))
    assert tab.value("document.querySelectorAll('.rubber, .arrow').length") == 0
    assert (
        tab.value("document.querySelectorAll('.box').length") == 2
    )  # which an undo too many would take away
