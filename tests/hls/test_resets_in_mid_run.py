"""A reset in mid-run: the check of a design finds each register that forgets it, and nothing else."""

import pytest
from forgotten_resets import LATE, forget
from refusals import HEAD

from cryptagon.errors import CryptagonError
from cryptagon.hls import compile_source
from cryptagon.hls.check import CDesign, check_equivalence
from cryptagon.hls.check.batch import bench_of, run_benches
from cryptagon.hls.resets import unseen

# More states than are compared with their numbers, each with an item of its own.
MANY_STATES = (
    HEAD + "HARDWARE void unit(void) {{ for (;;) {{ uint_t(8) x = stream_read(in); {} }} }}\n"
)
STATES = "".join(f"stream_write(out, x ^ {number}); wait();" for number in range(80))
# A clocked loop, and a sum that lasts over items.
SUM = (
    HEAD
    + """HARDWARE void unit(void) {
    REGISTER uint_t(8) sum = 3;
    uint_t(8) x = stream_read(in);
    for (int i = 0; i < 3; i++) { sum = sum * 5 + x; wait(); }
    stream_write(out, sum);
}
"""
)
CONFIGURED = (
    HEAD
    + """HARDWARE void unit(void) {
    DISTRIBUTED_RAM static uint_t(8) table[4] = {1, 2, 3, 4};
    uint_t(8) x = stream_read(in);
    uint_t(8) old = table[x & 3];
    table[x & 3] = x;
    stream_write(out, old);
}
"""
)
DEEP = CONFIGURED.replace("HARDWARE", "STREAM_DEPTH(out, 4)\nHARDWARE")


def compiled(folder, text):
    source = folder / "unit.c"
    source.write_text(text)
    return source, compile_source(source, folder, module="unit")


def compared(folder, text):
    source, made = compiled(folder, text)
    return check_equivalence(source, made, folder / "testbench")


def refusal(source, made):
    with pytest.raises(CryptagonError) as caught:
        check_equivalence(source, made, source.parent / "testbench")
    return caught.value


def test_a_state_register_without_reset_is_found_by_what_it_begins_with(tmp_path, monkeypatch):
    monkeypatch.setattr(unseen, "_unseen", lambda _: {"fsm"})
    error = refusal(*compiled(tmp_path, MANY_STATES.format(STATES)))
    assert error.what.startswith("the Verilog differs from the native run: stream 'out', item 0")
    assert error.why.startswith(
        "a register that is seen is not reset: other items come where registers begin with other values"
    )


def test_a_register_that_begins_right_and_forgets_a_reset_is_found(tmp_path):
    source, made = compiled(tmp_path, LATE)
    forget(made, "r_late")
    error = refusal(source, made)
    assert error.what.startswith(
        "the Verilog differs from the native run after a reset in mid-run: stream 'out', item 0: natively"
    )
    assert error.why.startswith(
        "a register that is seen is not reset: before the reset the same items were right"
    )


def test_a_batch_tells_which_design_forgets_a_reset(tmp_path):
    benches = {}
    for name in ("right", "wrong"):
        place = tmp_path / name
        place.mkdir()
        benches[name] = bench_of(CDesign(name, LATE, {"in": range(50, 70)}), place)
    forget(benches["wrong"].result, "r_late")
    outcomes = run_benches(benches, tmp_path)
    assert outcomes["right"].agree
    assert not outcomes["wrong"].agree and outcomes["wrong"].after_reset.startswith(
        "stream 'out', item 0:"
    )
    assert outcomes["wrong"].stalled == outcomes["wrong"].native


@pytest.mark.parametrize("text", [SUM, CONFIGURED, DEEP], ids=["sum", "RAM", "RAM behind FIFOs"])
def test_designs_that_begin_anew_are_right(tmp_path, text):
    assert "after resets in mid-run" in str(compared(tmp_path, text))


def test_a_design_without_output_passes(tmp_path):
    text = HEAD.replace("STREAM_OUT(uint_t(8), out)", "WIRE_IN(bit, mode)")
    text += "HARDWARE void unit(void) { REGISTER bit seen; if (wire_read(mode)) seen ^= stream_read(in); }\n"
    assert not compared(tmp_path, text).checked
