"""Loops that do the same, and those that do not, with long chains of sums."""

from cryptagon.hls.ir.metadata import Metadata
from cryptagon.hls.ir.parser import parse_function
from cryptagon.hls.states.likeness import Likeness, likeness
from cryptagon.hls.states.loop_bodies import Body, Side

SUMS = 60
"""Each is the sum of the two before it: with each tried in both orders there are 2 to the power of
60 ways to compare them.
"""
LOOP = """
{name}.again:
  %{name}.x = phi i32 [ 7, %{before} ], [ %{name}.f{last}, %{name} ]
  br label %{name}
{name}:
  %{name}.f0 = {first} i32 %{name}.x, 3
  %{name}.f1 = shl i32 %{name}.x, 5
{sums}
  %{name}.t = icmp eq i32 %{name}.f{last}, 9
  br i1 %{name}.t, label %{behind}, label %{name}.again"""


def compared(first: str, second: str, *, swapped: bool = False) -> Likeness | None:
    """Two loops whose chains of sums begin with the shifts `first` and `second`; in the second loop
    the operands of each sum may be swapped.
    """
    loops = [
        loop("a", "entry", "b.again", first, swapped=False),
        loop("b", "a", "end", second, swapped=swapped),
    ]
    text = "\n".join(
        ["define void @top() {", "entry:", "  br label %a.again", *loops, "end:", "  ret void", "}"]
    )
    function = parse_function(text, "top", Metadata(text))
    sides = [Side(Body(function, name, f"{name}.again", frozenset({name}))) for name in ("a", "b")]
    return likeness(*sides)


def loop(name: str, before: str, behind: str, first: str, *, swapped: bool) -> str:
    """One loop as LLVM IR."""
    sums = []
    for number in range(2, SUMS):
        operands = [f"%{name}.f{number - 1}", f"%{name}.f{number - 2}"]
        one, other = reversed(operands) if swapped else operands
        sums.append(f"  %{name}.f{number} = add i32 {one}, {other}")
    return LOOP.format(
        name=name,
        before=before,
        behind=behind,
        first=first,
        sums="\n".join(sums),
        last=SUMS - 1,
    )


def test_sums_with_swapped_operands_are_alike():
    found = compared("lshr", "lshr", swapped=True)
    assert found is not None
    assert found.values == {"a.x": "b.x", "a.t": "b.t"} | {
        f"a.f{number}": f"b.f{number}" for number in range(SUMS)
    }


def test_sums_that_begin_otherwise_are_told_apart_at_once():
    assert compared("lshr", "ashr") is None
