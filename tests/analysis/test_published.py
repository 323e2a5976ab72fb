"""Published figures beside measured ones, as a table and as a picture, of any class."""

from xml.etree import ElementTree

import pytest
from sample_study import design, job

from cryptagon.analysis import groups
from cryptagon.analysis.cycles_plot import cycles_plot
from cryptagon.analysis.documents import NOTHING
from cryptagon.analysis.plots import plots
from cryptagon.analysis.published import (
    cycles_heading,
    cycles_rows,
    cycles_text,
    published_in,
    sources,
)
from cryptagon.study.contest import Published

TOOL = Published(by="A tool", approach="hls", source="a paper", cycles={"sha1": 81786})
HAND = Published(by="By hand", approach="rtl", source="another", cycles={"sha1": 20480, "aes": 20})
ELSE = Published(by="Else", approach="drawing", source="a third", cycles={"des": 1})
ALL = (TOOL, HAND, ELSE)


@pytest.fixture
def group():
    (one,) = groups(
        [
            job("sha1", "hls", 10240, variant="x2"),
            job("sha1", "rtl", 20480),
            job("sha1", "hls", 20481),
            job("aes", "hls", 11, "one block", status="it does not fit", luts=None, fmax_mhz=None),
        ]
    )
    return one


def test_only_figures_of_the_groups_algorithms_are_shown(group):
    assert published_in(group, ALL) == (TOOL, HAND)
    assert sources([TOOL, HAND]) == ["A tool: a paper", "By hand: another"]


def test_cycles_beside_those_published_the_fewest_first(group):
    assert cycles_heading(group, [TOOL, HAND]) == [
        "work",
        "A tool, HLS",
        "By hand, RTL",
        "Cryptagon, RTL",
        "Cryptagon, HLS",
    ]
    assert cycles_rows(group, [TOOL, HAND]) == [
        ["AES basic, one block", NOTHING, "20", NOTHING, "11"],
        ["SHA1 x2, 256 blocks", "81,786", "20,480", NOTHING, "10,240"],
        ["SHA1 basic, 256 blocks", "81,786", "20,480", "20,480", "20,481"],
    ]


@pytest.mark.parametrize(
    ("cycles", "text"), [(None, NOTHING), (20480.0, "20,480"), (1.05, "1.05"), (10, "10")]
)
def test_whole_cycles_have_no_decimals(cycles, text):
    assert cycles_text(cycles) == text


def test_picture_is_the_same_each_time_and_says_what_it_shows(group):
    plot = cycles_plot(group, ALL)
    assert (
        plot.title
        == "Cryptagon takes 1.00 (RTL) and 0.50 to 1.00 (HLS) of the cycles that are published for RTL"
    )
    svg = plot.svg()
    words = [
        "".join(element.itertext())
        for element in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
    ]
    assert svg == cycles_plot(group, ALL).svg() and {
        "20,481",
        "A tool HLS",
        "By hand RTL",
        "published, HLS",
        "Cryptagon, RTL",
    } <= set(words)
    assert "Else drawing" not in words


def test_any_class_with_published_figures_has_the_picture():
    (group,) = groups([design("norx", "rtl")])
    theirs = Published(by="Another", approach="drawing", source="a paper", cycles={"norx": 7})
    drawn, without = (
        [plot.name.partition("-ecp5")[0] for plot in plots(group, [one])] for one in (theirs, TOOL)
    )
    assert "cycles" in drawn and "cycles" not in without
    assert "Another drawing" in cycles_plot(group, [theirs]).svg(), (
        "published by an approach that nobody measured"
    )
