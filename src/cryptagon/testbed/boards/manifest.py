"""`manifest.json` of a board's project: what goes through the unit and must come of it, and what the
way back needs.
"""

import hashlib
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from cryptagon.errors import CryptagonError
from cryptagon.testbed.boards.recipe import Piece
from cryptagon.user_files import read_json
from cryptagon.vendor.manifest import digests

FILE_NAME = "manifest.json"
VERSION = 1
KIND = "testbed"


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PieceModel(_Model):
    """A part of a buffer: bytes as hexadecimal digits, or how many of the generator."""

    literal: str = ""
    generated: int = 0

    @property
    def piece(self) -> Piece:
        """As the recipe has it."""
        return Piece(bytes.fromhex(self.literal), self.generated)


class ImageModel(_Model):
    """A buffer of `bytes` bytes that goes in by the DMA engine `device`."""

    device: int
    bytes: int
    pieces: tuple[PieceModel, ...]


class MessageModel(_Model):
    """A message: `size` bytes of data, its buffers, and the answer that must come: how many bytes,
    their CRC-32, the last 64 of them, and whether the unit marks an error.

    `timed`: it counts as a measurement; the others are known answers. `seed` is the generator's.
    """

    title: str
    size: int
    timed: bool
    seed: int
    images: tuple[ImageModel, ...]
    output_device: int
    output_bytes: int
    marked: bool
    crc: str
    answer: str


class BoardManifest(_Model):
    """One exported project. Clocks are in Hz, `block_cycles` in cycles of the unit's clock."""

    schema_version: Literal[1] = VERSION
    kind: Literal["testbed"] = KIND
    cryptagon: str
    board: str
    part: str
    export: str
    algorithm: str
    title: str
    variant: str
    approach: str
    core_digest: str
    unit_hz: int = Field(gt=0)
    bus_hz: int = Field(gt=0)
    clock_settings: dict[str, str]
    block_bits: int = Field(gt=0)
    block_cycles: float = Field(gt=0)
    message_cycles: float
    register_base: int
    memory_bytes: int
    messages: tuple[MessageModel, ...] = Field(min_length=1)
    files: dict[str, str]

    @property
    def unit(self) -> str:
        """The unit in one word, as the log names it."""
        return "-".join(filter(None, (self.algorithm, self.variant, self.approach)))

    def write(self, folder: Path) -> None:
        """Write it into `folder`."""
        (folder / FILE_NAME).write_text(self.model_dump_json(indent=1) + "\n", encoding="utf-8")


def identity(manifest: BoardManifest) -> str:
    """What tells an export from all others: a digest of everything but itself; 32 hexadecimal
    digits.
    """
    text = manifest.model_copy(update={"export": ""}).model_dump_json()
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def read_board_manifest(folder: Path) -> BoardManifest:
    """The manifest in `folder`.

    Raises CryptagonError for a folder that is no project of a board, a newer layout, and a file
    that was changed.
    """
    file = folder / FILE_NAME
    if not file.is_file():
        raise CryptagonError(
            "this folder holds no project of a board",
            where=str(folder),
            why=f"it has no {FILE_NAME}",
            fix="make one with cryptagon testbed export, or name its folder with --project",
        )
    try:
        content = read_json(file)
        _check_version(file, content)
        manifest = BoardManifest.model_validate(content)
    except (ValueError, ValidationError) as error:
        raise CryptagonError(
            "the manifest cannot be read",
            where=str(file),
            why=_first(error),
            fix="export the project again",
        ) from error
    if identity(manifest) != manifest.export:
        raise CryptagonError(
            "the manifest was changed since the export",
            where=str(file),
            why="its digest is not the one that it names",
            fix="export the project again",
        )
    return manifest


def _check_version(file: Path, content: object) -> None:
    version = content.get("schema_version") if isinstance(content, dict) else None
    if isinstance(version, int) and version > VERSION:
        raise CryptagonError(
            "the project was exported by a newer Cryptagon",
            where=str(file),
            why=f"its schema_version is {version}; this Cryptagon reads up to {VERSION}",
            fix="update Cryptagon",
        )
    if not isinstance(content, dict) or content.get("kind") != KIND:
        raise ValueError("it is not of a project made by cryptagon testbed export")


def _first(error: Exception) -> str:
    if isinstance(error, ValidationError):
        fault = error.errors()[0]
        return f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}"
    return str(error).splitlines()[0]


__all__ = ["FILE_NAME", "BoardManifest", "digests", "identity", "read_board_manifest"]
