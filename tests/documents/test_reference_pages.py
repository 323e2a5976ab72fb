"""The reference pages name every key of algorithm.toml and every name of the headers for cores, and
nothing that is not there.
"""

import re
import shutil
from collections.abc import Iterator

import pytest
from pydantic.fields import FieldInfo

from cryptagon import classes, paths
from cryptagon.catalog import HashPart, algorithm, check_widths
from cryptagon.catalog.algorithm import (
    AlgorithmFolder,
    Architecture,
    InterfaceNeeds,
    Padding,
    Sizes,
    Specification,
    Variant,
)
from cryptagon.catalog.directives import Directive
from cryptagon.catalog.kernel import KernelArchitecture, StreamPort, Unit
from cryptagon.catalog.toml_file import TomlModel
from cryptagon.classes.block.model import BlockArchitecture, BlockSizes
from cryptagon.classes.hash import padding as hash_padding
from cryptagon.classes.hash.model import HashArchitecture
from cryptagon.classes.hash.model import Sizes as HashSizes
from cryptagon.errors import CryptagonError
from cryptagon.hls.source.frontend import INCLUDE

DOCS = paths.repository() / "docs"
ROW = re.compile(r"^\| `(\w+)` \| (.*?) \| (.*?) \|$")
PLACED = {"folder"}  # given by where the file lies

TABLES: dict[str, type[TomlModel]] = {
    "Every class": AlgorithmFolder,
    "`[specification]`": Specification,
    "`[[variants]]`": Variant,
    "`[[directives]]`": Directive,
    "`[sizes]` of `aead`": Sizes,
    "`[padding]` of `aead`": Padding,
    "`[interface]` of `aead`": InterfaceNeeds,
    "`[hash]` of `aead`": HashPart,
    "`[architecture]` of `aead`": Architecture,
    "`[sizes]` of `block`": BlockSizes,
    "`[architecture]` of `block`": BlockArchitecture,
    "`[sizes]` of `hash`": HashSizes,
    "`[padding]` of `hash`": hash_padding.Padding,
    "`{ bytes, value }` of `hash`": hash_padding.Constant,
    "`{ of, bytes, order }` of `hash`": hash_padding.Count,
    "`[architecture]` of `hash`": HashArchitecture,
    "`[[ports]]` of `kernel`": StreamPort,
    "`[measured]` of `kernel`": Unit,
    "`[architecture]` of `kernel`": KernelArchitecture,
    **{f"Class `{name}`": kind.model for name, kind in classes.classes().items()},
}


def tables(page: str) -> dict[str, list[tuple[str, str, str]]]:
    """The rows of the tables that begin with a name, by the heading before them."""
    found, heading = {}, ""
    for line in (DOCS / page).read_text().splitlines():
        if line.startswith("#"):
            heading = line.lstrip("# ")
        elif row := ROW.match(line):
            found.setdefault(heading, []).append(row.groups())
    return found


def fields(model: type[TomlModel]) -> Iterator[tuple[str, FieldInfo]]:
    """Those of a model by their keys; of a class without what every class has."""
    common = (
        set(AlgorithmFolder.model_fields)
        if model is not AlgorithmFolder and issubclass(model, AlgorithmFolder)
        else set()
    )
    for name, field in model.model_fields.items():
        if name not in common | PLACED:
            yield field.alias or name, field


@pytest.mark.parametrize("heading", TABLES)
def test_table_has_every_key_and_says_which_are_required(heading):
    rows = {
        name: left_out == "required" for name, _, left_out in tables("algorithm-toml.md")[heading]
    }
    assert rows == {name: field.is_required() for name, field in fields(TABLES[heading])}


def test_no_table_of_keys_is_beside_these():
    assert tables("algorithm-toml.md").keys() == TABLES.keys()


def names_of(header: str) -> tuple[set[str], dict[str, list[str]]]:
    """What a header declares: names, and the members of each struct."""
    text = re.sub(r"/\*.*?\*/", "", (INCLUDE / header).read_text(), flags=re.DOTALL)
    structs = {
        name: re.findall(r"(\w+);", body)
        for name, body in re.findall(r"struct (\w+) \{(.*?)\};", text, re.DOTALL)
    }
    macros = set(re.findall(r"^#define (\w+)", text, re.MULTILINE)) - {
        header.replace(".", "_").upper()
    }
    types = set(re.findall(r"^typedef .* (\w+);$", text, re.MULTILINE))
    functions = set(re.findall(r"^static inline \w+ (\w+)\(", text, re.MULTILINE))
    given = set(re.findall(r"typedef uint_t\((\w+_BITS)\)", text)) - macros
    ports = set(re.findall(r"^(?:STREAM|WIRE)_(?:IN|OUT)\(.*, (\w+)\)$", text, re.MULTILINE))
    return macros | types | functions | given | ports, structs


@pytest.mark.parametrize("header", ["cipher_core.h", "block_cipher.h", "hash_core.h"])
def test_page_has_every_name_of_a_header(header):
    page = (DOCS / "core-in-c.md").read_text()
    (section,) = [part for part in page.split("\n## ") if part.startswith(f"`{header}`")]
    parts = re.split(r"^### ", section, flags=re.MULTILINE)
    named = {
        part.partition("\n")[0]: re.findall(r"^\| `(\w+)` ", part, re.MULTILINE) for part in parts
    }
    names, structs = names_of(header)
    assert {
        name
        for heading, rows in named.items()
        if not heading.startswith("`struct")
        for name in rows
    } == names
    assert {heading: rows for heading, rows in named.items() if heading.startswith("`struct")} == {
        f"`struct {name}`": members for name, members in structs.items()
    }


def test_example_of_a_fault_is_what_is_printed(tmp_path):
    folder = tmp_path / "mycipher"
    shutil.copytree(paths.repository() / "algorithms" / "aead" / "dummy", folder)
    for file, before, after in (
        ("algorithm.toml", '"dummy"', '"mycipher"'),
        ("hls/core.c", "KEY_BITS 128", "KEY_BITS 96"),
    ):
        (folder / file).write_text((folder / file).read_text().replace(before, after))
    cipher = algorithm(folder)
    with pytest.raises(CryptagonError) as fault:
        check_widths(cipher, cipher.hls_source, {"key": 96})
    parts = (
        f"error: {fault.value.what}",
        *(f"  {name + ':':<6} {getattr(fault.value, name)}" for name in ("where", "why", "fix")),
    )
    printed = "\n".join(f"    {part}" for part in parts).replace(f"{tmp_path}/", "")
    assert printed in (DOCS / "algorithm-toml.md").read_text()
