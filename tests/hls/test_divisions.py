"""Division and remainder by variables: results, clock cycles, and where they are logic."""

import random

import pytest
from batches import Outcomes, by_day_and_night
from selection import one_of, only

from cryptagon.hls import HlsResult, compile_source
from cryptagon.hls.check import CDesign
from cryptagon.hls.proof import prove
from cryptagon.hls.source.levels import ANY

HEAD = "#include <cryptagon.h>\n#include <stdint.h>\n"
TYPES = "typedef struct {{ {kind} a, b; }} operands;\ntypedef struct {{ {kind} q, r; }} results;\n"
FRAME = HEAD + TYPES + "STREAM_IN(operands, in)\nSTREAM_OUT(results, out)\n{head}\n{run}"
RUN = """HARDWARE void unit(void) {{
    operands x = stream_read(in);
    results y = {{ 0 }};
    {body}
    stream_write(out, y);
}}
"""
BOTH = "y.q = x.a / x.b; y.r = x.a % x.b;"
UNSIGNED = {f"uint_t({bits})": bits for bits in (2, 3, 4, 5, 8, 16, 64, 31, 33)}
SIGNED = {f"_BitInt({bits})": bits for bits in (2, 4, 5, 13, 33, 64)} | {
    "int8_t": 8,
    "int16_t": 16,
    "int": 32,
    "int64_t": 64,
}
_random = random.Random(18)


def design(
    name: str, kind: str, bits: int, body: str = BOTH, head: str = "", *, levels: int = ANY
) -> CDesign:
    """Corners divided by corners, and some random numbers; not by 0, and not the smallest number by
    -1. `levels` are those that a cycle may have.
    """
    run = RUN.format(body=body)
    if levels:
        run = run.replace("HARDWARE", f"HARDWARE_LEVELS({levels})")
    ones, half = (1 << bits) - 1, 1 << bits - 1
    corners = [0, 1, 2 & ones, half - 1, half, half + 1 & ones, ones - 1, ones]
    pairs = [(a, b) for a in corners for b in corners]
    pairs += [
        (_random.getrandbits(bits), _random.getrandbits(_random.randrange(1, bits + 1)))
        for _ in range(40)
    ]
    items = [
        {"a": a, "b": b} for a, b in pairs if b and (kind in UNSIGNED or (a, b) != (half, ones))
    ]
    return CDesign(name, FRAME.format(kind=kind, head=head, run=run), {"in": items})


def compiled(folder, kind: str, body: str = BOTH, head: str = "", levels: int = ANY) -> HlsResult:
    source = folder / "unit.c"
    source.write_text(FRAME.format(kind=kind, head=head, run=RUN.format(body=body)))
    return compile_source(source, folder, most_levels=levels)


def reasons(result: HlsResult) -> list[str]:
    return [state.reason for state in result.states]


KINDS = [
    design(f"kind_{number}", kind, bits)
    for number, (kind, bits) in enumerate((UNSIGNED | SIGNED).items())
]
STAGED = "for (int i = 0; i < 2; i++) { cycles(4); y.q += (x.a + i) / x.b; y.r ^= x.a % x.b; }"
NARROW_BY_WIDE = "y.q = (uint_t(7))x.a / x.b; y.r = (uint_t(7))x.a % x.b;"
WIDE_BY_NARROW = "uint_t(5) b = x.b; if (!b) b = 3; y.q = x.a / b; y.r = x.a % b;"
OTHERS = [
    design("of_constants", "uint_t(16)", 16, "y.q = 50000 / x.b; y.r = 13 % x.b;"),
    design("of_negative_constants", "int16_t", 16, "y.q = -300 / x.b; y.r = -300 % x.b;"),
    design(
        "in_one_cycle",
        "uint_t(16)",
        16,
        "for (int i = 0; i < 2; i++) { cycles(1); y.q += (x.a + i) / x.b; y.r ^= x.a % x.b; }",
    ),
    design("in_one_cycle_signed", "_BitInt(9)", 9, "cycles(1); " + BOTH),
    design("in_stages", "uint_t(12)", 12, STAGED),
    design(
        "narrow_by_wide",
        "uint_t(40)",
        40,
        NARROW_BY_WIDE,
    ),
    design(
        "wide_by_narrow",
        "uint_t(40)",
        40,
        WIDE_BY_NARROW,
    ),
    design(
        "in_a_unit",
        "uint_t(10)",
        10,
        "y.q = ratio(x.a, x.b); y.r = ratio(x.b, x.a | 1);",
        "SHARED uint_t(10) ratio(uint_t(10) a, uint_t(10) b) { return a / b; }",
    ),
    design(
        "greatest_common_divisor",
        "uint_t(20)",
        20,
        "while (x.b) { uint_t(20) r = x.a % x.b; x.a = x.b; x.b = r; y.r++; } y.q = x.a;",
    ),
    design(
        "one_way_only",
        "uint_t(16)",
        16,
        "if (x.a > x.b) y.q = x.a / x.b; else y.r = x.b % (x.a | 1);",
    ),
]
LEVELS = 16
AT_ONCE = {
    # levels that a cycle may have and bits of the numbers, the cycles of one division
    (LEVELS, 5): 2,
    (LEVELS, 8): 2,
    (LEVELS, 31): 8,
    (LEVELS, 33): 9,
    (LEVELS, 64): 16,
    (8, 16): 8,
    (8, 64): 32,
    (7, 64): 64,
}
"""Where a division finds several bits in a cycle; with 7 levels for a step of 7.2 of these one."""
WITH_LEVELS = [
    *(
        design(f"levels_{levels}_u{bits}", f"uint_t({bits})", bits, levels=levels)
        for levels, bits in AT_ONCE
    ),
    *(
        design(f"levels_s{bits}", f"_BitInt({bits})", bits, levels=LEVELS)
        for bits in (5, 8, 13, 33, 64)
    ),
    design("levels_narrow_by_wide", "uint_t(40)", 40, NARROW_BY_WIDE, levels=LEVELS),
    design("levels_wide_by_narrow", "uint_t(40)", 40, WIDE_BY_NARROW, levels=LEVELS),
]
EVERY_DAY = {one.name for one in (*KINDS[::3], *OTHERS, *WITH_LEVELS)}
DIVIDED = ["loop", "division"]
COST = {
    "of_constants": (DIVIDED, 16),  # 13 has four bits: its remainder is logic
    "of_negative_constants": (DIVIDED, 1 + 9),  # the magnitude is needed before the first bit
    "in_one_cycle": (["loop", "loop"], 2),
    "in_one_cycle_signed": (["loop"], 1),
    "in_stages": (
        ["loop", "loop", *(f"stage {number} of 4, cycles(4)" for number in (2, 3, 4))],
        1 + 2 * 4,
    ),
    "narrow_by_wide": (DIVIDED, 7),
    "wide_by_narrow": (DIVIDED, 40),
    "in_a_unit": (["loop", "second call of shared function 'ratio'"], 2),
    "one_way_only": (DIVIDED, 1 + 16),  # one divider, whichever way is taken
}


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory):
    return Outcomes(
        tmp_path_factory.mktemp("divisions"),
        by_day_and_night([*KINDS, *OTHERS, *WITH_LEVELS], EVERY_DAY),
    )


