"""The same source gives the same Verilog, byte for byte: in another folder, in another process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from cores_in_c import CORES
from fifo_designs import FIFOS
from language_designs import DESIGNS
from random_programs import random_designs
from resource_designs import RESOURCES
from selection import only
from shared_designs import SHARED

from cryptagon.hls import compile_source

CHOSEN = (
    "nested_loops",
    "wide_rom",
    "read_after_write",
    "shared_crossed",
    "shared_types",
    "fifo_of_structs",
)
HAND_MADE = [*DESIGNS, *SHARED, *FIFOS, *RESOURCES]
SAMPLE = {
    design.name: design
    for design in [*HAND_MADE, *random_designs(seed=1, count=2)]
    if design.name in CHOSEN or design.name.startswith("random")
}

COMPILE_ALL = """
import sys
from pathlib import Path
from cryptagon.hls import compile_source
for source in sorted(Path(sys.argv[1]).glob("*.c")):
    compile_source(source, Path(sys.argv[2]) / source.stem)
"""


@pytest.mark.parametrize("name", only({*CHOSEN, "random_1_0"}, SAMPLE))
def test_folder_does_not_matter(tmp_path, name):
    written = []
    for folder in (tmp_path / "one", tmp_path / "another" / "deeper"):
        folder.mkdir(parents=True)
        (folder / "unit.c").write_text(SAMPLE[name].source)
        written.append(
            compile_source(folder / "unit.c", folder / "out").core.sources[0].read_bytes()
        )
    assert written[0] == written[1]


@pytest.mark.parametrize(
    ("seeds", "every", "count"),
    [("12", 3, 1), pytest.param("12345", 1, 5, marks=pytest.mark.nightly)],
)
def test_process_does_not_matter(tmp_path, seeds, every, count):
    """Python orders a set of strings anew in every process: some seeds of that order, a part of the
    designs or all, one Verilog.
    """
    sources = tmp_path / "sources"
    sources.mkdir()
    chosen = [*HAND_MADE[::every], *random_designs(seed=1, count=count)]
    for design in chosen:
        (sources / f"{design.name}.c").write_text(design.source)
    runs = [_compile_all(sources, tmp_path / seed, seed) for seed in seeds]
    assert [run.wait() for run in runs] == [0] * len(seeds)
    first, *others = (_verilog(tmp_path / seed) for seed in seeds)
    assert len(first) >= len(chosen) > 40
    for other in others:
        assert [name for name in first if first[name] != other[name]] == []


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["gibbon120", "hanuman120"])
def test_process_does_not_matter_to_a_core_of_many_conditions(tmp_path, name):
    """Conditions of theirs contradict each other by what registers tell."""
    sources = CORES[name].algorithm.folder / "hls"
    runs = [_compile_all(sources, tmp_path / seed, seed) for seed in "1234"]
    assert [run.wait() for run in runs] == [0] * 4
    assert len({_verilog(tmp_path / seed)["core"] for seed in "1234"}) == 1


def _compile_all(sources: Path, output: Path, seed: str) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    return subprocess.Popen(
        [sys.executable, "-c", COMPILE_ALL, str(sources), str(output)], env=environment
    )


def _verilog(folder: Path) -> dict[str, bytes]:
    return {file.parent.name: file.read_bytes() for file in folder.glob("*/*.v")}
