"""What succeeded is kept, whole or not at all."""

import pytest

from cryptagon.study.memo import Memo


def test_second_asking_is_answered_from_what_was_kept(tmp_path):
    memo = Memo(tmp_path / "memo")
    assert memo.get("a", lambda: {"n": 1}) == ({"n": 1}, False)
    assert memo.get("a", lambda: {"n": 2}) == ({"n": 1}, True)
    assert memo.get("b", lambda: {"n": 2}) == ({"n": 2}, False)


def test_fresh_makes_again_and_replaces(tmp_path):
    Memo(tmp_path).get("a", lambda: {"n": 1})
    assert Memo(tmp_path, fresh=True).get("a", lambda: {"n": 2}) == ({"n": 2}, False)
    assert Memo(tmp_path).get("a", lambda: {"n": 3}) == ({"n": 2}, True)


def test_what_is_no_longer_usable_is_made_again(tmp_path):
    memo = Memo(tmp_path)
    memo.get("a", lambda: {"n": 1})
    assert memo.get("a", lambda: {"n": 2}, usable=lambda content: content["n"] > 1) == ({"n": 2}, False)


@pytest.mark.parametrize("content", ["", "{", "[1]", '{"n": 1'])
def test_half_a_file_is_as_good_as_none(tmp_path, content):
    (tmp_path / "a.json").write_text(content)
    assert Memo(tmp_path).get("a", lambda: {"n": 2}) == ({"n": 2}, False)


def test_failure_is_not_kept(tmp_path):
    def fail():
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        Memo(tmp_path).get("a", fail)
    assert list(tmp_path.iterdir()) == []
