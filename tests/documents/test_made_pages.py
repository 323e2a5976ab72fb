"""The pages and pictures that are made from measurements are those of the measurements."""

import pytest

from cryptagon import paths
from cryptagon.analysis.made_page import Page
from cryptagon.analysis.pages import MODULES, PAGES, main
from cryptagon.errors import CryptagonError

FOLDER = paths.repository()


def test_every_module_with_a_page_is_listed():
    modules = (FOLDER / "src" / "cryptagon" / "analysis").glob("*.py")
    assert sorted(MODULES) == sorted(
        module.stem for module in modules if "\nPAGE = Page(" in module.read_text()
    )


@pytest.mark.parametrize("name", PAGES)
def test_page_shows_the_measurements(name):
    assert PAGES[name].text() == (FOLDER / PAGES[name].file).read_text(encoding="utf-8")


# How a PNG is packed differs from one version of a library to the next.
@pytest.mark.parametrize(
    "name", [name for name, page in PAGES.items() if page.pictures is not dict]
)
def test_pictures_show_the_measurements(name):
    for file, plot in PAGES[name].pictures().items():
        assert (FOLDER / file).exists()
        assert file.endswith(".png") or (FOLDER / file).read_text(encoding="utf-8") == plot.svg()


@pytest.fixture
def made(monkeypatch, tmp_path):
    """A page in a folder of its own."""
    monkeypatch.setattr(paths, "repository", lambda: tmp_path)
    (tmp_path / "page.md").write_text("before\n<!-- a: begin -->\nold\n<!-- a: end -->\nbehind\n")
    return tmp_path / "page.md"


def test_what_is_between_the_marks_is_made_anew(made):
    Page("page.md", lambda: {"a": "new"}).write()
    assert made.read_text() == "before\n<!-- a: begin -->\nnew\n<!-- a: end -->\nbehind\n"


def test_a_section_without_a_place_is_an_error_and_nothing_is_written(made):
    before = made.read_text()
    with pytest.raises(CryptagonError, match="no place for its section 'b'") as told:
        Page("page.md", lambda: {"a": "new", "b": "lost"}).write()
    assert "<!-- b: begin -->" in told.value.fix
    assert made.read_text() == before


def test_a_name_that_is_no_page_is_refused(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["pages", "proof"])
    with pytest.raises(SystemExit):
        main()
    assert "no made page named proof; there is architectures, " in capsys.readouterr().err
