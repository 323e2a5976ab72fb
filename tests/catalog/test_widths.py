"""A width that core.c and algorithm.toml give differently is told with both lines, before anything
is simulated.
"""

import shutil
from pathlib import Path

import pytest

from cryptagon import classes, paths
from cryptagon.approaches import entries_of, made
from cryptagon.catalog import check_widths
from cryptagon.classes import Setting, class_of
from cryptagon.errors import CryptagonError

# class and algorithm, the file that is changed, what it says and what it says then, the port of the
# fault, and what the other file says
CASES = [
    (
        "aead",
        "dummy",
        "hls/core.c",
        "#define KEY_BITS 128",
        "#define KEY_BITS 96",
        "key",
        "key = 128",
    ),
    (
        "aead",
        "dummy",
        "hls/core.c",
        "#define BLOCK_BITS 128",
        "#define BLOCK_BITS 64",
        "bdi",
        "block = 128",
    ),
    (
        "aead",
        "xoodyak",
        "hls/core.c",
        "#define AD_BLOCK_BITS 352",
        "#define AD_BLOCK_BITS 320",
        "bdi",
        "ad_block = 352",
    ),
    (
        "block",
        "aes128",
        "hls/core.c",
        "#define KEY_BITS 128",
        "#define KEY_BITS 192",
        "key",
        "key = 128",
    ),
    (
        "hash",
        "sha256",
        "hls/core.c",
        "#define DIGEST_BITS 256",
        "#define DIGEST_BITS 224",
        "digest",
        "digest = 256",
    ),
    (
        "kernel",
        "sha1",
        "algorithm.toml",
        "fields = { data = 160 }",
        "fields = { data = 128 }",
        "digest",
        "STREAM_OUT(uint_t(160), digest)",
    ),
]


@pytest.fixture(params=CASES, ids=[f"{case[1]}-{case[5]}" for case in CASES])
def changed(request, tmp_path):
    """An algorithm one of whose files gives a port another width, and what the fault must say."""
    kind, name, file, before, after, port, other = request.param
    folder = tmp_path / name
    shutil.copytree(paths.repository() / "algorithms" / kind / name, folder)
    text = (folder / file).read_text()
    assert text.count(before) == 1
    (folder / file).write_text(text.replace(before, after))
    return classes.algorithm(folder), port, (after, other)


def line_that_begins(file: Path, beginnings: tuple[str, str]) -> int:
    return next(
        number
        for number, line in enumerate(file.read_text().splitlines(), start=1)
        if line.startswith(beginnings)
    )


def check_told(changed, fault: CryptagonError) -> None:
    algorithm, port, lines = changed
    c, toml = algorithm.hls_source, algorithm.file
    assert f"core.c and algorithm.toml differ in the width of {port}: " in fault.what
    assert fault.where == f"{c}:{line_that_begins(c, lines)}"
    assert f"{toml}:{line_that_begins(toml, lines)}: " in fault.why
    assert "core.c, or " in fault.fix and "algorithm.toml" in fault.fix


def test_compilation_of_a_core_tells_it(changed):
    algorithm = changed[0]
    entry = next(entry for entry in entries_of(algorithm) if entry.approach == "hls")
    with pytest.raises(CryptagonError) as fault:
        made(entry, class_of(algorithm).module)
    check_told(changed, fault.value)


def test_native_run_tells_it(changed, tmp_path):
    algorithm = changed[0]
    tests = class_of(algorithm).tests(
        algorithm, algorithm.variants[0], Setting(class_of(algorithm).interface, quick=True)
    )
    with pytest.raises(CryptagonError) as fault:
        tests.check_program(algorithm.hls_source, tmp_path / "native")
    check_told(changed, fault.value)


def test_macro_of_a_variant_is_told_as_such():
    dummy = classes.algorithm("dummy")
    with pytest.raises(CryptagonError) as fault:
        check_widths(
            dummy, dummy.hls_source, {"key": 64, "bdi": 128, "bdo": 128}, {"KEY_BITS": "64"}
        )
    assert fault.value.why.startswith("the macros of the variant make KEY_BITS 64; ")


def test_missing_port_is_told():
    cipher = classes.algorithm("aes128")
    with pytest.raises(CryptagonError, match="the core in C has no port result") as fault:
        check_widths(cipher, cipher.hls_source, {"key": 128, "block": 128})
    assert fault.value.why == "algorithm.toml says that it has 128 bits; the C has block, key"
