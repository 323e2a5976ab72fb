"""What an implementer hands in is in the package, and what is missing is told."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from records import record

from cryptagon import classes, paths
from cryptagon.catalog.newcomer import copy_algorithm
from cryptagon.reproduce import RecordedDesign, subject_of
from cryptagon.reproduce import deliverables as made

ROWS = (
    "specification",
    "source code",
    "reference software",
    "variants",
    "assumptions",
    "verification",
    "block diagram",
    "licence",
    "results",
)


@pytest.fixture
def handed_in(tools, tmp_path) -> Path:
    """The folder of the dummy cipher's deliverables, written."""
    subject = subject_of(record(), Path("record.json"))
    assert isinstance(subject, RecordedDesign)
    for name, content in made.deliverables(subject).items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return tmp_path / made.FOLDER


def test_each_item_of_the_list_is_told_and_is_there(handed_in):
    text = (handed_in / "DELIVERABLES.md").read_text()
    assert [row for row in ROWS if f"\n| {row}" not in text] == []
    home = handed_in / "algorithms" / "aead" / "dummy"
    own = classes.algorithm("dummy").folder
    assert {file.relative_to(home) for file in home.rglob("*") if file.is_file()} == {
        file.relative_to(own) for file in own.rglob("*") if file.is_file()
    }
    assert "$" not in text and "key 128, npub 128, tag 128, block 128" in text
    assert "section Architecture" in text and "Apache-2.0" in text


def test_it_is_a_folder_of_ones_own_in_which_verification_works(handed_in):
    hidden = ("CRYPTAGON_HOME", "CRYPTAGON_RESULTS")
    own = {name: value for name, value in os.environ.items() if name not in hidden}
    program = "from cryptagon.cli import main; main(prog_name='cryptagon')"
    done = subprocess.run(
        [sys.executable, "-c", program, "verify", "dummy", "--level", "reference"],
        cwd=handed_in,
        env=own | {"CRYPTAGON_BUILD": str(paths.build_folder())},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0 and "dummy" in done.stdout, done.stderr


def test_what_is_shared_with_others_comes_along():
    shared = [
        paths.in_layer(file) for file in made.shared_with_others(classes.algorithm("ascon128a"))
    ]
    assert shared == ["algorithms/include/AsconRound.sv", "algorithms/include/ascon.h"]


def test_variants_have_their_macros():
    rows = list(made._variants(classes.algorithm("sha1")))
    assert "| x2 | two rounds a cycle | `ROUNDS_PER_CYCLE=2` |" in rows and len(rows) == 4


def test_assumptions_are_those_of_algorithm_toml():
    lines = list(made._assumptions(classes.algorithm("dummy_two_pass")))
    assert "* interface: two_pass yes, decrypts_by_tag yes" in lines
    padded = list(made._assumptions(classes.algorithm("dummy_padded")))
    assert any("style 10*, ad incomplete; complete; empty" in line for line in padded)


def test_a_diagram_and_a_licence_that_are_missing_are_told(tmp_path):
    folder = copy_algorithm("dummy", tmp_path / "mine")
    (folder / "README.md").unlink()
    mine = classes.algorithm(folder)
    assert made._diagram(mine).startswith("none") and made._licence(mine).startswith("none")
    (folder / "LICENSE").write_text("all rights reserved\n")
    shutil.copyfile(
        classes.algorithm("dummy_block").folder / "architecture.svg", folder / "architecture.svg"
    )
    assert made._licence(mine) == "`algorithms/aead/mine/LICENSE`"
    assert made._diagram(mine) == "`algorithms/aead/mine/architecture.svg`"
