"""Files of known answers of kernels: what is read, and what is refused."""

import json

import pytest

from cryptagon.catalog import kernel
from cryptagon.errors import CryptagonError
from cryptagon.kat import kernel_answers

ANSWER = {
    "title": "abc",
    "source": "here",
    "inputs": {"block": [{"data": "ff", "last": "1"}]},
    "outputs": {"digest": ["a9"]},
}


def answers_of(tmp_path, *answers):
    sha1 = kernel("sha1")
    folder = tmp_path / "sha1"
    (folder / "kat").mkdir(parents=True)
    (folder / "algorithm.toml").symlink_to(sha1.folder / "algorithm.toml")
    (folder / "kat" / "some.json").write_text(json.dumps(answers))
    return kernel_answers(kernel(folder), "basic")


def test_items_are_read_by_field(tmp_path):
    (answer,) = answers_of(tmp_path, ANSWER)
    sha1 = kernel("sha1")
    assert answer.items(sha1.inputs[0]) == [{"data": 255, "last": 1}]
    assert answer.items(sha1.output) == [{"data": 0xA9}]


def test_answer_of_another_variant_is_left_out(tmp_path):
    assert len(answers_of(tmp_path, ANSWER, {**ANSWER, "variants": ["sha0"]})) == 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"inputs": {"block": [{"data": "ff", "last": "2"}]}},
            "2 does not fit the 1 bits of block_last",
        ),
        (
            {"inputs": {"block": ["ff"]}},
            "an item of block has the fields data instead of data, last",
        ),
        ({"inputs": {"block": [], "blocks": []}}, '"abc": there is no stream "blocks"'),
        ({"outputs": {}}, '"abc": nothing for the stream "digest"'),
        ({"outputs": {"digest": ["xy"]}}, "this is no file of known answers"),
        ({"variants": ["basics"]}, 'unknown variant "basics" of sha1'),
    ],
)
def test_broken_answer_is_refused(tmp_path, change, message):
    with pytest.raises(CryptagonError) as fault:
        answers_of(tmp_path, {**ANSWER, **change})
    assert message in fault.value.render()


def test_no_answer_is_a_fault(tmp_path):
    with pytest.raises(CryptagonError, match="there are no known answers"):
        answers_of(tmp_path, {**ANSWER, "variants": ["sha0"]})
