"""What is taken away of a ranking and of a result: files, how they are cited, tables and pictures in
pages of others."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cryptagon.site.citing import ranking_citation, result_citation
from cryptagon.site.exports import FORMATS
from cryptagon.site.faults import BadQueryError
from cryptagon.site.query import read_view
from cryptagon.site.ranking import Ranking
from cryptagon.site.revisions import as_it_was
from cryptagon.site.seeds import search_of
from cryptagon.site.views.elsewhere import Picture, framed, picture
from cryptagon.site.views.ranking_views import drawn_plots, ranked_page
from cryptagon.site.views.result_views import found_result, placed_measurement
from cryptagon.site.views.taking import BIBTEX, attached, bibtex_file


@require_safe
@as_it_was
def export(request: HttpRequest, layout: str) -> HttpResponse:
    """The page of the ranking as a file."""
    view = read_view(request.GET)
    if layout == BIBTEX:
        return bibtex_file(ranking_citation(request, view), "ranking")
    if layout not in FORMATS:
        raise Http404(
            f"A ranking is to be had as {', '.join((*FORMATS, BIBTEX))}, not as {layout}."
        )
    write, media_type = FORMATS[layout]
    return attached(write(Ranking(view)), media_type, f"ranking.{layout}")


@require_safe
@as_it_was
def plots_bibtex(request: HttpRequest) -> HttpResponse:
    """How the plots of a ranking are cited, as BibTeX."""
    return bibtex_file(ranking_citation(request, read_view(request.GET), "plots"), "plots")


@framed
@as_it_was
def ranking_frame(request: HttpRequest) -> HttpResponse:
    """The tables of a ranking without anything around them."""
    found = ranked_page(request, read_view(request.GET))
    ranking = found["ranking"]
    assert isinstance(ranking, Ranking)
    count, pages = ranking.count, ranking.pages
    page = f", page {ranking.view.page} of {pages}" if pages > 1 else ""
    own = {
        "table_template": "ranking_table.html",
        "counted": f"{count} result{'' if count == 1 else 's'}{page}",
        "page_href": found["table_href"],
    }
    return render(request, "embed.html", {**found, **own})


@picture
@as_it_was
def ranking_picture(request: HttpRequest) -> Picture:
    """The plots of the comparisons of a ranking. Raises BadQueryError where it has none."""
    view = read_view(request.GET)
    plots = drawn_plots(view, large=False)
    if not plots.plots:
        raise BadQueryError(
            "there is no plot",
            why="none of the results has both a throughput and an area",
            fix="choose others",
        )
    cited = ranking_citation(request, view, "plots")
    return Picture("panels.svg", plots, cited.address if cited else "", view.rev)


@require_safe
def result_bibtex(request: HttpRequest, digits: str) -> HttpResponse:
    """How a result is cited, as BibTeX."""
    found = found_result(digits)
    return bibtex_file(result_citation(request, found), found.short_id)


@picture
def result_picture(request: HttpRequest, digits: str) -> Picture:
    """Fmax of every run of a result's search. Raises Http404 where it has not several."""
    found = found_result(digits)
    measured = placed_measurement(found)
    search = search_of(measured) if measured else None
    if search is None:
        raise Http404("This result has no search of several runs.")
    return Picture("search.svg", search, request.build_absolute_uri(found.get_absolute_url()))
