"""Links of pages that lead out of the site: to a folder or to a source file of the repository. The
site shows their path instead.

A link to what is not there stays as it is, and fails the build.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

LINK = re.compile(r"(?<!!)\[(?P<text>[^\]]*)\]\((?P<place>(?!\w+:|#)[^)#\s]+)\)")


def without_sources(text: str, page: Path, root: Path, is_page: Callable[[Path], bool]) -> str:
    """The text of `page` with the path from `root` of each folder or file that is no page instead
    of a link to it.
    """

    def shown(link: re.Match[str]) -> str:
        place = (page.parent / link["place"]).resolve()
        if is_page(place) or not place.exists():
            return link[0]
        path = place.relative_to(root).as_posix()
        return (
            f"`{path}`"
            if link["text"].strip("`") in {path, place.name}
            else f"{link['text']} (`{path}`)"
        )

    return LINK.sub(shown, text)


def _read(app: Sphinx, name: str, source: list[str]) -> None:
    def is_page(place: Path) -> bool:
        return app.env.path2doc(place) in app.env.found_docs

    source[0] = without_sources(source[0], Path(app.env.doc2path(name)), Path(app.srcdir), is_page)


def setup(app: Sphinx) -> dict[str, Any]:
    """Sphinx's entry."""
    app.connect("source-read", _read)
    return {"parallel_read_safe": True}