@pytest.mark.parametrize(
    "name", only(EVERY_DAY, [one.name for one in (*KINDS, *OTHERS, *WITH_LEVELS)])
)
def test_verilog_does_what_the_native_run_does(outcomes, name):
    outcomes[name].check()


@pytest.mark.parametrize(
    ("kind", "number"), one_of(3, [(kind, number) for number, kind in enumerate(UNSIGNED)])
)
def test_a_division_takes_a_cycle_for_each_bit_of_the_quotient_or_none_where_these_are_few(
    outcomes, kind, number
):
    outcome, bits = outcomes[f"kind_{number}"], UNSIGNED[kind]
    assert set(outcome.cycles("out")) == {bits if bits > 4 else 1}
    assert reasons(outcome.result) == (DIVIDED if bits > 4 else ["loop"])


@pytest.mark.parametrize("name", COST)
def test_states_and_cycles(outcomes, name):
    expected, cycles = COST[name]
    assert (reasons(outcomes[name].result), set(outcomes[name].cycles("out"))) == (
        expected,
        {cycles},
    )


@pytest.mark.parametrize(("levels", "bits"), AT_ONCE)
def test_a_division_finds_as_many_bits_in_a_cycle_as_its_levels_allow(outcomes, levels, bits):
    reasons_of = reasons(outcomes[f"levels_{levels}_u{bits}"].result)
    loop = next(one for one in outcomes[f"levels_{levels}_u{bits}"].result.loops if one.trips_most)
    assert loop.trips_most == AT_ONCE[levels, bits] and reasons_of.count("division") == 1


def test_a_wide_division_keeps_quotient_remainder_divisor_and_count_alone(outcomes):
    registers = outcomes[f"kind_{list(UNSIGNED).index('uint_t(64)')}"].result.registers.registers
    assert sorted(register.width for register in registers) == [6, 64, 64, 64]


def test_expect_cycles_counts_a_division(tmp_path):
    result = compiled(tmp_path, "uint_t(24)", f"expect_cycles(24); {BOTH}")
    assert [(loop.least, loop.trips_most) for loop in result.loops] == [(24, None), (1, 24)]


def test_divisions_of_one_width_share_a_divider_unless_they_are_told_apart(tmp_path):
    chain = "y.q = x.a / x.b; y.r = (y.q ^ x.a) / (x.b | 1);"
    result = compiled(tmp_path, "uint_t(24)", chain)
    assert reasons(result) == ["loop", "division"] and "phase" in [
        register.name for register in result.registers.registers
    ]


def test_a_division_by_a_constant_stays_a_product(tmp_path):
    result = compiled(tmp_path, "int64_t", "y.q = x.a / -7; y.r = x.b % 1000000007;")
    assert (
        reasons(result) == ["loop"]
        and "div(" not in result.optimised.text
        and "mod(" not in result.optimised.text
    )


@pytest.mark.parametrize("levels", [ANY, LEVELS])
def test_each_cycle_of_a_division_is_proved(tmp_path, levels):
    result = compiled(tmp_path, "int8_t", levels=levels)
    assert prove(result, tmp_path / "proof").standing == "proved"
