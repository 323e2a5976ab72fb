"""How a view is taken away: its files, how it is cited, its picture, and its table in a frame."""

from collections.abc import Iterable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from cryptagon.site.citing import Citation, ranking_citation
from cryptagon.site.embedding import FOOT
from cryptagon.site.exports import FORMATS
from cryptagon.site.panels import size_of
from cryptagon.site.query import View
from cryptagon.site.ranking import shown_results

BIBTEX = "bib"
SVG = "svg"


def bibtex_file(cited: Citation | None, name: str) -> HttpResponse:
    """A citation as a file. Raises Http404 where there is none."""
    if cited is None:
        raise Http404("There is nothing to cite: the log is empty.")
    return attached(cited.bibtex, "application/x-bibtex; charset=utf-8", f"{name}.{BIBTEX}")


def attached(content: str, media_type: str, name: str) -> HttpResponse:
    """A file for the disk of who asks."""
    answer = HttpResponse(content, content_type=media_type)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def taking(
    file: str, layouts: Iterable[str], query: str, cited: Citation | None, **places: str
) -> dict[str, Any]:
    """What the templates `take_away.html` and `cite.html` need. `file` is the name of the address
    of the files, `places` names the addresses of the page, its picture and its frame, of which the
    last two may be missing."""
    suffix = f"?{query}" if query else ""
    page, svg, frame = (places.get(name, "") for name in ("page", "picture", "frame"))
    files = [(one, reverse(file, args=[one]) + suffix) for one in (*layouts, BIBTEX)]
    files += [(SVG, reverse(svg) + suffix)] if svg else []
    return {
        "files": files,
        "cited": cited,
        "bibtex_href": dict(files)[BIBTEX],
        "embed_href": _beside(cited, page, svg),
        "frame_href": _beside(cited, page, frame),
        "picture_href": reverse(svg) + suffix if svg else "",
    }


def taking_ranking(request: HttpRequest, view: View) -> dict[str, Any]:
    """That of the newest results that pass the filters of a view, for the page of what it
    filters by."""
    told = taking(
        "export",
        FORMATS,
        view.encoded(),
        ranking_citation(request, view),
        page="ranking",
        picture="embed",
        frame="framed",
    )
    drawn = shown_results(view).filter(throughput_mbps__isnull=False, luts__isnull=False)
    plots = drawn.values("comparison_id").distinct().count()
    if plots:
        return {**told, "picture_size": picture_size(size_of(plots))}
    files = [one for one in told["files"] if one[0] != SVG]
    return {**told, "files": files, "embed_href": "", "picture_href": ""}


def picture_size(drawn: tuple[int, int]) -> tuple[int, int]:
    """The size of a whole picture, with its key: a page keeps its room until it is there."""
    return drawn[0], drawn[1] + FOOT


def _beside(cited: Citation | None, page: str, other: str) -> str:
    """The address of another form of a page that is cited, in the state that the citation has."""
    if not cited or not other:
        return ""
    return cited.address.replace(reverse(page), reverse(other), 1)
