"""A source file has at most 400 lines: one that is longer holds more than one thing."""

import pytest
from repository_files import committed_files, name_of, text_of

LIMIT = 400
SOURCES = [path for path in committed_files("src", "hdl") if path.suffix in {".py", ".c", ".h", ".cpp", ".sv", ".v"}]
# file: the reason why it may be longer
EXCEPTIONS: dict[str, str] = {}


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_file_is_short(path):
    lines = len(text_of(path).splitlines())
    assert lines <= LIMIT or name_of(path) in EXCEPTIONS, f"{lines} lines; split it, or give the reason in EXCEPTIONS"


def test_exceptions_are_still_needed():
    lengths = {name_of(path): len(text_of(path).splitlines()) for path in SOURCES}
    assert {name for name in EXCEPTIONS if lengths.get(name, 0) <= LIMIT} == set()
