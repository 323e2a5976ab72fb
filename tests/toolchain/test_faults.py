"""What is the machine's fault and what is a program's own, by how it ends and by what it says."""

import errno
import os
import subprocess
import sys

import pytest

from cryptagon.errors import DiskFullError, MachineError, OutOfMemoryError
from cryptagon.toolchain import (
    ToolError,
    answer,
    check_whole,
    disk,
    is_full,
    json_of,
    machine_fault,
    run,
)


def kill(name: str) -> str:
    return f"import os, signal; os.kill(os.getpid(), signal.{name})"


def say(text: str, code: int = 1) -> str:
    return f"import sys; sys.stderr.write({text!r}); sys.exit({code})"


MACHINE = {
    "killed for memory": (kill("SIGKILL"), OutOfMemoryError, "was killed by SIGKILL"),
    "killed in a shell": (say("", 137), OutOfMemoryError, "was killed by SIGKILL"),
    "a helper killed": (
        say("g++: fatal error: Killed signal terminated program cc1plus\n"),
        OutOfMemoryError,
        "ran out of memory",
    ),
    "bad_alloc": (say("bench: std::bad_alloc\n"), OutOfMemoryError, "ran out of memory"),
    "Python": ("raise MemoryError", OutOfMemoryError, "ran out of memory"),
    "no memory for a sandbox": (
        say("Cannot allocate memory (os error 12)\n"),
        OutOfMemoryError,
        "not enough memory",
    ),
    "a real limit": ("bytearray(1 << 60)", OutOfMemoryError, "ran out of memory"),
    "a cut file": (kill("SIGBUS"), MachineError, "was killed by SIGBUS"),
    "ended": (kill("SIGTERM"), MachineError, "was killed by SIGTERM"),
    "full": (
        "f = open('/dev/full', 'w'); f.write('x'); f.flush()",
        DiskFullError,
        "the disk is full",
    ),
    "read-only": (
        say("ERROR: Can't open output file `netlist.json': Read-only file system\n"),
        MachineError,
        "read-only",
    ),
    "a limit on files": (
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, (9999, 9999));"
        "f = open('out', 'w'); f.write('x' * 99999); f.flush()",
        MachineError,
        "a file may not grow",
    ),
    "one of ours": (
        "from cryptagon.toolchain import told_by_exit_code\nwith told_by_exit_code():\n  import gone",
        MachineError,
        "could not run",
    ),
}
OWN = {
    "crash": kill("SIGSEGV"),
    "abort": kill("SIGABRT"),
    "error": say("ERROR: syntax error\n"),
    "words of a design": say(
        "ERROR: module out_of_memory has no port named full, see out of memory.v\n"
    ),
    "a file that a design names": say("unit.sv:3: cannot open 'other/unit.svh': Not a directory\n"),
    "the code alone": say("", os.EX_OSERR),
}


@pytest.mark.parametrize("name", MACHINE)
def test_a_tool_that_the_machine_ends_is_no_tool_that_fails(tmp_path, name):
    program, kind, what = MACHINE[name]
    with pytest.raises(MachineError, match=what) as caught:
        run([sys.executable, "-c", program], cwd=tmp_path, log=tmp_path / "log")
    assert type(caught.value) is kind and caught.value.where and caught.value.fix
    assert ("GiB of memory" in caught.value.why) == (kind is OutOfMemoryError)


@pytest.mark.parametrize("name", OWN)
def test_a_tool_that_fails_by_itself_is_no_fault_of_the_machine(tmp_path, name):
    with pytest.raises(ToolError):
        run([sys.executable, "-c", OWN[name]], cwd=tmp_path)


def test_time_that_runs_out_is_no_fault_of_the_machine(tmp_path):
    with pytest.raises(ToolError, match="did not finish"):
        run([sys.executable, "-c", "import time; time.sleep(60)"], cwd=tmp_path, timeout=0.2)


def test_an_answer_is_given_whatever_the_exit_code_but_not_by_what_is_killed():
    echo = "import sys; sys.stdout.write(sys.stdin.read()); sys.exit(3)"
    done = answer([sys.executable, "-c", echo], b"same")
    assert (done.stdout, done.returncode) == (b"same", 3)
    with pytest.raises(OutOfMemoryError, match="SIGKILL"):
        answer([sys.executable, "-c", kill("SIGKILL")], b"")
    with pytest.raises(MachineError, match="no-such-program could not be started"):
        answer(["no-such-program"], b"")
    with pytest.raises(subprocess.TimeoutExpired):
        answer([sys.executable, "-c", "import time; time.sleep(60)"], b"", timeout=0.2)


@pytest.mark.parametrize("content", [None, "", '{"ok": tr', b"\xff\xfe"])
def test_an_answer_in_json_that_is_not_whole_is_the_machines_fault(tmp_path, content):
    file = tmp_path / "result.json"
    if content is not None:
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(MachineError) as caught:
        json_of(file)
    assert caught.value.where == str(file)


@pytest.mark.parametrize("content", [None, b"", b'{"modules": {', b'{"modules": {}'])
def test_a_netlist_that_is_cut_is_the_machines_fault(tmp_path, content):
    file = tmp_path / "netlist.json"
    if content is not None:
        file.write_bytes(content)
    if content == b'{"modules": {}':
        file.write_bytes(content + b"}\n")
        check_whole(file)
        file.write_bytes(content[:-1])
    with pytest.raises(MachineError) as caught:
        check_whole(file)
    assert caught.value.where == str(file)


def test_no_temporary_folder_is_the_machines_fault(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "file"))
    with pytest.raises(MachineError, match="a file lies where a folder must be"):
        run([sys.executable, "-c", ""], cwd=tmp_path)


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        ImportError("x"),
        OSError(errno.ENOMEM, "x"),
        ConnectionResetError("x"),
        TimeoutError("x"),
        OSError("x"),
    ],
)
def test_every_error_of_the_system_has_words_and_a_remedy(error):
    fault = machine_fault(error, "a/place")
    assert fault.what and fault.where == "a/place" and fault.fix
    assert isinstance(fault, OutOfMemoryError) == (
        isinstance(error, MemoryError) or getattr(error, "errno", 0) == errno.ENOMEM
    )


def test_a_disk_that_cannot_be_written_is_not_one_that_is_full(tmp_path, monkeypatch):
    sizes = {"f_bavail": 0, "f_frsize": 4096, "f_blocks": 100, "f_flag": 0}

    def disk_with(**other):
        monkeypatch.setattr(disk.os, "statvfs", lambda _: type("Found", (), {**sizes, **other}))
        return is_full(tmp_path / "build")

    assert disk_with()
    assert (
        not disk_with(f_flag=os.ST_RDONLY)
        and not disk_with(f_blocks=0)
        and not disk_with(f_bavail=1 << 20)
    )
