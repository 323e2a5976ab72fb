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
def test_a_damaged_file_is_noticed_and_what_it_held_is_made_again(tmp_path, content, caplog):
    (tmp_path / "a.json").write_text(content)
    assert Memo(tmp_path).get("a", lambda: {"n": 2}) == ({"n": 2}, False)
    assert "a.json is damaged" in caplog.text


def test_a_figure_that_has_changed_in_the_file_is_noticed(tmp_path, caplog):
    Memo(tmp_path).get("a", lambda: {"vectors": 41})
    file = tmp_path / "a.json"
    file.write_text(file.read_text().replace("41", "0"))
    assert Memo(tmp_path).get("a", lambda: {"vectors": 41}) == ({"vectors": 41}, False)
    assert "not what was kept" in caplog.text


def test_failure_is_not_kept(tmp_path):
    def fail():
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        Memo(tmp_path).get("a", fail)
    assert list(tmp_path.iterdir()) == []
