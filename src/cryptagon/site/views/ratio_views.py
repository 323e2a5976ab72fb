"""The ratios of two approaches: a page, files, a picture, and a frame."""

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from cryptagon.site.citing import ranking_citation
from cryptagon.site.faults import BadQueryError
from cryptagon.site.lanes import Lanes
from cryptagon.site.query import View, read_view
from cryptagon.site.ratio_files import WRITERS
from cryptagon.site.ratio_plot import ratio_plot
from cryptagon.site.ratios import Ratios
from cryptagon.site.revisions import as_it_was
from cryptagon.site.sheets import MEDIA_TYPES
from cryptagon.site.views.elsewhere import Picture, framed, picture
from cryptagon.site.views.ranking_views import around, shorter
from cryptagon.site.views.taking import BIBTEX, attached, bibtex_file, picture_size, taking


@require_safe
@as_it_was
def ratios(request: HttpRequest) -> HttpResponse:
    """Every design that was made two ways, comparison by comparison."""
    view = read_view(request.GET)
    if short := shorter(request, view):
        return short
    found = Ratios(view)
    context = {
        **around(request, view, found.count),
        **_page(request, found),
        "form": "plot",
        "previous": _at(view, view.page - 1) if view.page > 1 else "",
        "next": _at(view, view.page + 1) if view.page < found.pages else "",
        "bands": sorted({(one.approaches, one.band) for one in found.pairs if one.band}),
    }
    return render(request, "ratios.html", context)


@framed
@as_it_was
def ratio_frame(request: HttpRequest) -> HttpResponse:
    """The table of ratios without anything around it."""
    found = Ratios(read_view(request.GET))
    query = found.view.encoded()
    own = {
        "count": found.count,
        "table_template": "ratios_table.html",
        "counted": f"{found.count} pair{'' if found.count == 1 else 's'}",
        "page_href": f"{reverse('ratios')}?{query}" if query else reverse("ratios"),
    }
    return render(request, "embed.html", {**_page(request, found), **own})


@picture
@as_it_was
def ratio_picture(request: HttpRequest) -> Picture:
    """The ratios of a page as marks. Raises BadQueryError where there is none."""
    found = Ratios(read_view(request.GET))
    if not found.count:
        raise BadQueryError("there is no ratio to draw", fix="leave filters out")
    cited = ranking_citation(request, found.view, "ratios")
    return Picture("lanes.svg", _drawn(found), cited.address if cited else "", found.view.rev)


@require_safe
@as_it_was
def ratio_file(request: HttpRequest, layout: str) -> HttpResponse:
    """The ratios of the page as a file."""
    view = read_view(request.GET)
    if layout == BIBTEX:
        return bibtex_file(ranking_citation(request, view, "ratios"), "ratios")
    if layout not in WRITERS:
        raise Http404(f"Ratios are to be had as {', '.join((*WRITERS, BIBTEX))}, not as {layout}.")
    return attached(WRITERS[layout](Ratios(view)), MEDIA_TYPES[layout], f"ratios.{layout}")


def _drawn(found: Ratios) -> Lanes:
    pairs = ([("id", one.baseline.short_id), ("id", one.other.short_id)] for one in found.pairs)
    return ratio_plot(found, [f"{reverse('compare')}?{urlencode(one)}" for one in pairs])


def _page(request: HttpRequest, found: Ratios) -> dict[str, Any]:
    drawn = _drawn(found)
    return {
        "picture_size": picture_size((drawn.width, drawn.height)),
        "ratios": found,
        **taking(
            "ratio_file",
            WRITERS,
            found.view.encoded(),
            ranking_citation(request, found.view, "ratios"),
            page="ratios",
            picture="ratio_picture" if found.count else "",
            frame="ratio_frame",
        ),
    }


def _at(view: View, page: int) -> str:
    return f"{reverse('ratios')}?{view.changed(page=page).encoded()}"
