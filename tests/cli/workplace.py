"""A small repository of its own for a test: the hardware and targets of the real one, and a copy of
the dummy cipher to break.
"""

import os
import shutil
import subprocess
import sys
import uuid
from dataclasses import dataclass
from pathlib import Path

from cryptagon import paths

CRYPTAGON = (sys.executable, "-c", "from cryptagon.cli import main; main(prog_name='cryptagon')")
CONTEST = """\
title = "Toys"
algorithms = ["toy"]
targets = ["ecp5-85f-8"]
default = true
[effort]
seeds = [1]
frequency_rounds = 1
strategies = ["default"]
"""


@dataclass(frozen=True)
class Workplace:
    """The repository in `folder`; compiled things are shared with all tests, which is safe since
    they go by content.
    """

    folder: Path

    @property
    def toy(self) -> Path:
        """The copy of the dummy cipher."""
        return self.folder / "algorithms" / "aead" / "toy"

    @property
    def results(self) -> Path:
        return self.folder / "results"

    @property
    def environment(self) -> dict[str, str]:
        own = {
            "CRYPTAGON_HOME": str(self.folder),
            "CRYPTAGON_BUILD": str(paths.build_folder()),
            "CRYPTAGON_RESULTS": str(self.results),
        }
        return {**os.environ, **own}

    def cryptagon(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run the command in the repository's folder."""
        env = {**self.environment, **environment}
        return subprocess.run(
            [*CRYPTAGON, *arguments],
            cwd=self.folder,
            env=env,
            capture_output=True,
            text=True,
            check=False,
            timeout=600,
        )

    def edit(self, file: str, before: str, after: str) -> None:
        """Change a file of the toy; `before` must be there once."""
        path = self.toy / file
        text = path.read_text()
        assert text.count(before) == 1, f"{before!r} is {text.count(before)} times in {file}"
        path.write_text(text.replace(before, after))

    def keep_only(self, approach: str) -> None:
        """Remove the cores of the other approach."""
        shutil.rmtree(self.toy / ("hls" if approach == "rtl" else "rtl"))


def make_workplace(folder: Path) -> Workplace:
    repository = paths.repository()
    for name in ("hdl", "targets"):
        shutil.copytree(repository / name, folder / name)
    (folder / "contests").mkdir()
    (folder / "contests" / "first-look.toml").write_text(CONTEST)
    workplace = Workplace(folder)
    shutil.copytree(repository / "algorithms" / "aead" / "dummy", workplace.toy)
    workplace.edit("algorithm.toml", 'name = "dummy"', 'name = "toy"')
    # Nothing that is kept from an earlier run of the tests may answer for this one.
    with (workplace.toy / "algorithm.toml").open("a") as file:
        file.write(f"# {uuid.uuid4()}\n")
    return workplace
