"""A command in the sandbox tries to get out of it, and to take more than it may."""

import socket
import sys
import time
from pathlib import Path

import pytest

from cryptagon.errors import CryptagonError
from cryptagon.site.sandbox import ALWAYS, Limits, Sandbox, namespaces_work

ROOMY = Limits(60, 1 << 30, 64 << 20)
confined = pytest.mark.skipif(not namespaces_work(), reason="this machine makes no namespaces")


def run(tmp_path, program, limits=ROOMY, *, hidden=(), namespaces=True, copied=None):
    folder = tmp_path / "inside"
    folder.mkdir()
    sandbox = Sandbox(folder, copied, hidden, namespaces)
    status, output = sandbox.run([sys.executable, "-c", program], {"PATH": "/usr/bin:/bin"}, limits)
    return status, output.decode()


@confined
def test_it_writes_in_its_folder_and_nothing_stays(tmp_path):
    program = f"import pathlib; p = pathlib.Path('{tmp_path}/inside/x'); p.write_text('x'); print(p.read_text())"
    assert run(tmp_path, program) == (0, "x\n") and list((tmp_path / "inside").iterdir()) == []


@confined
@pytest.mark.parametrize("place", ["{tmp_path}/x", "/tmp/cryptagon-sandbox-x", "/etc/x", "/usr/x"])
def test_it_writes_nowhere_else(tmp_path, place):
    status, output = run(tmp_path, f"open('{place.format(tmp_path=tmp_path)}', 'w')")
    assert status == 1 and output == "" and not list(tmp_path.glob("x"))


@confined
def test_it_reaches_no_network(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as listening:
        program = f"import socket; socket.create_connection(('127.0.0.1', {listening.getsockname()[1]}), 5)"
        assert run(tmp_path, program)[0] == 1
        (tmp_path / "inside").rmdir()
        assert run(tmp_path, program, namespaces=False)[0] == 0


@confined
def test_it_reads_no_hidden_file(tmp_path):
    (tmp_path / "my.key").write_text("secret")
    (tmp_path / "open").write_text("plain")
    program = f"print(open('{tmp_path}/my.key').read() + open('{tmp_path}/open').read())"
    assert run(tmp_path, program, hidden=(tmp_path / "my.key",)) == (0, "plain\n")


UNDO = """import subprocess
for words in ("umount KEY", "mount -o remount,bind,rw /", "umount -l TMP/inside", "touch /etc/cryptagon-sandbox-x"):
    subprocess.run(PREFIX + words.split(), stderr=subprocess.DEVNULL)
print(open("KEY").read())"""


@confined
@pytest.mark.parametrize("prefix", [[], ["unshare", "--user", "--map-root-user", "--mount"]])
def test_it_cannot_undo_what_was_mounted(tmp_path, prefix):
    (tmp_path / "my.key").write_text("secret")
    program = (
        UNDO.replace("KEY", f"{tmp_path}/my.key")
        .replace("TMP", str(tmp_path))
        .replace("PREFIX", repr(prefix))
    )
    assert run(tmp_path, program, hidden=(tmp_path / "my.key",)) == (0, "\n")
    assert not Path("/etc/cryptagon-sandbox-x").exists()


@confined
def test_it_writes_no_more_than_it_may_in_all_files_together(tmp_path):
    program = f"for i in range(20): open(f'{tmp_path}/inside/{{i}}', 'wb').write(bytes(8 << 20))"
    assert run(tmp_path, program)[0] != 0


@pytest.mark.parametrize("namespaces", [pytest.param(True, marks=confined), False])
def test_it_takes_no_more_time_than_it_may(tmp_path, namespaces):
    start = time.monotonic()
    with pytest.raises(CryptagonError, match="took longer"):
        run(
            tmp_path,
            "import time; time.sleep(600)",
            Limits(2, 1 << 30, 1 << 20),
            namespaces=namespaces,
        )
    assert time.monotonic() - start < 60


@pytest.mark.parametrize("namespaces", [pytest.param(True, marks=confined), False])
def test_its_processes_take_no_more_memory_than_they_may_together(tmp_path, namespaces):
    child = (
        "x = bytearray(60 << 20); x[::4096] = b'1' * len(x[::4096]); import time; time.sleep(600)"
    )
    program = f"import subprocess, sys; [subprocess.Popen([sys.executable, '-c', {child!r}]) for _ in range(4)][0].wait()"
    with pytest.raises(CryptagonError, match="of memory"):
        run(tmp_path, program, Limits(120, 160 << 20, 1 << 20), namespaces=namespaces)


@confined
def test_nothing_of_it_lives_on(tmp_path):
    program = "import os, time; os.fork() or (os.setsid(), os.fork() or time.sleep(987654))"
    assert run(tmp_path, program)[0] == 0
    time.sleep(1)
    assert b"987654" not in b"".join(_command(one) for one in _processes())


def _processes():
    return Path("/proc").glob("[0-9]*")


def _command(folder):
    try:
        return (
            (folder / "cmdline").read_bytes()
            if (folder / "cmdline").read_bytes().startswith(sys.executable.encode())
            else b""
        )
    except OSError:
        return b""


def test_what_is_not_held_is_not_said_to_be(tmp_path):
    assert Sandbox(tmp_path, None, (), namespaces=False).held == ALWAYS
    assert set(Sandbox(tmp_path, None, (), namespaces=True).held) > set(ALWAYS)
