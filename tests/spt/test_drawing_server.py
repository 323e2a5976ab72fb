"""The API of the drawing page: what the reader says of a drawing, files in and out, and whom it
answers.
"""

import json
import random
import socket
from collections import Counter

import pytest
from damage import damaged
from drawing import ANSWERS, DRAWN, FIGURES
from drawing_page import arrow, box, figure, inverter, serving

from cryptagon.errors import CryptagonError
from cryptagon.spt import dml, program_of
from cryptagon.spt.draw.desk import opened, written
from cryptagon.spt.draw.drawing import Drawing
from cryptagon.spt.draw.judge import judged


@pytest.fixture(scope="module")
def place():
    with serving() as found:
        yield found


def check(place, *figures, answers=""):
    status, told = place.ask(
        "check", {"name": "drawn.uxf", "drawing": {"figures": list(figures)}, "answers": answers}
    )
    assert status == 200, told
    return told


def test_types_words_and_answers(place):
    told = check(
        place,
        inverter(),
        answers="x=0f -> y=f0\n\n x=0f\nx=0f -> y=0f\ninverter: x=1\nother: x=1\nx=100\nx=-1\nx=0f -> z=1\nx=1 ->",
    )
    assert told["faults"] == [] and told["types"] == {"a4": "8", "a5": "8"} and told["words"] == {}
    assert told["figures"] == [{"name": "inverter", "inputs": ["x: 8"], "outputs": ["y: 8"]}]
    assert told["dml"].startswith("dml 1\n") and "not1: 8 = not x" in told["dml"]
    said = [(one["ok"], one["said"]) for one in told["answers"]]
    assert said[:4] == [(True, "y=f0"), (None, "y=f0"), (False, "y=f0"), (None, "y=fe")]
    assert (
        all(ok is None for ok, _ in said[4:])
        and "no figure" in said[4][1]
        and "is 8 bits" in said[5][1]
        and "is 8 bits" in said[6][1]
    )
    assert "no output z" in said[7][1] and "behind the arrow" in said[8][1]


def test_faults_are_the_readers_own_and_marked_at_their_elements(place):
    told = check(place, inverter(text="nott"), answers="x=0")
    (fault,) = told["faults"]
    assert (
        '"nott" is no operation' in fault["what"]
        and "did you mean not" in fault["fix"]
        and fault["elements"] == ["b2"]
    )
    assert (
        told["dml"] is None
        and told["types"] == {"a4": "8"}
        and "until" in told["answers"][0]["said"]
    )
    assert fault["where"] == 'figure inverter: "nott" at (0, 100)'


def test_fault_of_an_arrow(place):
    loose = inverter()
    loose["arrows"][1] |= {"head": None, "points": [[50, 130], [400, 400]]}
    told = check(place, loose)
    assert any(one["elements"] == ["a5"] and "no box is" in one["what"] for one in told["faults"])
    undirected = inverter()
    undirected["arrows"][1]["heads"] = 0
    assert any(
        one["elements"] == ["a5"] and "no arrow head" in one["what"]
        for one in check(place, undirected)["faults"]
    )


def test_words_say_what_a_sign_means(place):
    assert check(place, inverter(text="¬"))["words"] == {"b2": "not"}


def test_frames_are_told_and_what_is_around_stays(place):
    framed = inverter()
    framed["boxes"].append(box("b9", "figure other", -50, -50, width=300, height=400))
    (fault,) = check(place, framed)["faults"]
    assert "a frame is no part of a figure here" in fault["what"] and fault["elements"] == ["b9"]


def test_figures_of_one_name_and_of_none(place):
    again = json.loads(
        json.dumps(inverter())
        .replace('"b', '"b1')
        .replace('"a', '"a1')
        .replace("a1rrows", "arrows")
        .replace("b1oxes", "boxes")
    )
    told = check(place, inverter(), again)
    assert any("is the name of two figures" in one["what"] for one in told["faults"])
    assert any(
        "no name of a figure" in one["what"]
        for one in check(place, inverter("two words"))["faults"]
    )
    assert any(
        "there is no figure" in one["what"] for one in check(place, figure("empty"))["faults"]
    )


