"""SUPERCOP's own checksums: of ciphers whose checksums are public, and of wrong ones."""

import shutil
from pathlib import Path

import pytest
from supercop_toys import CIPHER, HASH

from cryptagon import paths
from cryptagon.errors import CryptagonError
from cryptagon.software.calls import Implementation
from cryptagon.software.checksums import checksum_checks, checksum_files, checksum_of
from cryptagon.software.folder import open_folder
from cryptagon.software.outcome import FAILED, PASSED

PUBLIC = {
    "acorn128": "cb06d5ccbe4f8108b6541fe171216659be577b53a123f881d5e2eb3f394c9c28",
    "aes128gcm": "4263556d575c8d8d4b868cbf71d24359eabb09398c4b91af9f6c6893b24d9e49",
    "giftcofb": "b6886aa1c36692392d7b90422110817f83c7022e9ee10b3d0facf82035285c71",
    "tinyjambu128": "2de5a3e13a7cc937f3c6da4ec703e56c9e8042c7b48f891e06811759e3055a8f",
    "sha256": "0fb5122d471d9310c4ff212c64a73cc985f0826484c24f34b56cb1d39534ba24",
}
"""By our names, `checksumsmall` of supercop-20260330: acorn128v3, aes128gcmv1, giftcofb128v1,
tinyjambu128v2, and sha256."""


def code_of(folder: Path) -> Implementation:
    return Implementation(open_folder(folder), 60.0)


@pytest.mark.parametrize("name", PUBLIC)
def test_public_checksums(name):
    kind = "hash" if name == "sha256" else "aead"
    code = Implementation(
        open_folder(paths.builtin() / "algorithms" / kind / name / "reference", kind), 60.0
    )
    assert checksum_of(code, "checksumsmall") == PUBLIC[name]
    assert checksum_of(code, "checksumsmall") == PUBLIC[name]  # it begins anew


@pytest.fixture
def right(mutant):
    """The toy, with its own checksums in the folder above, as in SUPERCOP."""

    def made(source: Path, file: str, *changes: tuple[str, str]) -> Path:
        folder = mutant(source, file, *changes)
        code = code_of(source)
        for name in ("checksumsmall", "checksumbig"):
            (folder.parent / name).write_text(f"{checksum_of(code, name)}\n")
        return folder

    return made


@pytest.mark.parametrize(("source", "file"), [(CIPHER, "encrypt.c"), (HASH, "hash.c")])
def test_files_of_the_folder_above_are_compared(right, source, file):
    folder = right(source, file)
    found = checksum_checks(code_of(folder))
    assert [(one.name, one.result) for one in found] == [
        ("SUPERCOP's checksumsmall", PASSED),
        ("SUPERCOP's checksumbig", PASSED),
    ]
    shutil.copy(folder.parent / "checksumsmall", folder)
    assert checksum_files(open_folder(folder))[0] == folder / "checksumsmall"
    assert checksum_checks(code_of(source)) == []  # no files, no check


def test_a_wrong_cipher_fails(right):
    change = ("c[i] = byte_of(state, i % RATE);", "c[i] = byte_of(state, i % RATE) ^ (i == 70);")
    back = [checksum_checks(code_of(right(CIPHER, "encrypt.c", change)))][0]
    assert {one.result for one in back} == {FAILED}
    assert "expected " in back[0].found or "is wrong for one of" in back[0].found


def test_a_wrong_hash_function_fails(right):
    change = ("i < CRYPTO_BYTES; i++", "i < CRYPTO_BYTES - 1; i++")
    (small, big) = checksum_checks(code_of(right(HASH, "hash.c", change)))
    assert small.result == big.result == FAILED and "expected " in small.found


def test_decryption_that_refuses_is_told(right):
    change = ("if (clen < CRYPTO_ABYTES) return -1;", "if (clen % 7 == 3) return -1;")
    (small, _) = checksum_checks(code_of(right(CIPHER, "encrypt.c", change)))
    assert small.result == FAILED and "crypto_aead_decrypt is wrong" in small.found


@pytest.mark.parametrize("text", ["", "abc\n", "G" * 64])
def test_a_file_that_is_no_checksum_is_an_error(right, text):
    folder = right(CIPHER, "encrypt.c")
    (folder.parent / "checksumsmall").write_text(text)
    with pytest.raises(CryptagonError, match="no checksum of SUPERCOP"):
        checksum_checks(code_of(folder))
