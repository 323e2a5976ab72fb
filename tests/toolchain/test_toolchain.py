import signal
import sys
import time
from pathlib import Path

import pytest

from cryptagon.errors import CryptagonError, MachineError
from cryptagon.toolchain import ToolError, digest_of, find, run, survey, tools


def python(program: str) -> list[str]:
    return [sys.executable, "-c", program]


def test_output_of_a_tool_is_merged_in_order_and_logged(tmp_path):
    program = "import sys; print('one', flush=True); print('two', file=sys.stderr, flush=True); print('three')"
    done = run(python(program), cwd=tmp_path, log=tmp_path / "tool.log")
    assert done.stdout == "one\ntwo\nthree\n" == (tmp_path / "tool.log").read_text()


def test_environment_is_added_to_ours(tmp_path, monkeypatch):
    monkeypatch.setenv("OURS", "1")
    done = run(
        python("import os; print(os.environ['OURS'] + os.environ['ADDED'])"),
        cwd=tmp_path,
        env={"ADDED": "2"},
    )
    assert done.stdout == "12\n"


def test_tool_that_works_elsewhere_finds_our_folders(tmp_path, monkeypatch):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "cryptagon.toml").touch()
    monkeypatch.delenv("CRYPTAGON_HOME", raising=False)
    monkeypatch.chdir(tmp_path / "own")
    done = run(python("from cryptagon import paths; print(paths.own_folder())"), cwd=tmp_path)
    assert done.stdout == f"{tmp_path / 'own'}\n"


def test_a_failing_tool_tells_its_last_lines(tmp_path):
    with pytest.raises(ToolError) as caught:
        run(python("import sys; [print('line', n) for n in range(100)]; sys.exit(3)"), cwd=tmp_path)
    assert caught.value.code == 3
    assert caught.value.why.splitlines()[-1] == "line 99"
    assert len(caught.value.why.splitlines()) < 20
    assert "exit code 3" in caught.value.what


def test_a_tool_that_crashes_is_told_by_its_signal(tmp_path):
    with pytest.raises(ToolError, match="SIGSEGV") as caught:
        run(python("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)"), cwd=tmp_path)
    assert caught.value.code == -signal.SIGSEGV


def test_a_tool_that_takes_too_long_is_ended_though_its_child_lives_on(tmp_path):
    program = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import time; time.sleep(20)'])"
    start = time.monotonic()
    with pytest.raises(ToolError, match=r"within 0\.5 s"):
        run(python(program), cwd=tmp_path, timeout=0.5)
    assert time.monotonic() - start < 10


def test_a_program_that_is_not_there(tmp_path):
    with pytest.raises(MachineError, match="no-such-program could not be started"):
        run(["no-such-program"], cwd=tmp_path)


def test_an_unknown_tool_is_answered_with_the_known_ones():
    with pytest.raises(CryptagonError, match="yosys") as caught:
        find("vivado")
    assert "vivado" in caught.value.what


def test_every_tool_is_found_with_a_version():
    """LLVM's programs are of no package of Python, and a bare machine has them not."""
    states = survey()
    assert [state.name for state in states] == list(tools.FINDERS)
    states = [
        state
        for state in states
        if state.found or state.name not in (*tools.LLVM_PROGRAMS, tools.GHDL)
    ]
    assert [(state.name, state.problem) for state in states if not state.found] == []
    assert all(state.version[0].isdigit() for state in states)


def test_survey_tells_what_is_missing_and_never_raises(monkeypatch):
    monkeypatch.setattr(tools.shutil, "which", lambda name: None)
    monkeypatch.setattr(tools.importlib.util, "find_spec", lambda name: None)
    find.cache_clear()
    states = survey()
    find.cache_clear()
    assert len(states) == len(tools.FINDERS)
    assert all(not state.found and state.problem and state.fix for state in states)


def test_verilator_is_called_by_its_full_path():
    verilator = find("verilator")
    assert Path(verilator.argv[0]).is_absolute()
    assert Path(verilator.env["VERILATOR_ROOT"], "bin", "verilator_bin") == Path(verilator.argv[0])


def test_yosys_runs_a_script_in_a_process_of_its_own(tmp_path):
    (tmp_path / "unit.v").write_text("module unit(input a, output b); assign b = ~a; endmodule\n")
    (tmp_path / "good.ys").write_text("read_verilog unit.v\nstat\n")
    assert "unit" in run([*find("yosys").argv, "good.ys"], cwd=tmp_path).stdout
    (tmp_path / "bad.ys").write_text("frobnicate\n")
    with pytest.raises(ToolError, match="No such command: frobnicate") as caught:
        run([*find("yosys").argv, "bad.ys"], cwd=tmp_path)
    assert caught.value.what.startswith("yosys failed")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (["ab", "c"], ["a", "bc"]),
        ([["a"], "b"], ["a", ["b"]]),
        ([1], ["1"]),
        ([1], [True]),
        ([None], ["None"]),
        ([b"a"], ["a"]),
        ([{"a": 1}], [{"a": 2}]),
        ([{"a": 1, "b": 2}], [{"a": 1}, {"b": 2}]),
        ([1, 2], [2, 1]),
    ],
)
def test_different_things_have_different_digests(one, other):
    assert digest_of(*one) != digest_of(*other)


def test_a_digest_covers_a_files_name_and_content_and_not_its_place(tmp_path):
    files = [tmp_path / "a" / "core.v", tmp_path / "b" / "core.v", tmp_path / "a" / "other.v"]
    for file in files:
        file.parent.mkdir(exist_ok=True)
        file.write_text("module core; endmodule\n")
    before = [digest_of(file) for file in files]
    assert before[0] == before[1] != before[2]
    files[1].write_text("module core; wire a; endmodule\n")
    assert digest_of(files[1]) != before[0]


def test_a_digest_of_a_mapping_does_not_depend_on_its_order():
    assert digest_of({"a": 1, "b": 2}) == digest_of({"b": 2, "a": 1})


def test_what_has_no_digest_is_refused():
    with pytest.raises(TypeError, match="object"):
        digest_of(object())
