"""Known answers of block ciphers: what the file format has, and what it has not, is told with the
line.
"""

import pytest

from cryptagon.classes import Setting, algorithm
from cryptagon.classes.block.known_answers import read_records
from cryptagon.classes.block.model import BlockCipher
from cryptagon.classes.block.tests import QUICK_RECORDS, known_answers
from cryptagon.errors import CryptagonError

FOUND = algorithm("present80")
assert isinstance(FOUND, BlockCipher)
PRESENT: BlockCipher = FOUND
RECORD = "COUNT = 1\nSOURCE = the paper\nKEY = 00000000000000000000\nPT = 0000000000000000\nCT = 5579C1387B228445\n"


def written(tmp_path, text):
    file = tmp_path / "blocks.txt"
    file.write_text(text)
    return file


def test_records_are_read_with_their_sources(tmp_path):
    first, second = read_records(
        PRESENT, written(tmp_path, f"# a comment\n\n{RECORD}\n{RECORD.replace('= 1', '= 2')}")
    )
    assert (first.count, first.source, first.key, first.plaintext, first.ciphertext) == (
        "1",
        "the paper",
        0,
        0,
        0x5579C1387B228445,
    )
    assert second.count == "2"


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        ("KEY = 00000000000000000000", "KEY = 000", 1, "KEY has 3 digits instead of 20"),
        ("CT = 5579C1387B228445\n", "", 1, "CT has 0 digits instead of 16"),
        ("CT = 5579", "CT = 557G", 1, "CT is not hexadecimal"),
        ("PT =", "IV =", 4, "no line of a record"),
        ("PT = 0000000000000000", "PT", 4, "no line of a record"),
        ("COUNT = 1\n", "", 1, "before its COUNT"),
        ("SOURCE = the paper", "KEY = 00", 3, "twice in one record"),
    ],
)
def test_broken_file_is_told_with_its_line(tmp_path, old, new, line, why):
    file = written(tmp_path, RECORD.replace(old, new))
    with pytest.raises(CryptagonError) as fault:
        read_records(PRESENT, file)
    assert fault.value.where == f"{file}:{line}"
    assert why in fault.value.why


def test_empty_or_missing_files_are_told(tmp_path):
    with pytest.raises(CryptagonError, match="holds no record"):
        read_records(PRESENT, written(tmp_path, "# nothing\n"))
    with pytest.raises(CryptagonError, match="cannot read"):
        read_records(PRESENT, tmp_path / "absent.txt")


def test_other_files_are_used_instead_and_a_sample_where_quick(tmp_path):
    file = written(tmp_path, RECORD)
    assert len(known_answers(PRESENT, Setting(known_answers=(file,)))) == 1
    everything, sample = (known_answers(PRESENT, Setting(quick=quick)) for quick in (False, True))
    assert QUICK_RECORDS <= len(sample) < 2 * QUICK_RECORDS < len(everything)
    assert sample[0] == everything[0]
