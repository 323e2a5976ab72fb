"""A folder in which shown commands can be run: the data of the repository, and the files that
readers have of their own.
"""

import itertools
import os
import shutil
import sys
from pathlib import Path

import pytest
from place import Place

from cryptagon import paths
from cryptagon.catalog.newcomer import copy_algorithm

OWN_RESULT = "results/acorn128_rtl_ecp5-85f-8_unit_ec309e79.json"
KAT = "LWC_AEAD_KAT_128_128.txt"
FILTER = """\
#include <cryptagon.h>
#ifndef TAPS
#define TAPS 4
#endif
STREAM_IN(uint_t(8), in)
STREAM_OUT(uint_t(16), out)
HARDWARE void filter(void) {
    uint_t(16) sum = 0;
    UNROLL for (int i = 0; i < TAPS; i++) sum += stream_read(in);
    stream_write(out, sum);
}
"""


@pytest.fixture(scope="session")
def place(tmp_path_factory) -> Place:
    folder, root = tmp_path_factory.mktemp("reader"), paths.repository()
    for name in (
        "algorithms",
        "contests",
        "hdl",
        "targets",
        "figures",
        "docs/examples",
        "benchmarks/results",
        "benchmarks/spt_by_hand",
    ):
        shutil.copytree(root / name, folder / name)
    shutil.copytree(root / "benchmarks" / "results" / "first-look", folder / "results")
    shutil.copytree(root / "tests" / "software" / "supercop", folder / "supercop")
    (folder / "docs" / "images").mkdir(parents=True, exist_ok=True)
    shutil.copytree(root / "algorithms" / "aead" / "dummy", folder / "algorithms" / "aead" / "toy")
    toy = folder / "algorithms" / "aead" / "toy" / "algorithm.toml"
    toy.write_text(toy.read_text().replace('name = "dummy"', 'name = "toy"'))
    shutil.copytree(
        root / "algorithms" / "aead" / "ascon128a", folder / "readme" / "mycipher"
    )  # as after its first commands
    copy_algorithm("giftcofb", folder / "algorithms" / "aead" / "gift")
    shutil.copytree(folder / "algorithms" / "aead" / "gift", folder / "done" / "gift")
    _own_files(folder, root)
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    own = {
        "CRYPTAGON_HOME": str(folder),
        "CRYPTAGON_RESULTS": str(folder / "results"),
        "CRYPTAGON_BUILD": str(paths.build_folder()),
    }
    return Place(folder, {**os.environ, **own, "PATH": programs})


def _own_files(folder: Path, root: Path) -> None:
    """What the examples take for granted.

    A record of a kernel is the result to make again: no unit around it changes.
    """
    (record,) = (root / "benchmarks" / "results" / "table1").glob("sha1_basic_rtl_*.json")
    for name in ("RESULT.json", "result.json"):
        shutil.copyfile(record, folder / name)
    acorn = sorted((folder / "results").glob("acorn128_rtl_ecp5-85f-8_unit_*.json"))[0]
    acorn.rename(folder / OWN_RESULT)
    shutil.copyfile(root / "algorithms" / "aead" / "ascon128a" / "kat" / KAT, folder / KAT)
    for name, file in (("ascon128a", "ascon128av12.txt"), ("acorn128", "acorn128v3.txt")):
        (folder / "COLLECTION").mkdir(exist_ok=True)
        shutil.copyfile(
            root / "algorithms" / "aead" / name / "kat" / file, folder / "COLLECTION" / file
        )
    for name in ("FILE.c", "filter.c", "my.c"):
        (folder / name).write_text(FILTER)
    (folder / "window.c").write_text("int window(int sample) { return sample - (sample >> 3); }\n")
    (folder / "build" / "speck").mkdir(parents=True)
    (
        folder / "build" / "speck" / "speck_kernel.c"
    ).touch()  # which a command before the one that takes it makes
    (folder / "items.json").write_text('{"in": [1, 2, 3, 4, 5, 6, 7, 8]}\n')
    (folder / "cipher.cpp").write_text(_program_in(root / "docs" / "vivado-hls.md"))
    for name in ("my-cells.lib", "ascon-edits.toml"):
        (folder / name).touch()
    for name in ("ascon-vivado", "all-ise", "ascon-vitis-hls", "my-zed", "my-ulx3s", "headers"):
        (folder / name).mkdir()
    for name in ("my-zed/testbed.log", "testbed.log"):
        (folder / name).touch()


def _program_in(page: Path) -> str:
    """The first program that a page shows."""
    text = page.read_text(encoding="utf-8")
    lines = text[text.index("    #include") :].splitlines()
    shown = itertools.takewhile(lambda line: not line or line.startswith("    "), lines)
    return "".join(f"{line[4:]}\n" for line in shown)
