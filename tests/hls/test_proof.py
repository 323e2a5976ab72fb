"""The proof of a core: right Verilog is proved, Verilog with one fault is found different, and what
is not covered is told as tested.
"""

import re

import pytest
from language_designs import DESIGNS
from resource_designs import RESOURCES
from selection import one_of
from shared_designs import SHARED

from cryptagon.errors import CryptagonError
from cryptagon.hls import compile_source
from cryptagon.hls.cleanup.module import TOP
from cryptagon.hls.compiler.dumps import Dumps
from cryptagon.hls.compiler.hardware import design_machine
from cryptagon.hls.ir.instructions import Compare, Const
from cryptagon.hls.ir.metadata import Metadata
from cryptagon.hls.ir.parser import parse_function
from cryptagon.hls.proof import Standing, check_proof, prove
from cryptagon.hls.proof.core_cases import MERGED
from cryptagon.hls.proof.program import block_changed
from cryptagon.hls.proof.prove import STAGED
from cryptagon.hls.states.header_states import AGAIN

KNOWN = {design.name: design for design in [*DESIGNS, *RESOURCES, *SHARED]}
PROVED = ("break_continue", "answer_held", "written_together", "ram_two_ports", "shared_loop")
WORDS = "#include <cryptagon.h>\nSTREAM_IN(unsigned, in)\nSTREAM_OUT(unsigned, out)\n"
SOURCE = """\
#include <cryptagon.h>
STREAM_IN(uint_t(8), in)
STREAM_OUT(uint_t(8), out)
STREAM_OUT(bit, odd)
ROM uint_t(8) boxes[16] = {12, 5, 6, 11, 9, 0, 10, 13, 3, 14, 15, 8, 4, 7, 1, 2};
SHARED static uint_t(8) mix(uint_t(8) a, uint_t(8) b) { return (a << 1 | a >> 7) ^ b; }
HARDWARE void unit(void) {
    REGISTER static uint_t(8) key = 0x5a;
    DISTRIBUTED_RAM static uint_t(8) seen[16];
    uint_t(8) x = stream_read(in);
    for (int i = 0; i < 10; i++) x = mix(x, i) + boxes[x & 15];
    if (x > 200) key = x;
    stream_write(odd, x & 1);
    stream_write(out, x ^ key ^ seen[x >> 4]);
    seen[x & 15] = x;
}
"""
# What a fault replaces in the Verilog, the first place of it: a pattern and what is there instead.
FAULTS = {
    "operator": (r" \^ ", " | "),
    "legs of a multiplexer": (r"\? (\w+) : (\w+);", r"? \2 : \1;"),
    "comparison": (r" > ", " >= "),
    "constant of the table": (r"8'hf;", "8'he;"),
    "reset value": (r"r_key <= 8'h5a", "r_key <= 8'h5b"),
    "reset left out": (r"if \(rst\) r_key <= 8'h5a;\s*else ", ""),
    "enable of a register": (r"if \((go\w*) && load_r_key\)", r"if (\1)"),
    "register that does not wait": (r"if \(go\w* && load_r_x\)", "if (load_r_x)"),
    "width of a register": (r"reg \[7:0\] r_x;", "reg [6:0] r_x;"),
    "cycle that does not wait": (r"\(!write_odd \|\| odd_ready \|\| taken_odd\)", "1'b1"),
    "item that is left in the stream": (
        r"assign in_ready = read_in[^;]*;",
        "assign in_ready = 1'b0;",
    ),
    "item that is written twice": (
        r"(assign odd_valid = write_odd[^;]*) && !taken_odd;",
        r"\1;",
    ),
    "address of the memory": (
        r"\.read_0_address\(seen_read_ram_0_address\)",
        ".read_0_address(seen_write_ram_0_address)",
    ),
    "write enable of the memory": (r"\.write_enable\(!rst && go\w* && ", ".write_enable(!rst && "),
    "memory that is written in reset": (r"\.write_enable\(!rst && ", ".write_enable("),
    "operand of the unit": (r"\.item_b\((\w+)\)", r".item_b(\1 ^ 8'h1)"),
    "next state": (r"(fsm <= next_fsm);", r"fsm <= !next_fsm;"),
}


