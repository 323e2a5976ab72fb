"""Speed of software: what the emulator counts, what the model of the pipeline says, and what is
refused.
"""

import hashlib
import json
import shutil

import pytest
from click.testing import CliRunner, Result
from selection import one_of

from cryptagon import classes, paths
from cryptagon.classes.hash.known_answers import answer_files, known_answers
from cryptagon.classes.hash.model import Hash
from cryptagon.cli import main
from cryptagon.reference import ReferenceHash
from cryptagon.testbed.software import emulated, measuring, pipeline
from cryptagon.testbed.software.measuring import message
from cryptagon.testbed.software.programs import NATIVE
from cryptagon.toolchain import find, run

pytest.importorskip("unicorn", reason="the extra arm is not installed")
needs_llvm = pytest.mark.skipif(
    not all(map(shutil.which, ("llvm-mc", "llvm-mca"))), reason="Debian: apt install llvm"
)
ADD_R0_R0_R1, ADD_R2_R2_R1 = bytes.fromhex("010080e0"), bytes.fromhex("012082e0")
PUSH_FOUR, POP_TO_PC = bytes.fromhex("0f002de9"), bytes.fromhex("0f80bde8")
COUNTS_LETTERS = """
unsigned work(unsigned char *out, const unsigned char *in, unsigned size) {
    unsigned found = 0;
    for (unsigned i = 0; i < size; i++) {
        __asm__ volatile("" ::: "memory");
        if (in[i] == 'a') found++;
    }
    out[0] = (unsigned char)found;
    out[1] = (unsigned char)size;
    return 2;
}
"""


