"""A compilation says what it does, and ends when its time is over."""

import re
import signal
import threading
import time
from unittest.mock import patch

import pytest
from click.testing import CliRunner
from refusals import FRAME

from cryptagon.cli import hls as command
from cryptagon.errors import CryptagonError
from cryptagon.hls import compile_source
from cryptagon.hls.cleanup import llvm
from cryptagon.hls.compiler import watch


@pytest.fixture
def source(tmp_path):
    file = tmp_path / "unit.c"
    file.write_text(FRAME.format(head="", body="x = x * 3;"))
    return file


def test_it_says_which_pass_is_under_way(source, tmp_path):
    said = list[str]()
    with patch.object(watch, "FIRST_WORDS_S", 0.01), patch.object(watch, "WORDS_EVERY_S", 0.01):
        compile_source(source, tmp_path, say=said.append)
    assert said and all(
        re.fullmatch(r"\d+ s: (clang|pass '[-a-z]+' \(.*\))", line) for line in said
    )
    assert any("pass '" in line for line in said)
    count = len(said)
    time.sleep(0.1)
    assert len(said) == count, "it goes on when the compilation is over"


def test_a_compilation_that_is_quick_says_nothing_and_leaves_no_alarm(source, tmp_path):
    said, before = list[str](), signal.getsignal(signal.SIGALRM)
    compile_source(source, tmp_path, say=said.append)
    assert (
        not said
        and signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
        and signal.getsignal(signal.SIGALRM) == before
    )


def test_a_pass_of_llvm_is_not_waited_for_when_time_is_over(source, tmp_path):
    begun = time.monotonic()
    with (
        patch.object(llvm, "_ran", side_effect=lambda *_: time.sleep(60)),
        pytest.raises(CryptagonError, match="takes more than 2 s") as told,
    ):
        compile_source(source, tmp_path, seconds=2)
    assert time.monotonic() - begun < 20 and "pass 'inline'" in str(told.value)
    assert compile_source(source, tmp_path).loops, "a compilation after it works"


def test_in_another_thread_it_ends_at_the_next_pass(source, tmp_path):
    found = list[str]()

    def compile_it() -> None:
        with pytest.raises(CryptagonError) as told:
            compile_source(source, tmp_path, seconds=1e-9)
        found.append(str(told.value))

    thread = threading.Thread(target=compile_it)
    thread.start()
    thread.join()
    assert found and "pass 'unroll-bounds'" in found[0]


@pytest.mark.parametrize(
    ("options", "speaks"), [(["--progress"], True), ([], False), (["--progress", "--json"], False)]
)
def test_it_speaks_on_the_console_where_it_is_asked_to_and_never_beside_json(
    source, tmp_path, options, speaks
):
    with patch.object(watch, "FIRST_WORDS_S", 0.01), patch.object(watch, "WORDS_EVERY_S", 0.01):
        done = CliRunner().invoke(
            command.hls, [str(source), "-o", str(tmp_path / "out"), "--no-check", *options]
        )
    assert done.exit_code == 0 and bool(re.search(r"^\d+ s: ", done.stderr, re.MULTILINE)) == speaks
