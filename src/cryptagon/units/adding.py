"""From a folder of others to an entry: everything is read and checked before anything is written."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cryptagon.catalog.toml_file import TomlModel, load
from cryptagon.errors import CryptagonError
from cryptagon.units.bench import own_vectors
from cryptagon.units.checkout import Origin, is_url, origin_of, sha256_of
from cryptagon.units.described import SUFFIXES, VHDL, Described
from cryptagon.units.entry import (
    FILE_NAME,
    Edit,
    LicenceTable,
    Unit,
    origin_table,
    units_folder,
)
from cryptagon.units.licence import licence_of
from cryptagon.units.source_lists import NAME, read_list
from cryptagon.units.variants import VariantText, read_variants, variant_called
from cryptagon.units.vectors import FILES, Vectors, read_vectors
from cryptagon.units.verilog import UnitVerilog, verilog_of
from cryptagon.units.xeda import read_toml


class Edits(TomlModel):
    """A file of edits: `[[edits]]` with `file`, `line`, `old` and `new`."""

    edits: tuple[Edit, ...]


@dataclass(frozen=True)
class Wish:
    """What the user says beside the folder itself; whatever is empty is found.

    `path`: the unit's folder in it. `design`: a TOML file or a source list, in the folder or
    anywhere. `variant`: a part of docs/variants.txt. Bits are those of a block of data and of AD.
    """

    where: str
    path: str = ""
    commit: str = ""
    name: str = ""
    design: str = ""
    variant: str = ""
    top: str = ""
    generics: Mapping[str, str] = field(default_factory=dict)
    vectors: str = ""
    cipher: str = ""
    data_bits: int = 0
    ad_bits: int = 0
    licence: str = ""
    edits: Path | None = None


def new_unit(wish: Wish) -> tuple[Unit, UnitVerilog]:
    """The entry of a unit, not yet written, and its Verilog.

    Raises CryptagonError for whatever does not fit: a file that is missing, another version of the
    API, other widths, no licence or one that forbids, code that a tool refuses.
    """
    origin = origin_of(wish.where, path=wish.path, commit=wish.commit)
    described = _described(wish, origin)
    text = _variant(wish, origin)
    licence = licence_of(origin.folder, described.sources, root=origin.root, stated=wish.licence)
    vectors_folder = _vectors_folder(wish, origin, described)
    vectors = read_vectors(vectors_folder)
    data_bits = wish.data_bits or described.data_bits or vectors.bits("block_size")
    found: dict[str, Any] = {
        "name": wish.name or _name(described, origin),
        "cipher": wish.cipher or _cipher(described, vectors, vectors_folder) or _software(text),
        "interface": "caesar-1.0",
        "language": _language(described),
        "top": wish.top or described.top,
        "clock": described.clock,
        "data_bits": data_bits,
        "ad_bits": wish.ad_bits or described.ad_bits or vectors.bits("block_size_ad") or data_bits,
        "vectors": _inside(vectors_folder, origin),
        "formula": text.formulas.get("encryption", "") if text else "",
        "generics": {**described.generics, **(text.generics if text else {}), **wish.generics},
        "origin": origin_table(origin, cloned=is_url(wish.where)),
        "licence": LicenceTable(name=licence.name, found_in=licence.found_in),
        "files": _digests(described.sources, origin),
        "vector_files": _digests([vectors_folder / name for name in FILES], origin),
        "edits": load(Edits, wish.edits).edits if wish.edits else (),
    }
    unit = Unit(**_whole(found, described), path=units_folder() / str(found["name"]) / FILE_NAME)
    made = verilog_of(unit)
    own_vectors(unit, made)
    return unit.model_copy(update={"interface": made.ports.interface}), made


def _whole(found: dict[str, Any], described: Described) -> dict[str, Any]:
    """The fields. Raises CryptagonError for what could not be found."""
    for key, what, option in (
        ("cipher", "its algorithm", "--cipher NAME, as in SUPERCOP"),
        ("data_bits", "the size of its block", "--block BITS"),
    ):
        if not found[key]:
            raise CryptagonError(
                f"the unit does not say {what}",
                where=str(described.file),
                fix=f"give it by {option}",
            )
    return found


def _described(wish: Wish, origin: Origin) -> Described:
    """The unit as the design file, named or the only one, describes it."""
    file = _design_file(wish, origin)
    if file.suffix == ".toml":
        return read_toml(file)
    return read_list(file, origin.folder, top=wish.top)


def _design_file(wish: Wish, origin: Origin) -> Path:
    if wish.design:
        near = origin.folder / wish.design
        file = near if near.is_file() else Path(wish.design)
        if not file.is_file():
            raise CryptagonError("there is no such design file", where=str(near))
        return file.resolve()
    tomls = sorted(origin.folder.glob("*.toml"))
    lists = sorted(
        file for file in origin.folder.rglob(NAME) if "tb" not in file.parent.name.split("_")
    )
    found = tomls or lists
    if len(found) == 1:
        return found[0]
    names = ", ".join(file.relative_to(origin.folder).as_posix() for file in found)
    raise CryptagonError(
        "which unit is meant?" if found else "this folder describes no unit",
        where=str(origin.folder),
        why=f"it has {names}" if found else f"it has no TOML file and no {NAME}",
        fix="choose by --design",
    )


def _variant(wish: Wish, origin: Origin) -> VariantText | None:
    """The part of docs/variants.txt that is asked for, or the only one."""
    file = origin.folder / "docs" / "variants.txt"
    if not file.is_file():
        if wish.variant:
            raise CryptagonError("there is no text of variants", where=str(file))
        return None
    found = read_variants(file)
    if wish.variant:
        return variant_called(wish.variant, found, file)
    return found[0] if len(found) == 1 else None


def _cipher(described: Described, vectors: Vectors, folder: Path) -> str:
    """The algorithm, "" where nothing names it. Raises CryptagonError where two names are given."""
    if described.cipher and vectors.cipher and described.cipher != vectors.cipher:
        raise CryptagonError(
            "the description and the test vectors name two algorithms",
            where=str(described.file),
            why=f"it says {described.cipher}, {folder / FILES[0]} says {vectors.cipher}",
            fix="say which it is by --cipher",
        )
    return described.cipher or vectors.cipher


def _software(text: VariantText | None) -> str:
    return text.software if text else ""


def _language(described: Described) -> str:
    """Raises CryptagonError for a unit in two languages."""
    languages = {
        SUFFIXES[source.suffix.lower()]
        for source in described.sources
        if source.suffix.lower() in SUFFIXES
    }
    others = [source for source in described.sources if source.suffix.lower() not in SUFFIXES]
    if others or len(languages) > 1:
        raise CryptagonError(
            "a unit of several languages cannot be read",
            where=str(described.file),
            why=f"{others[0].name} is neither VHDL nor Verilog"
            if others
            else " and ".join(sorted(languages)),
            fix="give a unit in VHDL alone, or in Verilog alone",
        )
    return languages.pop() if languages else VHDL


def _vectors_folder(wish: Wish, origin: Origin, described: Described) -> Path:
    """The folder with the test vectors: named, described, or the only one."""
    if wish.vectors:
        return (origin.folder / wish.vectors).resolve()
    if described.vectors and (described.vectors / FILES[0]).is_file():
        return described.vectors.resolve()
    found = sorted(file.parent for file in origin.folder.rglob(FILES[0]))
    if len(found) == 1:
        return found[0].resolve()
    names = ", ".join(folder.relative_to(origin.folder).as_posix() for folder in found)
    raise CryptagonError(
        "which test vectors are meant?" if found else "this unit has no test vectors",
        where=str(origin.folder),
        why=f"it has {names}" if found else f"no {FILES[0]} is there",
        fix="name the folder with pdi.txt, sdi.txt and do.txt by --vectors",
    )


def _name(described: Described, origin: Origin) -> str:
    name = described.name or origin.folder.name
    return (
        "".join(one if one.isalnum() or one in "._-" else "-" for one in name).strip("-.") or "unit"
    )


def _inside(file: Path, origin: Origin) -> str:
    """A file by its path from the unit's folder. Raises CryptagonError for one outside of it."""
    if not file.resolve().is_relative_to(origin.folder):
        raise CryptagonError(
            "this file lies outside of the unit's folder",
            where=str(file),
            fix=f"give a folder that holds all of it: {origin.root}",
        )
    return file.resolve().relative_to(origin.folder).as_posix()


def _digests(files: list[Path] | tuple[Path, ...], origin: Origin) -> dict[str, str]:
    return {_inside(file, origin): sha256_of(file) for file in files}
