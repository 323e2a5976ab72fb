"""What ABC says, and what it means: tiny networks in BLIF."""

import pytest

from cryptagon.errors import CryptagonError
from cryptagon.toolchain import Verdict, decide

# Two registers, 0 at first, that change where the input is 1; the output is one of them, or is 1
# where they differ.
REGISTERS = ".model net\n.inputs a\n.outputs bad\n.latch p r 0\n.latch q s 0\n.names a r p\n10 1\n01 1\n.names a s q\n10 1\n01 1\n"
REACHED = REGISTERS + ".names r bad\n1 1\n.end\n"
NEVER = REGISTERS + ".names r s bad\n10 1\n01 1\n.end\n"
# Two inputs; the output is their AND, or that of one of them and its inverse.
LOGIC = ".model net\n.inputs a b\n.outputs bad\n"
SOMETIMES = LOGIC + ".names a b bad\n11 1\n.end\n"
CONSTANT = LOGIC + ".names a n\n0 1\n.names a n bad\n11 1\n.end\n"


def ring(length):
    """A single 1 goes round in a ring of registers; the output is the one that it reaches last."""
    latches = [
        f".latch d{place} q{place} {int(place == 0)}\n.names q{(place - 1) % length} d{place}\n1 1\n"
        for place in range(length)
    ]
    return f".model ring\n.inputs a\n.outputs bad\n{''.join(latches)}.names q{length - 1} bad\n1 1\n.end\n"


def decided(folder, text, engine, **limits):
    (folder / "net.blif").write_text(text)
    return decide(["read_blif net.blif", "strash", engine], cwd=folder, **limits)


@pytest.mark.parametrize("engine", ["pdr", "dprove"])
def test_registers_are_followed_over_time(tmp_path, engine):
    refuted = decided(tmp_path, REACHED, engine)
    assert (refuted.verdict, refuted.frame) == (Verdict.REFUTED, 1)
    proved = decided(tmp_path, NEVER, engine)
    assert (proved.verdict, proved.frame) == (Verdict.PROVED, None)
    assert proved.depth is not None if engine == "pdr" else True


@pytest.mark.parametrize("engine", ["iprove", "sat", "&get; &cec -m"])
def test_logic_without_registers_is_decided(tmp_path, engine):
    assert decided(tmp_path, SOMETIMES, engine).verdict is Verdict.REFUTED
    assert decided(tmp_path, CONSTANT, engine).verdict is Verdict.PROVED


def test_a_network_compared_with_itself_is_no_proof(tmp_path):
    assert decided(tmp_path, SOMETIMES, "cec").verdict is Verdict.UNDECIDED


def test_bounded_search_that_finds_nothing_is_no_proof(tmp_path):
    assert decided(tmp_path, ring(14), "bmc3 -F 5").verdict is Verdict.UNDECIDED
    assert decided(tmp_path, ring(14), "bmc3 -F 20").frame == 13


def test_an_engine_that_takes_too_long_leaves_it_undecided(tmp_path):
    late = decided(tmp_path, ring(20000), "bmc3", limit_s=0.3)
    assert late.verdict is Verdict.UNDECIDED
    assert 0.3 <= late.seconds < 10


@pytest.mark.parametrize("engine", ["no_such_engine", "read_aiger nothing.aig", "iprove"])
def test_a_script_that_abc_rejects_is_an_error(tmp_path, engine):
    with pytest.raises(CryptagonError, match="did not come to the end"):
        decided(tmp_path, NEVER, engine)


def test_a_counterexample_is_written_cycle_by_cycle(tmp_path):
    assert decided(tmp_path, REACHED, "pdr", witness="witness").verdict is Verdict.REFUTED
    registers, *inputs = (tmp_path / "witness").read_text().partition("#")[0].splitlines()
    assert registers == "00"
    assert [line[0] for line in inputs][:1] == ["1"] and len(inputs) == 2


def test_where_it_is_proved_there_is_no_counterexample(tmp_path):
    assert decided(tmp_path, NEVER, "pdr", witness="witness").verdict is Verdict.PROVED
    assert not (tmp_path / "witness").exists()
