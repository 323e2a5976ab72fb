"""What is done for large designs alone, tried on small ones with the limits lowered: the hardware
stays right.
"""

import re
from collections import Counter

import pytest

from cryptagon.hls import compile_source
from cryptagon.hls.check import check_equivalence
from cryptagon.hls.cleanup.lifetimes import forget_at_birth
from cryptagon.hls.cleanup.scaling import many_phis, wide_reads
from cryptagon.hls.cleanup.scaling.byte_offsets import with_byte_offsets
from cryptagon.hls.cleanup.scaling.many_phis import combined_without_phis
from cryptagon.hls.cleanup.scaling.wide_reads import reads_closed, reads_opened
from cryptagon.hls.datapath import load_conditions, xls_ir
from cryptagon.hls.datapath.values import MOST_COMPARED
from cryptagon.hls.registers import ranges

HEAD = """#include <cryptagon.h>
#include <stdint.h>
STREAM_IN(uint32_t, in)
STREAM_OUT(uint32_t, out)
"""
ARRAY = (
    HEAD
    + """REGISTER uint32_t a[9] = {1, 2, 3};
HARDWARE void design(void) {
    uint32_t x = stream_read(in), y = a[x % 9] + a[(x >> 8) % 9];
    if (x & 64) { a[(x >> 16) % 9] = y; a[8] ^= x; }
    stream_write(out, y);
}
"""
)
CONDITIONAL_WRITES = (
    HEAD
    + """static uint8_t big[12];
static void put(uint32_t a, uint8_t v) {
    for (int i = 0; i < 12; i++)
        if (i == a) big[i] = v;
}
HARDWARE void design(void) {
    uint32_t x = stream_read(in);
    put(x & 15, x >> 3);
    put(x + 1 & 15, x >> 2);
    stream_write(out, big[x % 12]);
}
"""
)
STATES = (
    HEAD
    + "HARDWARE void design(void) {\nuint32_t x = stream_read(in);\n"
    + "\n".join(
        f"x = (x << 7 | x >> 25) + {i}; {('wait();', 'x ^= stream_read(in);')[i % 2]}"
        for i in range(40)
    )
    + "\nstream_write(out, x);\n}\n"
)
FILLED = (
    HEAD
    + """HARDWARE void design(void) {
    uint32_t a[36], s = 0;
    UNROLL for (int i = 0; i < 36; i++) {
        uint32_t x = stream_read(in);
        a[i] = x & 1 ? x : x & 2 ? s : 7;
        s = x & 4 ? s + x : x & 8 ? 7 : s;
    }
    UNROLL for (int i = 0; i < 36; i++) {
        s = (s << 1 | s >> 31) ^ a[35 - i];
        stream_write(out, s);
    }
}
"""
)
MASKED_BYTES = """#include <cryptagon.h>
#include <stdint.h>
typedef uint_t(48) row_t;
STREAM_IN(uint32_t, in)
STREAM_OUT(row_t, out)
static uint8_t bytes[6];
HARDWARE void design(void) {
    uint32_t x = stream_read(in);
    row_t row = 0, mask = 0;
    UNROLL for (int i = 0; i < 6; i++) {
        row = row << 8 | bytes[i];
        mask = mask << 8 | 0x66;
        bytes[i] = bytes[(i + 1) % 6] ^ x;
    }
    stream_write(out, (row & mask) + (row | 0x123456));
}
"""  # with 12 bytes XLS's optimiser would try 5 to the 12 ranges, were the mask an operation
LOOP = """define void @f(i32 %x) {
entry:
  br i1 false, label %never, label %head

never:                                            ; preds = %entry
  %n = add i32 %x, 1
  br label %head

head:                                             ; preds = %head, %never, %entry
  %a = phi i32 [ 0, %entry ], [ %n, %never ], [ %a2, %head ], !dbg !1
  %b = phi i32 [ 1, %entry ], [ 2, %never ], [ %b2, %head ]
  %unused = phi i32 [ 1, %entry ], [ 2, %never ], [ %b2, %head ]
  %a2 = add i32 %a, 0
  %b2 = xor i32 %b, %a2
  br label %head
}
"""


def verilog_of(source, folder):
    return compile_source(source, folder, module="").core.sources[0].read_text()