def software(*arguments: object) -> Result:
    result = CliRunner().invoke(main, ["testbed", "software", *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture
def measured_briefly(monkeypatch):
    monkeypatch.setattr(measuring, "SECONDS", 0.01)


@pytest.fixture(scope="module")
def program(tmp_path_factory) -> emulated.ArmProgram:
    """Of C without a library, which takes a moment to compile."""
    folder = tmp_path_factory.mktemp("arm")
    (folder / "work.c").write_text(COUNTS_LETTERS)
    argv = [
        *find("zig-cc").argv, "-target", "arm-freestanding-eabihf", "-mcpu=cortex_a9", "-O2", "-fno-vectorize",
        "-fno-unroll-loops", "-nostdlib", "-Wl,--entry=work", "work.c", "-o", "work.elf",
    ]  # fmt: skip
    run(argv, cwd=folder)
    return emulated.ArmProgram(folder / "work.elf")


def test_emulator_answers(program):
    assert program.run(b"banana").answer == bytes([3, 6])
    assert program.run(b"").answer == bytes([0, 0])


def test_emulator_counts_what_is_run(program):
    """The loop goes once a byte, and a later run begins to count anew."""
    counts = {size: program.run(b"x" * size).blocks for size in (50, 60, 50)}
    assert counts[50] == program.run(b"x" * 50).blocks
    grown = {
        counts[60][code] - counts[50].get(code, 0)
        for code in counts[60]
        if counts[60][code] != counts[50].get(code, 0)
    }
    assert grown == {10}
    assert program.run(b"x" * 60).instructions > program.run(b"x" * 50).instructions


@needs_llvm
def test_pipeline_knows_what_waits():
    """Sums that need each other take a cycle each; two that do not go side by side."""
    alone = pipeline.block_cycles(ADD_R0_R0_R1 * 8)
    paired = pipeline.block_cycles((ADD_R0_R0_R1 + ADD_R2_R2_R1) * 4)
    assert alone == pytest.approx(8, rel=0.05)
    assert paired == pytest.approx(4, rel=0.1)


@needs_llvm
def test_instructions_that_move_many_registers():
    assert list(pipeline._known("\tpush\t{r0, r1, r2, r3}")) == ["str r0, [sp]", "str r2, [sp]"]
    assert list(pipeline._known("\tpop\t{r4, r5, r11, pc}")) == ["ldr r4, [sp]", "ldr r11, [sp]"]
    assert list(pipeline._known("\tvldmia\tr0!, {d0, d1}")) == ["vldr d0, [sp]"]
    assert pipeline.block_cycles(PUSH_FOUR + POP_TO_PC) > 1


@needs_llvm
def test_cycles_add_up():
    blocks = {ADD_R0_R0_R1 * 8: 3, ADD_R2_R2_R1 * 4: 5}
    assert pipeline.cycles(blocks) == pytest.approx(3 * 8 + 5 * 4, rel=0.05)


@pytest.mark.usefixtures("measured_briefly")
def test_software_here():
    """That of the folders, and OpenSSL's where it has the function."""
    said = software("sha3_256", "--no-model", "--size", 1, "--size", 2, "--json").stdout
    found = json.loads(said)
    assert [one["software"] for one in found] == ["reference", "fast", "openssl"]
    for one in found:
        assert [each["size"] for each in one["messages"]] == [1000, 2000]
        assert all(each["host_mbps"] > 1 and each["a9_mbps"] is None for each in one["messages"])


FAST = sorted(folder.parent.name for folder in (paths.repository() / "algorithms").glob("*/*/fast"))


BUILDS = {"as it is measured": NATIVE, "any processor": ()}
"""Code that asks which instructions there are is another one in each."""


@pytest.mark.parametrize("build", one_of(2, [*BUILDS]))
@pytest.mark.parametrize("name", FAST)
def test_software_for_speed_gives_the_known_answers(name, build):
    algorithm = classes.algorithm(name)
    assert isinstance(algorithm, Hash)
    fast = ReferenceHash.build(
        algorithm.folder / "fast", algorithm.sizes.digest // 8, machine=BUILDS[build]
    )
    answers = known_answers(algorithm, answer_files(algorithm))
    assert len(answers) > 40
    for one in answers:
        assert fast.digest(one.message) == one.digest, one.place


@pytest.mark.parametrize("build", BUILDS)
@pytest.mark.parametrize("name", one_of(3, FAST))
def test_software_for_speed_answers_as_the_reference_software(name, build):
    """Lengths around the ends of blocks, where padding differs; none of them is a multiple of 251,
    with which messages repeat.
    """
    folder = classes.algorithm(name).folder
    algorithm = classes.algorithm(name)
    assert isinstance(algorithm, Hash)
    size = algorithm.sizes.digest // 8
    reference = ReferenceHash.build(folder / "reference", size)
    fast = ReferenceHash.build(folder / "fast", size, machine=BUILDS[build])
    block = algorithm.sizes.block // 8
    lengths = {0, 1, *range(block - 10, block + 3), 2 * block - 9, 2 * block, 3 * block + 1}
    for size in sorted(lengths):
        data = message(size)
        assert fast.digest(data) == reference.digest(data), f"{size} bytes"


@pytest.mark.usefixtures("measured_briefly")
def test_openssl_with_other_answers_is_refused(monkeypatch):
    """A name does not tell which function it is."""
    monkeypatch.setattr(measuring.hashlib, "new", lambda name, data=b"": hashlib.md5(data))
    result = software("sha256", "--no-model", "--size", 1)
    assert result.exit_code == 1 and "OpenSSL answers a message of 1,000 bytes" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("aes128", "--no-model"), "not measured for algorithms of class block"),
        (("sha256", "--size", "0"), "0 kB is no size"),
        (("nothing",), "nothing"),
        (("contests/sha3-round2.toml", "--source", "docs"), "cannot be of several algorithms"),
        (("sha256", "--source", "docs", "--no-model"), "has no api.h"),
        (
            ("sha256", "--source", "algorithms/hash/sha3_256/reference", "--no-model"),
            "otherwise than the reference software",
        ),
    ],
)
def test_what_is_refused(arguments, said, monkeypatch):
    monkeypatch.chdir(paths.repository())
    result = software(*arguments)
    assert result.exit_code == 1 and said in result.stderr


@needs_llvm
@pytest.mark.nightly
def test_software_on_arm_answers_as_here():
    """SHA-256 takes some thirty cycles a byte, an encryption some more."""
    for name, least, most in (("sha256", 15, 60), ("ascon128a", 20, 150)):
        found = json.loads(software(name, "--size", 10, "--size", 1000, "--json").stdout)[0]
        small, large = (one["a9_cycles_per_byte"] for one in found["messages"])
        assert least < large <= small < most
