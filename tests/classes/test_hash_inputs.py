"""What people write for a hash function: algorithm.toml, known answers; each fault is told with its
place.
"""

import shutil

import pytest

from cryptagon import classes
from cryptagon.classes import Setting
from cryptagon.classes.hash.known_answers import read_answers
from cryptagon.errors import CryptagonError
from cryptagon.interfaces import interface

ABC = "Len = 24\nMsg = 616263\nMD = " + 32 * "ba" + "\n"

BROKEN_ANSWERS = [
    (ABC.replace("Msg", "Mgs"), ":2", 'expected "Msg = ..."'),
    (ABC.replace("Len = 24\n", ""), ":1", 'expected "Len = ..."'),
    (ABC.replace("24", "32"), ":3", "Len = 32, Msg has 6 digits"),
    (ABC.replace("baba\n", "ba\n"), ":3", "MD 62, and a digest has 32 bytes"),
    (ABC + "Len = 8\n", "", "the last answer is not whole"),
    ("# nothing\n", "", "there is no answer in it"),
    (ABC.replace("ba\n", "bx\n"), ":3", 'expected "MD = ..."'),
]

BROKEN_DESCRIPTIONS = [
    ("value = 0x80", "value = 0x180", "0x180 does not fit into 1 bytes"),
    ("bytes = 1,", "bytes = 5,", "at most 4 bytes"),
    ('of = "bits"', 'of = "bytes"', "bits"),
    (
        "[padding]\nmarker = { bytes = 1, value = 0x80 }",
        "[padding]\nfinal = 1",
        "final needs a marker",
    ),
    ("block = 512", "block = 500", "500"),
]


@pytest.fixture
def copied(tmp_path):
    shutil.copytree(classes.algorithm("sha256").folder, tmp_path / "sha256")
    return tmp_path / "sha256"


@pytest.mark.parametrize(("text", "line", "why"), BROKEN_ANSWERS)
def test_a_broken_known_answer_is_told_with_its_line(tmp_path, text, line, why):
    file = tmp_path / "answers.txt"
    file.write_text(text)
    with pytest.raises(CryptagonError) as fault:
        read_answers(file, 32)
    assert fault.value.where == f"{file}{line}"
    assert why in fault.value.why


def test_answers_that_are_not_in_whole_bytes_are_left_out(tmp_path):
    file = tmp_path / "answers.txt"
    file.write_text(ABC.replace("24", "23") + ABC + "\nLen = 0\nMsg = 00\nMD = " + 32 * "00")
    assert [(one.message, one.digest[0]) for one in read_answers(file, 32)] == [
        (b"abc", 0xBA),
        (b"", 0),
    ]


@pytest.mark.parametrize(("good", "bad", "why"), BROKEN_DESCRIPTIONS)
def test_a_broken_description_is_refused(copied, good, bad, why):
    file = copied / "algorithm.toml"
    assert good in file.read_text()
    file.write_text(file.read_text().replace(good, bad))
    with pytest.raises(CryptagonError, match="sha256") as fault:
        classes.algorithm(copied)
    assert why in fault.value.render()


def test_a_hash_function_without_known_answers_is_refused(copied):
    shutil.rmtree(copied / "kat")
    algorithm = classes.algorithm(copied)
    with pytest.raises(CryptagonError, match="there are no known answers of sha256"):
        classes.class_of(algorithm).tests(algorithm, algorithm.variant(""), Setting())


@pytest.mark.parametrize(
    ("name", "w", "why"),
    [("sha256", 24, "is not a width"), ("sha3_256", 128, "does not divide the block")],
)
def test_a_width_that_does_not_go_with_the_function_is_refused(name, w, why):
    with pytest.raises(CryptagonError, match=why):
        interface("sha3").parameters(classes.algorithm(name), {"w": w})