@pytest.mark.parametrize("design", [ARRAY, STATES], ids=["array", "states"])
def test_the_ways_of_large_designs_give_the_same_hardware(design, tmp_path, monkeypatch) -> None:
    source = tmp_path / "design.c"
    source.write_text(design)
    usual = verilog_of(source, tmp_path / "usual")
    monkeypatch.setattr(many_phis, "MOST_PHIS", 2)
    monkeypatch.setattr(wide_reads, "MOST_OPERANDS", 2)
    assert verilog_of(source, tmp_path / "apart") == usual


def test_selections_in_groups_choose_as_one_does(tmp_path, monkeypatch) -> None:
    source = tmp_path / "design.c"
    source.write_text(STATES)
    monkeypatch.setattr(xls_ir, "MOST_MASKED", 17)
    result = compile_source(source, tmp_path / "out", module="")
    assert result.datapath.text.count("one_hot_sel(") == 2  # 20 ways, 16 of them at once
    found = check_equivalence(source, result, tmp_path / "testbench")
    assert found.compared["out"] > 5


@pytest.mark.parametrize("many", [2, 100_000])
def test_a_machine_of_many_states_and_registers(many, tmp_path, monkeypatch) -> None:
    source = tmp_path / "design.c"
    source.write_text(FILLED)
    monkeypatch.setattr(load_conditions, "MANY", many)
    result = compile_source(source, tmp_path / "out", module="")
    assert len(result.states) > MOST_COMPARED and " || fsm[" in result.core.sources[0].read_text()
    found = check_equivalence(source, result, tmp_path / "testbench")
    assert found.compared["out"] > 36


def test_conditions_that_nobody_asks_for_are_not_written(tmp_path, monkeypatch) -> None:
    source, nodes = tmp_path / "design.c", {}
    source.write_text(FILLED)
    for many in (2, 100_000):
        monkeypatch.setattr(load_conditions, "MANY", many)
        result = compile_source(source, tmp_path / str(many), module="")
        nodes[many] = result.datapath.text.count("bits[1] = ")
    assert nodes[2] < nodes[100_000]


def test_a_mask_of_many_runs_is_wiring(tmp_path) -> None:
    source = tmp_path / "design.c"
    source.write_text(MASKED_BYTES)
    result = compile_source(source, tmp_path / "out", module="")
    mask = re.search(
        rf"(n\d+): bits\[64\] = literal\(value={0x666666666666}\)", result.datapath.text
    )
    assert mask and not re.search(rf"and\(.*\b{mask[1]}\b", result.datapath.text)
    assert check_equivalence(source, result, tmp_path / "testbench").compared["out"] > 10


def test_phis_are_calls_while_the_combiner_runs_and_phis_again_afterwards(monkeypatch) -> None:
    monkeypatch.setattr(many_phis, "MOST_PHIS", 2)
    seen = []

    def combine(text: str) -> str:
        seen.append(text)
        dead = re.sub(
            r"^  %n = .*\n|.*@cg\.next\.i32\(i32 0, i32 %n\).*\n", "", text, flags=re.MULTILINE
        )
        return dead.replace("  %a2 = add i32 %a, 0\n", "").replace("%a2", "%a")

    found = combined_without_phis(LOOP, combine)
    assert "  %unused = phi " in seen[0] and "%a = phi" not in seen[0] and "%b = phi" not in seen[0]
    assert "  %a = phi i32 [ 0, %entry ], [ poison, %never ], [ %a, %head ], !dbg !1\n" in found
    assert (
        "  %b = phi i32 [ 1, %entry ], [ 2, %never ], [ %b2, %head ]\n  %b2 = xor i32 %b, %a\n"
        in found
    )
    assert "@cg." not in found


def test_a_phi_without_a_name_may_go_behind_others(monkeypatch) -> None:
    monkeypatch.setattr(many_phis, "MOST_PHIS", 2)
    unnamed = re.sub(r"%(unused|a|b)\b", lambda n: f"%{['a', 'b', 'unused'].index(n[1])}", LOOP)
    seen = []
    combined_without_phis(unnamed, lambda text: seen.append(text) or text)
    assert "%0 = " not in seen[0] and "%1 = " not in seen[0]
    assert "%cg.phi.0 = call i32 @cg.held.i32(" in seen[0]


