"""An exported core run natively: compiled by g++ against the stand-ins for the headers of the tools."""

import subprocess
from pathlib import Path

STAND_INS = Path(__file__).parent / "stand_ins"
DESIGNS = Path(__file__).parent / "designs"


def built(folder: Path) -> Path:
    """The program of an exported core and its testbench."""
    command = [
        "g++",
        "-std=c++17",
        "-O1",
        "-w",
        f"-I{STAND_INS}",
        "core.cpp",
        "testbench.cpp",
        "-o",
        "native",
    ]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:3000]
    return folder / "native"


def run(folder: Path) -> tuple[int, str]:
    """The exit status of the testbench, and what it printed."""
    done = subprocess.run(
        [built(folder)], cwd=folder, capture_output=True, text=True, timeout=300, check=False
    )
    return done.returncode, done.stdout + done.stderr
