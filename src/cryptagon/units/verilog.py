"""The Verilog of a unit of others: translated, or as it is; made once and kept in the cache."""

import json
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path

from cryptagon import paths
from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.fpga import Design
from cryptagon.toolchain import code_of, complete, digest_of, find, json_of
from cryptagon.toolchain.cache import FAILED
from cryptagon.units.described import VHDL
from cryptagon.units.entry import Edit, Unit
from cryptagon.units.ghdl import FLAGS, translate
from cryptagon.units.ports import Ports, ports_in

SOURCES, PORTS, READ = "sources", "unit-ports.json", "read.json"


@dataclass(frozen=True)
class UnitVerilog:
    """The Verilog of a unit, whose top module has `parameters`, and its ports."""

    sources: tuple[Path, ...]
    parameters: dict[str, int]
    ports: Ports

    @property
    def core(self) -> VerilogCore:
        """What is simulated."""
        return VerilogCore(self.sources)

    def design(self, unit: Unit) -> Design:
        """What is implemented."""
        return Design(unit.name, unit.top, self.sources, self.parameters, unit.clock)


def verilog_of(unit: Unit) -> UnitVerilog:
    """The Verilog of a unit, with its edits in it.

    Raises CryptagonError where a tool refuses the sources, an edit does not fit, or the ports are
    those of no hardware API.
    """
    files = unit.checked_files()
    versions = [find("ghdl").version] if unit.language == VHDL else []
    digest = digest_of(
        unit.language,
        unit.top,
        unit.generics,
        unit.files,
        [edit.model_dump_json() for edit in unit.edits],
        FLAGS,
        code_of("units"),
        versions,
        find("yosys").version,
    )
    place = paths.build_folder() / "units" / f"{unit.name}-{digest[:16]}"
    complete(place, lambda folder: _make(unit, files, folder, place))
    read = json_of(place / READ)
    return UnitVerilog(
        tuple(place / name for name in read),
        _numbers(unit) if unit.language != VHDL else {},
        Ports(**json_of(place / PORTS)),
    )


def _make(unit: Unit, files: list[Path], folder: Path, place: Path) -> None:
    copies = _copied(unit, files, folder / SOURCES)
    try:
        if unit.language == VHDL:
            read = [translate(copies, unit.top, unit.generics, folder)]
            ports = ports_in(read, unit.top, {}, folder)
        else:
            read = copies
            ports = ports_in(read, unit.top, _numbers(unit), folder)
    except CryptagonError as fault:
        raise _in_terms_of_the_unit(fault, unit, folder, place) from fault
    (folder / PORTS).write_text(json.dumps(asdict(ports)), encoding="utf-8")
    names = [file.relative_to(folder).as_posix() for file in read]
    (folder / READ).write_text(json.dumps(names), encoding="utf-8")


def _copied(unit: Unit, files: list[Path], folder: Path) -> list[Path]:
    """The sources with the edits in them, under the names that they have in the unit."""
    copies = []
    for name, file in zip(unit.files, files):
        copy = folder / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy)
        copies.append(copy)
    for edit in unit.edits:
        apply(edit, folder / edit.file, unit.path)
    return copies


def apply(edit: Edit, file: Path, entry: Path) -> None:
    """Put an edit into a file, whose line must be as the edit has it. Raises CryptagonError."""
    text = file.read_text(encoding="utf-8", errors="surrogateescape") if file.is_file() else ""
    lines = text.splitlines(keepends=True)
    there = lines[edit.line - 1] if edit.line <= len(lines) else ""
    if there.strip() != edit.old:
        raise CryptagonError(
            f"an edit does not fit: {edit.file}:{edit.line} is another line",
            where=str(entry),
            why=f"there is {there.strip()!r}, not {edit.old!r}"
            if there
            else "there is no such line",
            fix="name the line and its text as they are in the source",
        )
    lines[edit.line - 1] = there.replace(edit.old, edit.new)
    file.write_text("".join(lines), encoding="utf-8", errors="surrogateescape")


def _numbers(unit: Unit) -> dict[str, int]:
    """The parameters of a unit in Verilog. Raises CryptagonError for one that is no number."""
    found = {}
    for name, value in unit.generics.items():
        try:
            found[name] = int(value, 0)
        except ValueError as fault:
            raise CryptagonError(
                f"the parameter {name} is no number",
                where=str(unit.path),
                why=repr(value),
                fix="parameters of Verilog are numbers here",
            ) from fault
    return found


def _in_terms_of_the_unit(
    fault: CryptagonError, unit: Unit, folder: Path, place: Path
) -> CryptagonError:
    """A fault in a copy of a source as one in the source; logs are kept beside `place`."""

    def told(text: str) -> str:
        own = text.replace(str(folder / SOURCES), str(unit.folder))
        return own.replace(str(folder), f"{place}{FAILED}")

    where = told(fault.where)
    if where.startswith(f"{SOURCES}/"):
        where = f"{unit.folder}/{where.removeprefix(f'{SOURCES}/')}"
    return CryptagonError(fault.what, where=where, why=told(fault.why), fix=told(fault.fix))
