"""The testbench must fail where it should: each defect of the tampered core, and what is said of
it.
"""

from dataclasses import replace

import pytest
from tampered_core import DummyCipher, key_of

from cryptagon import hwapi
from cryptagon.simulate import NO_STALLS, STALL_MODES

CIPHER = DummyCipher()
WATCHDOG = 300


def messages_for(dummy, defect):
    """A good message under another key, then an encryption and a decryption under the key of the
    defect, then its forgeries.
    """
    good = hwapi.single_message(
        dummy, CIPHER, key=bytes(16), nonce=bytes(16), ad=b"", plaintext=b"good", decrypt=False
    )
    pair = [
        hwapi.single_message(
            dummy,
            CIPHER,
            key=key_of(defect),
            nonce=b"n" * 16,
            ad=b"A" * 20,
            plaintext=b"P" * 37,
            decrypt=decrypt,
        )
        for decrypt in (False, True)
    ]
    return hwapi.keep_keys([good, *pair, *hwapi.forgeries(pair, seed=1)])


def fault_of(simulator, dummy, defect, stalls=NO_STALLS, messages=None):
    result = simulator.run(
        messages or messages_for(dummy, defect), seed=3, stalls=stalls, watchdog=WATCHDOG
    )
    assert not result.ok
    (fault,) = result.faults
    return result, fault


@pytest.mark.parametrize("mode", STALL_MODES)
@pytest.mark.parametrize("level", ["core_level", "aead_level"])
def test_right_core_passes(request, dummy, level, mode):
    result = request.getfixturevalue(level).run(
        messages_for(dummy, "none"), stalls=STALL_MODES[mode], watchdog=WATCHDOG
    )
    assert (result.ok, result.faults, result.waveform) == (True, (), None)


@pytest.mark.parametrize(
    ("defect", "found"),
    [
        ("wrong tag", ("wrong output", "bdo", 1, "item 4, tag block")),
        ("wrong ciphertext", ("wrong output", "bdo", 1, "item 1, data block")),
        ("wrong size", ("wrong output", "bdo", 1, "item 3, data block")),
        ("unset register", ("wrong output", "bdo", 1, "item 1, data block")),
        ("accepts forgeries", ("wrong output", "msg_auth", 3, "item 1, verdict")),
        ("one block too many", ("output before its message", "bdo", 2, "item 1, data block")),
        ("valid needs ready", ("valid depends on ready", "bdo", 1, "item 1, data block")),
        ("data needs ready", ("data depends on ready", "bdo", 1, "item 1, data block")),
        (
            "verdict of the wrong kind",
            ("unexpected output", "msg_auth", 2, "where bdo item 1, data block was due"),
        ),
    ],
)
def test_defect_that_needs_no_stalls(core_level, dummy, defect, found):
    _, fault = fault_of(core_level, dummy, defect)
    assert (fault.kind, fault.port, fault.message, fault.item) == found


def test_wrong_output_is_shown_beside_the_right_one(core_level, dummy):
    _, fault = fault_of(core_level, dummy, "wrong tag")
    tag = messages_for(dummy, "wrong tag")[1].tag
    assert fault.expected == f"{tag.hex()} (size 16)"
    assert fault.got == f"{tag[:-1].hex()}{tag[-1] ^ 1:02x} (size 16)"
    assert fault.cycle > 0
    assert "encryption, 20 bytes of AD, 37 of data" in str(fault)


@pytest.mark.parametrize(
    ("defect", "kind"),
    [
        ("drops valid", "valid was dropped before the transfer"),
        ("changes waiting data", "data changed before the transfer"),
    ],
)
def test_defect_of_the_handshake_shows_under_stalls(core_level, dummy, defect, kind):
    messages = messages_for(dummy, defect)
    if (
        defect == "changes waiting data"
    ):  # so that its first fault is the change and not the wrong data
        messages = [replace(message, output_known=False) for message in messages]
    _, fault = fault_of(core_level, dummy, defect, STALL_MODES["output"], messages)
    assert (fault.kind, fault.port) == (kind, "bdo")


def test_extra_output_after_the_last_message(core_level, dummy):
    _, fault = fault_of(
        core_level,
        dummy,
        "one block too many",
        messages=messages_for(dummy, "one block too many")[:2],
    )
    assert (fault.kind, fault.port, fault.message, fault.item) == (
        "unexpected output",
        "bdo",
        -1,
        "",
    )
    assert "after the last message" in str(fault)


