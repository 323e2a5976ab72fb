"""Benchmarks of many parts, such as programs or cores: the rows of a part are written down as it ends,
and kept for as long as what made them is as it was.
"""

import json
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from common import Row, now, record, results_of, versions

from cryptagon.errors import CryptagonError
from cryptagon.spt.speed.machine import processor
from cryptagon.toolchain import code_of, digest_of
from cryptagon.user_files import did_you_mean


@dataclass(frozen=True)
class Part:
    """A part by its name. `made_of` are what decides its rows, beside our own code and the tools, as
    `digest_of` takes them; `rows` measures it. Both are called for parts that are asked for alone.
    """

    name: str
    made_of: Callable[[], object]
    rows: Callable[[], Sequence[Row]]


@dataclass(frozen=True)
class Parts:
    """The parts of a benchmark, in the order of their rows.

    The values of the columns `named_by` of a row are the name of its part, with spaces between.
    `packages` of ours decide what is measured, beside the script.
    """

    each: Sequence[Part]
    named_by: Sequence[str]
    packages: Sequence[str]


def measure_parts(
    script: str | Path, parts: Parts, *, only: Sequence[str] = (), fresh: bool = False
) -> list[Row]:
    """The rows of all parts, in their order.

    Measured are the parts in `only`, all when it is empty; of these not those whose `made_of` is what
    it was, as are the script, our packages and the tools, unless `fresh` asks for it. Raises
    CryptagonError for a part that is not known, and what its own functions raise; the parts before
    it are written down by then.
    """
    known = {part.name: part for part in parts.each}
    chosen = _chosen(known, only)
    before = (
        json.loads(file.read_text()) if (file := results_of(script)).is_file() else {"rows": []}
    )
    rows: dict[str, list[Row]] = {}
    for row in before["rows"]:
        rows.setdefault(name_of(row, parts.named_by), []).append(row)
    origins = dict(before.get("parts", {}))
    measured_with = [Path(__file__), Path(script), code_of(*parts.packages), versions()]
    for part in chosen:
        key = digest_of(measured_with, part.made_of())[:16]
        if fresh or origins.get(part.name, {}).get("key") != key:
            rows[part.name] = list(part.rows())
            origins[part.name] = _origin() | {"key": key}
            kept = [name for name in known if name in rows]
            record(script, [row for name in kept for row in rows[name]],
                   {name: origins[name] for name in kept if name in origins})  # fmt: skip
    return [row for name in known for row in rows.get(name, ())]


def name_of(row: Row, columns: Sequence[str]) -> str:
    """The part that a row belongs to."""
    return " ".join(str(row[column]) for column in columns if row[column] != "")


def with_origins(content: Mapping[str, Any], columns: Sequence[str]) -> list[Row]:
    """The rows of a file of results, each with the commit it was measured at."""
    origins = content["parts"]
    return [
        row | {"measured_at": origins[name_of(row, columns)]["commit"]} for row in content["rows"]
    ]


def _chosen(known: Mapping[str, Part], only: Sequence[str]) -> list[Part]:
    unknown = [name for name in only if name not in known]
    if unknown:
        raise CryptagonError(
            f"the benchmark has no part '{unknown[0]}'", fix=did_you_mean(unknown[0], known)
        )
    return [known[name] for name in only or known]


def _origin() -> dict[str, str]:
    return {
        "commit": _commit_of_library(),
        "date": now(),
        "processor": processor(),
    }


def _commit_of_library() -> str:
    """The last commit of our code, with "+" where its files differ from it."""
    library = Path(__file__).parents[1] / "src"
    last, changed = (
        subprocess.run(
            ["git", *command, "--", library],
            cwd=library,
            capture_output=True,
            text=True,
            check=False,
        ).stdout.strip()
        for command in (("log", "-1", "--format=%h", "--abbrev=12"), ("status", "--porcelain"))
    )
    return f"{last}+" if changed else last
