"""A source file has at most 470 lines: one that is longer holds more than one thing."""

from repository_files import committed_files, name_of, text_of

LIMIT = 470
SOURCES = [
    path
    for path in committed_files("src", "hdl")
    if path.suffix in {".py", ".c", ".h", ".cpp", ".sv", ".v"}
]
# file: the reason why it may be longer
EXCEPTIONS: dict[str, str] = {}


def test_files_are_short():
    """Split a file that is longer, or give the reason in EXCEPTIONS, which holds no file that
    became short.
    """
    lengths = {name_of(path): len(text_of(path).splitlines()) for path in SOURCES}
    assert {
        name: lines for name, lines in lengths.items() if (lines > LIMIT) != (name in EXCEPTIONS)
    } == {}
    assert EXCEPTIONS.keys() <= lengths.keys()
