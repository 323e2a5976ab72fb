"""A unit of others made again from its record, and what of it goes into a package."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Any

from cryptagon.catalog import Rules, Target
from cryptagon.reproduce.recorded import Made, Teller
from cryptagon.results import Measurement
from cryptagon.study.measurements import versions_used
from cryptagon.toolchain import digest_of
from cryptagon.units.bench import check_vectors
from cryptagon.units.checkout import Origin, origin_of
from cryptagon.units.entry import FILE_NAME, Unit, text_of
from cryptagon.units.lengths import cycles_of
from cryptagon.units.licence import licence_files
from cryptagon.units.measuring import tools_for, verification_of
from cryptagon.units.ours import check_generated, our_algorithm
from cryptagon.units.verilog import verilog_of

_FOLDER = "deliverables"
_TEMPLATE = Path(__file__).parent / "replication" / "DELIVERABLES-OF-OTHERS.md"


@dataclass(frozen=True)
class RecordedUnit:
    """A record of a unit of others with its entry, whose sources are those of then."""

    record: Measurement
    unit: Unit
    target: Target
    rules: Rules

    @property
    def name(self) -> str:
        """Unit and target, for people."""
        return f"{self.record.variant} on {self.target.name}"

    @property
    def source_digest(self) -> str:
        """That of the sources as the entry has them."""
        return digest_of(self.unit.files)

    @property
    def interface_digest(self) -> str | None:
        """None: the hardware around the core is a part of the sources."""
        return None

    @property
    def files(self) -> Mapping[str, Any]:
        """Digests of now, as the record's fields `source_files` and `known_answer_files`."""
        return {"source_files": self.unit.files, "known_answer_files": self.unit.vector_files}

    @property
    def tools(self) -> dict[str, str]:
        """Versions of the tools of now, by name."""
        return versions_used(tools_for(self.unit, self.target))

    def make(self, tell: Teller, *, verify: bool, cycles: bool) -> Made:
        """Its Verilog; where asked its own vectors and generated messages, and its cycles.

        Raises CryptagonError for a source that is gone or was changed, and for a wrong answer.
        """
        tell("Verilog")
        made = verilog_of(self.unit)
        levels = ()
        if verify:
            tell("its own test vectors")
            own = check_vectors(self.unit, made)
            algorithm = our_algorithm(self.unit.cipher)
            levels = verification_of(
                tuple(own), check_generated(self.unit, made, algorithm) if algorithm else None
            )
        if cycles:
            tell("cycles")
        counted = cycles_of(self.unit, made) if cycles else {}
        return Made(made.core.digest, made.design(self.unit), levels, counted)


def unit_deliverables(subject: RecordedUnit) -> dict[str, bytes]:
    """Files by their names in a package: the sources of a unit and its test vectors as they are,
    its licence, the entry that Cryptagon reads them by, and a list of all that.
    """
    unit = subject.unit
    place = _origin(unit)
    licences = licence_files(place.folder, place.root)
    home = f"{_FOLDER}/{unit.name}"
    names = (*unit.files, *unit.vector_files)
    return {
        f"{_FOLDER}/DELIVERABLES.md": _listed(subject, [file.name for file in licences]).encode(),
        **{f"{_FOLDER}/{file.name}": file.read_bytes() for file in licences},
        **{f"{home}/{name}": (place.folder / name).read_bytes() for name in sorted(names)},
        f"{_FOLDER}/{FILE_NAME}": text_of(_without_folder(unit)).encode(),
    }


def _without_folder(unit: Unit) -> Unit:
    """The entry without the place on this machine."""
    return unit.model_copy(update={"origin": unit.origin.model_copy(update={"folder": ""})})


def _origin(unit: Unit) -> Origin:
    """Where the sources lie, with the checkout around them."""
    table = unit.origin
    if table.folder:
        return origin_of(table.folder)
    return origin_of(table.url, path=table.path, commit=table.commit)


def _listed(subject: RecordedUnit, licences: list[str]) -> str:
    unit = subject.unit
    values = {
        "name": unit.name,
        "design": subject.name,
        "cipher": unit.cipher,
        "url": unit.origin.url or "not recorded",
        "commit": unit.origin.commit or "not recorded",
        "path": unit.origin.path,
        "language": {"vhdl": "VHDL", "verilog": "Verilog"}[unit.language],
        "top": unit.top,
        "generics": ", ".join(f"`{name}={value}`" for name, value in unit.generics.items())
        or "none",
        "licence": f"{unit.licence.name}, found in: {unit.licence.found_in}",
        "texts": ", ".join(f"`{name}`" for name in licences) or "none of its own",
        "edits": "\n".join(_edits(unit)) or "None.",
    }
    return Template(_TEMPLATE.read_text(encoding="utf-8")).substitute(values)


def _edits(unit: Unit) -> Iterator[str]:
    for edit in unit.edits:
        yield f"* `{edit.file}:{edit.line}`: `{edit.old}` is read as `{edit.new}`"
