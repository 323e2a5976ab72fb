"""A figure that somebody else draws - another zoom, place, order, tool - gives the same DML."""

import base64
import random
import re
import zlib
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote
from xml.etree import ElementTree

import pytest
from drawing import FIGURES, NAMES, Drawing, element, pair

from cryptagon.spt import dml, program_of, uxf, writing

SCALED = ("x", "y", "w", "h")


def text_of(file: Path) -> str:
    return dml.written(program_of(file))


def redrawn(
    name: str,
    folder: Path,
    *,
    zoom: int = 10,
    move: tuple[int, int] = (0, 0),
    seed: int | None = None,
    old: bool = False,
) -> Path:
    """The UXF of a figure as another person would have saved it; `old` as UMLet before version 12
    calls its elements.
    """
    root = ElementTree.parse(FIGURES / f"{name}.uxf").getroot()
    level = root.find("zoom_level")
    assert level is not None
    level.text = str(zoom)
    for drawn in root.iter("element"):
        for name_of, by in zip(SCALED, (*move, 0, 0)):
            one = drawn.find(f"coordinates/{name_of}")
            assert one is not None
            one.text = str(round((float(one.text or 0) + by) * zoom / 10))
        if old:
            _older(drawn, zoom)
    elements = list(root.iter("element"))
    for drawn in elements:
        root.remove(drawn)
    if seed is not None:
        random.Random(seed).shuffle(elements)
    root.extend(elements)
    file = folder / f"{name}.uxf"
    ElementTree.ElementTree(root).write(file)
    return file


def _older(drawn: ElementTree.Element, zoom: int) -> None:
    kind, points = drawn.find("id"), drawn.find("additional_attributes")
    assert kind is not None and points is not None
    kind.tag, kind.text = "type", "com.umlet.element." + (kind.text or "").removeprefix("UML")
    if points.text:
        points.text = ";".join(str(round(float(one) * zoom / 10)) for one in points.text.split(";"))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "changes",
    [
        {"zoom": 20},
        {"zoom": 7},
        {"move": (330, -170)},
        {"seed": 1},
        {"old": True},
        {"zoom": 15, "move": (-50, 90), "seed": 2, "old": True},
    ],
    ids=str,
)
def test_same_figure_in_umlet(name, changes, tmp_path):
    assert text_of(redrawn(name, tmp_path, **changes)) == text_of(FIGURES / f"{name}.uxf")


def test_file_of_umletino(tmp_path):
    """It has a byte order mark, and names itself."""
    text = (FIGURES / "xtea.uxf").read_text().replace('program="umlet"', 'program="umletino"')
    (tmp_path / "xtea.uxf").write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert text_of(tmp_path / "xtea.uxf") == text_of(FIGURES / "xtea.uxf")


def test_groups_and_remarks_make_no_difference(tmp_path):
    text = (FIGURES / "xtea.uxf").read_text()
    note = element("UMLNote", (1, 2, 30, 40), "by hand")
    text = text.replace("<element>", f"<group>{note}<element>", 1).replace(
        "</element>\n", "</element></group>\n", 1
    )
    settings = text.replace("input text: 64", "//the block\n*Input* Text\nbg=yellow\n--").replace(
        "*Input* Text", "«INPUT»\n64 bit text"
    )
    (tmp_path / "xtea.uxf").write_text(settings)
    assert text_of(tmp_path / "xtea.uxf") == text_of(FIGURES / "xtea.uxf")


def test_ends_a_little_off_and_inside_of_boxes(tmp_path):
    """Each end of each arrow some pixels from where it was drawn."""
    root = ElementTree.parse(FIGURES / "toy_feistel.uxf").getroot()
    for points in root.iter("additional_attributes"):
        if points.text:
            numbers = [float(one) for one in points.text.split(";")]
            numbers[1], numbers[-1] = numbers[1] + 8, numbers[-1] - 8
            points.text = ";".join(map(str, numbers))
    ElementTree.ElementTree(root).write(tmp_path / "toy_feistel.uxf")
    assert text_of(tmp_path / "toy_feistel.uxf") == text_of(FIGURES / "toy_feistel.uxf")


@pytest.mark.parametrize("name", NAMES)
def test_compressed_pages_of_draw_io(name, tmp_path):
    root = ElementTree.parse(FIGURES / f"{name}.drawio").getroot()
    for page in root.findall("diagram"):
        model = page.find("mxGraphModel")
        assert model is not None
        packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
        packed = (
            packer.compress(
                quote(ElementTree.tostring(model, encoding="unicode"), safe="").encode()
            )
            + packer.flush()
        )
        page.remove(model)
        page.text = base64.b64encode(packed).decode()
    ElementTree.ElementTree(root).write(tmp_path / f"{name}.drawio")
    assert text_of(tmp_path / f"{name}.drawio") == text_of(FIGURES / f"{name}.drawio")