def compiled(source: str, folder):
    file = folder / "design.c"
    file.write_text(source)
    return compile_source(file, folder, module="")


@pytest.fixture(scope="module")
def design(tmp_path_factory):
    result = compiled(SOURCE, tmp_path_factory.mktemp("proof"))
    return result, result.core.sources[0].read_text()


@pytest.mark.parametrize("name", PROVED)
def test_design_is_proved(name, tmp_path):
    proof = prove(compiled(KNOWN[name].source, tmp_path), tmp_path / "proof")
    assert {
        part.name: (part.standing, part.why)
        for part in proof.parts
        if part.standing is not Standing.PROVED
    } == {}


def test_a_register_that_counters_of_several_types_share_and_one_loaded_in_slices_are_proved(
    tmp_path,
):
    loops = "".join(
        f"for ({kind} i = 0; i < {count}; i++) s = s >> 8 | (uint_t(64))(uint_t(8))(s ^ s >> 13 ^ i) << 56; s ^= (uint_t(64))1 << 20;"
        for kind, count in (("uint_t(6)", 40), ("int", 20), ("uint_t(5)", 12))
    )
    body = f"uint_t(64) s = stream_read(in); {loops} stream_write(out, s >> 32);"
    result = compiled(WORDS + f"HARDWARE void unit(void) {{ {body} }}\n", tmp_path)
    assert sorted(register.width for register in result.registers.registers) == [6, 64]
    assert max(len(update.loads) for update in result.datapath.updates) > 1
    assert prove(result, tmp_path / "proof").standing is Standing.PROVED


EARLY = """unsigned x = stream_read(in);
    for (unsigned i = 0, n = x & 1 ? 15 : 12; i < n; i++) x = (x << 5 | x >> 27) + i;
    stream_write(out, x);"""
SWAPPED = """unsigned a = stream_read(in), b = 1;
    for (int i = 0; i < 10; i++) { unsigned old = a; a = b ^ i; b = old << 1; }
    stream_write(out, a ^ b);"""
ALIKE = """unsigned x = stream_read(in);
    for (int i = 0; i < 10; i++) x = (x * x) ^ i;
    x ^= 0x55u;
    for (int i = 0; i < 6; i++) x = (x * x) ^ i;
    stream_write(out, x);"""


def of_words(body: str, folder):
    return compiled(f"{WORDS}HARDWARE void unit(void) {{ {body} }}\n", folder)


@pytest.mark.parametrize(("body", "change"), [(EARLY, ".less"), (SWAPPED, AGAIN)])
def test_early_tests_of_counters_and_first_iterations_are_proved(body, change, tmp_path):
    result = of_words(body, tmp_path)
    assert change in result.machine.shown()[1]
    assert prove(result, tmp_path / "proof").standing is Standing.PROVED


def test_loops_whose_counters_were_turned_are_proved(tmp_path):
    down = "for (int i = 30; i >= -7; i -= 3) x = (x << 5 | x >> 27) + 3; wait(); for (int i = 24; i > 0; i -= 2) x = x * 5 ^ 9;"
    result = of_words(
        f"unsigned x = stream_read(in); wait(); {down} stream_write(out, x);", tmp_path
    )
    assert [
        register.width for register in result.registers.registers if register.name.startswith("i")
    ] == [4]
    assert prove(result, tmp_path / "proof").standing is Standing.PROVED


def test_loops_that_became_one_are_told_as_tested(tmp_path):
    result = of_words(ALIKE, tmp_path)
    assert result.machine.became
    assert {(part.standing, part.why) for part in prove(result, tmp_path / "proof").parts} == {
        (Standing.TESTED, MERGED)
    }


def limit_too_low(function):
    less = next(i for _, i in function.instructions() if i.result.endswith(".less"))
    less.operands[1] = Const(less.width, less.operands[1].value - 1)


def limits_the_wrong_way_round(function):
    less = next(i for _, i in function.instructions() if i.result.endswith(".less"))
    less.operands[1:] = reversed(less.operands[1:])


