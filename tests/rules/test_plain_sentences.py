"""One sentence a line in README.md, CONTRIBUTING.md and docs: a change of one sentence is a change
of one line.
"""

import re
from difflib import ndiff

from prose import PAGES, one_sentence_a_line, sentences
from repository_files import committed_files, name_of, text_of

STANDS = re.compile(r"\bstands?\b(?!-)", re.IGNORECASE)
FIX = ".venv/bin/python tests/rules/prose.py"


def test_a_line_of_prose_is_one_sentence():
    wrong = [
        f"{name_of(path)}: {line}"
        for path in PAGES
        for line in ndiff(
            text_of(path).splitlines(), one_sentence_a_line(text_of(path)).splitlines()
        )
        if line.startswith("- ")
    ]
    assert wrong == [], f"mended by: {FIX}"


def test_nothing_stands():
    """Plain verbs: a thing is, has, lies or is written somewhere."""
    read = [*PAGES, *committed_files("src/*.py", "benchmarks/*.py")]
    found = [
        f"{name_of(path)}: {line}"
        for path in read
        for line in text_of(path).splitlines()
        if STANDS.search(line)
    ]
    assert found == []


def test_sentences_are_told_apart():
    text = "One, e.g. This. Two `a. B` (see [that](x. Y)). R. Nane wrote it. `Four` is v1.0 of 3.5 MHz!"
    assert sentences(text) == [
        "One, e.g. This.",
        "Two `a. B` (see [that](x. Y)).",
        "R. Nane wrote it.",
        "`Four` is v1.0 of 3.5 MHz!",
    ]


def test_code_tables_and_what_programs_make_stay():
    kept = "# A. B\n\n    code. More\n\n| a. B |\n\n```sh\nx. Y\n```\n\n<!-- t: begin -->\nMade. By\n<!-- t: end -->\n"
    assert one_sentence_a_line(kept) == kept


def test_items_of_lists_keep_their_indent():
    assert (
        one_sentence_a_line("* One. Two\n  three.\n\n  Four. Five.\n")
        == "* One.\n  Two three.\n\n  Four.\n  Five.\n"
    )
