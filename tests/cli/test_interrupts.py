"""An interrupt at whatever moment is told in one way: never "Aborted!", never a traceback."""

import os
import signal
import subprocess
import sys
import time

import pytest
from workplace import CRYPTAGON

WITH_INTERRUPTS = (
    "env",
    "--default-signal=INT",
)  # a shell lets what it starts in the background ignore them, and so these tests
INTERRUPT = "import os, signal; os.kill(os.getpid(), signal.SIGINT)\n"


def interrupted_at(module, workplace, tmp_path, *arguments):
    """Run the command; the interrupt comes while it imports `module`."""
    (tmp_path / "fakes").mkdir()
    (tmp_path / "fakes" / f"{module}.py").write_text(INTERRUPT)
    program = f"import sys; sys.path.insert(0, {str(tmp_path / 'fakes')!r}); {CRYPTAGON[2]}"
    return subprocess.run(
        [*WITH_INTERRUPTS, sys.executable, "-c", program, *arguments],
        env=workplace.environment, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("module", "command", "said"),
    [
        ("click", "list", "nothing was begun"),
        ("pydantic", "list", "what is finished is kept"),
        ("distributed", "run", "what is finished is kept"),
        ("llvmlite", "hls", "what is finished is kept"),
    ],
)
def test_an_interrupt_while_the_program_is_loaded(workplace, tmp_path, module, command, said):
    arguments = {
        "list": [],
        "run": ["toy"],
        "hls": [str(workplace.toy / "hls" / "core.c"), "-o", str(tmp_path / "out")],
    }[command]
    result = interrupted_at(module, workplace, tmp_path, command, *arguments)
    assert result.returncode == 130
    assert f"interrupted: {said}" in result.stderr
    assert "Aborted" not in result.stderr and "Traceback" not in result.stderr


def test_an_interrupt_in_a_command_that_says_nothing_of_it(workplace):
    with subprocess.Popen(
        [*WITH_INTERRUPTS, *CRYPTAGON, "doctor"], env={**workplace.environment, "PATH": f"{slow_program(workplace)}:{os.environ['PATH']}"},
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    ) as child:  # fmt: skip
        while not (workplace.folder / "asked").exists():
            time.sleep(0.01)
        child.send_signal(signal.SIGINT)
        said = child.communicate(timeout=60)[1]
    assert (
        child.returncode == 130
        and "interrupted: what is finished is kept" in said
        and "Traceback" not in said
    )


def slow_program(workplace):
    """A folder with a compiler that thinks for a long time before it says its version."""
    folder = workplace.folder / "bin"
    folder.mkdir()
    for name in ("g++", "make"):
        (folder / name).write_text(
            f"#!/bin/sh\n/usr/bin/touch {workplace.folder}/asked\nexec /bin/sleep 20\n"
        )
        (folder / name).chmod(0o755)
    return folder
