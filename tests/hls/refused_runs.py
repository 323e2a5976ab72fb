"""Files that are not there or do not fit, designs that differ from their native run, tools that
fail.
"""

import re
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from forgotten_resets import LATE, forget
from refusals import FRAME, Refusal

from cryptagon.hls import HlsResult, compile_source
from cryptagon.hls.check import check_equivalence, equivalence, load_stimulus, simulation
from cryptagon.hls.cleanup.llvm import run_passes
from cryptagon.hls.cleanup.module import Module
from cryptagon.hls.compiler.watch import Watch
from cryptagon.hls.datapath import optimiser
from cryptagon.hls.datapath.lowering import Datapath
from cryptagon.hls.datapath.optimised_ir import optimised_by_xls
from cryptagon.hls.datapath.register_updates import Load, Update
from cryptagon.hls.ir.metadata import Metadata
from cryptagon.hls.ir.parser import parse_function
from cryptagon.hls.native import NativeDesign, Presentation
from cryptagon.hls.report import write_report
from cryptagon.hls.source import frontend
from cryptagon.hls.source.several_files import linked
from cryptagon.hls.verilog.datapath import written_by_xls
from cryptagon.hls.verilog.widths import check_widths
from cryptagon.toolchain import ToolError

ADDS_ONE = FRAME.format(head="", body="x += 1;")
BROKEN: Any = SimpleNamespace(
    text="package design\n\nno function\n", name="design", datapath=SimpleNamespace(name="design")
)
LLVM = "define void @f() {\nentry:\n  %a = ?\n  ret void\n}\n"
XLS_REFUSES = """\
XLS refused the design
  why: INVALID_ARGUMENT: Expected attribute or declaration (`fn`, `proc`, `block`, `chan`, `file_number`), got no @ 3:1
  fix: report this source as a fault of the compiler"""


def endless_optimiser(_: Path) -> None:
    with patch.object(optimiser, "_run", return_value=""):
        optimised_by_xls(BROKEN)


def wait_too_long() -> None:
    with Watch(0.05).running():
        time.sleep(10)


def begin_too_late(body: str) -> None:
    nodes = """!1 = !DIFile(filename: "unit.c", directory: "")
!2 = !DILocation(line: 7, scope: !1)
!3 = !DILocalVariable(name: "a", scope: !1, file: !1, line: 9)
!4 = !DILocation(line: 8, scope: !1)
"""
    module = Module(f"define void @f(i8 %x) {{\nentry:\n{body}}}\n\n{nodes}", {})
    Watch(10, begun=time.monotonic() - 11).begin("arrays", "arrays as registers", module)


def compiled(folder: Path, text: str = ADDS_ONE) -> HlsResult:
    (folder / "unit.c").write_text(text)
    return compile_source(folder / "unit.c", folder / "out", module="unit")


def stimulus(content: str) -> Callable[[Path], object]:
    def act(folder: Path) -> None:
        (folder / "items.json").write_text(content)
        load_stimulus(folder / "items.json", compiled(folder).ports)

    return act


def native(body: str) -> Callable[[Path], object]:
    """A native run that is given one item."""

    def act(folder: Path) -> None:
        (folder / "unit.c").write_text(FRAME.format(head="", body=body))
        program = NativeDesign.build(folder / "unit.c", folder)
        named = replace(program, program=program.program.rename(folder / "program"))
        named.run([Presentation({}, {"in": [{"data": 7}]}, 1)], timeout=0.2)

    return act


def compare(folder: Path, text: str, damage: tuple[str, str] = ("", "")) -> None:
    """Compares a design's Verilog with its native run, after a replacement in the Verilog."""
    result = compiled(folder, text)
    verilog = result.core.sources[0]
    verilog.write_text(
        re.sub(damage[0], damage[1], verilog.read_text()) if damage[0] else verilog.read_text()
    )
    check_equivalence(folder / "unit.c", result, folder / "testbench", items=20)


