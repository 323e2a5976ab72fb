"""`make docs` remakes every page and picture that a program makes."""

import re

from cryptagon import paths

FOLDER = paths.repository()
MADE = re.findall(r"^FIGURES := (.*)$", (FOLDER / "Makefile").read_text(), re.MULTILINE)[0].split()


def test_every_page_of_figures_is_listed():
    modules = (FOLDER / "src" / "cryptagon" / "analysis").glob("*.py")
    assert sorted(MADE) == sorted(
        module.stem for module in modules if '__name__ == "__main__"' in module.read_text()
    )
