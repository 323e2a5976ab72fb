import pytest
from tampered_core import DummyCipher, write_core

from cryptagon import hwapi
from cryptagon.errors import CryptagonError
from cryptagon.simulate import STALL_MODES, Simulator, Slope, measure_cycles, measure_speed

CIPHER = DummyCipher()


def test_cycles_of_the_tampered_core(core_level, dummy):
    counts = measure_cycles(core_level, dummy, CIPHER)
    assert counts.linear
    assert [
        slope.cycles_per_block
        for slope in (counts.ad, counts.ad_decryption, counts.encryption, counts.decryption)
    ] == [1, 1, 1, 1]
    # Nonce and tag; the tag and the verdict have a cycle each when decrypting.
    assert (counts.encryption.overhead, counts.decryption.overhead) == (2, 3)
    totals = {
        (total.decrypt, total.ad_bytes, total.data_bytes): total.cycles for total in counts.totals
    }
    assert totals[False, 16, 0] == 3
    assert totals[True, 1536, 1536] == 3 + 2 * 96
    assert len(totals) == 18


def test_the_bus_limits_a_fast_core(aead_level, dummy):
    assert measure_cycles(aead_level, dummy, CIPHER).encryption.cycles_per_block == 4


def test_core_with_three_cycles_for_a_block_of_data_only(tmp_path, dummy):
    core = write_core(
        tmp_path,
        ("bdi_valid && defect != 8'd2;", "bdi_valid && wait_q == 2'd2;\n  logic [1:0] wait_q;"),
    )
    (file,) = core.sources
    count = "wait_q <= state_q == Blocks && is_data && bdi_valid && wait_q != 2'd2 ? wait_q + 2'd1 : 2'd0;"
    file.write_text(
        file.read_text().replace(
            "count_q <= count_q + 8'd1;", f"count_q <= count_q + 8'd1;\n    {count}"
        )
    )
    counts = measure_cycles(Simulator.build(core, dummy, "core"), dummy, CIPHER)
    assert (
        counts.ad.cycles_per_block,
        counts.encryption.cycles_per_block,
        counts.decryption.cycles_per_block,
    ) == (1, 3, 3)


def test_slope_is_exact_and_knows_when_it_is_none():
    assert Slope(((2, 11), (4, 16), (8, 26))).cycles_per_block * 2 == 5
    assert Slope(((2, 11), (4, 16), (8, 26))).overhead == 6
    assert Slope(((2, 11), (4, 16), (8, 26))).linear
    assert not Slope(((2, 11), (4, 16), (8, 27))).linear


@pytest.mark.parametrize("blocks", [(16, 80), (16, 16, 80), (80, 16, 144)])
def test_lengths_that_show_no_line_are_a_users_error(core_level, dummy, blocks):
    with pytest.raises(CryptagonError, match="do not show a line"):
        measure_cycles(core_level, dummy, CIPHER, blocks=blocks)


def test_wrong_core_is_not_measured(tmp_path, dummy):
    wrong = Simulator.build(write_core(tmp_path, ("bdi ^ s_q : tag", "bdi : tag")), dummy, "core")
    with pytest.raises(CryptagonError, match="not measured") as caught:
        measure_cycles(wrong, dummy, CIPHER)
    assert "wrong output on bdo" in caught.value.why


def test_isolated_messages_do_not_overlap(aead_level, dummy):
    messages = hwapi.random_messages(dummy, CIPHER, 10, seed=1)
    alone, together = aead_level.run(messages, isolate=True), aead_level.run(messages)
    assert alone.ok and together.ok
    assert all(
        after.first_input > before.last_output
        for before, after in zip(alone.messages, alone.messages[1:])
    )
    assert together.cycles < alone.cycles


def test_same_seed_same_cycles(core_level, dummy):
    messages = hwapi.random_messages(dummy, CIPHER, 20, seed=1)
    cycles = [
        core_level.run(messages, seed=seed, stalls=STALL_MODES["both"]).cycles for seed in (1, 1, 2)
    ]
    assert cycles[0] == cycles[1] != cycles[2]


def test_speed_is_measured(core_level, dummy):
    assert measure_speed(core_level, dummy, CIPHER, megabytes=0.2) > 10_000
