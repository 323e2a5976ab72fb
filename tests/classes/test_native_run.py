"""A core in C, run natively: right answers counted, the first wrong one shown, a hang told."""

import pytest

from cryptagon.catalog import algorithm
from cryptagon.classes.aead.known_answers import known_answers
from cryptagon.classes.aead.native import run_native
from cryptagon.classes.aead.tests import TestSet
from cryptagon.errors import CryptagonError

DUMMY = algorithm("dummy")
TWO_PASS = algorithm("hs1siv")


@pytest.fixture(scope="module")
def messages():
    return TestSet(DUMMY, known_answers(DUMMY.kat_files, quick=True)).messages


def changed(tmp_path, before, after):
    text = DUMMY.hls_source.read_text()
    assert text.count(before) == 1
    source = tmp_path / "core.c"
    source.write_text(text.replace(before, after))
    return source


def test_right_answers(tmp_path, messages):
    assert run_native(DUMMY, DUMMY.hls_source, tmp_path, messages) == len(messages) > 100


def test_wrong_answer_names_the_first_message_and_output(tmp_path, messages):
    source = changed(tmp_path, "SEGMENT_AD", "SEGMENT_TAG")
    with pytest.raises(CryptagonError, match="answers wrongly") as caught:
        run_native(DUMMY, source, tmp_path, messages)
    assert caught.value.where == str(source)
    assert (
        "count " in caught.value.why
        and "expected " in caught.value.why
        and "got " in caught.value.why
    )


def test_core_that_waits_for_what_never_comes_is_a_hang(tmp_path, messages):
    source = changed(tmp_path, "stream_read(key)", "(stream_read(key), stream_read(key))")
    with pytest.raises(CryptagonError, match="hangs") as caught:
        run_native(DUMMY, source, tmp_path, messages)
    assert "it waits for key" in caught.value.why


@pytest.fixture(scope="module")
def passed_twice():
    return TestSet(TWO_PASS, known_answers(TWO_PASS.kat_files, quick=True), quick=True).messages


def with_queueing(tmp_path, queueing):
    """The core of two passes that puts its blocks into the FIFO in another way."""
    text = TWO_PASS.hls_source.read_text()
    right = "stream_write(fdo, block.data)"
    assert text.count(right) == 1
    (tmp_path / "hs1.h").write_text((TWO_PASS.hls_source.parent / "hs1.h").read_text())
    source = tmp_path / "core.c"
    source.write_text(text.replace(right, queueing))
    return source


def test_what_a_first_pass_gives_comes_back_in_the_second(tmp_path, passed_twice):
    ran = run_native(TWO_PASS, TWO_PASS.hls_source, tmp_path, passed_twice)
    assert ran == len(passed_twice) > 100


def test_second_pass_waits_for_what_the_first_did_not_give(tmp_path, passed_twice):
    source = with_queueing(tmp_path, "(void)0")
    with pytest.raises(CryptagonError, match="hangs") as caught:
        run_native(TWO_PASS, source, tmp_path, passed_twice)
    assert "it waits for fdi" in caught.value.why


def test_what_is_left_between_the_passes_is_a_hang(tmp_path, passed_twice):
    source = with_queueing(
        tmp_path, "(stream_write(fdo, block.data), stream_write(fdo, block.data))"
    )
    with pytest.raises(CryptagonError, match="hangs"):
        run_native(TWO_PASS, source, tmp_path, passed_twice)


def test_unit_that_is_no_core(tmp_path, messages):
    source = tmp_path / "unit.c"
    source.write_text(
        "#include <cryptagon.h>\nSTREAM_IN(uint_t(8), bdi)\nSTREAM_OUT(uint_t(8), bdo)\n"
        "HARDWARE void unit(void) { for (;;) stream_write(bdo, stream_read(bdi)); }\n"
    )
    with pytest.raises(CryptagonError, match="no CipherCore") as caught:
        run_native(DUMMY, source, tmp_path, messages)
    assert "msg_auth" in caught.value.why
