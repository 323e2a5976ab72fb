"""SHARED functions that take clock cycles: the same results as natively, their states once however
many calls there are, and the cycles that the table of loops tells.
"""

import pytest
from clocked_shared_designs import CLOCKED_SHARED, ONE, POWER
from shared_designs import HEAD

from cryptagon.hls import compile_source
from cryptagon.hls.check import check_equivalence
from cryptagon.hls.proof import prove

SECOND = "second call of shared function 'mix'"
# design: (why each state begins, cycles from one item out to the next)
COST = {
    "clocked_one_call": (["loop", "loop"], {1 + 8}),
    "clocked_two_calls": (["loop", "loop"], {1 + 2 * 8}),
    "clocked_unrolled": (["loop", "loop"], {1 + 4 * 8}),
    "clocked_waits": (["loop", "wait()", "wait()"], {1 + 2 * 2}),
    "clocked_first": (["reset", "loop"], {8}),
    "clocked_units_inside": (["loop", SECOND, "loop", SECOND, SECOND, SECOND], {12}),
}


@pytest.mark.parametrize("name", [design.name for design in CLOCKED_SHARED])
def test_verilog_does_what_the_native_run_does(outcomes, name):
    outcomes[name].check()


@pytest.mark.parametrize("name", COST)
def test_states_and_cycles_of_clocked_functions(outcomes, name):
    reasons, cycles = COST[name]
    outcome = outcomes[name]
    assert [state.reason for state in outcome.result.states] == reasons
    measured = outcome.cycles("out")
    assert len(measured) > 3 and set(measured) == cycles


@pytest.mark.parametrize("name", [design.name for design in CLOCKED_SHARED])
def test_cycles_are_within_what_the_table_tells(outcomes, name):
    """The cycles of an iteration of the outermost loop, of one item or two."""
    outcome = outcomes[name]
    (outermost,) = (loop for loop in outcome.result.loops if loop.endless)
    items = 2 if name == "clocked_early_returns" else 1
    measured = outcome.cycles("out")[items:]
    sums = [sum(measured[n : n + items]) for n in range(0, len(measured) - items + 1, items)]
    assert min(sums) >= outermost.least
    assert outermost.most is None or max(sums) <= outermost.most


def _compiled(folder, text):
    folder.mkdir(exist_ok=True)
    source = folder / "unit.c"
    source.write_text(text)
    return compile_source(source, folder)


def test_more_calls_are_no_more_states_nor_operators(tmp_path):
    nest = """SHARED static unsigned nest(unsigned a, unsigned n) {
        for (int i = 0; i < 3; i++) {
            a = a * n + i;
            for (int j = 0; j < 4; j++) a = (a << 3 | a >> 29) * (a + j);
        }
        return a;
    }
    """

    def design(calls):
        return f"{HEAD}{nest}HARDWARE void unit(void) {{\n{ONE}{calls}stream_write(out, x);\n}}\n"

    one = _compiled(tmp_path / "one", design("x = nest(x, x);\n"))
    four = _compiled(tmp_path / "four", design("x = nest(x, x);\n" * 4))
    apart = _compiled(tmp_path / "apart", design("x = nest(x, x);\n" * 4).replace("SHARED ", ""))
    products = [
        sum(node.operation in ("umul", "smul") for node in result.optimised.nodes.values())
        for result in (one, four)
    ]
    assert len(one.states) == 3
    figures = [(len(result.states), result.registers.bits) for result in (four, apart)]
    assert figures == [(3, 70), (6, 102)]  # as docs/hls-language.md has them
    assert products[0] == products[1] == 2


def test_a_function_that_nothing_calls_is_left_out(tmp_path):
    body = f"{ONE}if (x & 1) x = 3; stream_write(out, x);"
    result = _compiled(tmp_path, f"{HEAD}{POWER}HARDWARE void unit(void) {{ {body} }}\n")
    assert len(result.states) == 1


def test_expected_cycles_count_those_of_calls(tmp_path):
    source = tmp_path / "unit.c"
    source.write_text(
        f"{HEAD}{POWER}HARDWARE void unit(void) {{\n{ONE}"
        "for (int i = 0; i < 3; i++) { expect_cycles(16); x = power(power(x, i), 5); }\n"
        "stream_write(out, x);\n}\n"
    )
    result = compile_source(source, tmp_path)
    assert check_equivalence(source, result, tmp_path).compared["out"] > 5


def test_a_proof_says_that_it_does_not_cover_them(tmp_path):
    result = _compiled(
        tmp_path,
        f"{HEAD}{POWER}HARDWARE void unit(void) {{ {ONE} stream_write(out, power(x, 3)); }}\n",
    )
    proof = prove(result, tmp_path / "proof")
    assert any("shared function" in part.why for part in proof.parts), proof
