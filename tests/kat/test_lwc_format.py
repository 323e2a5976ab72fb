import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cryptagon.catalog import algorithm
from cryptagon.errors import CryptagonError
from cryptagon.kat import KatRecord, file_name, read_kat, write_kat

RECORD = "Count = 1\nKey = 0001\nNonce = 02\nPT = \nAD = 0A0B\nCT = FF00\n\n"
EXPECTED = KatRecord(1, b"\0\1", b"\2", b"", b"\x0a\x0b", b"\xff\0")


def file_with(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "kat.txt"
    path.write_bytes(text.encode())
    return path


def test_the_layout_is_that_of_the_process(tmp_path):
    write_kat(tmp_path / "new" / "kat.txt", [EXPECTED])
    assert (tmp_path / "new" / "kat.txt").read_bytes() == RECORD.encode()
    assert file_name(128, 96) == "LWC_AEAD_KAT_128_96.txt"


@pytest.mark.parametrize(
    "text",
    [
        RECORD,
        RECORD.replace("\n", "\r\n"),
        RECORD.rstrip("\n"),
        RECORD.lower(),
        RECORD.replace(" = ", "="),
        RECORD.replace("PT = ", "PT ="),
        "\ufeff# a comment\n\n// another\n; and one more\n" + RECORD.replace("PT", "\nPT"),
    ],
)
def test_harmless_differences_are_read(tmp_path, text):
    assert read_kat(file_with(tmp_path, text)) == [EXPECTED]


def test_records_need_no_blank_line_between_them(tmp_path):
    text = RECORD.strip() + "\n" + RECORD.replace("Count = 1", "Count = 7")
    assert [record.count for record in read_kat(file_with(tmp_path, text))] == [1, 7]


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("Key = 0001", "Key = 000", 2, "3 hexadecimal digits, which is half a byte too many"),
        ("Key = 0001", "Key = 0O01", 2, "it holds 'O'"),
        ("Key = 0001", "Key = 00 01", 2, "it holds ' '"),
        ("Key = 0001", "Key 0001", 2, "no equals sign"),
        ("Nonce", "IV", 3, 'unknown field "IV"'),
        ("Nonce = 02\n", "", 1, "has no Nonce"),
        ("CT = FF00\n", "", 1, "has no CT"),
        ("Count = 1\n", "", 1, "has no Count"),
        ("Count = 1", "Count = one", 1, "Count is not a number: 'one'"),
        ("PT = \n", "PT = \nPT = \n", 5, "PT is twice"),
    ],
)
def test_a_malformed_line_is_named(tmp_path, old, new, line, message):
    assert old in RECORD
    path = file_with(tmp_path, RECORD.replace(old, new, 1))
    with pytest.raises(CryptagonError) as caught:
        read_kat(path)
    assert message in caught.value.what
    assert caught.value.where == f"{path}:{line}"


def test_a_fault_in_a_later_record_has_its_own_line(tmp_path):
    path = file_with(tmp_path, RECORD + RECORD.replace("AD = 0A0B\n", ""))
    with pytest.raises(CryptagonError) as caught:
        read_kat(path)
    assert caught.value.where == f"{path}:8"


@pytest.mark.parametrize("content", [b"", b"# only a comment\n", b"\xff\xfe\0\0"])
def test_a_file_without_records_is_refused(tmp_path, content):
    path = tmp_path / "kat.txt"
    path.write_bytes(content)
    with pytest.raises(CryptagonError, match="known-answer file"):
        read_kat(path)


def test_a_missing_file_is_a_users_fault(tmp_path):
    with pytest.raises(CryptagonError, match="cannot read the known-answer file"):
        read_kat(tmp_path / "gone.txt")


some_bytes = st.binary(max_size=40)
some_records = st.builds(
    KatRecord, st.integers(0, 10**6), some_bytes, some_bytes, some_bytes, some_bytes, some_bytes
)


@given(st.lists(some_records, min_size=1, max_size=5))
def test_what_is_written_is_read_back(tmp_path_factory, records):
    path = tmp_path_factory.mktemp("kat") / "kat.txt"
    write_kat(path, records)
    assert read_kat(path) == records


def test_file_of_the_process_survives_a_round_trip_byte_for_byte(tmp_path):
    compressed = algorithm("ascon128a").folder / "kat" / "ascon128av12-lwc.txt.gz"
    records = read_kat(compressed)
    write_kat(tmp_path / "again.txt", records)
    assert len(records) == 1089
    assert (tmp_path / "again.txt").read_bytes() == gzip.decompress(compressed.read_bytes())


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(RECORD.encode(), id="not compressed"),
        pytest.param(gzip.compress(RECORD.encode(), mtime=0)[:-9], id="cut short"),
        pytest.param(
            gzip.compress(RECORD.encode(), mtime=0)[:10] + bytes(20), id="no compressed data"
        ),
    ],
)
def test_broken_compressed_file_is_refused(tmp_path, content):
    path = tmp_path / "kat.txt.gz"
    path.write_bytes(content)
    with pytest.raises(CryptagonError, match="cannot read") as caught:
        read_kat(path)
    assert caught.value.where == str(path) and caught.value.why


def test_a_secret_message_number_has_a_line_of_its_own(tmp_path):
    text = RECORD.replace("PT = ", "NSec = 55AA\nPT = ")
    (record,) = read_kat(file_with(tmp_path, text))
    assert (record.nsec, record.text) == (b"\x55\xaa", b"\x55\xaa" + record.pt)
    write_kat(tmp_path / "again.txt", [record])
    assert (tmp_path / "again.txt").read_text() == text
