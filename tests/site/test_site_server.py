"""`cryptagon serve`, as it is typed: a server that answers over HTTP until it is interrupted, and
what it says without its packages."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request

import pytest
from click.testing import CliRunner

from cryptagon.cli import main

MAIN = "from cryptagon.cli import main; main()"


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    folder = tmp_path_factory.mktemp("served")
    (folder / "results").mkdir()
    (folder / "results" / "broken.json").write_text("{")
    return {
        **os.environ,
        "CRYPTAGON_RESULTS": str(folder / "results"),
        "CRYPTAGON_BUILD": str(folder / "build"),
        "PYTHONPATH": os.pathsep.join(sys.path),
    }


def test_started_server_answers_and_ends(environment):
    command = [sys.executable, "-c", MAIN, "serve", "--port", "0"]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout and process.stderr
        said = process.stdout.readline()
        address = re.match(
            r"(http://127\.0\.0\.1:\d+/)  \(Ctrl-C ends it\)", process.stdout.readline()
        )
        try:
            assert re.match(r"\d+ records; \d+ other files", said) and address
            for path, kind in (
                ("", "text/html"),
                ("ranking/", "text/html"),
                ("static/site.css", "text/css"),
                ("api/results", "application/json"),
            ):
                with urllib.request.urlopen(address[1] + path, timeout=20) as answer:
                    assert (
                        answer.status == 200
                        and answer.headers["Content-Type"].startswith(kind)
                        and answer.read()
                    )
                    assert (
                        kind == "text/css"
                        or "default-src 'none'" in answer.headers["Content-Security-Policy"]
                    )
        finally:
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=20)
    assert (
        process.returncode == 0
        and "results/broken.json is not shown" in errors
        and "Traceback" not in errors
    )


def test_help_names_the_options_and_loads_no_django(environment):
    probe = f"import sys\ntry:\n    {MAIN}\nfinally:\n    assert not [name for name in sys.modules if name.startswith('django')]"
    for arguments in (["--help"], ["serve", "--help"]):
        done = subprocess.run(
            [sys.executable, "-c", probe, *arguments],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0 and "serve" in done.stdout, done.stderr
    assert all(option in done.stdout for option in ("--host", "--port", "--database"))


def test_missing_packages_are_told(environment, tmp_path):
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['django'] = None\n")
    without = {**environment, "PYTHONPATH": f"{tmp_path}{os.pathsep}{environment['PYTHONPATH']}"}
    done = subprocess.run(
        [sys.executable, "-c", MAIN, "serve"],
        env=without,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (
        done.returncode == 1
        and "the packages of the site are not installed" in done.stderr
        and "pip install 'cryptagon" in done.stderr
    )


def test_port_that_is_taken_is_told():
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        done = CliRunner().invoke(main, ["serve", "--port", str(port)])
    assert (
        done.exit_code == 1
        and "the site cannot listen there" in done.output
        and f"127.0.0.1:{port}" in done.output
        and "--port" in done.output
    )


def test_database_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").touch()
    (tmp_path / "text").write_text("this is no database, however long it may be " * 100)
    for place in ("file/site.sqlite3", "text"):
        done = CliRunner().invoke(
            main, ["serve", "--port", "0", "--database", str(tmp_path / place)]
        )
        assert done.exit_code == 1 and "the database could not be written" in done.output
