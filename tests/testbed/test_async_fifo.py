"""The FIFO between two clocks in simulation, in proof and as a netlist; and FIFOs with faults,
which these checks must find.
"""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from fifo_mutants import FIFO, MUTANTS, SYNCHRONISER
from selection import one_of

from cryptagon import paths
from cryptagon.simulate.build import kept_objects
from cryptagon.testbed import crossings
from cryptagon.testbed.build import HEADERS, hardware, link, verilate
from cryptagon.testbed.proof import PROPERTIES, prove_fifo
from cryptagon.toolchain import Verdict

BENCH = Path(__file__).parent / "fifo_bench.cpp"
EPISODES, MANY = 100, 3_000
"""Of about 20,000 cycles of both clocks."""
PROVED = sorted(
    (name for name, mutant in MUTANTS.items() if mutant.proved),
    key=lambda name: name.startswith("binary"),  # these take longest
)


def fifo_files(replaced: Sequence[Path], whole: Sequence[Path]) -> list[Path]:
    instead = {file.name: file for file in replaced}
    return [
        instead.get(file.name, file)
        for file in whole
        if file.name in (FIFO, SYNCHRONISER, "CrossingFlop.sv")
    ]


def simulated(
    folder: Path, replaced: Sequence[Path] = (), *, episodes: int = EPISODES, seed: int = 1
) -> str:
    shutil.copy(BENCH, folder / "glue.cpp")
    verilate(folder, "AsyncFifo", fifo_files(replaced, hardware()))
    link(folder, kept_objects("fifo-runtime", [], HEADERS))
    done = subprocess.run(
        [folder / "testbed", str(seed), str(episodes)], capture_output=True, text=True, check=False
    )
    return (done.stdout + done.stderr).strip()


def crossing_faults(folder: Path, replaced: Sequence[Path] = ()) -> list[str]:
    return crossings.faults(fifo_files(replaced, paths.hardware_of("testbed")), "AsyncFifo", folder)


def test_no_word_is_lost_in_a_million_cycles(tmp_path):
    said, cycles = simulated(tmp_path).split()
    assert said == "ok"
    assert int(cycles) > 1_000_000


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(2, 6))
def test_no_word_is_lost_in_many_millions_of_cycles(tmp_path, seed):
    said, cycles = simulated(tmp_path, episodes=MANY, seed=seed).split()
    assert said == "ok"
    assert int(cycles) > 30_000_000


def test_pointers_are_proved(tmp_path):
    found = prove_fifo(tmp_path, limit_s=500)
    assert {proof.property: proof.verdict for proof in found} == dict.fromkeys(
        PROPERTIES, Verdict.PROVED
    )


def test_crossings_are_two_bare_flip_flops(tmp_path):
    assert crossing_faults(tmp_path) == []


@pytest.mark.parametrize(
    "name", one_of(3, [name for name, mutant in MUTANTS.items() if mutant.simulated])
)
def test_simulation_finds(name, tmp_path):
    assert not simulated(tmp_path, [MUTANTS[name].written(tmp_path)]).startswith("ok")


@pytest.mark.parametrize("name", one_of(4, PROVED))
def test_the_proof_finds(name, tmp_path):
    found = prove_fifo(tmp_path, limit_s=200, replaced=[MUTANTS[name].written(tmp_path)])
    refuted = [proof for proof in found if proof.verdict is Verdict.REFUTED]
    assert refuted
    assert all(proof.steps > 0 for proof in refuted)


@pytest.mark.parametrize("name", [name for name, mutant in MUTANTS.items() if mutant.structural])
def test_the_netlist_shows(name, tmp_path):
    assert crossing_faults(tmp_path, [MUTANTS[name].written(tmp_path)])
