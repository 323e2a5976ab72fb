"""The wheel in an empty virtual environment, used in an empty folder: everything comes with it, and
it writes nowhere but where it says.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from distributions import CHECKOUT

LIBRARIES = "lib/python{}.{}/site-packages/cryptagon".format(*sys.version_info[:2])


@dataclass(frozen=True)
class Room:
    """A virtual environment, and the folder in which its commands run."""

    environment: Path
    folder: Path

    @property
    def package(self) -> Path:
        return self.environment / LIBRARIES

    def cryptagon(self, *arguments: str) -> str:
        """What a command prints; its failure is one of the test."""
        own = {
            "PATH": f"{self.environment / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "XDG_CACHE_HOME": str(self.environment / "caches"),
        }
        clean = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("CRYPTAGON_", "PYTHON"))
        }
        done = subprocess.run(
            ["cryptagon", *arguments],
            cwd=self.folder,
            env=clean | own,
            capture_output=True,
            text=True,
            check=False,
            timeout=1800,
        )
        assert done.returncode == 0, (
            f"cryptagon {' '.join(arguments)}\n{done.stdout}\n{done.stderr}"
        )
        return done.stdout

    def files_of_package(self) -> set[Path]:
        return {file for file in self.package.rglob("*") if "__pycache__" not in file.parts}


@pytest.fixture(scope="module")
def room(wheel, tmp_path_factory) -> Iterator[Room]:
    """Installed by pip with no extra, every package in the version of the lock; 1.4 GiB, and gone
    afterwards.
    """
    place = tmp_path_factory.mktemp("a place outside of the checkout")
    subprocess.run([sys.executable, "-m", "venv", place / "environment"], check=True)
    pins = re.findall(
        r"^(\S+==\S+(?: ; [^\\\n]+)?)", (CHECKOUT / "requirements.lock").read_text(), re.MULTILINE
    )
    (place / "pins.txt").write_text("\n".join(pins))
    pip = [
        place / "environment" / "bin" / "python",
        "-m",
        "pip",
        "install",
        "--quiet",
        "--constraint",
        place / "pins.txt",
        wheel,
    ]
    subprocess.run(pip, cwd=place, check=True, timeout=1800)
    (place / "empty").mkdir()
    yield Room(place / "environment", place / "empty")
    shutil.rmtree(place)


@pytest.mark.nightly
def test_all_of_it_works_in_an_empty_folder(room):
    before = room.files_of_package()
    tools = {tool["name"]: tool for tool in json.loads(room.cryptagon("doctor", "--json"))}
    assert (
        tools["xls"]["found"]
        and not tools["nextpnr-ice40"]["found"]
        and not tools["nextpnr-ice40"]["needed"]
    )
    assert json.loads(room.cryptagon("list", "--json"))["algorithms"]

    shutil.copy(CHECKOUT / "docs" / "examples" / "xtea.c", room.folder / "my.c")
    assert "my/xtea.v" in room.cryptagon("hls", "my.c")

    room.cryptagon("run", "ascon128a", "--quick")
    room.cryptagon("new", "mycipher", "--like", "ascon128a")
    assert "failed" not in room.cryptagon("verify", "./mycipher", "--level", "native")
    room.cryptagon("run", "./mycipher", "--quick")
    for class_name in ("aead", "hash", "block", "kernel"):
        room.cryptagon("new", class_name, f"my_{class_name}")
        assert "failed" not in room.cryptagon("verify", f"./my_{class_name}", "--level", "native")

    measured = json.loads(room.cryptagon("results", "--json"))
    assert {(one["algorithm"], one["approach"], one["status"]) for one in measured} == {
        (name, approach, "ok") for name in ("ascon128a", "mycipher") for approach in ("hls", "rtl")
    }
    made = {"my_aead", "my_hash", "my_block", "my_kernel", "mycipher"}
    assert {path.name for path in room.folder.iterdir()} == {"my.c", "my", "results"} | made
    assert room.files_of_package() == before