def test_a_phi_keeps_its_place_when_metadata_is_numbered_anew(monkeypatch) -> None:
    monkeypatch.setattr(many_phis, "MOST_PHIS", 2)
    found = combined_without_phis(LOOP, lambda text: text.replace("!dbg !1", "!dbg !7"))
    assert (
        "  %a = phi i32 [ 0, %entry ], [ %n, %never ], [ %a2, %head ], !dbg !7\n" in found
        and "!dbg !1" not in found
    )


def test_an_array_written_under_conditions_is_right_where_its_phis_are_hidden(
    tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr(many_phis, "MOST_PHIS", 2)
    source = tmp_path / "design.c"
    source.write_text(CONDITIONAL_WRITES)
    result = compile_source(source, tmp_path / "out", module="")
    assert check_equivalence(source, result, tmp_path / "testbench").compared["out"] > 100


def test_ranges_end_soon_where_a_function_compares_with_many_constants(
    tmp_path, monkeypatch
) -> None:
    runs: list[ranges._Ranges] = []
    once = ranges._Ranges._update
    monkeypatch.setattr(
        ranges._Ranges, "_update", lambda self, *about: runs.append(self) or once(self, *about)
    )
    (tmp_path / "design.c").write_text(CONDITIONAL_WRITES.replace("12", "100"))
    result = compile_source(tmp_path / "design.c", tmp_path)
    values = sum(
        1 for _, instruction in result.machine.function.instructions() if instruction.width
    )
    updates = Counter(map(id, runs))
    assert max(updates.values()) < 60 * values


def test_few_phis_are_left_alone() -> None:
    assert combined_without_phis(LOOP, lambda text: text.upper()) == LOOP.upper()


def test_closed_reads_are_opened_again(monkeypatch) -> None:
    text = "  %r = call i8 @cg.mux.3.8(i2 %i, i8 %a, i8 %b, i8 %c), !dbg !4\n  %s = add i8 %r, 1\n"
    assert reads_closed(text) == text
    monkeypatch.setattr(wide_reads, "MOST_OPERANDS", 2)
    closed = reads_closed(text)
    assert "  %r = freeze i8 %r.closed\n" in closed and reads_opened(closed) == text
    assert reads_opened(text) == text


def test_addresses_of_initial_values_are_in_bytes() -> None:
    text = "%struct.s = type { i8, [3 x i32] }\n"
    text += "  %.fca.1.1.2.gep = getelementptr inbounds [4 x %struct.s], ptr %v, i32 0, i32 1, i32 1, i32 2\n"
    assert with_byte_offsets(text).endswith(
        "  %.fca.1.1.2.gep = getelementptr inbounds nuw i8, ptr %v, i64 28\n"
    )


def test_a_parameter_is_set_at_its_birth_and_needs_no_forgetting() -> None:
    born = "  %p = alloca i32, align 4\n  call void @llvm.lifetime.start.p0(ptr %p)\n"
    assert "i8 undef" in forget_at_birth(born + "  store i8 %x, ptr %p, align 4\n")
    assert "i8 undef" not in forget_at_birth(
        born + "    #dbg_declare(ptr %p)\n  %q = add i32 %p.1, 1\n  store i32 %q, ptr %p, align 4\n"
    )
    assert "i8 undef" in forget_at_birth(
        born + "  %q = load i32, ptr %p, align 4\n  store i32 %q, ptr %p, align 4\n"
    )
    assert "i8 undef" in forget_at_birth(
        born + "  br label %next\n\nnext:\n  store i32 %q, ptr %p, align 4\n"
    )


def test_a_table_of_unions_with_different_members_is_read(tmp_path):
    """LLVM gives it a type of its own, with spaces inside."""
    source = tmp_path / "unions.c"
    source.write_text(
        "#include <cryptagon.h>\n#include <stdint.h>\nSTREAM_OUT(uint8_t, out)\n"
        "union u0 { uint_t(192) word; uint8_t bytes[24]; };\n"
        "REGISTER union u0 r2[2] = {{(uint_t(192))0}, {(uint_t(192))0xc8f5ull}};\n"
        "HARDWARE void unions(void) { stream_write(out, r2[0].bytes[0] + r2[1].bytes[1]); }\n"
    )
    assert compile_source(source, tmp_path).core
