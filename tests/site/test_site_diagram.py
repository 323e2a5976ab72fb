"""The page of an algorithm shows the block diagram of its core, where its folder has one."""

import pytest

from cryptagon.site.known import known_algorithms
from cryptagon.site.views.catalog_views import DIAGRAM


def _without_diagram():
    names = known_algorithms().items()
    return next(name for name, one in names if not (one.folder / DIAGRAM).exists())


def test_the_page_shows_it(committed):
    page = committed.get("/algorithms/ocb/").content.decode()
    assert '<img src="/algorithms/ocb/diagram.svg" alt="Block diagram of the core of OCB">' in page
    got = committed.get("/algorithms/ocb/diagram.svg")
    assert got.headers["Content-Type"] == "image/svg+xml"
    assert got.content == (known_algorithms()["ocb"].folder / DIAGRAM).read_bytes()


def test_an_algorithm_without_one_has_no_picture(committed):
    name = _without_diagram()
    assert "diagram.svg" not in committed.get(f"/algorithms/{name}/").content.decode()
    assert committed.get(f"/algorithms/{name}/diagram.svg").status_code == 404


@pytest.mark.parametrize("name", ["../ocb", "ocb/..", "nobody", "ocb/rtl"])
def test_other_names_have_none(committed, name):
    assert committed.get(f"/algorithms/{name}/diagram.svg").status_code == 404
