"""Files of users that are no such files: nested without end, no text, a folder, a pipe, nothing.

An error in one shape, and at once.
"""

import os
import threading

import pytest

from cryptagon.asic import read_library
from cryptagon.catalog.toml_file import table_of
from cryptagon.errors import CryptagonError
from cryptagon.hls.check import load_stimulus
from cryptagon.hwapi.vector_files import read_vector_file
from cryptagon.kat import read_kat
from cryptagon.results import read_measurement, read_record

DEEP = 100_000
FILES = {
    "empty": b"",
    "deep list": b"[" * DEEP,
    "deep list in TOML": b"x = " + b"[" * DEEP,
    "deep table in TOML": b"x = " + b"{a = " * DEEP,
    "deep object": b'{"a":' * DEEP,
    "deep groups": b"library(x) {" + b"a(b) {" * DEEP,
    "long number": b"9" * 10_000,
    "long number in TOML": b"x = " + b"9" * 10_000,
    "long number in JSON": b'{"w": ' + b"9" * 10_000 + b"}",
    "no UTF-8": b"title = \n\xff\xfe\x00",
    "NUL": b"\0\0\0\0",
    "no file": None,
}


READERS = {
    "TOML": table_of,
    "measurement": read_measurement,
    "record": read_record,
    "stimulus": lambda file: load_stimulus(file, {}),
    "known answers": read_kat,
    "test vectors": lambda file: read_vector_file(file, 32),
    "liberty": read_library,
}
FINE = {("TOML", "empty")}  # a table without keys


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("content", FILES)
def test_a_file_that_is_none_is_an_error_that_names_it(tmp_path, reader, content):
    file = tmp_path / "file"
    if FILES[content] is not None:
        file.write_bytes(FILES[content] or b"")
    if (reader, content) in FINE:
        assert READERS[reader](file) == {}
        return
    with pytest.raises(CryptagonError) as caught:
        READERS[reader](file)
    assert caught.value.where.startswith(str(file))


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("kind", ["folder", "pipe", "device", "file as a folder"])
def test_what_is_no_plain_file_is_an_error_at_once(tmp_path, reader, kind):
    file = tmp_path / "file"
    if kind == "folder":
        file.mkdir()
    elif kind == "pipe":
        os.mkfifo(file)
    elif kind == "device":
        file.symlink_to("/dev/zero")
    else:
        file.touch()
        file /= "file"
    told = []

    def read():
        with pytest.raises(CryptagonError) as caught:
            READERS[reader](file)
        told.append(caught.value.where)

    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    thread.join(20)
    assert told == [str(file)]


def test_a_byte_that_is_no_text_is_named_with_its_line(tmp_path):
    (tmp_path / "file").write_bytes(b"one\ntwo\nthr\xffee\n")
    with pytest.raises(CryptagonError, match="byte 0xff") as caught:
        table_of(tmp_path / "file")
    assert caught.value.where == f"{tmp_path / 'file'}:3"


@pytest.mark.parametrize(
    ("text", "said"),
    [("[" * DEEP, "this is not TOML"), ("x = " + "[" * DEEP, "nested too deep"), ("", "missing")],
)
def test_a_contest_that_is_none_is_told_without_a_traceback(workplace, text, said):
    (workplace.folder / "contests" / "first-look.toml").write_text(text)
    result = workplace.cryptagon("run", "contests/first-look.toml", "--dry-run")
    assert result.returncode == 1
    assert "error: " in result.stderr and said in result.stderr and "Traceback" not in result.stderr
