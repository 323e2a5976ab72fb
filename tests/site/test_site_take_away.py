"""Every view can be cited, taken as a picture, and shown in a page of somebody else."""

import html
import re
from xml.etree import ElementTree

import pytest
from hostile_record import SCRIPT
from publishing_site import last_entry, sendable
from selection import one_of

from cryptagon.site.comparing_plot import MOST, comparing_plot
from cryptagon.site.lanes import LEFT, MOST_ROWS, RIGHT, Group, Lane, stacked
from cryptagon.site.models import Result
from cryptagon.site.panels import MOST_PLOTS, panels_of, size_of

VIEWS = (
    "/ranking/?target=ecp5-85f-8&algorithm_class=aead&contest=first-look",
    "/ranking/plot/?algorithm=ascon128a",
    "/algorithms/ascon128a/",
    "/targets/ecp5-85f-8/",
    "/contests/first-look/",
    "/publishers/Cryptagon/",
    "/ratios/?contest=first-look",
    "/question/?families=2&area_max=2000",
    "compare",
    "result",
)
# Every other view is dark by day and light by night.
THEMED = [
    (view, theme)
    for place, view in enumerate(VIEWS)
    for theme in (("light", "dark") if place % 2 else ("dark", "light"))
]
TAGS = {"svg", "title", "style", "rect", "text", "g", "line", "polyline", "a", "circle"}


def address_of(view: str) -> str:
    found = list(Result.objects.filter(target="ecp5-85f-8", study="first-look", runs__gt=3)[:3])
    if view == "result":
        return found[0].get_absolute_url()
    ids = "&".join(f"id={one.short_id}" for one in found)
    return f"/compare/?{ids}" if view == "compare" else view


def shown(client, view: str) -> str:
    answer = client.get(address_of(view))
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def here(address: str) -> str:
    return address.removeprefix("http://localhost")


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_is_cited_by_an_address_that_stays(committed, view):
    page = shown(committed, view)
    file = re.search(r'BibTeX \(<a href="([^"]+)"', page)
    assert file
    answer = committed.get(file[1])
    assert answer["Content-Type"].startswith("application/x-bibtex")
    address = re.search(r"\\url\{(.*?)\}", answer.content.decode())
    assert address and address[1] in page
    assert committed.get(here(address[1])).status_code == 200
    assert f"rev={last_entry().rev}" in address[1] or view in ("result", "compare")
    kind = view.split("/")[1] if view[:2] in ("/q", "/r") else ""
    assert f"/{kind}" in address[1], "the citation leads to a view of the same kind"


@pytest.mark.parametrize(("view", "theme"), one_of(2, THEMED))
def test_a_view_is_a_picture(committed, view, theme):
    page = shown(committed, view)
    found = re.search(r'<img src="(http[^"]+)"', page)
    if view.startswith("/ranking/?"):
        assert found is None  # its other form, /ranking/plot/, has it
        return
    assert found
    answer = committed.get(here(found[1]), {"theme": theme} if "?" not in found[1] else None)
    assert answer.status_code == 200 and answer["Content-Type"] == "image/svg+xml"
    policy = answer["Content-Security-Policy"]
    assert "frame-ancestors *" in policy and "script-src" not in policy
    picture = ElementTree.fromstring(answer.content)
    names = {one.tag.rpartition("}")[2] for one in picture.iter()}
    assert names <= TAGS and names & {"circle", "rect"}
    attributes = {name for one in picture.iter() for name in one.attrib}
    assert not [name for name in attributes if name.startswith("on") or name == "style"]
    links = [one.attrib["href"] for one in picture.iter() if "href" in one.attrib]
    assert links and all(one.startswith("http://localhost/") for one in links)
    for one in set(links):
        assert committed.get(here(one)).status_code == 200
    told = re.findall(r'<img src="(/[^"]+)" width="(\d+)" height="(\d+)"', page)
    for _, width, height in told:  # a page keeps the room that the picture takes
        assert (picture.attrib["width"], picture.attrib["height"]) == (width, height)


@pytest.mark.parametrize("view", [one for one in VIEWS if "plot" not in one])
def test_a_view_is_a_table_in_a_frame(committed, view):
    page = shown(committed, view)
    found = re.search(r'<iframe src="http://localhost([^"]+)"', page)
    assert found
    answer = committed.get(found[1])
    assert answer.status_code == 200
    policy = answer["Content-Security-Policy"]
    assert "frame-ancestors *" in policy and "form-action 'none'" in policy
    assert "X-Frame-Options" not in answer
    text = answer.content.decode()
    assert "<table" in text and '<base target="_blank">' in text
    for name in ("<form", "<input", "<nav", "<script"):
        assert name not in text
    assert "frame-ancestors 'none'" in committed.get(address_of(view))["Content-Security-Policy"]