def test_hang_tells_which_handshake_waits(core_level, dummy):
    result, fault = fault_of(core_level, dummy, "hangs on data")
    assert (fault.kind, fault.message) == ("hang", 1)
    assert result.cycles > WATCHDOG
    states = {state.name: state for state in fault.ports}
    assert (states["bdi"].valid, states["bdi"].ready, states["bdi"].message) == (True, False, 1)
    assert states["bdi"].waits_for == "item 4, PLAINTEXT block of 16 bytes"
    assert (states["bdo"].valid, states["bdo"].ready, states["bdo"].waits_for) == (
        False,
        True,
        "item 1, data block",
    )
    assert [state.name for state in fault.ports if state.hangs] == ["bdi", "bdo", "msg_auth"]
    assert "bdi: valid 1, ready 0, at message 2, item 4, PLAINTEXT block of 16 bytes" in str(fault)


def test_verdict_that_never_comes_is_a_hang(core_level, dummy):
    _, fault = fault_of(
        core_level, dummy, "no verdict", messages=messages_for(dummy, "no verdict")[:3]
    )
    states = {state.name: state for state in fault.ports}
    assert (fault.kind, fault.message) == ("hang", 2)
    assert states["bdi"].remaining == 0
    assert states["msg_auth"].hangs and states["msg_auth"].waits_for == "item 1, verdict"


def test_key_taken_unasked(core_level, dummy):
    first, second = messages_for(dummy, "takes keys unasked")[1:3]
    other = hwapi.single_message(
        dummy, CIPHER, key=bytes(16), nonce=bytes(16), ad=b"", plaintext=b"", decrypt=False
    )
    _, fault = fault_of(
        core_level, dummy, "takes keys unasked", messages=hwapi.keep_keys([first, second, other])
    )
    assert (fault.kind, fault.port) == ("key taken while key_update is 0", "key")


def test_key_update_ignored(core_level, dummy):
    messages = messages_for(dummy, "ignores key_update")[1:2]
    other = hwapi.single_message(
        dummy, CIPHER, key=b"k" * 16, nonce=bytes(16), ad=b"", plaintext=b"text", decrypt=False
    )
    # Under stalls on inputs a block may be offered before its key.
    runs = [
        core_level.run(hwapi.keep_keys([*messages, other]), seed=seed, stalls=STALL_MODES["input"])
        for seed in range(8)
    ]
    assert {(fault.kind, fault.port, fault.message) for run in runs for fault in run.faults} == {
        ("wrong output", "bdo", 1)
    }


def test_forgery_accepted_behind_the_hardware_api(aead_level, dummy):
    _, fault = fault_of(aead_level, dummy, "accepts forgeries")
    assert (fault.kind, fault.port, fault.message, fault.item) == (
        "wrong output",
        "do",
        3,
        "word 12, STT",
    )
    assert (fault.expected, fault.got) == ("f0000000", "e0000000")


def test_wrong_ciphertext_behind_the_hardware_api(aead_level, dummy):
    _, fault = fault_of(aead_level, dummy, "wrong ciphertext")
    assert (fault.kind, fault.port, fault.message, fault.item) == (
        "wrong output",
        "do",
        1,
        "word 2, DAT",
    )
    assert int(fault.expected, 16) ^ int(fault.got, 16) == 0x80000000


def test_hang_behind_the_hardware_api(aead_level, dummy):
    _, fault = fault_of(aead_level, dummy, "hangs on data")
    assert fault.kind == "hang"
    states = {state.name: state for state in fault.ports}
    assert (states["pdi"].valid, states["pdi"].ready) == (True, False)
    assert (states["do"].valid, states["do"].ready) == (False, True)
    assert states["do"].message == 1


def test_failed_run_leaves_a_waveform_of_its_end(core_level, dummy):
    result, fault = fault_of(core_level, dummy, "wrong tag")
    assert result.waveform is not None
    text = result.waveform.read_text()
    assert "$enddefinitions" in text and "bdo_valid" in text
    last = max(int(line[1:]) for line in text.splitlines() if line.startswith("#"))
    assert last // 10 == fault.cycle, "the waveform ends in the cycle of the fault"
    assert (result.waveform.parent / "fault.txt").read_text() == f"{fault}\n"
    assert (result.waveform.parent / "stimulus.txt").exists()


def test_waveform_on_demand(core_level, dummy, tmp_path):
    result = core_level.run(messages_for(dummy, "none"), waveform=tmp_path / "deep" / "run.vcd")
    assert result.ok and result.waveform == tmp_path / "deep" / "run.vcd"
    assert "#0\n" in result.waveform.read_text()
