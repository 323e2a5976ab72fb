"""What is taken away: a ranking as a file, how it is cited, its table and plot in other pages."""

from csp.constants import NONE, SELF
from csp.decorators import csp
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from cryptagon.site.citing import Citation, ranking_citation, result_citation
from cryptagon.site.embedding import STYLES, THEMES, keys_of
from cryptagon.site.exports import FORMATS
from cryptagon.site.faults import BadQueryError
from cryptagon.site.log_models import head
from cryptagon.site.query import View, read_view
from cryptagon.site.ranking import Ranking
from cryptagon.site.revisions import as_it_was
from cryptagon.site.views.ranking_views import drawn_plots, ranked_page
from cryptagon.site.views.result_views import found_result

_BIBTEX = "bib"
_STYLES = [style.source for style in STYLES.values()]


@require_safe
@as_it_was
def export(request: HttpRequest, layout: str) -> HttpResponse:
    """The page of the ranking as a file."""
    view = read_view(request.GET)
    if layout == _BIBTEX:
        return _bibtex(ranking_citation(request, view), "ranking")
    if layout not in FORMATS:
        raise Http404(
            f"A ranking is to be had as {', '.join((*FORMATS, _BIBTEX))}, not as {layout}."
        )
    write, media_type = FORMATS[layout]
    return _file(write(Ranking(view)), media_type, f"ranking.{layout}")


@require_safe
def result_bibtex(request: HttpRequest, digits: str) -> HttpResponse:
    """How a result is cited, as BibTeX."""
    found = found_result(digits)
    return _bibtex(result_citation(request, found), found.short_id)


@require_safe
@xframe_options_exempt
@csp(
    {
        "default-src": [NONE],
        "style-src": [SELF],
        "base-uri": [NONE],
        "form-action": [NONE],
        "frame-ancestors": ["*"],
    }
)
@as_it_was
def framed(request: HttpRequest) -> HttpResponse:
    """The tables of a ranking without anything around them, for a frame in a page of somebody
    else."""
    return render(request, "embed.html", ranked_page(request, read_view(request.GET)))


@require_safe
@xframe_options_exempt
@csp(
    {
        "default-src": [NONE],
        "style-src": _STYLES,
        "base-uri": [NONE],
        "form-action": [NONE],
        "frame-ancestors": ["*"],
    }
)
def embed(request: HttpRequest) -> HttpResponse:
    """The plot of one comparison as SVG.

    Raises BadQueryError where the filters leave none, or several.
    """
    given = request.GET.copy()
    theme = given.pop("theme", [""])[-1]
    if theme not in THEMES:
        raise BadQueryError(
            f'there is no theme "{theme}"', fix="write theme=light or theme=dark, or leave it out"
        )
    request.GET = given  # type: ignore[assignment] - what is left is the view
    return _embedded(request, theme)


@as_it_was
def _embedded(request: HttpRequest, theme: str) -> HttpResponse:
    view = read_view(request.GET)
    plots, more = drawn_plots(view, large=True)
    if len(plots) != 1:
        why = f"the filters leave {len(plots) + more} comparisons that have a plot"
        raise BadQueryError(
            "one plot is shown", why=why, fix="choose a target and a class that have one"
        )
    plot = plots[0]
    # The conditions in brackets are too long for a line; the title of the picture has them.
    kind = f"{plot.comparison.class_title}, {plot.comparison.kind}".partition(" (")[0]
    context = {
        "plot": plot,
        "place": plot.comparison.place,
        "kind": kind[:1].upper() + kind[1:],
        "keys": keys_of(plot),
        "style": STYLES[theme].text,  # type: ignore[index] - it is one of them
        "root": request.build_absolute_uri("/").rstrip("/"),
        **_source(request, view),
    }
    return render(request, "embed.svg", context, content_type="image/svg+xml")


def _source(request: HttpRequest, view: View) -> dict[str, str]:
    """Where the plot is from: the address of its page, and the entry of the log."""
    cited = ranking_citation(request, view, "plots")
    rev = view.rev or getattr(head(), "rev", 0)
    return {"address": cited.address if cited else "", "source": f"Cryptagon results, entry {rev}"}


def _bibtex(cited: Citation | None, name: str) -> HttpResponse:
    if cited is None:
        raise Http404("There is nothing to cite: the log is empty.")
    return _file(cited.bibtex, "application/x-bibtex; charset=utf-8", f"{name}.bib")


def _file(content: str, media_type: str, name: str) -> HttpResponse:
    answer = HttpResponse(content, content_type=media_type)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
