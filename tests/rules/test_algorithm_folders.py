"""Every algorithm folder has all its parts, and its algorithm.toml says what its api.h says."""

import re
import tomllib
from pathlib import Path

from repository_files import REPOSITORY, name_of

FOLDERS = sorted(path.parent for path in (REPOSITORY / "algorithms").glob("*/*/algorithm.toml"))
CIPHERS = [folder for folder in FOLDERS if folder.parent.name == "aead"]
SOURCED = [folder for folder in FOLDERS if folder.parent.name in ("aead", "block", "hash")]
PARTS = {
    "aead": [
        "README.md",
        "reference/api.h",
        "reference/*.c",
        "hls/core.c",
        "rtl/*.sv",
        "kat/*.txt",
    ],
    "hash": [
        "README.md",
        "reference/api.h",
        "reference/*.c",
        "hls/core.c",
        "rtl/*.sv",
        "kat/*.txt",
    ],
    "block": [
        "README.md",
        "architecture.svg",
        "reference/*.c",
        "hls/core.c",
        "rtl/*.sv",
        "kat/*.txt",
    ],
    "kernel": ["README.md", "reference/*.c", "hls/core.c", "kat/*.json"],
}


def test_there_are_algorithms():
    assert FOLDERS


def test_parts_are_present():
    assert [
        f"{name_of(folder)}/{part}"
        for folder in FOLDERS
        for part in PARTS[folder.parent.name]
        if not list(folder.glob(part))
    ] == []


def test_folder_is_listed_under_its_class():
    described = {
        folder: tomllib.loads((folder / "algorithm.toml").read_text()) for folder in FOLDERS
    }
    said = {
        name_of(folder): f"{found['class']}/{found['name']}" for folder, found in described.items()
    }
    assert {place: own for place, own in said.items() if place != f"algorithms/{own}"} == {}


def test_it_is_said_where_each_file_of_known_answers_comes_from():
    assert {
        folder.name: wrong
        for folder in SOURCED
        if (wrong := sourced(folder) ^ known_answer_files(folder))
    } == {}


def sourced(folder: Path) -> set[str]:
    """The files whose source is told, with the number of their answers."""
    return set(
        re.findall(
            r"^\| `([^`]+)` \| [\d,]+ \|", (folder / "kat" / "SOURCES.md").read_text(), re.MULTILINE
        )
    )


def known_answer_files(folder: Path) -> set[str]:
    return {file.name for file in (folder / "kat").iterdir()} - {"SOURCES.md"}


def test_sizes_match_api_h():
    assert {folder.name: both for folder in CIPHERS if (both := sizes(folder))[0] != both[1]} == {}


def sizes(folder: Path) -> tuple[dict[str, int], dict[str, int]]:
    """Sizes in bits, as api.h and as algorithm.toml has them. Encrypted padding is part of A: a
    block, and a byte that tells of it where not every message is padded; so is an encrypted secret
    message number.
    """
    table = tomllib.loads((folder / "algorithm.toml").read_text())
    own, padding = table["sizes"], table.get("padding", {})
    longer = own["block"] + 8 * (len(padding["data"]) < 3) if padding.get("expands") else 0
    api = dict(
        re.findall(
            r"#define\s+CRYPTO_(KEY|NSEC|NPUB|A)BYTES\s+(\d+)",
            (folder / "reference" / "api.h").read_text(),
        )
    )
    return {name: int(size) * 8 for name, size in api.items()}, {
        "KEY": own["key"],
        "NSEC": own.get("nsec", 0),
        "NPUB": own["npub"],
        "A": own["tag"] + longer + own.get("nsec", 0),
    }


def test_no_folder_without_description():
    folders = [path for path in (REPOSITORY / "algorithms").glob("*/*") if path.is_dir()]
    assert [
        name_of(folder) for folder in folders if not (folder / "algorithm.toml").is_file()
    ] == []
