"""The test vectors of others, as messages; and versions of the API that do not fit."""

import pytest

from cryptagon.errors import CryptagonError
from cryptagon.fpga.pin_wrapper import Port
from cryptagon.units.ports import checked
from cryptagon.units.vectors import read_vectors

PDI = """\
# aead                   - toyv1
# block_size             - 128
INS = 70000000
INS = 20000000
HDR = D600000C
DAT = 000102030405060708090A0B
INS = 30000000
HDR = D600000C
INS = 80000000
HDR = 73000000
###EOF
"""
SDI = "INS = 40000000\nHDR = C7000010\nDAT = 00112233445566778899AABBCCDDEEFF\n###EOF\n"
DO = "HDR = 52000000\nSTT = E0000000\nSTT = F0000000\nHDR = 93000020\nSTT = E0000000\n###EOF\n"


def vectors(folder, pdi: str = PDI, sdi: str = SDI, do: str = DO):
    for name, text in (("pdi", pdi), ("sdi", sdi), ("do", do)):
        (folder / f"{name}.txt").write_text(text)
    return folder


def test_messages_are_told_apart(tmp_path):
    found = read_vectors(vectors(tmp_path))
    assert (found.w, found.sw, found.cipher, found.bits("block_size")) == (32, 32, "toyv1", 128)
    titles = [message.title for message in found.messages]
    assert titles == ["encryption 1, new key", "decryption 2", "hash 3"]
    assert [len(message.do) for message in found.messages] == [2, 1, 2]
    assert [len(message.pdi) for message in found.messages] == [6, 2, 2]


@pytest.mark.parametrize(
    ("files", "why"),
    [
        (
            {"pdi": PDI.replace("20000000", "20410000")},
            "the instruction 20410000 has an ID behind its code",
        ),
        (
            {"pdi": PDI.replace("HDR = D600000C\nDAT", "HDR = A2000008\nDAT")},
            "a message begins with a segment of lengths (LEN)",
        ),
    ],
)
def test_earlier_versions_of_the_api_are_refused(tmp_path, files, why):
    with pytest.raises(CryptagonError) as told:
        read_vectors(vectors(tmp_path, **files))
    assert told.value.what == "these test vectors are of another version of the hardware API"
    assert told.value.why == why


@pytest.mark.parametrize(
    "files",
    [
        {"do": DO.replace("STT = F0000000\n", "")},
        {"do": DO.replace("###EOF", "STT = E0000000\n###EOF")},
        {"sdi": SDI.replace("###EOF", SDI)},
        {"pdi": PDI.replace("INS = 30000000", "INS = 70000000\nINS = 30000000")},
    ],
)
def test_files_that_do_not_belong_together_are_refused(tmp_path, files):
    with pytest.raises(CryptagonError, match="do not belong together"):
        read_vectors(vectors(tmp_path, **files))


@pytest.mark.parametrize(
    ("files", "what"),
    [
        ({"pdi": "HDR = D600000C\n###EOF\n"}, "these test vectors hold no instruction"),
        ({"pdi": PDI.replace("###EOF\n", "")}, "this test-vector file is cut short"),
        (
            {"pdi": PDI.replace("INS = 30000000", "INS = 90000000")},
            "message 2 has no instruction that is known",
        ),
    ],
)
def test_broken_files_are_refused(tmp_path, files, what):
    with pytest.raises(CryptagonError) as told:
        read_vectors(vectors(tmp_path, **files))
    assert told.value.what == what


def test_missing_file_is_told(tmp_path):
    vectors(tmp_path)
    (tmp_path / "sdi.txt").unlink()
    with pytest.raises(CryptagonError) as told:
        read_vectors(tmp_path)
    assert told.value.where == str(tmp_path / "sdi.txt")


def ports(**changed: int | None):
    widths = {
        "clk": 1, "rst": 1, "pdi_data": 32, "pdi_valid": 1, "sdi_data": 32, "sdi_valid": 1, "do_ready": 1,
        "pdi_ready": -1, "sdi_ready": -1, "do_data": -32, "do_valid": -1, **changed,
    }  # fmt: skip
    return [Port(name, abs(width), width > 0) for name, width in widths.items() if width]


def test_ports_tell_the_api():
    assert checked(ports(), "AEAD").interface == "caesar-1.0"
    assert checked(ports(do_last=-1, pdi_data=8, do_data=-8), "LWC").interface == "lwc"


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"sdi_valid": None}, "it has no sdi_valid"),
        ({"rdi_data": 64}, "its input rdi_data is a port for random numbers: the unit is masked"),
        ({"fdi_data": 64}, "its input fdi_data is a port for a FIFO outside"),
        ({"do_data": -16}, "pdi has 32 bits, do 16"),
        ({"pdi_data": 24, "do_data": -24}, "pdi has 24 bits"),
        ({"do_ready": -1}, "do_ready has the other direction"),
    ],
)
def test_other_ports_are_told(changed, why):
    with pytest.raises(CryptagonError) as told:
        checked(ports(**changed), "LWC")
    assert told.value.why.startswith(why)
