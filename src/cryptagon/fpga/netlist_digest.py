"""What two netlists have in common when they are the same, wherever they were made. Needs the
standard library alone: it travels in replication packages.
"""

import hashlib
import re
from pathlib import Path

# Yosys' JSON has one attribute a line. These name the build of Yosys, and files by where they lie
# on this machine.
_PLACES = re.compile(rb'\s*"(?:creator|src|cell_src|module_src)": ')
# Yosys names some cells of its library's models after the file they are in, as in
# `$and$/folders/cells_sim.v:12$34`.
_FOLDERS = re.compile(rb'(?<=\$)/[^"$:]*/')


def netlist_digest(file: Path) -> str:
    """SHA-256 over a netlist in Yosys' JSON format, without what says where its parts come from; 64
    hexadecimal digits.
    """
    state = hashlib.sha256()
    with file.open("rb") as lines:
        for line in lines:
            if not _PLACES.match(line):
                state.update(_FOLDERS.sub(b"", line))
    return state.hexdigest()
