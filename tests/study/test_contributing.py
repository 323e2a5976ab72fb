"""CONTRIBUTING.md says how to add an algorithm; here its commands are run as they are, in a copy of
the repository.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cryptagon import paths

TEXT = (paths.repository() / "CONTRIBUTING.md").read_text()
BLOCKS = [
    block.replace("\n   ", "\n").strip()
    for block in re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL)
]


@pytest.fixture
def copy(tmp_path):
    """The data of the repository, and an environment in which `cryptagon` is the one of this
    checkout.
    """
    for name in ("algorithms", "contests", "hdl", "targets"):
        shutil.copytree(paths.repository() / name, tmp_path / name)
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    own = {
        "CRYPTAGON_HOME": str(tmp_path),
        "CRYPTAGON_RESULTS": str(tmp_path / "results"),
        "CRYPTAGON_BUILD": str(paths.build_folder()),
    }
    return tmp_path, {**os.environ, **own, "PATH": programs}


@pytest.mark.nightly
def test_the_commands_work_as_they_are(copy):
    folder, environment = copy
    assert len(BLOCKS) == 3 and "cryptagon run toy --quick" in BLOCKS[0]
    said = ""
    for block in BLOCKS:
        result = subprocess.run(
            ["sh", "-eu", "-c", block],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=900,
        )
        assert result.returncode == 0, f"{block}\n{result.stdout}\n{result.stderr}"
        said += result.stdout
    assert re.search(r"^toy +toy +128", said, re.MULTILINE)
    assert "failed" not in said and re.search(r"^toy +rtl +unit", said, re.MULTILINE)
    assert len(list((folder / "results").glob("toy_*.json"))) == 2
    assert (
        (folder / "algorithms/aead/toy/kat/LWC_AEAD_KAT_128_128.txt")
        .read_text()
        .startswith("Count = 1\n")
    )
    assert (folder / "build/toy/verilog/CipherCore.v").is_file()
