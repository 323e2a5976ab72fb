"""What provokes each refusal, and its whole message.

A message speaks of files in `unit.c`'s folder without the folder.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.hls import compile_source

HEAD = """\
#include <cryptagon.h>
STREAM_IN(uint_t(8), in)
STREAM_OUT(uint_t(8), out)
"""
FRAME = (
    HEAD
    + "{head}\nHARDWARE void unit(void) {{\n    uint_t(8) x = stream_read(in);\n    {body}\n    stream_write(out, x);\n}}\n"
)
# In a frame the text `head` begins in line 4, `body` in line 7.


@dataclass(frozen=True)
class Refusal:
    """`act` is given an empty folder, and raises a CryptagonError of this message."""

    act: Callable[[Path], object]
    message: str


@dataclass(frozen=True)
class Raised:
    """What an act raised: its message without the folder, and where it was raised: source file and
    line.
    """

    message: str
    site: tuple[Path, int]


def source(text: str, message: str) -> Refusal:
    """A whole C source that is refused."""

    def act(folder: Path) -> None:
        (folder / "unit.c").write_text(text)
        compile_source(folder / "unit.c", folder / "verilog")

    return Refusal(act, message.strip())


def refused(body: str, message: str, head: str = "") -> Refusal:
    """Statements that are refused, in the frame."""
    return source(FRAME.format(head=head, body=body), message)


def provoke(refusal: Refusal, folder: Path) -> Raised:
    """Does what is refused."""
    folder.mkdir()
    try:
        refusal.act(folder)
    except CryptagonError as error:
        message = str(error).replace(f"{folder}/", "").replace(str(folder), ".")
        left = "; Verilog was left all the same" if list(folder.glob("verilog/*.v")) else ""
        return Raised(message + left, _site(error))
    except Exception as error:  # the compiler's own fault, told as the one test's
        return Raised(f"crashed: {error!r}", _site(error))
    return Raised("was not refused", (Path(), 0))


def _site(error: Exception) -> tuple[Path, int]:
    trace = error.__traceback__
    assert trace
    while trace.tb_next:
        trace = trace.tb_next
    return Path(trace.tb_frame.f_code.co_filename), trace.tb_lineno
