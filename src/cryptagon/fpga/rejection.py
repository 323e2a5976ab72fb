"""What Yosys says against a design, in terms of the user's files."""

import re
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.fpga.design import Design
from cryptagon.toolchain import ToolError

_LOCATED = re.compile(
    r"^(?P<file>[^\s:]+):(?P<line>\d+)[:.\s].*?ERROR:\s*(?P<what>.+)$", re.MULTILINE
)
_PLAIN = re.compile(r"^ERROR:\s*(?P<what>.+)$", re.MULTILINE)


def rejected(design: Design, failure: ToolError, log: Path) -> CryptagonError:
    """The error of a Yosys run that read copies of the design's sources in sources/; `log` is where
    its output is kept.
    """
    what = f"Yosys cannot synthesise {design.name}"
    located = _LOCATED.search(failure.output)
    if located:
        names = dict(zip(design.copied_sources, design.sources, strict=True))
        file = names.get(located["file"], Path(located["file"]))
        return CryptagonError(
            what,
            where=f"{file}:{located['line']}",
            why=located["what"],
            fix=f"the whole log is {log}",
        )
    plain = _PLAIN.search(failure.output)
    return CryptagonError(
        what, where=str(log), why=plain["what"] if plain else f"{failure.what}\n{failure.why}"
    )
