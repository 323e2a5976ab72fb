"""Versioned formats as JSON: a document is read by its models, or refused with the place of its
fault.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from cryptagon.errors import CryptagonError


class Part(BaseModel):
    """A part of a document: what its models do not name is refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


NUMBERS = re.compile(r"\[\n\s*(-?[\d.]+(?:,\n\s*-?[\d.]+)*)\n\s*\]")
"""A list of numbers on several lines; a string has no line break in JSON."""

Document = TypeVar("Document", bound=Part)


def too_new(name: str, version: int, newest: int, where: str) -> CryptagonError:
    """The error of a file in version `version` of the format `name`, of which this program reads
    `newest` at most.
    """
    what = f"this is {name} {version}, and this Cryptagon reads {name} {newest} at most"
    return CryptagonError(
        what, where=where, fix="read it by the Cryptagon that wrote it, or install that one"
    )


def _on_one_line(found: re.Match[str]) -> str:
    return f"[{', '.join(one.strip().removesuffix('.0') for one in found[1].split(','))}]"


@dataclass(frozen=True)
class Format(Generic[Document]):
    """A format.

    Its lower-case name is the key of a document under which the version is. `schema_file` is the
    committed schema, beside this module.
    """

    name: str
    version: int
    document: type[Document]

    @property
    def key(self) -> str:
        """Under which a document says its version."""
        return self.name.lower()

    @property
    def schema_file(self) -> Path:
        """The committed JSON schema."""
        return Path(__file__).with_name(f"{self.key}.schema.json")

    @property
    def not_one(self) -> str:
        """What the error of any other file says."""
        return f"this is not {self.name} as JSON"

    def schema(self) -> dict[str, Any]:
        """The JSON schema of a document of this version."""
        made = self.document.model_json_schema()
        made["properties"][self.key] |= {"const": self.version}
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            **made,
            "title": f"{self.name} {self.version}",
        }

    def written(self, document: Document) -> str:
        """The JSON of a document; what is as when it is left out is left out."""
        text = json.dumps(document.model_dump(exclude_defaults=True), indent=1)
        return NUMBERS.sub(_on_one_line, text) + "\n"

    def read(self, content: object, file: Path) -> Document:
        """The document in the JSON `content` of a file.

        Raises CryptagonError, also for one of a later version.
        """
        version = content.get(self.key) if isinstance(content, dict) else None
        if isinstance(version, int) and version > self.version:
            raise too_new(self.name, version, self.version, str(file))
        try:
            return self.document.model_validate_json(json.dumps(content))
        except ValidationError as fault:
            first = fault.errors()[0]
            place = ".".join(map(str, first["loc"]))
            raise CryptagonError(
                self.not_one,
                where=f"{file}: {place}",
                why=first["msg"],
                fix=f"see {self.schema_file.name}",
            ) from fault
