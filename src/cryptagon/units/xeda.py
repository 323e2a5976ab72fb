"""The description of a unit in TOML as Xeda (0.2 and 0.4) and the LWC package have it: `[design]`
or `[project]`, `[rtl]`, `[tb]` and `[lwc]`.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cryptagon.catalog.toml_file import table_of
from cryptagon.errors import CryptagonError
from cryptagon.units.described import Described
from cryptagon.user_files import line_of

PDI = "G_FNAME_PDI"
"""The generic of the LWC package's testbench that names pdi.txt."""


def read_toml(file: Path) -> Described:
    """The unit that a TOML file describes; paths in it begin at its folder.

    Raises CryptagonError, with the line, for broken TOML, a table or key that is missing, a source
    that is not there, and for a masked unit.
    """
    return _Reader(file, table_of(file)).described()


class _Reader:
    """One file; `table` is what it holds."""

    def __init__(self, file: Path, table: Mapping[str, Any]) -> None:
        self.file = file
        inner = table.get("design", {})
        self.prefix: tuple[str, ...] = ("design",) if "rtl" in inner else ()
        self.table: Mapping[str, Any] = {**table, **inner}

    def described(self) -> Described:
        """Everything that the file says of the unit."""
        if not isinstance(self.table.get("rtl"), dict):
            raise CryptagonError(
                "this describes no unit",
                where=str(self.file),
                why="it has no table [rtl]",
                fix="give a design file of Xeda or of the LWC package, or a source list",
            )
        rtl, lwc = self.table["rtl"], self.table.get("lwc", {})
        self._refuse_shares(lwc)
        bits = _table(lwc, "block_bits")
        return Described(
            file=self.file,
            name=str(self.table.get("name") or _table(self.table, "project").get("name") or ""),
            top=self._top(rtl),
            sources=self._sources(rtl),
            clock=str(rtl.get("clock_port") or _table(rtl, "clock").get("port") or "clk"),
            generics=self._generics(rtl),
            cipher=str(_table(lwc, "aead").get("algorithm", "")),
            data_bits=self._bits(bits, "PT"),
            ad_bits=self._bits(bits, "AD"),
            vectors=self._vectors(),
        )

    def _where(self, *keys: str) -> str:
        line = line_of(self.file.read_text(encoding="utf-8"), (*self.prefix, *keys))
        return f"{self.file}:{line}" if line else str(self.file)

    def _top(self, rtl: Mapping[str, Any]) -> str:
        top = rtl.get("top")
        if isinstance(top, list) and top:
            top = top[0]
        if not isinstance(top, str) or not top:
            raise CryptagonError(
                'the key "rtl.top" is missing', where=self._where("rtl"), fix='top = "LWC"'
            )
        return top

    def _sources(self, rtl: Mapping[str, Any]) -> tuple[Path, ...]:
        given = rtl.get("sources")
        if not isinstance(given, list) or not given:
            raise CryptagonError('the key "rtl.sources" is missing', where=self._where("rtl"))
        return tuple(self._source(one) for one in given)

    def _source(self, given: object) -> Path:
        name = given.get("file") if isinstance(given, dict) else given
        if not isinstance(name, str):
            raise CryptagonError(
                "a source is no path", where=self._where("rtl", "sources"), why=repr(given)
            )
        path = self.file.parent / name
        if not path.is_file():
            raise CryptagonError(
                f"the source {name} is not there",
                where=self._where_of(name),
                fix="get the whole folder, with its submodules",
            )
        return path.resolve()

    def _where_of(self, text: str) -> str:
        """The line that has a text."""
        lines = self.file.read_text(encoding="utf-8").splitlines()
        number = next((at for at, line in enumerate(lines, 1) if text in line), None)
        return f"{self.file}:{number}" if number else str(self.file)

    def _generics(self, rtl: Mapping[str, Any]) -> dict[str, str]:
        given = rtl.get("generics") or rtl.get("parameters") or {}
        found = {}
        for name, value in given.items():
            if not isinstance(value, bool | int | str):
                raise CryptagonError(
                    f'bad value for the generic "{name}"',
                    where=self._where("rtl", "generics", name),
                    why="numbers, booleans and text are taken",
                )
            found[name] = str(value).lower() if isinstance(value, bool) else str(value)
        return found

    def _bits(self, bits: Mapping[str, Any], name: str) -> int:
        value = bits.get(name, 0)
        if isinstance(value, bool) or not isinstance(value, int) or value < 0 or value % 8:
            raise CryptagonError(
                f'bad value for "lwc.block_bits.{name}"',
                where=self._where("lwc", "block_bits"),
                why=f"{value!r} is no number of bits of whole bytes",
            )
        return value

    def _refuse_shares(self, lwc: Mapping[str, Any]) -> None:
        """A masked unit has other ports and needs randomness: it cannot be measured here."""
        order = _table(lwc, "sca_protection").get("order", 0)
        ports = _table(lwc, "ports")
        shares = [_table(ports, bus).get("num_shares", 1) for bus in ("pdi", "sdi")]
        if order or any(one != 1 for one in shares):
            raise CryptagonError(
                "a masked unit cannot be measured",
                where=self._where("lwc", *(["sca_protection"] if order else ["ports"])),
                why="its inputs are shares, and it has a port for random numbers",
                fix="give the unprotected unit",
            )

    def _vectors(self) -> Path | None:
        tb = _table(self.table, "tb")
        given = {**_table(tb, "generics"), **_table(tb, "parameters")}.get(PDI)
        name = given.get("file") if isinstance(given, dict) else given
        return (self.file.parent / name).parent if isinstance(name, str) else None


def _table(table: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """A table within another one; empty where there is none."""
    found = table.get(name, {})
    return found if isinstance(found, dict) else {}
