"""Files that people give: read as text, JSON or TOML, whatever they are and whatever is in them;
what was meant by a mistyped name.
"""

import difflib
import gzip
import json
import re
import tomllib
import zlib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

MOST_BYTES = 1 << 30


class UnreadableError(ValueError):
    """A file that is no such file; the message says why in a few words, `line` where in it, from 1,
    where that is known.
    """

    def __init__(self, why: str, line: int | None = None) -> None:
        super().__init__(why)
        self.line = line

    def at(self, path: Path) -> str:
        """The place for an error: `file:line`, or the file."""
        return f"{path}:{self.line}" if self.line else str(path)


def read_text(path: Path) -> str:
    """The text of a file in UTF-8, with or without a byte order mark; a file named *.gz is
    decompressed first.

    Raises UnreadableError, also for what is no plain file: a folder, a device, a pipe that nobody
    writes to.
    """
    try:
        if path.exists() and not path.is_file():
            raise UnreadableError(
                "it is a folder" if path.is_dir() else "it is no plain file but a device or a pipe"
            )
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise UnreadableError(f"it has more than {MOST_BYTES >> 20} MiB")
    # A name with a NUL byte is a ValueError; a *.gz file that is none an OSError, one that is cut
    # short an EOFError.
    except (OSError, ValueError, EOFError, zlib.error) as fault:
        raise (
            fault if isinstance(fault, UnreadableError) else UnreadableError(str(fault))
        ) from fault
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        why = f"it is no text in UTF-8: byte 0x{content[fault.start]:02x}"
        raise UnreadableError(why, content.count(b"\n", 0, fault.start) + 1) from fault


def read_json(path: Path) -> Any:  # noqa: ANN401 - JSON
    """The JSON in a file. Raises UnreadableError."""
    return json_in(read_text(path))


def json_in(text: str) -> Any:  # noqa: ANN401 - JSON
    """The JSON in a text. Raises UnreadableError."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as fault:
        raise UnreadableError(f"not JSON: {fault.msg}", fault.lineno) from fault
    except RecursionError as fault:
        raise UnreadableError("not JSON that can be read: it is nested too deep") from fault
    except ValueError as fault:  # a number of thousands of digits
        raise UnreadableError(f"not JSON that can be read: {fault}") from fault


def toml_in(text: str) -> dict[str, Any]:
    """The table in the text of a TOML file. Raises UnreadableError."""
    try:
        return tomllib.loads(text)
    except RecursionError as fault:
        raise UnreadableError("it is nested too deep") from fault
    except ValueError as fault:  # also a number of thousands of digits
        line = re.search(r"at line (\d+)", str(fault))
        raise UnreadableError(str(fault), int(line.group(1)) if line else None) from fault


def line_of(text: str, keys: tuple[str | int, ...]) -> int | None:
    """The line (from 1) on which the TOML `text` sets the key that `keys` leads to, or of the
    nearest table around it.

    A number in `keys` counts the `[[tables]]` of the name before it.
    """
    names = tuple(key for key in keys if isinstance(key, str))
    wanted = {keys[:place]: key for place, key in enumerate(keys) if isinstance(key, int)}
    seen: Counter[tuple[str | int, ...]] = Counter()
    table: tuple[str, ...] = ()
    nearest: tuple[int, int] | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        header = re.match(r"\s*\[+\s*([^\]]+?)\s*\]", line)
        assignment = re.match(r"\s*([\w.\"'-]+)\s*=", line)
        if not header and not assignment:
            continue
        if header:
            table = _key_path(header.group(1))
            seen[table] += line.lstrip().startswith("[[")
        if any(
            seen[one] not in (0, number_of + 1)
            for one, number_of in wanted.items()
            if one == table[: len(one)]
        ):
            continue  # another table of an array
        here = table if header else (*table, *_key_path(assignment.group(1) if assignment else ""))
        if here == names[: len(here)] and (nearest is None or len(here) > nearest[0]):
            nearest = (len(here), number)
    return nearest[1] if nearest else None


def _key_path(text: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("\"'") for part in text.split("."))


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The known names closest to `name`, as a sentence; all of them when none is close."""
    names = sorted(known)
    close = difflib.get_close_matches(name, names, n=3, cutoff=0.6)
    if close:
        return f"did you mean {' or '.join(close)}?"
    return f"known: {', '.join(names)}" if names else "there are none"
