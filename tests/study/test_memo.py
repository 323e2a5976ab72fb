"""What succeeded is kept, whole or not at all."""

import pytest

from cryptagon.study.memo import Memo
from cryptagon.toolchain import made_anew


def test_second_asking_is_answered_from_what_was_kept(tmp_path):
    memo = Memo(tmp_path / "memo")
    assert memo.get("a", lambda: {"n": 1}) == ({"n": 1}, False)
    assert memo.get("a", lambda: {"n": 2}) == ({"n": 1}, True)
    assert memo.get("b", lambda: {"n": 2}) == ({"n": 2}, False)


def test_fresh_makes_again_and_replaces(tmp_path):
    Memo(tmp_path).get("a", lambda: {"n": 1})
    with made_anew():
        assert Memo(tmp_path).get("a", lambda: {"n": 2}) == ({"n": 2}, False)
    assert Memo(tmp_path).get("a", lambda: {"n": 3}) == ({"n": 2}, True)


def test_what_is_no_longer_usable_is_made_again(tmp_path):
    memo = Memo(tmp_path)
    memo.get("a", lambda: {"n": 1})
    assert memo.get("a", lambda: {"n": 2}, usable=lambda content: content["n"] > 1) == (
        {"n": 2},
        False,
    )


@pytest.mark.parametrize("content", ["", "{", "[1]", '{"n": 1'])
def test_a_damaged_file_is_noticed_and_what_it_held_is_made_again(tmp_path, content, caplog):
    Memo(tmp_path).get("a", lambda: {"n": 1})
    (tmp_path / "a" / "content.json").write_text(content)
    assert Memo(tmp_path).get("a", lambda: {"n": 2}) == ({"n": 2}, False)
    assert f"{tmp_path / 'a'} is damaged" in caplog.text


def test_a_figure_that_has_changed_in_the_file_is_noticed(tmp_path, caplog):
    Memo(tmp_path).get("a", lambda: {"vectors": 41})
    file = tmp_path / "a" / "content.json"
    file.write_text(file.read_text().replace("41", "0"))
    assert Memo(tmp_path).get("a", lambda: {"vectors": 41}) == ({"vectors": 41}, False)
    assert "content.json is not as it was made" in caplog.text


def test_failure_is_not_kept(tmp_path):
    def fail():
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        Memo(tmp_path).get("a", fail)
    assert list(tmp_path.iterdir()) == []
