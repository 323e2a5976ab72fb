"""Where an access can fall in an array that becomes registers."""

from cryptagon.hls.ir.statements import statements
from cryptagon.hls.memory.addresses import Term, VariablePlace, variables_of
from cryptagon.hls.memory.slots import Interval, Spots, spots_of

BODY = """\
entry:
  %words = alloca [4 x [16 x i32]], align 16
  %bytes = alloca [64 x i8], align 16
  %word = getelementptr i8, ptr %words, i64 %i
  %byte = getelementptr i8, ptr %bytes, i64 %i
  %a = load i32, ptr %word, align 4
  %b = load i32, ptr %word, align 1
  %c = load i32, ptr %byte, align 4
  %d = load i64, ptr %word, align 8
""".splitlines()


def interval(term: Term) -> Interval:
    """Any value."""
    half = 1 << (term.width - 1)
    return -half, half - 1


def test_an_access_is_aligned_as_an_element_of_an_array_of_integers() -> None:
    found = variables_of(statements(BODY), {})
    assert [one.aligned for one in found["words"].accesses] == [4, 1, 4]
    assert [one.aligned for one in found["bytes"].accesses] == [1]


def test_a_place_told_in_bytes_is_one_of_the_elements_where_it_is_aligned() -> None:
    place = VariablePlace("a", 8, (Term(1, "%i", 64),))
    terms = (Term(1, "%i", 64),)
    assert spots_of(place, 4, 256, interval, 4) == Spots(0, 4, 64, terms, 8, 2)
    assert spots_of(place, 4, 256, interval) == Spots(0, 1, 253, terms, 8)


def test_spots_begin_at_the_first_multiple_that_an_index_reaches() -> None:
    place = VariablePlace("a", 6, (Term(2, "%i", 8),))
    found = spots_of(place, 4, 64, lambda _: (0, 9), 4)
    assert found == Spots(8, 4, 5, (Term(1, "%i", 8),), -1, 1)
    assert list(found.offsets) == [8, 12, 16, 20, 24]


def test_alignment_tells_nothing_where_steps_are_as_long() -> None:
    place = VariablePlace("a", 4, (Term(12, "%i", 64),))
    assert spots_of(place, 4, 48, interval, 4) == spots_of(place, 4, 48, interval)