def test_an_answer_that_would_take_too_long_is_refused(place):
    """Rounds of rounds of rounds: four billion operations."""
    inner = inverter("once")
    inner["boxes"][2]["text"] = "output x"
    figures = [inner]
    for number, (name, called) in enumerate(
        (("many", "once"), ("more", "many"), ("most", "more")), 1
    ):
        ids = [
            f"{letter}{number}{place}"
            for letter, place in (("b", 1), ("b", 2), ("b", 3), ("a", 4), ("a", 5))
        ]
        texts = "input x: 8", f"repeat 1600 {called}", "output x"
        boxes = [
            box(id_, text, 0, 100 * place) for place, (id_, text) in enumerate(zip(ids, texts))
        ]
        figures.append(
            figure(name, *boxes, arrow(ids[3], ids[0], ids[1]), arrow(ids[4], ids[1], ids[2]))
        )
    told = check(place, *figures, answers="x=0\nmany: x=0f -> x=0f")
    assert (
        told["faults"] == []
        and "too many operations" in told["answers"][0]["said"]
        and told["answers"][1]["ok"]
    )


@pytest.mark.parametrize("file", DRAWN, ids=lambda one: one.name)
def test_every_figure_comes_through_the_page_as_it_was(place, file, tmp_path):
    """Opened, judged, written in both formats, read by the reader: the same DML."""
    status, opened = place.ask("open", {"name": file.name, "text": file.read_text()})
    assert status == 200 and opened["lost"] == []
    told = check(place, *opened["drawing"]["figures"])
    assert told["faults"] == [] and told["dml"] == dml.written(program_of(file))
    for kind in ("uxf", "drawio"):
        name = f"{file.stem}.{kind}"
        _, written = place.ask("write", {"name": name, "drawing": opened["drawing"]})
        (tmp_path / name).write_text(written["text"])
        assert program_of(tmp_path / name) == program_of(file)


@pytest.mark.parametrize("files", [20, pytest.param(80, marks=pytest.mark.nightly)])
def test_damaged_files_are_opened_or_refused(files):
    """Whatever is opened is judged, and written or refused with a reason."""
    outcomes = Counter()
    for number in range(files):
        source = random.Random(f"page {number}")
        file = source.choice(DRAWN)
        try:
            found = opened(
                file.name, damaged(file.read_text(), source).encode(errors="replace").decode()
            )
            judged(Drawing.model_validate_json(found.drawing.model_dump_json()), "x=0", file.name)
            outcomes["opened"] += 1
            for kind in ("uxf", "drawio"):
                assert written(found.drawing, f"{file.stem}.{kind}")
            outcomes["written"] += 1
        except CryptagonError as error:
            assert error.what and error.where
            outcomes["refused"] += 1
    assert outcomes["opened"] > files // 2 and outcomes["written"] > 3 * files // 8
    assert outcomes["refused"] > files // 40


def test_arrows_between_figures_are_faults_and_kept(place):
    """An arrow of draw.io from a box in one frame to one in another."""
    boxes = "".join(
        f'<mxCell id="{name}" value="{text}" vertex="1"><mxGeometry x="{x}" y="{y}" width="{width}" height="{height}"/></mxCell>'
        for name, text, x, y, width, height in (
            ("f", "figure one", 0, 0, 200, 200), ("a", "input x: 8", 20, 50, 90, 30), ("g", "figure two", 300, 0, 200, 200),
            ("b", "output y", 320, 50, 90, 30),
        )
    )  # fmt: skip
    edge = '<mxCell id="e" edge="1" source="a" target="b"><mxGeometry/></mxCell>'
    text = f'<mxfile><diagram name="both"><mxGraphModel><root>{boxes}{edge}</root></mxGraphModel></diagram></mxfile>'
    status, found = place.ask("open", {"name": "both.drawio", "text": text})
    assert status == 200 and [len(one["arrows"]) for one in found["drawing"]["figures"]] == [1, 0]
    assert check(place, *found["drawing"]["figures"])["faults"]


def test_known_answers_of_ciphers(place):
    for name, key, text, expected in ANSWERS:
        _, opened = place.ask(
            "open", {"name": f"{name}.uxf", "text": (FIGURES / f"{name}.uxf").read_text()}
        )
        assert check(
            place,
            *opened["drawing"]["figures"],
            answers=f"key={key:x} text={text:x} -> text={expected:x}",
        )["answers"][0]["ok"]


