"""The same source gives the same Verilog, byte for byte: in another folder, in another process."""

import os
import subprocess
import sys

import pytest
from fifo_designs import FIFOS
from language_designs import DESIGNS
from shared_designs import SHARED

from cryptagon.hls import compile_source
from cryptagon.hls.random_programs import random_designs

CHOSEN = ("nested_loops", "wide_rom", "read_after_write", "shared_crossed", "shared_types", "fifo_of_structs")
SAMPLE = [design for design in [*DESIGNS, *SHARED, *FIFOS] if design.name in CHOSEN] + random_designs(seed=1, count=2)


@pytest.mark.parametrize("design", SAMPLE, ids=lambda design: design.name)
def test_folder_does_not_matter(tmp_path, design):
    written = []
    for folder in (tmp_path / "one", tmp_path / "another" / "deeper"):
        folder.mkdir(parents=True)
        (folder / "unit.c").write_text(design.source)
        written.append(compile_source(folder / "unit.c", folder / "out").core.sources[0].read_bytes())
    assert written[0] == written[1]


def test_process_does_not_matter(tmp_path):
    source = tmp_path / "unit.c"
    source.write_text(SAMPLE[-1].source)
    here = compile_source(source, tmp_path / "here").core.sources[0].read_bytes()
    program = "import sys; from pathlib import Path; from cryptagon.hls import compile_source as c; c(Path(sys.argv[1]), Path(sys.argv[2]))"
    for seed in ("1", "2"):
        there = tmp_path / seed
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        subprocess.run([sys.executable, "-c", program, str(source), str(there)], env=environment, check=True)
        assert (there / "CipherCore.v").read_bytes() == here
