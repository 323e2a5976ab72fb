"""The ratios of two approaches: a page, and files."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from cryptagon.site.query import View, read_view
from cryptagon.site.ratio_files import WRITERS
from cryptagon.site.ratios import Ratios
from cryptagon.site.revisions import as_it_was
from cryptagon.site.sheets import MEDIA_TYPES
from cryptagon.site.views.ranking_views import around, shorter


@require_safe
@as_it_was
def ratios(request: HttpRequest) -> HttpResponse:
    """Every design that was made two ways, comparison by comparison."""
    view = read_view(request.GET)
    if short := shorter(request, view):
        return short
    found = Ratios(view)
    query = view.encoded()
    suffix = f"?{query}" if query else ""
    context = {
        **around(request, view, found.count),
        "ratios": found,
        "form": "plot",
        "previous": _page(view, view.page - 1) if view.page > 1 else "",
        "next": _page(view, view.page + 1) if view.page < found.pages else "",
        "files": [(layout, reverse("ratio_file", args=[layout]) + suffix) for layout in WRITERS],
        "bands": sorted({(one.approaches, one.band) for one in found.pairs if one.band}),
    }
    return render(request, "ratios.html", context)


@require_safe
@as_it_was
def ratio_file(request: HttpRequest, layout: str) -> HttpResponse:
    """The ratios of the page as a file."""
    if layout not in WRITERS:
        raise Http404(f"Ratios are to be had as {', '.join(WRITERS)}, not as {layout}.")
    found = Ratios(read_view(request.GET))
    answer = HttpResponse(WRITERS[layout](found), content_type=MEDIA_TYPES[layout])
    answer["Content-Disposition"] = f'attachment; filename="ratios.{layout}"'
    return answer


def _page(view: View, page: int) -> str:
    return f"{reverse('ratios')}?{view.changed(page=page).encoded()}"
