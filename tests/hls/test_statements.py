"""Lines of LLVM IR as statements: what each says, what it mentions, and that it comes out as it
went in.
"""

import pytest

from cryptagon.hls.ir.statements import (
    AllocaLine,
    ArithmeticLine,
    BlockMove,
    ChoiceLine,
    FieldLine,
    FreezeLine,
    Label,
    LifeLine,
    LoadLine,
    MergeLine,
    Record,
    Statement,
    StepLine,
    StoreLine,
    statement,
    statements,
    texts,
)

LINES = {
    "loop.body:                                        ; preds = %entry": (
        Label,
        {"name": "loop.body"},
    ),
    "  %a.i = alloca [3 x i32], align 16": (AllocaLine, {"result": "a.i", "kind": "[3 x i32]"}),
    "  %x = load i8, ptr %p, align 1, !dbg !7, !tbaa !9": (
        LoadLine,
        {"kind": "i8", "pointer": "%p", "debug": "7"},
    ),
    "  %x = load i8, ptr getelementptr (i8, ptr @t, i64 2), align 1": (
        LoadLine,
        {"pointer": "getelementptr (i8, ptr @t, i64 2)", "debug": ""},
    ),
    "  store volatile i8 3, ptr %p, align 1": (StoreLine, {"kind": "volatile"}),
    "  store i128 %x, ptr %p, align 16, !dbg !8": (
        StoreLine,
        {"kind": "i128", "value": "%x", "pointer": "%p", "place": ", !dbg !8"},
    ),
    "  %q = getelementptr inbounds nuw [4 x i8], ptr %p, i64 0, i64 %i, !dbg !5": (
        StepLine,
        {"pointer": "%p", "parts": ("[4 x i8]", "ptr %p", "i64 0", "i64 %i"), "names": ("p", "i")},
    ),
    "  %s = select i1 %c, ptr @t, ptr getelementptr (i8, ptr @u, i64 1), !dbg !3": (
        ChoiceLine,
        {"condition": "%c", "kind": "ptr", "arms": ("@t", "getelementptr (i8, ptr @u, i64 1)")},
    ),
    "  %m = phi { i8, i1 } [ %a, %left ], [ poison, %right ]": (
        MergeLine,
        {"kind": "{ i8, i1 }", "edges": (("%a", "left"), ("poison", "right"))},
    ),
    "  call void @llvm.lifetime.start.p0(ptr %a) #3, !dbg !4": (
        LifeLine,
        {"begins": True, "opcode": "call"},
    ),
    "  call void @llvm.memset.p0.i64(ptr align 1 %a, i8 0, i64 3, i1 false), !dbg !5": (
        BlockMove,
        {"function": "memset", "arguments": ("ptr align 1 %a", "i8 0", "i64 3", "i1 false")},
    ),
    "  %n = zext nneg i8 %x to i64": (
        ArithmeticLine,
        {"opcode": "zext", "kind": "i8", "operands": ("%x", "i64")},
    ),
    "  %n = and i32 %x, 7, !dbg !2": (ArithmeticLine, {"opcode": "and", "operands": ("%x", "7")}),
    "  %f = extractvalue { i8, i1 } %item, 1, !dbg !2": (
        FieldLine,
        {"kind": "{ i8, i1 }", "item": "item", "index": 1},
    ),
    "  %f = freeze { i8, i1 } %item, !dbg !2": (FreezeLine, {"kind": "{ i8, i1 }", "item": "item"}),
    "    #dbg_value(ptr %p, !12, !DIExpression(), !13)": (
        Record,
        {"pointer": ("p", "12"), "names": ("p",)},
    ),
    "  %y = tail call i8 @f(i8 %x)": (
        Statement,
        {"opcode": "call", "result": "y", "names": ("x",)},
    ),
    "  br i1 %c, label %a, label %b": (
        Statement,
        {"opcode": "br", "result": "", "names": ("c", "a", "b")},
    ),
    '!3 = !{!"a note"}': (Statement, {"opcode": "", "result": ""}),
}


@pytest.mark.parametrize("line", LINES)
def test_a_line_says(line):
    kind, says = LINES[line]
    one = statement(line)
    assert type(one) is kind and {name: getattr(one, name) for name in says} == says


def test_lines_come_out_as_they_went_in():
    assert texts(statements(LINES)) == list(LINES)


def test_other_operands_and_another_result():
    step = statement("  %x.1 = getelementptr i8, ptr %x, i64 %x.1.2")
    assert (
        step.having({"x": "@t"}).giving("y").text == "  %y = getelementptr i8, ptr @t, i64 %x.1.2"
    )
    assert step.having({"y": "@t"}) is step
