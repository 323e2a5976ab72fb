"""The README is short, and its table shows the committed records."""

import re

from cryptagon import paths

README = (paths.repository() / "README.md").read_text(encoding="utf-8")
MOST = 600


def words(text: str) -> list[str]:
    """What a reader reads: commands and tables too, but no comments and no addresses behind
    links.
    """
    shown = re.sub(r"<!--.*?-->|\]\([^)]*\)", " ", text)
    return [word for word in shown.split() if re.search(r"\w", word)]


def test_readme_has_at_most_600_words():
    assert len(words(README)) <= MOST, len(words(README))


def test_readme_has_one_picture():
    assert len(re.findall(r"!\[", README)) == 1
