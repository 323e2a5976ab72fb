from dataclasses import dataclass

import pytest
from tampered_core import DummyCipher, key_of, write_core

from cryptagon.errors import CryptagonError
from cryptagon.simulate import Examination, Simulator, verification_sets

CIPHER = DummyCipher()
FEW_STALLS = ("none", "both")


@dataclass(frozen=True)
class Record:
    count: int
    key: bytes
    nonce: bytes
    pt: bytes
    ad: bytes
    ct: bytes
    nsec: bytes = b""


def record(count, key=bytes(16), pt=b"P" * 37, ad=b"A" * 20):
    return Record(count, key, bytes(16), pt, ad, CIPHER.encrypt(key, bytes(16), ad, pt))


def sets_of(dummy, records, cipher, **options):
    return {one.name: one for one in verification_sets(dummy, records, cipher, seed=1, **options)}


def test_sets_of_messages(dummy):
    with_reference = sets_of(dummy, [record(1), record(2)], CIPHER)
    assert set(with_reference) == {
        *(
            "known answers",
            "forgeries",
            "shapes",
            "length corners",
            "random messages",
            "random forgeries",
            "key reuse",
        ),
        *(
            "every bit of the tag",
            "every byte",
            "confusions",
            "many messages",
            "long messages",
            "counter boundaries",
            "segments",
        ),
    }
    assert len(with_reference["known answers"].messages) == 4
    assert any(len(message.ad_segments) > 1 for message in with_reference["segments"].messages)
    assert set(sets_of(dummy, [record(1), record(2)], None, segmented=False)) == {
        "known answers",
        "forgeries",
    }


def test_every_bit_of_the_tag_is_forged_where_no_plaintext_hangs_on_it(dummy):
    needs = dummy.interface.model_copy(update={"decrypts_by_tag": True})
    by_tag = dummy.model_copy(update={"interface": needs})
    lengths = [
        {
            len(message.data)
            for message in sets_of(one, [record(1)], CIPHER)["every bit of the tag"].messages
        }
        for one in (dummy, by_tag)
    ]
    assert lengths == [{35}, {0, 35}]


def test_authentic_messages_come_between_forgeries(dummy):
    verdicts = [
        message.authentic for message in sets_of(dummy, [record(1)], CIPHER)["forgeries"].messages
    ]
    assert verdicts == [False, True, False, False, False, True]


def test_thorough_runs_every_set_under_every_mode(dummy):
    usual, thorough = (
        sets_of(dummy, [record(1)], CIPHER, thorough=choice) for choice in (False, True)
    )
    assert {one.modes for one in thorough.values()} == {("none", "input", "output", "both")}
    assert len(thorough["random messages"].messages) > len(usual["random messages"].messages)
    longest = [
        max(len(message.ad) for message in chosen["counter boundaries"].messages)
        for chosen in (usual, thorough)
    ]
    assert longest == [(1 << 16) + 1, (1 << 20) + 1]


def test_nothing_to_verify_with_is_a_users_error(dummy):
    with pytest.raises(CryptagonError, match="nothing to verify dummy with"):
        verification_sets(dummy, [], None, seed=1)


@pytest.mark.parametrize("level", ["core", "unit"])
def test_right_core(core, dummy, level):
    report = Examination.prepare(dummy, [record(1)], CIPHER, level=level).of(core)
    assert (report.level, report.ok, report.fault) == (level, True, None)
    special = 2 + (4 if level == "core" else 3)  # gaps, resets, and long stalls on each port
    sets = verification_sets(dummy, [record(1)], CIPHER, seed=1, segmented=level == "unit")
    assert report.vectors == sum(
        len(one.messages) * (len(one.modes) + special * one.special) for one in sets
    )


@pytest.mark.parametrize("level", ["core", "unit"])
def test_first_wrong_vector_is_reported(core, dummy, level):
    records = [record(1), record(2, key_of("wrong tag")), record(3)]
    report = Examination.prepare(dummy, records, level=level).of(core, modes=FEW_STALLS)
    assert not report.ok
    assert report.vectors == 2, "the two messages of the record before"
    fault = report.fault
    assert fault and fault.waveform
    assert fault.vector == "count 2: encryption, 20 bytes of AD, 37 of data"
    assert fault.expected != fault.got
    assert "wrong output" in str(fault) and "without stalls" in str(fault)
    assert fault.waveform.is_file()


def test_forgery_that_is_accepted_is_reported(core, dummy):
    report = Examination.prepare(dummy, [record(7, key_of("accepts forgeries"))], level="unit").of(
        core, modes=FEW_STALLS
    )
    assert report.fault
    assert report.fault.vector.startswith("count 7, bit ")
    assert (report.fault.expected, report.fault.got) == ("f0000000", "e0000000")


def test_record_that_is_wrong_itself_is_reported(core, dummy):
    wrong = record(5)
    wrong = Record(
        5, wrong.key, wrong.nonce, wrong.pt, wrong.ad, wrong.ct[:-1] + bytes([wrong.ct[-1] ^ 1])
    )
    report = Examination.prepare(dummy, [record(4), wrong], level="core").of(core, modes=FEW_STALLS)
    assert report.fault
    assert report.fault.vector.startswith("count 5: encryption")


def test_core_that_hangs_is_reported_and_does_not_hang_the_caller(core, dummy):
    report = Examination.prepare(dummy, [record(1, key_of("hangs on data"))], level="core").of(
        core, modes=FEW_STALLS
    )
    assert "hang in cycle" in str(report.fault)
    assert "bdi: valid 1, ready 0" in str(report.fault)


def test_state_that_is_not_reset_is_found(tmp_path, dummy):
    core = write_core(tmp_path, ("state_q <= Idle;\n      count_q", "count_q"))
    simulator = Simulator.build(core, dummy, "core")
    messages = sets_of(dummy, [record(1)], None, segmented=False)["known answers"].messages
    runs = (simulator.run(messages, seed=seed, watchdog=300, record=False) for seed in range(1, 9))
    assert not all(run.ok for run in runs)


def test_a_sample_of_known_answers_loads_every_key_that_it_uses(dummy):
    """Of answers under keys that change, those that bring a key may be left out."""
    records = [record(count, key=bytes([count // 7 % 251]) * 16) for count in range(500)]
    (segments,) = (
        one for one in verification_sets(dummy, records, None, seed=1) if one.name == "segments"
    )
    assert len(segments.messages) < len(records)
    before = b""
    for message in segments.messages:
        assert message.new_key == (message.key != before)
        before = message.key
