"""Records from wherever they lie: a file, a folder, or a folder at a git revision."""

import tarfile
import tempfile
from collections.abc import Iterable
from pathlib import Path

from cryptagon import toolchain
from cryptagon.errors import CryptagonError
from cryptagon.results.store import AnyMeasurement, NoRecordError, read_record, record_of
from cryptagon.toolchain import ToolError
from cryptagon.user_files import UnreadableError, read_json


def records_at(where: str) -> list[AnyMeasurement]:
    """The records of a file (one record, or a list of them as `cryptagon results --json` gives),
    of a folder and all below it, or of REVISION:PATH, a file or folder at a git revision of the
    repository around the working folder.

    JSON files of a folder that are no records are passed over. Raises CryptagonError where there is
    nothing of that name, for a broken record, and where not one record is there.
    """
    path = Path(where)
    revision, colon, inside = where.partition(":")
    if path.exists() or not colon:
        return _at(path, where)
    with tempfile.TemporaryDirectory() as folder:
        _take_out(revision, inside or ".", Path(folder))
        return _at(Path(folder) / inside, where)


def _at(path: Path, where: str) -> list[AnyMeasurement]:
    if path.is_file():
        return _in_file(path)
    if not path.is_dir():
        raise CryptagonError(
            "there are no such results",
            where=where,
            why="it is neither a file nor a folder",
            fix="give a record, a folder of records, or REVISION:FOLDER",
        )
    found = list(_in_folder(sorted(path.rglob("*.json"))))
    if not found:
        raise CryptagonError(
            "there is no record here", where=where, fix="cryptagon run makes records, in results/"
        )
    return found


def _in_file(path: Path) -> list[AnyMeasurement]:
    """A record, or a list of them."""
    try:
        content = read_json(path)
    except UnreadableError:
        return [read_record(path)]  # which tells what is wrong, and where
    if isinstance(content, list) and content and all(isinstance(one, dict) for one in content):
        return [record_of(one, path) for one in content]
    return [read_record(path)]


def _in_folder(files: Iterable[Path]) -> Iterable[AnyMeasurement]:
    for file in files:
        try:
            yield read_record(file)
        except NoRecordError:
            continue  # such as the rows of a benchmark


def _take_out(revision: str, inside: str, folder: Path) -> None:
    """Write what lies at a path of a revision into a folder. Raises CryptagonError where git does
    not know it.
    """
    archive = folder / ".archive.tar"
    command = ("git", "archive", "--format=tar", f"--output={archive}", revision, "--", inside)
    if revision.startswith("-"):
        raise CryptagonError("this is no git revision", where=f"{revision}:{inside}")
    try:
        toolchain.run(command, cwd=Path.cwd(), timeout=60)
    except ToolError as fault:
        raise CryptagonError(
            "there are no such results",
            where=f"{revision}:{inside}",
            why=fault.output.strip() or fault.what,
            fix="give REVISION:FOLDER, with a revision that git log knows and a folder in the working one",
        ) from fault
    with tarfile.open(archive) as content:
        content.extractall(folder, filter="data")
    archive.unlink()