def test_what_is_not_taken_from_a_file_is_told(place):
    text = (
        (FIGURES / "toy_feistel.uxf")
        .read_text()
        .replace("<id>UMLClass</id>", "<id>UMLTimer</id>", 1)
    )
    _, opened = place.ask("open", {"name": "toy.uxf", "text": text})
    assert len(opened["lost"]) == 1 and "timer" in opened["lost"][0]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.uxf", "no xml"),
        ("a.txt", "x"),
        ("a.uxf", ""),
        ("a.drawio", "<mxfile/>"),
        ("..", "<diagram/>"),
    ],
)
def test_files_that_are_none(place, name, text):
    status, told = place.ask("open", {"name": name, "text": text})
    assert status == 422 and told["what"] and "/tmp" not in json.dumps(told)


def test_a_file_that_would_not_say_the_same_is_not_written(place):
    """UXF does not keep that the arrow leads to the box behind the other one; draw.io does."""
    hidden = inverter()
    hidden["boxes"].append(box("b8", "input z: 8", 0, 100))
    hidden["arrows"].append(arrow("a9", "b8", "b3", (50, 130), (60, 200)))
    hidden["boxes"][2]["text"] = "concat"
    status, told = place.ask("write", {"name": "inverter.uxf", "drawing": {"figures": [hidden]}})
    assert status == 422 and "would not be the same" in told["what"] and "draw.io" in told["fix"]
    assert (
        place.ask("write", {"name": "inverter.drawio", "drawing": {"figures": [hidden]}})[0] == 200
    )


def test_a_drawing_with_faults_is_kept_as_it_is(place):
    faulty = inverter(text="nott")
    faulty["arrows"][0]["heads"], faulty["arrows"][1]["heads"] = 0, 2
    for name in ("x.uxf", "x.drawio"):
        _, written = place.ask("write", {"name": name, "drawing": {"figures": [faulty]}})
        _, opened = place.ask("open", {"name": name, "text": written["text"]})
        (again,) = opened["drawing"]["figures"]
        assert again["name"] == "inverter" and [one["heads"] for one in again["arrows"]] == [0, 2]
        assert [one["text"] for one in again["boxes"]] == ["input x: 8", "nott", "output y"]


def test_saving(tmp_path):
    file = tmp_path / "new" / "inverter.uxf"
    with serving(file) as place:
        _, started = place.ask("start", {})
        assert started["opened"]["drawing"]["figures"] == [
            {"name": "inverter", "boxes": [], "arrows": [], "remarks": []}
        ]
        assert place.ask("save", {"drawing": {"figures": [inverter()]}}) == (
            200,
            {"path": str(file)},
        )
        first = file.read_bytes()
        assert place.ask("save", {"drawing": {"figures": [inverter(text="~")]}})[0] == 200
        assert (file.parent / "inverter.uxf~").read_bytes() == first
        file.write_text("<!-- changed elsewhere -->")
        status, told = place.ask("save", {"drawing": {"figures": [inverter()]}})
        assert (
            status == 422
            and "another program" in told["what"]
            and file.read_text() == "<!-- changed elsewhere -->"
        )
        assert sorted(one.name for one in file.parent.iterdir()) == [
            "inverter.uxf",
            "inverter.uxf~",
        ]
    with serving() as place:
        assert "no file" in place.ask("save", {"drawing": {"figures": []}})[1]["what"]


WRONG = {
    "no token": {"X_Token": ""},
    "another token": {"X_Token": "x" * 32},
    "a strange token": {"X_Token": "ü"},
    "another site": {"Origin": "http://example.org"},
    "a page of no origin": {"Origin": "null"},
    "another host": {"Host": "example.org"},
    "another port": {"Host": "127.0.0.1:1"},
    "a form": {"Content_Type": "text/plain"},
}


@pytest.mark.parametrize("headers", WRONG.values(), ids=WRONG.keys())
def test_others_are_not_answered(place, headers):
    status, told = place.ask("start", {}, **headers)
    assert status in (403, 415) and set(told) == {"what"}


def test_its_own_page_is_answered(place):
    for host in place.server.hosts:
        assert place.ask("start", {}, Host=host, Origin=f"http://{host}")[0] == 200


def test_it_listens_at_this_machine_alone(place):
    assert place.server.server_address[0] == "127.0.0.1" and len(place.server.token) >= 32
    with serving() as other:
        assert other.server.token != place.server.token


