"""`cryptagon software` on a small cipher and a small hash function."""

import json

import pytest
from click.testing import CliRunner
from supercop_toys import CIPHER, HASH

from cryptagon import classes
from cryptagon.catalog import algorithm
from cryptagon.cli import main
from cryptagon.errors import CryptagonError
from cryptagon.hls import compile_source
from cryptagon.software.folder import open_folder
from cryptagon.software.functions import functions_of
from cryptagon.software.obstacles import obstacles_of
from cryptagon.software.report import Effort, report_of
from cryptagon.software.skeleton import write_skeleton
from cryptagon.software.wrappers import copied

QUICK = Effort(rounds=3, round_seconds=0.001, hls_seconds=0)


@pytest.mark.parametrize("folder", [CIPHER, HASH])
def test_every_length_is_measured(folder):
    said = report_of(open_folder(folder), QUICK).json()
    assert [one["size"] for one in said["speed"]] == [8, 16, 64, 256, 576, 1536, 4096, 65536]
    assert all(one["megabytes_per_second"] > 0 for one in said["speed"])
    assert said["conditions"]["compiler"].startswith("zig-cc") and said["conditions"]["processor"]
    if rate := said["conditions"]["counter_ghz"]:
        long = said["speed"][-1]
        assert long["cycles_per_byte"] == pytest.approx(
            1000 * rate / long["megabytes_per_second"], rel=0.1
        )


def test_nothing_is_measured_that_fails(mutant):
    folder = mutant(
        CIPHER, "encrypt.c", ("i < CRYPTO_ABYTES; i++) difference", "i < 7; i++) difference")
    )
    ran = CliRunner().invoke(main, ["software", str(folder), "--json"])
    assert isinstance(ran.exception, CryptagonError) or ran.exit_code == 1
    said = json.loads(ran.stdout[: ran.stdout.rindex("}") + 1])
    assert said["speed"] is None and said["hls"] is None
    assert "byte 7 of the tag" in next(
        one["found"] for one in said["checks"] if one["result"] == "failed"
    )


def test_tables_say_what_was_found():
    ran = CliRunner().invoke(main, ["software", str(CIPHER), "--no-speed", "--no-hls"])
    assert (
        ran.exit_code == 0
        and "toy (crypto_aead), bits: key 64, npub 64, tag 64, block 64" in ran.stdout
    )
    assert "no known answers were found" in ran.stdout


def test_extents_come_from_declarations_and_calls(tmp_path):
    place = copied(open_folder(CIPHER), tmp_path / "copy").parent
    found = {one.name: one for one in functions_of([place / "encrypt.c", place / "mix.c"], "c23")}
    assert found["mix"].parameters[0].pointed == "uint32_t[4]" and found["mix"].line == 8
    assert found["add_byte"].parameters[0].pointed in ("uint32_t[4]", "unsigned int[4]")
    assert found["finish"].parameters[1].pointed is None  # the key of a caller


def test_refusals_come_in_order_with_their_lines(mutant):
    """Two calls that cannot become hardware, one behind the other: the compiler names the first of
    them; it is left out of a copy, and then the second is named.
    """
    calls = 'state[0] ^= 1;\n    printf("%u", state[0]);\n    abort_all();\n'
    folder = mutant(
        HASH,
        "hash.c",
        ("#include <stdint.h>", "#include <stdint.h>\n#include <stdio.h>\nvoid abort_all(void);"),
        ("uint32_t state[4] = {1, 2, 3, 4};", f"uint32_t state[4] = {{1, 2, 3, 4}};\n    {calls}    state[1] += (uint32_t)(0.5f * (float)inlen);"),
    )  # fmt: skip
    found = obstacles_of(open_folder(folder), seconds=20)
    places = [one.where.rpartition("/")[2] for one in found.whole]
    assert len(places) >= 2 and all(place.startswith("hash.c:") for place in places)
    assert any("abort_all" in one.what for one in found.whole)
    assert any("floating-point" in one.what for one in found.whole)
    assert str(folder) in found.whole[0].where and found.whole[0].left_out


def test_statements_of_several_lines_and_blocks_are_left_out_too(mutant):
    """What is refused in the middle of a statement, in a block, and in a value that is returned."""
    before = "static void mix(uint32_t state[4]) {"
    half = f"static uint32_t half(uint32_t x) {{\n    return (uint32_t)(0.5f *\n        (float)x);\n}}\n\n{before}"
    calls = "state[0] ^=\n        one();\n    while (two() > inlen) {\n        state[1]++;\n    }\n    state[1] += half((uint32_t)inlen);"
    folder = mutant(
        HASH,
        "hash.c",
        (before, f"int one(void);\nunsigned two(void);\n\n{half}"),
        ("uint32_t state[4] = {1, 2, 3, 4};", f"uint32_t state[4] = {{1, 2, 3, 4}};\n    {calls}"),
    )
    found = obstacles_of(open_folder(folder), seconds=20)
    told = [(one.what, one.left_out) for one in found.whole]
    assert any("one" in what and "… 2 lines" in left for what, left in told), told
    assert any("two" in what and left.startswith("while") for what, left in told), told
    assert any("floating-point" in what for what, _ in told) and all(one.fix for one in found.whole)


def test_a_skeleton_compiles_and_is_an_algorithm(tmp_path):
    """The description is read, the core compiles, and so does a function around the reference."""
    report = report_of(open_folder(CIPHER), Effort(rounds=0, hls_seconds=20))
    assert report.obstacles and "mix" in {one.function.name for one in report.obstacles.primitives}
    folder = tmp_path / "mytoy"
    write_skeleton(report, folder)
    made = algorithm(folder)
    assert (made.sizes.key, made.sizes.block, made.sizes.tag) == (64, 64, 64)
    assert compile_source(folder / "hls" / "core.c", tmp_path / "core").module == "CipherCore"
    compile_source(folder / "hls" / "primitives" / "mix.c", tmp_path / "mix", module="")
    assert "Next steps" in (folder / "README.md").read_text()
    with pytest.raises(CryptagonError, match="something already"):
        write_skeleton(report, folder)


def test_a_skeleton_of_a_hash_function_is_begun(tmp_path):
    report = report_of(open_folder(HASH), Effort(rounds=0, hls_seconds=0))
    write_skeleton(report, tmp_path / "myhash")
    assert classes.algorithm(tmp_path / "myhash").name == "myhash"
    assert "hash_core.h" in (tmp_path / "myhash" / "README.md").read_text()
