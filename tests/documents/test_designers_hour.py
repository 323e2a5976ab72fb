"""docs/designers-hour.md: its commands work as they are, one after the other, and its code is that
of the entry.
"""

import re
import subprocess

import pytest
from place import Place

from cryptagon import paths

PAGE = (paths.repository() / "docs" / "designers-hour.md").read_text(encoding="utf-8")
ENTRY = paths.repository() / "algorithms" / "aead" / "giftcofb"
STEPS = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
BLOCKS = re.findall(r"(?:^(?: {4}.*)?\n)+", PAGE, re.MULTILINE)
CODE = [line.strip() for block in BLOCKS for line in block.splitlines() if line.startswith("    ")]
OVERRIDDEN = ("CRYPTAGON_HOME", "CRYPTAGON_RESULTS")


def test_the_code_that_it_shows_is_that_of_the_entry():
    files = [*ENTRY.glob("hls/*"), ENTRY / "algorithm.toml"]
    lines = {line.strip() for file in files for line in file.read_text().splitlines()}
    shown = [line for line in CODE if line and not line.startswith("cryptagon ")]
    assert len(shown) > 30
    assert [line for line in shown if line not in lines] == []


def test_its_table_of_dummies_is_whole():
    rows = re.findall(r"^\| \[(dummy\w*)\]\(\.\./algorithms/aead/", PAGE, re.MULTILINE)
    there = [folder.name for folder in ENTRY.parent.glob("dummy*")]
    assert len(rows) == 6 and sorted(rows) == sorted(there)


@pytest.mark.nightly
def test_its_commands_lead_from_c_to_a_ranking(place: Place, tmp_path):
    environment = {
        name: value for name, value in place.environment.items() if name not in OVERRIDDEN
    }
    done = subprocess.run(
        ["sh", "-eu", "-c", "\n".join(STEPS)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=3600,
    )
    assert len(STEPS) == 8 and done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    assert "failed" not in done.stdout
    records = list((tmp_path / "hour" / "results").glob("*_unit_*.json"))
    names = sorted(record.name.split("_ecp5")[0] for record in records)
    assert names == [
        f"{name}_{by}" for name in ("ascon128a", "gift", "tinyjambu128") for by in ("hls", "rtl")
    ]
    assert (tmp_path / "hour" / "results" / "report.html").is_file()
