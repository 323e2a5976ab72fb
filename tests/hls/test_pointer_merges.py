"""Merges of pointers in LLVM's text."""

from cryptagon.hls.ir.statements import statements, texts
from cryptagon.hls.memory.pointer_merges import without_pointer_merges

BODY = """\
  %p = alloca i32
  %q = alloca i32
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %m = phi ptr [ %p, %reset ], [ %q, %a ]
  %0 = load i32, ptr @t, align 4
  %1 = load i32, ptr %m, align 4
  %sum = add i32 %0, %1
  ret void"""


def test_a_read_that_becomes_a_merge_does_not_take_its_number_before_a_lower_one():
    lines = texts(without_pointer_merges(statements(BODY.splitlines())))
    start = lines.index("b:")
    assert lines[start + 1].startswith("  %cg.moved.1 = phi i32 [ %cg.merged.")
    assert lines[start + 2 : start + 4] == [
        "  %cg.moved.0 = load i32, ptr @t, align 4",
        "  %sum = add i32 %cg.moved.0, %cg.moved.1",
    ]
