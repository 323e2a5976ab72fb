"""What the fresh machine reads: the README's packages and commands, and where this machine gets
Debian's packages.
"""

import importlib.util
import subprocess
import sys
from types import ModuleType

import pytest
from repository_files import REPOSITORY

SCRIPT = REPOSITORY / ".ci" / "fresh_machine.py"
README = (REPOSITORY / "README.md").read_text()


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("fresh_machine", SCRIPT)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_readme_says_what_to_install_and_to_run(script):
    assert script.packages(README) == ["git", "make", "g++", "python3.11-venv"]
    assert script.commands(README) == ["make bench", "make test"]


@pytest.mark.parametrize("what", ["packages", "commands"])
def test_readme_that_does_not_say_is_refused(script, what):
    with pytest.raises(script.NotPossibleError, match=r"README\.md"):
        getattr(script, what)("# Nothing")


@pytest.mark.parametrize(
    "text",
    [
        "Types: deb\nURIs: http://archive.test/debian\nSuites: bookworm\n",
        "# deb http://other.test bookworm main\ndeb http://archive.test/debian bookworm main\n",
        "deb [arch=amd64 signed-by=/a/key.gpg] http://archive.test/debian bookworm main\n",
    ],
)
def test_mirror_is_that_of_apt(script, text):
    assert script.mirror(["# nothing here\n", text]) == "http://archive.test/debian"


def test_machine_without_a_mirror_is_told_what_to_do(script):
    with pytest.raises(script.NotPossibleError, match="--mirror"):
        script.mirror(["# nothing\n"])


def test_how_networks_are_reached_is_taken_over(script, tmp_path):
    certificate = tmp_path / "here" / "ca.pem"
    certificate.parent.mkdir()
    certificate.write_text("a certificate")
    room, outside = tmp_path / "room", tmp_path / "outside.pem"
    outside.write_text("not to be touched")
    (room / certificate.relative_to("/")).parent.mkdir(parents=True)
    (room / certificate.relative_to("/")).symlink_to(outside)
    variables = script.take_over_network(
        room, {"SSL_CERT_FILE": str(certificate), "https_proxy": "proxy:1", "TOKEN": "x"}
    )
    assert variables == {"SSL_CERT_FILE": str(certificate), "https_proxy": "proxy:1"}
    assert (room / certificate.relative_to("/")).read_text() == "a certificate"
    assert outside.read_text() == "not to be touched"


def test_without_root_it_is_an_error_that_says_so(tmp_path):
    as_nobody = "import os, runpy, sys; os.geteuid = lambda: 1000; sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')"
    done = subprocess.run(
        [sys.executable, "-c", as_nobody, SCRIPT, "--room", tmp_path],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1 and done.stderr.startswith("error: ") and "only root" in done.stderr
    assert not list(tmp_path.iterdir())