@pytest.mark.parametrize("length", ["99999999", "-1", "1e3", "²", ""])
def test_requests_without_end_are_refused(place, length):
    with socket.create_connection(("127.0.0.1", place.server.server_port), timeout=20) as wire:
        lines = [
            "POST /api/start HTTP/1.1",
            f"Host: {place.server.hosts[0]}",
            f"X-Token: {place.server.token}",
        ]
        lines += ["Content-Type: application/json", f"Content-Length: {length}", "", "{}"]
        wire.sendall("\r\n".join(lines).encode())
        assert wire.recv(100).split()[1] in (b"411", b"413")


BROKEN = {
    "no json": b"{",
    "deep": b'{"name":"a","text":' + b"[" * 9_000,
    "no drawing": b'{"name":"a.uxf"}',
    "an endless number": json.dumps(
        {"name": "a.uxf", "drawing": {"figures": [figure("f", box("b1", "x", 1e9, 0))]}}
    ).encode(),
    "no number": json.dumps(
        {"name": "a.uxf", "drawing": {"figures": [figure("f", box("b1", "x", float("nan"), 0))]}}
    ).encode(),
    "an arrow to nowhere": json.dumps(
        {"name": "a.uxf", "drawing": {"figures": [figure("f", arrow("a1", "b7", None))]}}
    ).encode(),
    "one id twice": json.dumps(
        {
            "name": "a.uxf",
            "drawing": {"figures": [figure("f", box("b1", "", 0, 0), box("b1", "", 0, 0))]},
        }
    ).encode(),
    "too many": json.dumps(
        {
            "name": "a",
            "drawing": {"figures": [figure("f", *(box(f"b{n}", "", n, 0) for n in range(2001)))]},
        }
    ).encode(),
    "no text": b'{"name":"a.uxf","drawing":{"figures":[{"name":"\\ud800"}]}}',
}


@pytest.mark.parametrize("body", BROKEN.values(), ids=BROKEN.keys())
def test_broken_requests_are_refused(place, body):
    status, _, told = place.send("POST", "/api/write", body, place.headers())
    assert status == 400 and "no such request" in json.loads(told)["what"]


def test_files_of_the_page_and_nothing_else(place):
    for name in ("/", "/main.js", "/draw.css", "/mark.svg"):
        status, headers, body = place.send("GET", name)
        assert (
            status == 200
            and body
            and "'unsafe" not in headers["Content-Security-Policy"]
            and headers["X-Content-Type-Options"] == "nosniff"
        )
        assert place.server.token.encode() not in body
    for name in ("/../server.py", "/%2e%2e/server.py", "//etc/passwd", "/api/start", "/none.js"):
        assert place.send("GET", name)[0] == 404
    assert place.send("GET", "/", headers={"Host": "example.org"})[0] == 403
    assert place.send("POST", "/api/none", b"{}", place.headers())[0] == 404


@pytest.mark.parametrize("kind", ["uxf", "drawio"])
def test_remarks_are_kept(place, kind):
    """Of a page with frames, too; they mean nothing."""
    text = (FIGURES / "toy_feistel.uxf").read_text()
    note = (
        "<element><id>UMLNote</id><coordinates><x>60</x><y>60</y><w>100</w><h>30</h></coordinates>"
    )
    note = f"{note.replace('UMLNote', 'Text').replace('>60<', '>0<', 2)}<panel_attributes>Toy</panel_attributes></element>{note}"
    note += "<panel_attributes>as in FIPS 46\nbg=red</panel_attributes><additional_attributes/></element></diagram>"
    _, first = place.ask("open", {"name": "toy.uxf", "text": text.replace("</diagram>", note)})
    assert check(place, *first["drawing"]["figures"])["dml"] == dml.written(
        program_of(FIGURES / "toy_feistel.uxf")
    )
    _, saved = place.ask("write", {"name": f"toy.{kind}", "drawing": first["drawing"]})
    _, again = place.ask("open", {"name": f"toy.{kind}", "text": saved["text"]})
    for found in (first, again):
        remarks = {
            one["name"]: [remark["text"] for remark in one["remarks"]]
            for one in found["drawing"]["figures"]
        }
        assert remarks == {"toy_feistel": ["Toy", "as in FIPS 46"], "toy_round": []}
    before, after = (one["drawing"]["figures"][0] for one in (first, again))
    apart = [
        (one["remarks"][0][axis] - one["boxes"][0][axis])
        for axis in "xy"
        for one in (before, after)
    ]
    assert apart[0] == apart[1] and apart[2] == apart[3]  # it lies where it lay
