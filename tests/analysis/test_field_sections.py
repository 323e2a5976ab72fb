"""The repository's own designs on the page about the field."""

from cryptagon.analysis import field_sections
from cryptagon.study.contest import load_contest


def test_every_cipher_has_its_cycles_beside_those_published():
    rows = field_sections.architectures(load_contest("contests/caesar-round3.toml")).splitlines()
    assert len(rows) == 18 and rows[0].endswith("| here, both | bits a cycle here |")
    (otr,) = [row for row in rows if row.startswith("| AES-OTR |")]
    assert otr.endswith("| 128 | 6 | 12 | 5 | 25.6 |")


def test_no_cipher_takes_more_cycles_than_published_by_hand():
    contest = load_contest("contests/caesar-round3.toml")
    rows = [row.split(" | ") for row in field_sections.architectures(contest).splitlines()[2:]]
    assert [row[0] for row in rows if float(row[5]) > float(row[3])] == []


def test_designs_beside_those_of_others_are_placed_by_both_approaches():
    rows = [line for line in field_sections.designers().splitlines() if line.startswith("| A")]
    assert [row.split(" | ")[:2] for row in rows] == [
        [f"| {name}", way] for name in ("AES-128-GCM", "Ascon-128a") for way in ("RTL", "HLS")
    ]
