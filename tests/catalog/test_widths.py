"""A width that core.c and algorithm.toml give differently is told with both lines, before anything is simulated."""

import shutil

import pytest

from cryptagon import classes, paths
from cryptagon.approaches import entries_of, made
from cryptagon.catalog import check_widths
from cryptagon.classes import Setting, class_of
from cryptagon.errors import CryptagonError

# class, algorithm, table of algorithm.toml, what it says, what it says instead, the port of the fault, macro or declaration of the C
CASES = [
    ("aead", "dummy", "key = 128", "key = 96", "key", "#define KEY_BITS 128"),
    ("aead", "dummy", "block = 128", "block = 64", "bdi", "#define BLOCK_BITS 128"),
    ("block", "aes128", "key = 128", "key = 192", "key", "#define KEY_BITS 128"),
    ("hash", "sha256", "digest = 256", "digest = 224", "digest", "#define DIGEST_BITS 256"),
    ("kernel", "sha1", "fields = { data = 160 }", "fields = { data = 128 }", "digest", "STREAM_OUT("),
]
IDS = [f"{case[1]}-{case[4]}" for case in CASES]


@pytest.fixture(params=CASES, ids=IDS)
def changed(request, tmp_path):
    """An algorithm whose algorithm.toml gives a port another width, and what the fault must say."""
    kind, name, before, after, port, in_c = request.param
    folder = tmp_path / name
    shutil.copytree(paths.repository() / "algorithms" / kind / name, folder)
    text = (folder / "algorithm.toml").read_text()
    assert text.count(before) == 1
    (folder / "algorithm.toml").write_text(text.replace(before, after))
    return classes.algorithm(folder), after, port, in_c


def check_told(changed, fault: CryptagonError) -> None:
    algorithm, after, port, in_c = changed
    c, toml = algorithm.hls_source, algorithm.file
    c_line = next(number for number, line in enumerate(c.read_text().splitlines(), start=1) if line.startswith(in_c))
    toml_line = toml.read_text().splitlines().index(after) + 1
    assert f"core.c and algorithm.toml differ in the width of {port}: " in fault.what
    assert fault.where == f"{c}:{c_line}"
    assert f"{toml}:{toml_line}: " in fault.why
    assert "core.c, or " in fault.fix and "algorithm.toml" in fault.fix


def test_compilation_of_a_core_tells_it(changed):
    algorithm = changed[0]
    entry = next(entry for entry in entries_of(algorithm) if entry.approach == "hls")
    with pytest.raises(CryptagonError) as fault:
        made(entry, class_of(algorithm).module)
    check_told(changed, fault.value)


def test_native_run_tells_it(changed, tmp_path):
    algorithm = changed[0]
    tests = class_of(algorithm).tests(algorithm, algorithm.variants[0], Setting(class_of(algorithm).interface, quick=True))
    with pytest.raises(CryptagonError) as fault:
        tests.check_program(algorithm.hls_source, tmp_path / "native")
    check_told(changed, fault.value)


def test_macro_of_a_variant_is_told_as_such():
    dummy = classes.algorithm("dummy")
    with pytest.raises(CryptagonError) as fault:
        check_widths(dummy, dummy.hls_source, {"key": 64, "bdi": 128, "bdo": 128}, {"KEY_BITS": "64"})
    assert fault.value.why.startswith("the macros of the variant make KEY_BITS 64; ")


def test_missing_port_is_told():
    cipher = classes.algorithm("aes128")
    with pytest.raises(CryptagonError, match="the core in C has no port result") as fault:
        check_widths(cipher, cipher.hls_source, {"key": 128, "block": 128})
    assert fault.value.why == "algorithm.toml says that it has 128 bits; the C has block, key"