def wrong_value_tested(function):
    test = next(i for _, i in function.instructions() if isinstance(i, Compare))
    test.operands[0] = Const(test.operands[0].width, 0)


def phis_exchanged(function):
    again = next(block for name, block in function.blocks.items() if name.endswith(AGAIN))
    again.phis[0].operands, again.phis[1].operands = again.phis[1].operands, again.phis[0].operands


def header_given_something_else(function):
    header = next(
        block for name, block in function.blocks.items() if name + AGAIN in function.blocks
    )
    phi = header.phis[0]
    phi.operands = [
        Const(phi.width, 1) if source.endswith(AGAIN) else operand
        for operand, source in zip(phi.operands, phi.sources)
    ]


CHANGES = {
    limit_too_low: EARLY,
    limits_the_wrong_way_round: EARLY,
    wrong_value_tested: EARLY,
    phis_exchanged: SWAPPED,
    header_given_something_else: SWAPPED,
}


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_change_that_does_something_else_is_not_undone(change, tmp_path):
    result = of_words(CHANGES[change], tmp_path)
    plain = parse_function(result.prepared.text, TOP, Metadata(result.prepared.text))
    machine = design_machine(result.prepared, {}, Dumps())
    assert not block_changed(plain, machine.function)
    change(machine.function)
    assert block_changed(plain, machine.function)


def test_right_verilog_is_proved(design, tmp_path):
    proof = prove(design[0], tmp_path)
    assert proof.standing is Standing.PROVED
    assert proof.beside == ("the memory of RAM 'seen'",)
    check_proof(proof)


@pytest.mark.parametrize("fault", one_of(3, [*FAULTS]))
def test_fault_in_the_verilog_is_found(fault, design, tmp_path):
    result, right = design
    pattern, instead = FAULTS[fault]
    wrong, count = re.subn(pattern, instead, right, count=1)
    assert count and wrong != right, "the Verilog has no such place"
    try:
        result.core.sources[0].write_text(wrong)
        proof = prove(result, tmp_path)
    finally:
        result.core.sources[0].write_text(right)
    assert proof.standing is Standing.DIFFERENT
    with pytest.raises(CryptagonError, match="does not do what the program says"):
        check_proof(proof)


def test_difference_is_told_with_register_line_and_values(design, tmp_path):
    result, right = design
    try:
        wrong = "if (go && load_r_x && in != 8'h7)"
        result.core.sources[0].write_text(right.replace("if (go && load_r_x)", wrong))
        proof = prove(result, tmp_path)
    finally:
        result.core.sources[0].write_text(right)
    fault = next(fault for part in proof.parts for fault in part.faults if "r_x" in fault.what)
    assert re.match(r"r_x is 0x[0-9a-f]+, not 0x[0-9a-f]+$", fault.what)
    assert fault.location.file.endswith("design.c") and fault.location.line
    assert dict(fault.values)["in"] == 7


def test_stages_are_told_as_tested(tmp_path):
    loop = "for (int i = 0; i < 4; i++) { cycles(2); x = (x + 0x1234567u) ^ x << 3; x = (x + 0x89abcdu) ^ x >> 5; }"
    proof = prove(
        compiled(
            WORDS
            + f"HARDWARE void unit(void) {{ unsigned x = stream_read(in); {loop} stream_write(out, x); }}\n",
            tmp_path,
        ),
        tmp_path,
    )
    assert proof.standing is Standing.TESTED
    assert {part.why for part in proof.parts} == {STAGED}


def test_what_takes_too_long_is_told_as_tested(tmp_path):
    source = (
        WORDS
        + "HARDWARE void unit(void) { unsigned x = stream_read(in); stream_write(out, x % 10); }\n"
    )
    proof = prove(compiled(source, tmp_path), tmp_path / "proof", limit_s=1)
    assert [(part.name, part.standing) for part in proof.parts] == [
        ("reset", Standing.PROVED),
        ("state 0", Standing.TESTED),
    ]
    assert proof.parts[1].why == "not decided in 1 s"
