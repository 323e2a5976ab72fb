from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_core_transaction import GCM, message_for

from cryptagon.errors import CryptagonError
from cryptagon.hwapi import api_words, read_vector_file, read_vector_files, write_vector_files

DO_FILE = """# do.txt for toy: 2 messages, words of 32 bits (CAESAR Hardware API v1.0)

#### Message 1: encryption, 0 bytes of AD, 5 of data
HDR = 52000005
DAT = BDBCBBBAB9000000
HDR = 83000010
DAT = 808182838485868788898A8B8C8D8E8F
STT = E0000000

#### Message 2: a forgery: decryption, forged, 0 bytes of AD, 5 of data
HDR = 43000005
DAT = XXXXXXXXXX000000
STT = F0000000

###EOF
"""


def two_messages():
    forged = message_for(
        GCM,
        data=b"BCDEF",
        decrypt=True,
        new_key=False,
        authentic=False,
        output_known=False,
        label="a forgery",
    )
    return [message_for(GCM, data=b"BCDEF"), forged]


def test_text_of_a_file(tmp_path):
    paths = write_vector_files(tmp_path / "new" / "folder", GCM, two_messages())
    assert [path.name for path in paths] == ["pdi.txt", "sdi.txt", "do.txt"]
    assert paths[2].read_text() == DO_FILE


def test_header_of_a_narrow_bus_is_one_line(tmp_path):
    write_vector_files(tmp_path, GCM, two_messages(), 8, 8)
    lines = (tmp_path / "pdi.txt").read_text().splitlines()
    assert "INS = 70" in lines
    assert "HDR = D200000C" in lines


messages = st.builds(
    lambda ad, data, decrypt, new_key, known: replace(
        message_for(GCM, ad, data, decrypt, new_key=new_key), output_known=known
    ),
    *(st.binary(max_size=40), st.binary(max_size=40), st.booleans(), st.booleans(), st.booleans()),
)


@given(
    st.lists(messages, max_size=4),
    st.sampled_from([8, 16, 32, 64, 128]),
    st.sampled_from([8, 16, 32, 64]),
)
def test_what_is_written_is_read_back(found, w, sw):
    words = api_words(GCM, found, w, sw)
    with TemporaryDirectory() as folder:
        write_vector_files(Path(folder), GCM, found, w, sw)
        read = read_vector_files(Path(folder), w, sw)
    # A digit that is not compared has no value in the file.
    masked = tuple(replace(word, value=word.value & word.known) for word in words.do)
    assert (read.pdi, read.sdi, read.do) == (words.pdi, words.sdi, masked)


def test_comments_and_spelling_are_free(tmp_path):
    file = tmp_path / "pdi.txt"
    file.write_text("anything\nINS=70\n  DAT =  aAXx\n\n###EOF\nINS = 99\n")
    assert [(word.kind, word.value, word.known) for word in read_vector_file(file, 8)] == [
        ("INS", 0x70, 0xFF),
        ("DAT", 0xAA, 0xFF),
        ("DAT", 0, 0),
    ]


@pytest.mark.parametrize(
    ("text", "where", "what"),
    [
        ("INS = 70000000\n", "pdi.txt", "cut short"),
        ("#\nINS = 7G\n###EOF\n", "pdi.txt:2", "no hexadecimal number"),
        ("INS = \n###EOF\n", "pdi.txt:1", "no hexadecimal number"),
        ("HDR = 123456\n###EOF\n", "pdi.txt:1", "not whole words of 32 bits"),
    ],
)
def test_bad_file_is_a_users_error_with_its_place(tmp_path, text, where, what):
    (tmp_path / "pdi.txt").write_text(text)
    with pytest.raises(CryptagonError, match=what) as caught:
        read_vector_file(tmp_path / "pdi.txt", 32)
    assert caught.value.where.endswith(where)


def test_missing_file_is_a_users_error(tmp_path):
    with pytest.raises(CryptagonError, match="cannot be read"):
        read_vector_files(tmp_path)
