"""Places inside variables, found through address arithmetic in LLVM text."""

from cryptagon.hls.ir.layout import Member, members, type_size
from cryptagon.hls.ir.statements import statements
from cryptagon.hls.memory.addresses import Term, VariablePlace, variables_of

NAMED = {"%struct.pair.0": "{ i16, i8 }"}
LINES = """\
entry:
  %m.i = alloca [3 x [4 x i32]], align 16
  %p = alloca [5 x %struct.pair.0], align 16
  %other = alloca i64, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %m.i) #5, !dbg !7
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(48) %m.i, i8 3, i64 48, i1 false), !dbg !64
  %row = getelementptr inbounds nuw [4 x i32], ptr %m.i, i64 %i
  %element = getelementptr inbounds nuw i32, ptr %row, i64 %j, !dbg !65
  %word = load i32, ptr %element, align 4, !dbg !66, !tbaa !67
  %second = getelementptr inbounds [5 x %struct.pair.0], ptr %p, i64 0, i32 %k, i32 1
  store i8 %byte, ptr %second, align 2, !dbg !68
  %before = getelementptr i8, ptr %second, i64 -4
  call void @llvm.memcpy.p0.p0.i64(ptr align 2 %before, ptr align 16 %m.i, i64 8, i1 false)
  call void @unknown(ptr %m.i)
  %either = select i1 %c, ptr %m.i, ptr %p
  store ptr %row, ptr %other, align 8
  br label %entry
""".splitlines()


def test_places_through_arrays_and_structs() -> None:
    found = variables_of(statements(LINES), NAMED)
    assert [(v.name, v.size) for v in found.values()] == [("m.i", 48), ("p", 20), ("other", 8)]
    m, p = found["m.i"].accesses, found["p"].accesses
    whole, second = VariablePlace("m.i", 0), VariablePlace("p", 2, (Term(4, "%k", 32),))
    assert [(a.kind, a.place, a.size) for a in m] == [
        ("fill", whole, 48),
        ("load", VariablePlace("m.i", 0, (Term(16, "%i", 64), Term(4, "%j", 64))), 4),
        ("copied", whole, 8),
    ]
    assert [(a.kind, a.place, a.size, a.value) for a in p] == [
        ("store", second, 1, "%byte"),
        ("copy", second.moved(-4), 8, "%m.i"),
    ]
    assert (m[1].value, m[1].bits, m[1].debug, m[1].line) == ("%word", 32, "66", 8)


def test_uses_that_are_not_accesses() -> None:
    found = variables_of(statements(LINES), NAMED)
    assert found["m.i"].markers == [4] and found["m.i"].steps == [6, 7]
    assert found["m.i"].other_uses == [13, 14, 15]
    assert found["p"].other_uses == [14]
    assert found["other"].other_uses == [15]


def test_layout_is_that_of_x86_64() -> None:
    assert (
        type_size("i100", {}) == 16
        and type_size("i192", {}) == 32
        and type_size("<{ i8, i32 }>", {}) == 5
    )
    assert members("{ i8, [2 x i16], i128 }", {}) == [
        Member("i8", 0),
        Member("[2 x i16]", 2),
        Member("i128", 16),
    ]
    assert members("[3 x %struct.pair.0]", NAMED)[2] == Member("%struct.pair.0", 8)
