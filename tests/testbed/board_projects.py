"""Projects for boards, exported for the tests."""

from dataclasses import dataclass
from pathlib import Path

from cryptagon import classes
from cryptagon.approaches import entries_of
from cryptagon.catalog import Entry
from cryptagon.testbed.boards.board import board
from cryptagon.testbed.boards.export import Export, export_board, parts_of, simulated_log
from cryptagon.testbed.boards.manifest import BoardManifest


@dataclass(frozen=True)
class Exported:
    """A project in `folder`, and the log that the simulated testbed gives of it."""

    entry: Entry
    folder: Path
    manifest: BoardManifest
    log: str

    def copy(self, folder: Path, log: str = "") -> Path:
        """Its manifest and a log, this one where none is given, in another folder; the log's path."""
        (folder / "manifest.json").write_text((self.folder / "manifest.json").read_text())
        (folder / "testbed.log").write_text(log or self.log)
        return folder / "testbed.log"


def entry_of(name: str, approach: str) -> Entry:
    return next(
        entry for entry in entries_of(classes.algorithm(name)) if entry.approach == approach
    )


def exported_project(name: str, board_name: str, folder: Path, sizes: tuple[int, ...]) -> Exported:
    entry, chosen = entry_of(name, "rtl"), board(board_name)
    bus = chosen.bus_clock(chosen.bus_mhz)
    manifest = export_board(
        Export(entry, chosen, bus, chosen.unit_clock(80, bus), sizes), folder / "project"
    )
    work, core = parts_of(entry)
    return Exported(entry, folder / "project", manifest, simulated_log(manifest, core, work.bench))
