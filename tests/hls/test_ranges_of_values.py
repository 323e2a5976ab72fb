"""Between which numbers values are."""

import pytest

from cryptagon.hls.cleanup.ranges_of_values import Ranges

BODY = """begin:
  %item = call i8 @cg.read.in()
  %low = and i8 %item, 15
  %n = zext nneg i8 %low to i32
  %bits = shl nuw nsw i32 %n, 3
  %rest = and i32 %bits, 121
  %below = sub nsw i32 %bits, %rest
  %whole = add nsw i32 %below, 225
  %bytes = lshr exact i32 %whole, 3
  %wrapped = add i32 %n, -1
  %wide = zext i32 %wrapped to i64
  %signed = sext i8 %item to i32
  %part = urem i8 %item, 10
  %half = udiv i32 %whole, 2
  %chosen = select i1 true, i32 %n, i32 %half
  %product = mul i32 %n, %whole
  %turned = shl i32 1, %n
  %huge = shl i32 %whole, 30
  br label %loop

loop:
  %i = phi i32 [ 0, %begin ], [ %next, %loop ]
  %met = phi i32 [ %n, %begin ], [ 40, %loop ]
  %next = add i32 %i, 1
  br label %loop
"""
EACH = (0, (1 << 32) - 1)


@pytest.mark.parametrize(
    ("value", "width", "found"),
    [
        ("7", 32, (7, 7)),
        ("%n", 32, (0, 15)),
        ("%whole", 32, (225 - 120, 225 + 120)),
        ("%bytes", 32, (13, 43)),
        ("%below", 32, EACH),
        ("%wide", 64, EACH),
        ("%signed", 32, EACH),
        ("%part", 8, (0, 9)),
        ("%half", 32, (52, 172)),
        ("%chosen", 32, (0, 172)),
        ("%product", 32, (0, 15 * 345)),
        ("%turned", 32, (1, 1 << 15)),
        ("%huge", 32, EACH),
        ("%i", 32, EACH),
        ("%met", 32, (0, 40)),
    ],
)
def test_range(value: str, width: int, found: tuple[int, int]) -> None:
    assert Ranges(BODY).of(value, width) == found


def test_sums_of_sums_take_no_time() -> None:
    lines = [f"  %x{i + 1} = add i32 %x{i}, %x{i}" for i in range(90)]
    body = "begin:\n  %x0 = zext i1 %bit to i32\n" + "\n".join(lines) + "\n"
    assert Ranges(body).of("%x30", 32) == (0, 1 << 30)
    assert Ranges(body).of("%x90", 32) == EACH