def test_text_of_draw_io_in_html_and_cells_with_properties(tmp_path):
    text = (FIGURES / "toy_feistel.drawio").read_text().replace("html=0", "html=1")
    text = text.replace(
        'value="input block: 16"',
        'value="&lt;b&gt;input&lt;/b&gt;&lt;br&gt;&lt;div&gt;block:&amp;nbsp;16&lt;/div&gt;"',
    )
    text = text.replace('value="&lt;&lt;&lt; 3"', 'value="&amp;lt;&amp;lt;&amp;lt; 3"').replace(
        "4 -&gt; 4", "4 -&amp;gt; 4"
    )
    start = text.index('<mxCell id="box2"')
    end = text.index("</mxCell>", start) + len("</mxCell>")
    cell = text[start:end].replace(' id="box2"', "").replace(' value="split 2"', "")
    text = (
        text[:start]
        + f'<UserObject id="box2" label="Split into 2">{cell}</UserObject>'
        + text[end:]
    )
    (tmp_path / "toy_feistel.drawio").write_text(text)
    assert text_of(tmp_path / "toy_feistel.drawio") == text_of(FIGURES / "toy_feistel.drawio")


def test_one_page_without_a_name_is_called_as_its_file(tmp_path):
    page = (
        '<mxCell id="a" value="input x: 8" vertex="1"><mxGeometry width="80" height="30"/></mxCell>'
    )
    page += '<mxCell id="b" value="output y" vertex="1"><mxGeometry y="90" width="80" height="30"/></mxCell>'
    page += '<mxCell id="c" edge="1" source="a" target="b"><mxGeometry relative="1"/></mxCell>'
    (tmp_path / "copy.drawio").write_text(
        f'<mxfile><diagram name="Seite-1"><mxGraphModel><root>{page}</root></mxGraphModel></diagram></mxfile>'
    )
    assert (
        text_of(tmp_path / "copy.drawio")
        == "dml 1\n\nfigure copy\n  input x: 8\n  output y: 8 = x\n"
    )


@pytest.mark.parametrize("name", NAMES)
def test_dml_reads_what_it_writes(name):
    program = program_of(FIGURES / f"{name}.uxf")
    again = dml.read(dml.written(program), Path("again.dml"))
    assert again == program and dml.written(again) == dml.written(program)


HEADS = ["lt=->", "lt=->>", "lt=.>", "lt=->>>>", "LT = ->"]


@pytest.mark.parametrize("line", [*HEADS, "lt=<-", "lt=<<-", "lt=<.", "lt=<<<<-"])
def test_heads_of_umlet(line, tmp_path):
    """A head at the first point turns the arrow round."""
    first, last = ("input a: 8", "output y") if ">" in line else ("output y", "input a: 8")
    drawing = Drawing().box(first, 0, 0).box(last, 0, 100).arrow(first, last, line=line)
    assert drawing.understood(tmp_path).program


def test_labels_at_either_end(tmp_path):
    """m and r are UMLet's names for what is written at the first and the last point."""
    drawing = pair("sub", labels=("", ""))
    drawing.elements[4] = drawing.elements[4].replace("lt=-&gt;", "lt=-&gt;\nm2=2\nm2pos=10,-4")
    drawing.elements[5] = drawing.elements[5].replace("lt=-&gt;", "lt=-&gt;\nr2=1")
    found = drawing.understood(tmp_path)
    assert found.program and "sub1: 8 = sub b a" in dml.written(found.program)


@pytest.mark.parametrize("name", NAMES)
def test_edges_of_draw_io_that_are_not_attached(name, tmp_path):
    """They have points alone."""
    text = re.sub(r' (?:source|target)="box\d+"', "", (FIGURES / f"{name}.drawio").read_text())
    (tmp_path / f"{name}.drawio").write_text(text)
    assert text_of(tmp_path / f"{name}.drawio") == text_of(FIGURES / f"{name}.drawio")


def test_boxes_in_groups_of_draw_io(tmp_path):
    """Coordinates in a group begin at its corner."""
    text = (FIGURES / "toy_feistel.drawio").read_text()
    group = '<mxCell id="g" style="group" vertex="1" parent="1"><mxGeometry x="-500" y="70" width="9" height="9" as="geometry"/></mxCell>'
    text = text.replace('parent="1"', 'parent="g"').replace(
        '<mxCell id="box1"', f'{group}\n<mxCell id="box1"'
    )
    (tmp_path / "toy_feistel.drawio").write_text(text)
    assert text_of(tmp_path / "toy_feistel.drawio") == text_of(FIGURES / "toy_feistel.drawio")


def test_two_figures_on_one_page_of_draw_io(tmp_path):
    """As frames, which is what UXF has for pages."""
    made = writing.drawio(
        [
            replace(one, name="page")
            for one in uxf.read((FIGURES / "xtea.uxf").read_text(), Path("xtea.uxf"))[0]
        ]
    )
    (tmp_path / "xtea.drawio").write_text(made)
    assert text_of(tmp_path / "xtea.drawio") == text_of(FIGURES / "xtea.uxf")
