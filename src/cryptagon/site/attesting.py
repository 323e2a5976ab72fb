"""A record made again in a sandbox, and what is said of it under one's own signature."""

import json
import os
import platform
import sys
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cryptagon import __version__, paths
from cryptagon.errors import CryptagonError
from cryptagon.site.attestation import DIFFERS, MOST_NAMES, MOST_WORD, SAME
from cryptagon.site.canonical import object_in, record_id
from cryptagon.site.client import Answer, Site, answer_of
from cryptagon.site.sandbox import Limits, Sandbox, check_namespaces
from cryptagon.site.signing import ATTESTATION, PrivateKey
from cryptagon.user_files import UnreadableError

_MAIN = "from cryptagon.cli import main; main()"
_KEPT = ("PATH", "LANG", "LC_ALL", "PYTHONPATH", "CRYPTAGON_HOME")
"""What of the environment the sandbox is told: no token, and nothing else that is secret."""


@dataclass(frozen=True)
class Rerun:
    """What came of a record that was made again: whether all that counts is the same, what is not,
    the versions of the tools, and what the sandbox held."""

    same: bool
    differing: tuple[str, ...]
    tools: dict[str, str]
    held: tuple[str, ...]


def record_in(content: bytes, where: str) -> str:
    """The id of a record. Raises CryptagonError for what is none."""
    try:
        return record_id(object_in(content))
    except UnreadableError as fault:
        raise CryptagonError("this is no record", where=where, why=str(fault)) from fault


def run_again(
    content: bytes, limits: Limits, *, hidden: tuple[Path, ...], confined: bool = True
) -> Rerun:
    """Make a record again with `cryptagon reproduce`.

    Raises CryptagonError where that is not possible, or takes too much.
    """
    if confined:
        check_namespaces()
    with tempfile.TemporaryDirectory(prefix="cryptagon-attest-") as above:
        record, folder = Path(above) / "record.json", Path(above) / "work"
        record.write_bytes(content)
        folder.mkdir()
        compiled = paths.build_folder() / "toolchain"
        sandbox = Sandbox(folder, compiled if compiled.is_dir() else None, hidden, confined)
        command = [sys.executable, "-c", _MAIN, "reproduce", "--json", "--jobs", "1", str(record)]
        if not confined:
            for name in ("tmp", "home", "build"):
                (folder / name).mkdir()
        _, output = sandbox.run(command, _environment(folder), limits)
    return _read(output, set(object_in(content).get("tools", ())), sandbox.held)


def attest(site: Site, record: str, rerun: Rerun, key: PrivateKey, token: str) -> Answer:
    """Sign what came of a record, and send it. Raises CryptagonError as `send` does."""
    envelope = key.sign(ATTESTATION, statement(site, record, rerun))
    body = json.dumps({"envelope": envelope}).encode()
    return answer_of(site, *site.post("/api/attestations", body, token))


def statement(site: Site, record: str, rerun: Rerun) -> dict[str, Any]:
    """What an attestation says."""
    return {
        "record": record,
        "site": site.host,
        "date": datetime.now(UTC).isoformat(),
        "outcome": SAME if rerun.same else DIFFERS,
        "differing": list(rerun.differing),
        "tools": rerun.tools,
        "cryptagon": __version__,
        "architecture": platform.machine(),
        "system": platform.system(),
        "held": list(rerun.held),
    }


def _environment(folder: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    own = {
        "CRYPTAGON_BUILD": folder / "build",
        "CRYPTAGON_RESULTS": folder / "results",
        "HOME": folder / "home",
        "TMPDIR": folder / "tmp",
    }
    return {
        **paths.environment(),
        **kept,
        **{name: str(value) for name, value in own.items()},
        "XDG_CACHE_HOME": str(folder / "cache"),
    }


def _read(output: bytes, tools: set[str], held: tuple[str, ...]) -> Rerun:
    """What `cryptagon reproduce --json` said.

    Its words are bounded: it ran what came with the record.
    """
    try:
        (found,) = json.loads(output)
        error, rows = found["error"], found["rows"]
        if error is None:
            differing = tuple(str(row["name"])[:MOST_WORD] for row in rows if row["differs"])[
                :MOST_NAMES
            ]
            named = {
                str(row["name"]): str(row["now"])[:MOST_WORD]
                for row in rows
                if row["name"] in tools
            }
            return Rerun(
                found["identical"] is True, differing, dict(list(named.items())[:MOST_NAMES]), held
            )
    except (ValueError, KeyError, TypeError) as fault:
        fix = "run `cryptagon reproduce` with it to see why"
        raise CryptagonError(
            "the record could not be made again", why="the sandbox gave no outcome", fix=fix
        ) from fault
    raise CryptagonError(
        str(error["what"])[:500],
        where=str(error["where"])[:200],
        why=str(error["why"])[:500],
        fix=str(error["fix"])[:500],
    )
