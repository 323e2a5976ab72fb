"""Logs of boards: the right one becomes a measurement, every other is refused with its line."""

import re

import pytest

from cryptagon.errors import CryptagonError
from cryptagon.testbed.boards.reading import read_measurement


def test_a_log_of_the_simulated_testbed_is_read(zedboard, tmp_path):
    noise = "U-Boot 2020.1\r\n\r\n" + zedboard.log.replace("\n", "\r\n") + "$ \r\n"
    found = read_measurement(zedboard.copy(tmp_path, noise), tmp_path)
    assert (found.board, found.export) == ("simulation", zedboard.manifest.export)
    assert found.known_answers == 8
    assert [one.size for one in found.measured.transfers] == [1_000, 2_000]
    # Blocks of 65 cycles at 80 MHz, and the timer at 100.
    small, large = found.measured.transfers
    assert large.ticks - small.ticks == pytest.approx(1_000 / 64 * 65 / 80 * 100, rel=0.03)
    assert 0 < found.measured.overhead(large) < found.measured.overhead(small)


def test_the_boards_own_name_is_taken(zedboard, tmp_path):
    log = zedboard.copy(tmp_path, zedboard.log.replace("board simulation", "board zedboard"))
    assert read_measurement(log, tmp_path).board == "zedboard"


def changed(log: str, pattern: str, instead: str) -> str:
    found, count = re.subn(pattern, instead, log, count=1, flags=re.MULTILINE)
    assert count == 1
    return found


def cut(log: str, lines: int) -> str:
    return "".join(log.splitlines(keepends=True)[:lines])


FAULTS = {
    "no log": (lambda log: "hello\n", r"this is no log of a testbed"),
    "its first line is missing": (lambda log: log.partition("\n")[2], r":1: this is no log"),
    "two runs": (lambda log: log + log, r":17: the log holds more than one run"),
    "a newer layout": (lambda log: changed(log, "begin 1", "begin 2"), r":1: .* is not known"),
    "it ends early": (lambda log: cut(log, 9), r":9: the log ends early\n.*after 4 messages"),
    "it ends in its head": (lambda log: cut(log, 4), r":4: the log ends early"),
    "it ends within a line": (lambda log: log[:-250], r":13: the log ends early"),
    "a message is missing": (
        lambda log: changed(log, "^testbed: message 3 .*\n", ""),
        r':8: the log has a line that does not belong there\n.*expected "message 3',
    ),
    "a line is no message": (lambda log: changed(log, "ticks", "tics"), r":6: the log has a line"),
    "more after the end": (lambda log: log + "testbed: end 10\n", r":17: .*not belong"),
    "another export": (
        lambda log: changed(log, r"export [0-9a-f]{8}", "export 00000000"),
        r":3: the log is of another export than the project",
    ),
    "another unit": (lambda log: changed(log, "sha256-rtl", "sha256-hls"), r":4: .*another unit"),
    "another clock": (lambda log: changed(log, "80000000", "90000000"), r":5: .*another clock"),
    "another board": (lambda log: changed(log, "simulation", "ulx3s"), r":2: .*another board"),
    "a wrong digest": (
        lambda log: changed(log, r"(message 2 .*answer )..", r"\g<1>zz".replace("zz", "00")),
        r":7: message 2 was answered wrongly \(known answer.*\n.*the end of the answer: expected",
    ),
    "a wrong checksum": (
        lambda log: changed(log, r"(message 9 .*crc )....", r"\g<1>0000"),
        r":14: message 9 was answered wrongly \(message of 1,000 bytes\)\n.*checksum",
    ),
    "too few bytes": (
        lambda log: changed(log, "bytes 32", "bytes 24"),
        r":6: .*wrongly.*\n.*bytes of answer: expected 32, got 24",
    ),
    "an error is marked": (lambda log: changed(log, "marked 0", "marked 1"), r"mark of an error"),
    "too fast": (
        lambda log: changed(log, r"(message 10 .*ticks )\d+", r"\g<1>1000"),
        r":15: message 10 took less time than the unit needs\n.*10.00 us by the timer",
    ),
    "fewer messages": (
        lambda log: cut(log, 13) + "testbed: end 8\n",
        r":13: the log has not all messages .*\n.*8 of 10",
    ),
    "a fault on the board": (
        lambda log: cut(log, 7) + "testbed: fault message 3 device 2 hangs\ntestbed: end 2\n",
        r":8: the board did not finish message 3\n.*a transfer does not end \(register block 2\)",
    ),
    "a number of thousands of digits": (
        lambda log: changed(log, r"ticks \d+", "ticks " + "9" * 5000),
        r":6: the log has a line",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_log_that_is_not_right_is_refused(name, zedboard, tmp_path):
    change, said = FAULTS[name]
    log = zedboard.copy(tmp_path, change(zedboard.log))
    with pytest.raises(CryptagonError, match=said) as fault:
        read_measurement(log, tmp_path)
    assert fault.value.where.startswith(str(log)) and fault.value.why


def test_a_file_that_is_no_text_is_refused(zedboard, tmp_path):
    log = zedboard.copy(tmp_path)
    log.write_bytes(b"testbed: begin 1\n\xff\xfe")
    with pytest.raises(CryptagonError, match=r":2: the log cannot be read"):
        read_measurement(log, tmp_path)


MANIFESTS = {
    "none": (lambda text: None, "holds no project of a board"),
    "no JSON": (lambda text: text[:50], "the manifest cannot be read"),
    "a vendor's": (lambda text: text.replace('"testbed"', '"vendor"', 1), "cannot be read"),
    "a newer one": (
        lambda text: text.replace('"schema_version": 1', '"schema_version": 2'),
        "newer Cryptagon",
    ),
    "a changed one": (lambda text: text.replace('"marked": false', '"marked": true'), "changed"),
    "a field too few": (lambda text: text.replace('"bus_hz"', '"buss"'), "cannot be read"),
}


@pytest.mark.parametrize("name", MANIFESTS)
def test_a_manifest_that_is_not_right_is_refused(name, zedboard, tmp_path):
    change, said = MANIFESTS[name]
    log = zedboard.copy(tmp_path)
    file = tmp_path / "manifest.json"
    text = change(file.read_text())
    file.unlink() if text is None else file.write_text(text)
    with pytest.raises(CryptagonError, match=said) as fault:
        read_measurement(log, tmp_path)
    assert fault.value.fix