@pytest.mark.parametrize("view", [one for one in VIEWS if one != "result"])
def test_every_file_of_a_view_is_there(committed, view):
    page = shown(committed, view)
    found = re.search(r'<p class="files">(.*?)</p>', page)
    assert found
    links = re.findall(r'href="([^"]+)"', found[1])
    assert {"CSV", "JSON", "LaTeX", "BibTeX"} <= set(re.findall(r">(\w+)</a>", found[1]))
    for one in links:
        assert committed.get(one).status_code == 200, one


def test_they_are_as_of_a_revision(place):
    rev = last_entry().rev
    place.publish(sendable(), place.token("Example Lab"))
    for path in ("/ranking/plot.svg", "/question/plot.svg", "/ratios/plot.svg"):
        then, now = (place.client.get(f"{path}?rev={one}") for one in (rev, rev + 1))
        assert (
            f"entry {rev}<" in then.content.decode() and f"entry {rev + 1}<" in now.content.decode()
        )
    lab = "publisher=Example+Lab&algorithm=acorn128"
    assert place.client.get(f"/ranking/plot.svg?{lab}").status_code == 200
    assert place.client.get(f"/ranking/plot.svg?{lab}&rev={rev}").status_code == 400


@pytest.mark.parametrize(
    "path",
    ["/ranking/plot.svg?algorithm=acorn128&theme=blue", "/compare/plot.svg", "/compare/embed/",
     "/ratios/plot.svg?target=none", "/question/plot.svg?area_max=0", "/ratios/embed/?x=1"],
)  # fmt: skip
def test_what_cannot_be_drawn_is_told(committed, path):
    assert committed.get(path).status_code == 400


def test_a_result_without_a_search_has_no_picture(committed):
    one = Result.objects.filter(runs__lte=1).first()
    assert one and committed.get(f"{one.get_absolute_url()}plot.svg").status_code == 404
    assert "plot.svg" not in committed.get(one.get_absolute_url()).content.decode()


def test_text_of_strangers_is_text_in_pictures_and_frames(hostile):
    ids = "&".join(f"id={one.short_id}" for one in Result.objects.all())
    for path in (f"/compare/plot.svg?{ids}", f"/compare/embed/?{ids}", f"/compare.bib?{ids}",
                 "/question/embed/", "/ratios/embed/"):  # fmt: skip
        answer = hostile.get(path)
        assert answer.status_code == 200 and SCRIPT not in answer.content.decode()
        if path.endswith("svg"):
            ElementTree.fromstring(answer.content)


def test_bars_are_as_long_as_their_figures(committed):
    found = list(Result.objects.filter(target="ecp5-85f-8", study="first-look", runs__gt=3)[:4])
    area = comparing_plot(found).groups[0]
    greatest = max(one.luts or 0 for one in found)
    for lane, one in zip(area.lanes, found, strict=True):
        assert lane.length == pytest.approx(
            (one.luts or 0) / greatest * (RIGHT - LEFT - 60), abs=0.2
        )
    least = min(found, key=lambda one: one.luts or 0)
    assert [lane.strong for lane in area.lanes] == [one.luts == least.luts for one in found]
    many = list(Result.objects.filter(comparison__isnull=False)[: MOST + 5])
    assert comparing_plot(many).left_out == 5


def test_marks_of_ratios_go_by_their_ratio(committed):
    said = committed.get("/ratios.json?contest=first-look&target=ecp5-85f-8").json()["ratios"]
    picture = committed.get(
        "/ratios/plot.svg?contest=first-look&target=ecp5-85f-8"
    ).content.decode()
    told = re.findall(
        r"<title>(.*?), RTL / HLS: ([\d.]+)</title>.*?translate\(([\d.]+) ", picture, re.S
    )
    assert {(name, ratio) for name, ratio, _ in told} == {
        (one["design"], f"{one['throughput_per_area']:.2f}") for one in said
    }
    ordered = sorted(told, key=lambda one: float(one[1]))
    assert [float(one[2]) for one in ordered] == sorted(float(one[2]) for one in told)


def test_more_rows_than_a_picture_has_are_left_out():
    lane = Lane("x" * 99, "RTL", 1, 300.0, "1", "/")
    groups = stacked(Group(f"{number}", "", (lane,) * 25) for number in range(4))
    assert [len(one.lanes) for one in groups] == [25, 25, MOST_ROWS - 50]
    assert groups[1].y == groups[0].height and groups[0].lanes[0].short.endswith("…")


def test_a_picture_of_plots_is_as_large_as_it_is_said_to_be(committed):
    found = Result.objects.filter(comparison__isnull=False).select_related("comparison")
    for filters in (
        {},
        {"target": "ecp5-85f-8"},
        {"target": "ice40-hx8k", "algorithm_class": "aead"},
    ):
        drawn = panels_of(found.filter(**filters))
        count = len(drawn.plots) + drawn.left_out
        assert (drawn.width, drawn.height) == size_of(count) and len(drawn.plots) <= MOST_PLOTS
