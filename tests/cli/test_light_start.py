"""What a command imports before it does anything: each start pays for it, and a study starts many."""

import subprocess
import sys

import pytest

HEAVY = ("llvmlite", "scipy", "matplotlib", "django", "cryptagon.hls.compiler")


@pytest.mark.parametrize("command", ["run", "list", "verify", "results"])
def test_a_command_starts_without_what_it_may_never_need(command):
    program = (
        f"import sys; from cryptagon.cli import main\n"
        f"main(['{command}', '--help'], standalone_mode=False)\n"
        f"sys.exit(' '.join(name for name in {HEAVY} if name in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert "Usage" in done.stdout
    assert done.stderr.split() == []
