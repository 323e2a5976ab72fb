"""Test-vector files in the form of cryptotvgen: each line, and what is read back."""

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_core_transaction import GCM, message_for
from test_vector_files import messages, two_messages

from cryptagon.errors import CryptagonError
from cryptagon.hwapi import api_words, read_vector_files, write_lwc_files
from cryptagon.hwapi.lwc_files import lwc_texts

PDI = """#### Authenticated Encryption
#### MsgID=1, KeyID=1, AD Size=0, PT Size=5
# Instruction: Opcode=Activate Key
INS = 70000000
# Instruction: Opcode=Authenticated Encryption
INS = 20000000
# Info :                     Npub, EOI=0 EOT=1, Last=0, Length=12 bytes
HDR = D200000C
DAT = 404142434445464748494A4B
# Info :          Associated Data, EOI=0 EOT=1, Last=0, Length=0 bytes
HDR = 12000000
# Info :                Plaintext, EOI=1 EOT=1, Last=1, Length=5 bytes
HDR = 47000005
DAT = 4243444546000000

#### Authenticated Decryption
#### MsgID=2, KeyID=1, AD Size=0, CT Size=5
# Instruction: Opcode=Authenticated Decryption
INS = 30000000
# Info :                     Npub, EOI=0 EOT=1, Last=0, Length=12 bytes
HDR = D200000C
DAT = 404142434445464748494A4B
# Info :          Associated Data, EOI=0 EOT=1, Last=0, Length=0 bytes
HDR = 12000000
# Info :               Ciphertext, EOI=1 EOT=1, Last=0, Length=5 bytes
HDR = 56000005
DAT = 4243444546000000
# Info :                      Tag, EOI=0 EOT=1, Last=1, Length=16 bytes
HDR = 83000010
DAT = 808182838485868788898A8B8C8D8E8F

"""
SDI = """#### MsgID=  1, KeyID=  1
# Instruction: Opcode=Load Key
INS = 40000000
# Info :                      Key, EOI=1 EOT=1, Last=1, Length=16 bytes
HDR = C7000010
DAT = 000102030405060708090A0B0C0D0E0F

"""
DO = """#### Authenticated Encryption
#### MsgID=1, KeyID=1, AD Size=0, PT Size=5
# Instruction: Opcode=Authenticated Encryption
# TB :20101 (Encoding used by testbench)
# Info :               Ciphertext, EOT=1, Last=0, Length=5 bytes
HDR = 52000005
DAT = BDBCBBBAB9000000
# Info :                      Tag, EOT=1, Last=1, Length=16 bytes
HDR = 83000010
DAT = 808182838485868788898A8B8C8D8E8F
# Status: Success
STT = E0000000

#### Authenticated Decryption
#### MsgID=2, KeyID=1, AD Size=0, CT Size=5
# Instruction: Opcode=Authenticated Decryption
# TB :30102 (Encoding used by testbench)
# Info :                Plaintext, EOT=1, Last=1, Length=5 bytes
HDR = 43000005
DAT = XXXXXXXXXX000000
# Status: Failure
STT = F0000000

"""


def test_text_of_the_files():
    assert lwc_texts(GCM, two_messages(), 32) == {"pdi.txt": PDI, "sdi.txt": SDI, "do.txt": DO}


def test_head_and_end(tmp_path):
    paths = write_lwc_files(tmp_path / "new", GCM, two_messages(), 16)
    assert [path.name for path in paths] == ["pdi.txt", "sdi.txt", "do.txt"]
    lines = paths[1].read_text().splitlines()
    assert lines[0] == lines[3] == "#" * 79 and lines[1] == "# sdi.txt"
    assert (
        "# io (W,SW)              - [16, 16]" in lines and "# key_size               - 128" in lines
    )
    assert lines[-1] == "###EOF"


def test_narrow_words_have_lines_of_eight():
    long = message_for(GCM, data=bytes(range(20)))
    lines = lwc_texts(GCM, [long], 8)["pdi.txt"].splitlines()
    assert "INS = 70" in lines and "HDR = 47000014" in lines
    assert lines[-4:] == [
        "DAT = 0001020304050607",
        "DAT = 08090A0B0C0D0E0F",
        "DAT = 10111213",
        "",
    ]


def test_keys_and_messages_are_numbered():
    again = [message_for(GCM, new_key=new_key) for new_key in (True, False, True)]
    texts = lwc_texts(GCM, again, 32)
    assert "MsgID=2, KeyID=1," in texts["pdi.txt"] and "MsgID=3, KeyID=2," in texts["do.txt"]
    assert texts["sdi.txt"].count("INS") == 2 and "MsgID=  3, KeyID=  2" in texts["sdi.txt"]
    assert "# TB :20203 " in texts["do.txt"]


def test_a_wrong_length_is_refused(tmp_path):
    wrong = replace(message_for(GCM), nonce=bytes(3))
    with pytest.raises(CryptagonError):
        write_lwc_files(tmp_path, GCM, [wrong])
    assert not list(tmp_path.iterdir())


@given(st.lists(messages, max_size=4), st.sampled_from([8, 16, 32]))
def test_what_is_read_back_are_the_words_of_the_api(found, w):
    words = api_words(GCM, found, w, w)
    with TemporaryDirectory() as folder:
        write_lwc_files(Path(folder), GCM, found, w)
        read = read_vector_files(Path(folder), w, w)
    known = tuple((word.kind, word.value & word.known) for word in words.do)
    assert (read.pdi, read.sdi) == (words.pdi, words.sdi)
    assert tuple((word.kind, word.value) for word in read.do) == known
