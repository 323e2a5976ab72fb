"""The reference software of every algorithm here: against published known answers, and against
those that travel with the project.
"""

import shutil
from functools import cache

import pytest

from cryptagon import paths, toolchain
from cryptagon.catalog import algorithm, algorithms
from cryptagon.kat import file_name, make_records, read_kat, write_kat
from cryptagon.reference import ReferenceCipher, check_kat, check_sizes
from cryptagon.reference.__main__ import main

NAMES = list(algorithms())


@cache
def reference(name: str) -> ReferenceCipher:
    return ReferenceCipher.build(algorithm(name).reference_folder)


@pytest.mark.parametrize("name", NAMES)
def test_api_h_agrees_with_algorithm_toml(name):
    check_sizes(reference(name), algorithm(name))


@pytest.mark.parametrize("name", [name for name in NAMES if not name.startswith("dummy")])
def test_published_known_answers(name):
    sizes = algorithm(name).sizes
    files = [
        file for file in algorithm(name).kat_files if file.name != file_name(sizes.key, sizes.npub)
    ]
    assert files
    for file in files:
        records = read_kat(file)
        assert check_kat(reference(name), records) == len(records) >= 100


@pytest.mark.parametrize("name", NAMES)
def test_the_projects_own_known_answers_are_what_its_reference_software_gives(name, tmp_path):
    """To refresh them: python -m cryptagon.reference."""
    sizes = algorithm(name).sizes
    write_kat(tmp_path / "fresh.txt", make_records(reference(name), sizes))
    committed = algorithm(name).folder / "kat" / file_name(sizes.key, sizes.npub)
    assert committed in algorithm(name).kat_files
    assert committed.read_bytes() == (tmp_path / "fresh.txt").read_bytes()
    assert check_kat(reference(name), read_kat(committed)) == 80


def test_known_answers_are_refreshed_by_one_command(tmp_path, capsys):
    folder = shutil.copytree(
        algorithm("dummy").folder, tmp_path / "dummy", ignore=shutil.ignore_patterns("kat")
    )
    assert main([str(folder)]) == 0
    assert (folder / "kat" / "LWC_AEAD_KAT_128_128.txt").read_bytes() == algorithm(
        "dummy"
    ).kat_files[0].read_bytes()
    assert main(["dumy"]) == 1
    assert "did you mean dummy" in capsys.readouterr().err


@pytest.mark.parametrize("name", NAMES)
def test_reference_software_is_clean_standard_c(name, tmp_path):
    include = paths.repository() / "src" / "cryptagon" / "reference" / "include"
    sources = sorted(algorithm(name).reference_folder.glob("*.c"))
    flags = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", f"-I{include}"]
    assert sources
    for source in sources:
        toolchain.run(
            [*toolchain.find("zig-cc").argv, *flags, "-c", source, "-o", "object.o"], cwd=tmp_path
        )


def rotate(value: int) -> int:
    return (value << 1 | value >> 127) & (1 << 128) - 1


def dummy_by_its_definition(key: bytes, nonce: bytes, ad: bytes, pt: bytes) -> bytes:
    state = int.from_bytes(key) ^ int.from_bytes(nonce)
    ct = b""
    for segment, is_data in ((ad, False), (pt, True)):
        for at in range(0, len(segment), 16):
            block = segment[at : at + 16]
            if is_data:
                ct += bytes(a ^ b for a, b in zip(block, state.to_bytes(16)))
            state = rotate(state) ^ int.from_bytes(block.ljust(16, b"\0")) ^ len(block)
    return ct + (rotate(state) ^ int.from_bytes(key)).to_bytes(16)


def test_the_dummy_agrees_with_its_definition_on_integers():
    for record in read_kat(algorithm("dummy").kat_files[0]):
        assert record.ct == dummy_by_its_definition(record.key, record.nonce, record.ad, record.pt)


def test_the_first_two_test_cases_of_the_gcm_submission():
    gcm = reference("aes128gcm")
    assert gcm.encrypt(bytes(16), bytes(12), b"", b"").hex() == "58e2fccefa7e3061367f1d57a4e7455a"
    assert (
        gcm.encrypt(bytes(16), bytes(12), b"", bytes(16)).hex()
        == "0388dace60b6a392f328c2b971b2fe78ab6e47d42cec13bdf53a67b21257bddf"
    )
