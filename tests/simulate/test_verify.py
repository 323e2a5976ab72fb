from dataclasses import dataclass

import pytest
from tampered_core import DummyCipher, key_of, write_core

from cryptagon.errors import CryptagonError
from cryptagon.simulate import STALL_MODES, Simulator, verification_messages, verify_core

CIPHER = DummyCipher()
FEW_STALLS = {name: STALL_MODES[name] for name in ("none", "both")}


@dataclass(frozen=True)
class Record:
    count: int
    key: bytes
    nonce: bytes
    pt: bytes
    ad: bytes
    ct: bytes


def record(count, key=bytes(16), pt=b"P" * 37, ad=b"A" * 20):
    return Record(count, key, bytes(16), pt, ad, CIPHER.encrypt(key, bytes(16), ad, pt))


def test_sets_of_messages(dummy):
    records = [record(1), record(2)]
    with_reference = verification_messages(dummy, records, CIPHER, seed=1)
    assert set(with_reference) == {
        *("known answers", "forgeries", "length corners", "random messages"),
        *("random forgeries", "key reuse", "segments"),
    }
    assert len(with_reference["known answers"]) == 4
    assert len(with_reference["forgeries"]) == 8
    assert any(len(message.ad_segments) > 1 for message in with_reference["segments"])
    assert set(verification_messages(dummy, records, None, seed=1, segmented=False)) == {"known answers", "forgeries"}


def test_nothing_to_verify_with_is_a_users_error(dummy):
    with pytest.raises(CryptagonError, match="nothing to verify dummy with"):
        verification_messages(dummy, [], None, seed=1)


@pytest.mark.parametrize("level", ["core", "aead"])
def test_right_core(core, dummy, level):
    report = verify_core(core, dummy, [record(1)], CIPHER, level=level, stalls=FEW_STALLS)
    sets = verification_messages(dummy, [record(1)], CIPHER, seed=1, segmented=level == "aead")
    assert (report.level, report.ok, report.fault) == (level, True, None)
    assert report.vectors == 2 * sum(map(len, sets.values()))


@pytest.mark.parametrize("level", ["core", "aead"])
def test_first_wrong_vector_is_reported(core, dummy, level):
    records = [record(1), record(2, key_of("wrong tag")), record(3)]
    report = verify_core(core, dummy, records, level=level, stalls=FEW_STALLS)
    assert not report.ok
    assert report.vectors == 2, "the two messages of the record before"
    fault = report.fault
    assert fault and fault.waveform
    assert fault.vector == "count 2: encryption, 20 bytes of AD, 37 of data"
    assert fault.expected != fault.got
    assert "wrong output" in str(fault) and "without stalls" in str(fault)
    assert fault.waveform.is_file()


def test_forgery_that_is_accepted_is_reported(core, dummy):
    report = verify_core(core, dummy, [record(7, key_of("accepts forgeries"))], level="aead", stalls=FEW_STALLS)
    assert report.fault
    assert report.fault.vector.startswith("count 7, bit ")
    assert (report.fault.expected, report.fault.got) == ("f0000000", "e0000000")


def test_record_that_is_wrong_itself_is_reported(core, dummy):
    wrong = record(5)
    wrong = Record(5, wrong.key, wrong.nonce, wrong.pt, wrong.ad, wrong.ct[:-1] + bytes([wrong.ct[-1] ^ 1]))
    report = verify_core(core, dummy, [record(4), wrong], level="core", stalls=FEW_STALLS)
    assert report.fault
    assert report.fault.vector.startswith("count 5: encryption")


def test_core_that_hangs_is_reported_and_does_not_hang_the_caller(core, dummy):
    report = verify_core(core, dummy, [record(1, key_of("hangs on data"))], level="core", stalls=FEW_STALLS)
    assert "hang in cycle" in str(report.fault)
    assert "bdi: valid 1, ready 0" in str(report.fault)


def test_state_that_is_not_reset_is_found(tmp_path, dummy):
    core = write_core(tmp_path, "state_q <= Idle;\n      count_q", "count_q")
    simulator = Simulator.build(core, dummy, "core")
    messages = verification_messages(dummy, [record(1)], None, seed=1, segmented=False)["known answers"]
    assert not all(simulator.run(messages, seed=seed, watchdog=300).ok for seed in range(1, 9))