def forgets(*, begins_right: bool) -> Callable[[Path], object]:
    """Compares a design in whose Verilog a register forgets its reset."""

    def act(folder: Path) -> None:
        result = compiled(folder, LATE)
        forget(result, "r_late", begins_right=begins_right)
        check_equivalence(folder / "unit.c", result, folder / "testbench", items=20)

    return act


def out_of_time(folder: Path) -> None:
    """Compares a design whose simulation ends before an item comes."""
    late = simulation.Simulation({}, cut=2_166_784)
    with patch.object(equivalence, "simulate", lambda *_, **__: late):
        compare(folder, ADDS_ONE)


def unwritable_report(folder: Path) -> None:
    (folder / "report").write_text("")
    write_report(compiled(folder), folder / "report")


def unknown_machine(folder: Path) -> None:
    with patch.object(frontend, "TARGET", "no-such-machine"):
        compiled(folder)


def one_register(*, next_width: int, reset: int) -> Datapath:
    """A datapath with a register of eight bits."""
    update = Update(
        "r", 8, reset, needs_reset=True, clear="clear_r", loads=(Load("load_r", "next_r", 0, 8),)
    )
    outputs = (("clear_r", 1), ("load_r", 1), ("next_r", next_width))
    return Datapath("datapath", "", (("r", 8),), outputs, (update,), (), frozenset())


def unusable_compiler(folder: Path) -> None:
    with patch.object(
        simulation,
        "run",
        side_effect=ToolError(
            "c++ failed", where="", why="no space left on device", code=1, output=""
        ),
    ):
        simulation._compile(folder, [])


