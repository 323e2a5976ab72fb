"""The designs that an exploration may try."""

import pytest

from cryptagon.catalog import algorithm, target
from cryptagon.catalog.algorithm import HLS
from cryptagon.catalog.directives import Directive
from cryptagon.errors import CryptagonError
from cryptagon.explore import space_of

PLACE = target("ecp5-85f-8")
DIRECTIVES = """
[[variants]]

[[variants]]
name = "slow"
defines = { WAITS = "2" }
approaches = ["hls"]

[[variants]]
name = "odd"
defines = { OTHER = "7" }
approaches = ["hls"]

[[variants]]
name = "by_hand"
approaches = ["rtl"]

[[directives]]
name = "WAITS"
description = "cycles that each block waits"
values = ["0", "1", "2"]

[[directives]]
name = "WIDE"
values = ["", "1"]
"""


@pytest.fixture
def toy(own_toy):
    return own_toy(DIRECTIVES, ("WAITS", "WIDE"))


def test_variants_come_first_and_then_what_differs_least(toy):
    space = space_of(toy, PLACE)
    assert [(one.name, one.by_hand) for one in space.points] == [
        ("plain", True),
        ("slow", True),
        ("odd", True),
        ("WAITS=1", False),
        ("WIDE=1", False),
        ("WAITS=1-WIDE=1", False),
        ("WAITS=2-WIDE=1", False),
    ]
    assert [one.name for one in space.start] == ["plain", "slow", "odd"]


def test_a_variant_of_directives_alone_is_the_point_of_its_values(toy):
    plain, slow, odd = space_of(toy, PLACE).start
    assert plain.values == (("WAITS", "0"), ("WIDE", ""))
    assert slow.values == (("WAITS", "2"), ("WIDE", ""))
    assert odd.values == ()


def test_neighbours_differ_in_one_directive(toy):
    space = space_of(toy, PLACE)
    plain, _, odd = space.start
    assert [one.name for one in space.neighbours(plain)] == ["slow", "WAITS=1", "WIDE=1"]
    assert list(space.neighbours(odd)) == []


def test_points_define_what_is_not_usual(toy):
    (point,) = [one for one in space_of(toy, PLACE).points if one.name == "WAITS=1-WIDE=1"]
    assert point.variant.defines == {"WAITS": "1", "WIDE": "1"}
    assert point.variant.approaches == (HLS,)


def test_only_the_axes_that_are_asked_for_change(toy):
    space = space_of(toy, PLACE, {"WAITS": ("1",)})
    assert [one.name for one in space.points] == ["plain", "slow", "WAITS=1"]


@pytest.mark.parametrize(
    ("asked", "what", "fix"),
    [
        ({"WAIT": ()}, 'toy has no directive "WAIT"', "did you mean WAITS?"),
        (
            {"WAITS": ("9",)},
            'the directive WAITS of toy has no value "9"',
            "its values are 0, 1, 2",
        ),
    ],
)
def test_axes_that_do_not_exist_are_told(toy, asked, what, fix):
    with pytest.raises(CryptagonError) as caught:
        space_of(toy, PLACE, asked)
    assert (caught.value.what, caught.value.fix) == (what, fix)
    assert caught.value.where == str(toy.file)


def test_algorithm_without_directives_is_told():
    with pytest.raises(CryptagonError, match="dummy has no directives to explore"):
        space_of(algorithm("dummy"), PLACE)


def test_macro_that_no_c_reads_is_told(own_toy):
    toy = own_toy(DIRECTIVES, ("WAITS",))
    with pytest.raises(CryptagonError, match="no C of toy reads the macro WIDE"):
        space_of(toy, PLACE)


@pytest.mark.parametrize(
    ("table", "why"),
    [
        ('name = "X"\nvalues = ["1", "1"]', "a value is there twice"),
        ('name = "X"\nvalues = ["1", ""]', "comes first"),
        ('name = "X"\nvariant = "none"\nvalues = ["1", "2"]', "is not there"),
        (
            'name = "X"\nvalues = ["1", "2"]\n[[directives]]\nname = "X"\nvalues = ["1", "2"]',
            "two directives of one variant have one name",
        ),
    ],
)
def test_bad_directives_are_told(own_toy, table, why):
    with pytest.raises(CryptagonError) as caught:
        own_toy(f"\n[[directives]]\n{table}\n", ())
    assert why in caught.value.why


def test_usual_value_is_the_first():
    assert Directive(name="X", values=("4", "1")).usual == "4"
