"""Every algorithm folder has all its parts, and its algorithm.toml says what its api.h says."""

import re
import tomllib

import pytest
from repository_files import REPOSITORY

FOLDERS = sorted(path.parent for path in (REPOSITORY / "algorithms").glob("*/*/algorithm.toml"))
CIPHERS = [folder for folder in FOLDERS if folder.parent.name == "aead"]
SOURCED = [folder for folder in FOLDERS if folder.parent.name in ("aead", "block", "hash")]
PARTS = {
    "aead": ["README.md", "reference/api.h", "reference/*.c", "hls/core.c", "rtl/*.sv", "kat/*.txt"],
    "hash": ["README.md", "reference/api.h", "reference/*.c", "hls/core.c", "rtl/*.sv", "kat/*.txt"],
    "block": ["README.md", "architecture.svg", "reference/*.c", "hls/core.c", "rtl/*.sv", "kat/*.txt"],
    "kernel": ["README.md", "reference/*.c", "hls/core.c", "kat/*.json"],
}


def test_there_are_algorithms():
    assert FOLDERS


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_parts_are_present(folder):
    assert [part for part in PARTS[folder.parent.name] if not list(folder.glob(part))] == []


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_folder_is_listed_under_its_class(folder):
    description = tomllib.loads((folder / "algorithm.toml").read_text())
    assert (description["class"], description["name"]) == (folder.parent.name, folder.name)


@pytest.mark.parametrize("folder", SOURCED, ids=lambda folder: folder.name)
def test_it_is_said_where_each_file_of_known_answers_comes_from(folder):
    named = re.findall(r"^\| `([^`]+)` \| [\d,]+ \|", (folder / "kat" / "SOURCES.md").read_text(), re.MULTILINE)
    assert sorted(named) == sorted(file.name for file in (folder / "kat").iterdir() if file.name != "SOURCES.md")


@pytest.mark.parametrize("folder", CIPHERS, ids=lambda folder: folder.name)
def test_sizes_match_api_h(folder):
    sizes = tomllib.loads((folder / "algorithm.toml").read_text())["sizes"]
    api = dict(re.findall(r"#define\s+CRYPTO_(KEY|NPUB|A)BYTES\s+(\d+)", (folder / "reference" / "api.h").read_text()))
    assert {name: int(size) * 8 for name, size in api.items()} == {"KEY": sizes["key"], "NPUB": sizes["npub"], "A": sizes["tag"]}


@pytest.mark.parametrize(
    "folder", [path for path in (REPOSITORY / "algorithms").glob("*/*") if path.is_dir()], ids=lambda folder: folder.name
)
def test_no_folder_without_description(folder):
    assert (folder / "algorithm.toml").is_file()