AGAIN = "to see it again: make -C testbench"
OR_ALLOWED = "or offer only items that the design allows, by --stimulus FILE.json"
TABLE_IN_STRUCT = (
    "struct s { int n; uint_t(8) t[1]; }; static struct s v;\n#define GET(i) (v.t[(i)])"
)
SUM = "static uint_t(8) sum(uint_t(8) *p, int n) { uint_t(8) s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }"
SPOILT = (r"assign \{?out\}? = out_item;", "assign out = 0;")
STIMULUS_FORM = '{"items": {"STREAM": [7, "0x1f", {"FIELD": 1, ...}, ...]}, "wires": {"WIRE": 1}, "memories": {"PORT": [1, 2, ...]}}'
STIMULI: dict[str, Refusal] = {
    "no JSON": Refusal(
        stimulus("{"),
        f"""\
items.json: this stimulus cannot be read
  why: not JSON: Expecting property name enclosed in double quotes
  fix: write {STIMULUS_FORM}""",
    ),
    "unknown stream": Refusal(
        stimulus('{"items": {"other": []}}'),
        """\
items.json: the design has no input stream 'other'
  fix: it has: in""",
    ),
    "unknown wire": Refusal(
        stimulus('{"wires": {"mode": 1}}'),
        """\
items.json: the design has no wire 'mode'
  fix: it has: none""",
    ),
    "other fields": Refusal(
        stimulus('{"items": {"in": [{"data": 1, "last": 0}]}}'),
        f"""\
items.json: an item of 'in' must have the fields data
  why: it is {{"data": 1, "last": 0}}
  fix: write {STIMULUS_FORM}""",
    ),
    "too large a number": Refusal(
        stimulus('{"items": {"in": [256]}}'),
        f"""\
items.json: 256 is not an unsigned number of 8 bits
  fix: write {STIMULUS_FORM}""",
    ),
}
DIFFERENCES: dict[str, Refusal] = {
    "simulation out of time": Refusal(
        out_of_time,
        """\
unit.c: the check is not done: in 2,166,784 clock cycles the Verilog gave nothing
  why: simulating them took 120 s
  fix: offer what needs less work, by --stimulus FILE.json; or --no-check""",
    ),
    "fault in the Verilog": Refusal(
        lambda folder: compare(
            folder,
            ADDS_ONE,
            (
                r"assign \{?out\}? = out_item;",
                "assign out = out_item ^ {7'h0, out_item[3:0] == 4'h7};",
            ),
        ),
        f"""\
unit.c: the Verilog differs from the native run: stream 'out', item 2: natively 0xa7, in Verilog 0xa6
  why: seen without stalls, on random items from seed 1; the source has undefined behaviour on such items, or the compiler is at fault
  fix: offer only what the design allows, by --stimulus FILE.json; {AGAIN}""",
    ),
    "value of any()": Refusal(
        lambda folder: compare(folder, FRAME.format(head="", body="x ^= any(uint_t(8));")),
        """\
unit.c: the Verilog differs from the native run: stream 'out', item 0: natively 0xec, in Verilog 0x0
  why: the native run itself writes something else with other noise: an item depends on any() or on a variable with NO_RESET
  fix: let nothing that is written depend on them""",
    ),
    "value of NO_RESET": Refusal(
        lambda folder: compare(
            folder,
            FRAME.format(head="NO_RESET REGISTER uint_t(8) kept;", body="x ^= kept; kept = x;"),
        ),
        """\
unit.c: the Verilog differs from the native run: stream 'out', item 0: natively 0xec, in Verilog 0xd
  why: the native run itself writes something else with other noise: an item depends on any() or on a variable with NO_RESET
  fix: let nothing that is written depend on them""",
    ),
    "no reset at all": Refusal(
        forgets(begins_right=False),
        f"""\
unit.c: the Verilog differs from the native run: stream 'out', item 0: natively 0x83, in Verilog 0xc7
  why: a register that is seen is not reset: other items come where registers begin with other values, on random items from seed 1
  fix: report this, the compiler is at fault; {AGAIN}""",
    ),
    "no reset in mid-run": Refusal(
        forgets(begins_right=True),
        f"""\
unit.c: the Verilog differs from the native run after a reset in mid-run: stream 'out', item 0: natively 0x83, in Verilog 0x49
  why: a register that is seen is not reset: before the reset the same items were right, on random items from seed 1
  fix: report this, the compiler is at fault; {AGAIN}""",
    ),
    "answer of stream_has": Refusal(
        lambda folder: compare(
            folder, FRAME.format(head="", body="wait();\n    x += stream_has(in);")
        ),
        f"""\
unit.c: the Verilog differs from the native run: stream 'out', item 1: natively 0x8, in Verilog 0x7
  why: seen with stalls, on random items from seed 1; items come at other times than natively, so stream_has may have answered otherwise
  fix: let no item, nor their order, hang on stream_has; if none does, offer what the design allows, or report this; {AGAIN}""",
    ),
    "index outside of an array": Refusal(
        lambda folder: compare(
            folder,
            FRAME.format(head="", body="uint_t(8) a[5] = {1, 2, 3, 4, 5};\n    x = a[x & 7];"),
        ),
        f"""\
unit.c:8: index 7 is outside of 'a', which has 5 elements
  why: seen in a native run
  fix: keep the index below 5; {OR_ALLOWED}""",
    ),
    "negative index of a structure's last array in a macro": Refusal(
        lambda folder: compare(
            folder, FRAME.format(head=TABLE_IN_STRUCT, body="int i = x & 3;\n    x += GET(i - 9);")
        ),
        f"""\
unit.c:9: index -9 is outside of an array, which has 1 element
  why: seen in a native run
  fix: keep the index below 1; {OR_ALLOWED}""",
    ),
    "index outside of an array in a macro's argument": Refusal(
        lambda folder: compare(
            folder, FRAME.format(head="static uint_t(8) t[3];", body="stream_write(out, t[x]);")
        ),
        f"""\
unit.c:7: index 128 is outside of 't', which has 3 elements
  why: seen in a native run
  fix: keep the index below 3; {OR_ALLOWED}""",
    ),
    "index outside of an array behind a pointer": Refusal(
        lambda folder: compare(
            folder,
            FRAME.format(head=SUM, body="uint_t(8) a[5] = {1, 2, 3, 4, 5};\n    x = sum(a, x);"),
        ),
        f"""\
unit.c: memory outside of a variable is read or written through a pointer
  why: an index or a length is too large in a native run
  fix: index the array itself, to be told the line; {OR_ALLOWED}""",
    ),
    "rotation by no bit": Refusal(
        lambda folder: compare(
            folder, FRAME.format(head="", body="int n = x & 3;\n    x = x << n | x >> (8 - n);")
        ),
        """\
unit.c:8: a shift by as many bits as uint_t(8) has, or by more, or by less than none
  why: C leaves its result open; seen in a native run
  fix: give that distance a way of its own, as in n ? x << n | x >> (8 - n) : x, or widen the value first""",
    ),
    "division by zero": Refusal(
        lambda folder: compare(folder, FRAME.format(head="", body="x = 100 / (x >> 4);")),
        f"""\
unit.c:7: a division by 0
  why: C leaves its result open, and hardware gives any value; seen in a native run
  fix: give a divisor of 0 a way of its own, as in d ? x / d : 0; {OR_ALLOWED}""",
    ),
    "assertion": Refusal(
        lambda folder: compare(
            folder, "#include <assert.h>\n" + FRAME.format(head="", body="assert(x >> 4);")
        ),
        """\
unit.c:8: assert(x >> 4) does not hold
  why: seen in a native run
  fix: correct the source, or give items that it is made for by --stimulus FILE.json""",
    ),
    "quotient that does not fit": Refusal(
        lambda folder: compare(
            folder,
            FRAME.format(
                head="",
                body="signed _BitInt(8) d = x | 0xf9;\n    x = (signed _BitInt(8))-128 / d;",
            ),
        ),
        f"""\
unit.c:8: the smallest number of type _BitInt(8) divided by -1
  why: C leaves its result open, and hardware gives any value; seen in a native run
  fix: give that divisor a way of its own, as in d == -1 ? 0u - x : x / d; {OR_ALLOWED}""",
    ),
    "variable that is not set": Refusal(
        lambda folder: compare(
            folder,
            FRAME.format(head="", body="uint_t(8) y;\n    if (x & 1) y = 3;\n    x += y;"),
            SPOILT,
        ),
        """\
unit.c: the Verilog differs from the native run: stream 'out', item 0: natively 0x83, in Verilog 0x0
  why: the native run itself writes something else when variables begin otherwise: one is read before it is set
  fix: give every variable a value before it is read; any(type) where it does not matter""",
    ),
    "native run that crashes": Refusal(
        native("__builtin_trap();"),
        """\
unit.c: the native run crashed
  why: exit code -4
  fix: look for undefined behaviour in the C source""",
    ),
    "native run that does not end": Refusal(
        native("for (;;) x = x * 3 + 1;"),
        """\
unit.c: the native run did not end in 0.2 s
  fix: look for a loop that neither reads nor ends""",
    ),
}
WIDTH = '!llvm.module.flags = !{{!0}}\n!0 = !{{i32 1, !"wchar_size", i32 {}}}\n'
FAULTS: dict[str, Refusal] = {
    "no file": Refusal(
        lambda folder: compile_source(folder / "unit.c", folder),
        """\
unit.c: no such C source
  fix: give the path of a .c file""",
    ),
    "clang that fails": Refusal(
        unknown_machine,
        """\
unit.c: clang failed
  why: error: invalid argument '-fdefault-calling-conv=' not allowed with 'no-such-machine'""",
    ),
    "report that cannot be written": Refusal(
        unwritable_report,
        """\
report: the report could not be written
  why: [Errno 17] File exists: 'report'
  fix: choose another place""",
    ),
    "LLVM that refuses": Refusal(
        lambda _: run_passes("no module", ["sroa"]),
        """\
the LLVM IR could not be read
  why: LLVM IR parsing error
<string>:1:1: error: expected top-level entity
no module
^

  fix: report this source as a fault of the compiler""",
    ),
    "files for two machines": Refusal(
        lambda _: linked([Path("a.c"), Path("b.c")], [WIDTH.format(4), WIDTH.format(2)]),
        """\
b.c: the file does not go with the others
  why: linking module flags 'wchar_size': IDs have conflicting values: 'i32 2' from <string>, and 'i32 4' from <string>
  fix: compile all files with the same declarations""",
    ),
    "LLVM instruction that is not known": Refusal(
        lambda _: parse_function(
            LLVM.replace("?", "insertvalue { i8, i8 } %b, i8 1, 0"), "f", Metadata("")
        ),
        """\
'insertvalue' cannot become hardware
  fix: report this source as a fault of the compiler""",
    ),
    "LLVM type that is not known": Refusal(
        lambda _: parse_function(LLVM.replace("?", "freeze token %b"), "f", Metadata("")),
        """\
a value of type 'token' cannot become hardware
  fix: use integers of fixed width""",
    ),
    "register that is given a wider value": Refusal(
        lambda _: check_widths(one_register(next_width=9, reset=0), {}),
        """\
the Verilog would be wrong: next_r of 9 bits meets a width of 8
  fix: report this source as a fault of the compiler""",
    ),
    "register that is given a wider constant": Refusal(
        lambda _: check_widths(one_register(next_width=8, reset=256), {}),
        """\
the Verilog would be wrong: the constant 0x100 of r meets a width of 8
  fix: report this source as a fault of the compiler""",
    ),
    "XLS that refuses to optimise": Refusal(lambda _: optimised_by_xls(BROKEN), XLS_REFUSES),
    "XLS that does not end": Refusal(
        endless_optimiser,
        """\
XLS's optimiser does not end
  why: it needs too much time or memory for the logic of a clock cycle
  fix: give the function fewer things to do in one cycle: a clocked loop in place of UNROLL, wait()""",
    ),
    "time that is over before the first pass": Refusal(
        lambda _: wait_too_long(),
        """\
compiling takes more than 0.05 s
  why: clang was under way
  fix: --time-limit SECONDS gives it more time""",
    ),
    "time that is over with a large array": Refusal(
        lambda _: begin_too_late(
            "  %a.i = alloca [40 x [100 x i16]], align 16\n    #dbg_declare(ptr %a.i, !3, !DIExpression(), !2)\n"
        ),
        """\
unit.c:9: compiling takes more than 10 s
  why: pass 'arrays' (arrays as registers) was under way; array 'a' of 4,000 elements is registers with multiplexers
  fix: write BLOCK_RAM or DISTRIBUTED_RAM before it, ROM before a table of constants, or make it smaller; \
--time-limit SECONDS gives it more time""",
    ),
    "time that is over with many instructions": Refusal(
        lambda _: begin_too_late(
            "  %a = add i8 %x, 1, !dbg !2\n  %b = add i8 %a, 1, !dbg !2\n  ret void, !dbg !4\n"
        ),
        """\
unit.c:7: compiling takes more than 10 s
  why: pass 'arrays' (arrays as registers) was under way; 2 of 3 instructions come from this line
  fix: unroll fewer iterations at once: UNROLL_BY(n), or a loop that stays rolled; or mark a function SHARED; \
--time-limit SECONDS gives it more time""",
    ),
    "XLS that refuses to write Verilog": Refusal(lambda _: written_by_xls(BROKEN), XLS_REFUSES),
    "compiler of the simulator that fails": Refusal(
        unusable_compiler,
        """\
.: the simulator could not be built
  why: no space left on device""",
    ),
}
