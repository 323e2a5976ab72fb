"""The ranking: as a page, as a plot, and as the files that it can be taken away in."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from cryptagon.analysis.naming import class_title, shown
from cryptagon.site.citing import ranking_citation
from cryptagon.site.columns import COLUMNS, METRICS, Column
from cryptagon.site.exports import FORMATS
from cryptagon.site.facets import RANGES, Option, facets
from cryptagon.site.known import place_title, study_title
from cryptagon.site.panels import Panels, panels_of
from cryptagon.site.query import SIZES, Filters, View, read_view
from cryptagon.site.ranking import (
    Ranking,
    best_first,
    metric_title,
    options,
    shown_results,
)
from cryptagon.site.revisions import as_it_was
from cryptagon.site.views.tables import tables
from cryptagon.site.views.taking import BIBTEX, taking

_TITLES = {
    "algorithm_class": class_title,
    "contest": study_title,
    "target": place_title,
    "approach": shown,
}
_NAMES = {
    "algorithm_class": "Class",
    "contest": "Contest",
    "target": "Target",
    "approach": "Made by",
    "algorithm": "Algorithm",
    "variant": "Architecture",
    "publisher": "Publisher",
    "interface": "Hardware API",
    "key_size": "Key, bits",
    "source": "Source",
}
_FOLDED = ("interface", "key_size", "source")
"""Filters that are asked for less often, beside the ranges."""
_UNITS = {"area": "", "throughput": "Mbit/s", "fmax": "MHz"}


@dataclass(frozen=True)
class Heading:
    """The head of a column: where it leads, and how the column is ordered now (as aria-sort has
    it).
    """

    column: Column
    href: str
    ordered: str


@dataclass(frozen=True)
class Chooser:
    """A filter that chooses: its options with what they are called."""

    name: str
    title: str
    chosen: str
    options: list[tuple[Option, str]]


@dataclass(frozen=True)
class Range:
    """A filter of a figure, by its ends."""

    name: str
    title: str
    unit: str
    least: str
    most: str


@dataclass(frozen=True)
class Chip:
    """A filter that is set, in words, and where it is not."""

    text: str
    href: str


@require_safe
@as_it_was
def ranking(request: HttpRequest) -> HttpResponse:
    """Results in tables, comparison by comparison."""
    view = read_view(request.GET)
    return shorter(request, view) or render(request, "ranking.html", ranked_page(request, view))


def ranked_page(request: HttpRequest, view: View) -> dict[str, object]:
    """What both pages of a ranking show."""
    found = Ranking(view)
    return {
        "ranking": found,
        "tables": tables(found),
        "headings": _headings(found),
        "pager": _pager(found),
        "form": "table",
        **around(request, view, found.count),
    }


@require_safe
@as_it_was
def plots(request: HttpRequest) -> HttpResponse:
    """The same results as points, a plot for each comparison."""
    view = read_view(request.GET)
    if short := shorter(request, view):
        return short
    drawn = drawn_plots(view)
    context = {
        "plots": drawn.plots,
        "left_out": drawn.left_out,
        "form": "plot",
        **around(request, view, facets().count(view), form="plots", drawn=bool(drawn.plots)),
    }
    query = view.encoded()
    own = reverse("plots_bibtex") + (f"?{query}" if query else "")
    files = [(one, own if one == BIBTEX else href) for one, href in context["files"]]
    context |= {"bibtex_href": own, "files": files}
    return render(request, "plots.html", context)


def shorter(request: HttpRequest, view: View) -> HttpResponseRedirect | None:
    """Where a form has sent every field that it has, the address that says the same in fewer
    words.
    """
    short = view.encoded()
    return (
        HttpResponseRedirect(f"{request.path}{'?' if short else ''}{short}")
        if len(short) < len(request.GET.urlencode())
        else None
    )


def drawn_plots(view: View, *, large: bool = False) -> Panels:
    """The plots of the comparisons that have throughputs."""
    found = (
        shown_results(view)
        .filter(throughput_mbps__isnull=False, luts__isnull=False)
        .order_by("comparison_id", "luts")
    )
    return panels_of(found.select_related("comparison"), large=large)


def around(
    request: HttpRequest, view: View, count: int, *, form: str = "ranking", drawn: bool = False
) -> dict[str, Any]:
    """What all forms of a ranking have: filters, what is set, the ways to the other forms, and how
    it is taken away. `form` names the address of this one; `drawn`: its plots are a picture.
    """
    query, chosen = view.encoded(), choosers(view)
    suffix = f"?{query}" if query else ""
    return {
        "view": view,
        "count": count,
        "choosers": [one for one in chosen if one.name not in _FOLDED],
        "folded": [one for one in chosen if one.name in _FOLDED],
        "unfolded": any(getattr(view, name) for name in _FOLDED),
        "ranges": [_range(view, name) for name in RANGES],
        "chips": _chips(request.path, view),
        "metrics": [(key, metric.title) for key, metric in METRICS.items()],
        "metric": metric_title(METRICS[view.metric].field) if view.metric else None,
        "columns": [
            (key, column, key in view.columns or (not view.columns and column.chosen))
            for key, column in COLUMNS.items()
        ],
        "sizes": SIZES,
        "here": request.path,
        "newest_href": _address(request.path, view.changed(rev=None)),
        "clear_href": _address(request.path, View.model_validate({"rev": view.rev})),
        "table_href": reverse("ranking") + suffix,
        "plot_href": reverse("plots") + suffix,
        "ratio_href": reverse("ratios") + suffix,
        **taking(
            "export",
            FORMATS,
            query,
            ranking_citation(request, view, form),
            page=form,
            picture="embed" if drawn else "",
            frame="framed" if form == "ranking" else "",
        ),
    }


def choosers(filters: Filters) -> list[Chooser]:
    """The choosing filters; that of the publisher only where there are several."""
    found = options(filters)
    return [
        Chooser(
            name,
            _NAMES[name],
            getattr(filters, name),
            [(one, _TITLES.get(name, str)(one.value)) for one in found[name]],
        )
        for name in found
        if name != "publisher" or filters.publisher or len(found[name]) > 1
    ]


def _range(view: View, name: str) -> Range:
    ends = [getattr(view, f"{name}_{end}") for end in ("min", "max")]
    return Range(
        name,
        COLUMNS[name].title,
        _UNITS[name],
        *("" if end is None else f"{end:g}" for end in ends),
    )


def _chips(path: str, view: View) -> list[Chip]:
    return [
        Chip(_words(name, value), _address(path, view.changed(**{name: _empty(name)})))
        for name, value in view.filters.items()
    ]


def _words(name: str, value: object) -> str:
    if name in _NAMES:
        return f"{_NAMES[name]}: {_TITLES.get(name, str)(str(value))}"
    figure, _, end = name.rpartition("_")
    return f"{COLUMNS[figure].title} {'at least' if end == 'min' else 'at most'} {value:,g} {_UNITS[figure]}".rstrip()


def _empty(name: str) -> str | None:
    return "" if name in _NAMES else None


def _headings(found: Ranking) -> list[Heading]:
    return [_heading(found, key, column) for key, column in found.columns.items()]


def _heading(found: Ranking, key: str, column: Column) -> Heading:
    if not column.field:
        return Heading(column, "", "")
    first = best_first(key)
    other = first.removeprefix("-") if first.startswith("-") else f"-{first}"
    now = found.order if found.order.lstrip("-") == key else ""
    ordered = "" if not now else "descending" if now.startswith("-") else "ascending"
    return Heading(
        column,
        _address(reverse("ranking"), found.view.changed(sort=other if now == first else first)),
        ordered,
    )


def _pager(found: Ranking) -> dict[str, object]:
    """The ways to the pages before and after, and which results this one has."""
    view, path = found.view, reverse("ranking")
    first = (view.page - 1) * view.size
    return {
        "previous": _address(path, view.changed(page=view.page - 1)) if view.page > 1 else "",
        "next": _address(path, view.changed(page=view.page + 1)) if view.page < found.pages else "",
        "first": first + 1,
        "last": first + len(found.rows),
    }


def _address(path: str, view: View) -> str:
    query = view.encoded()
    return f"{path}?{query}" if query else path


def ranking_address(**filters: str) -> str:
    """The address of a ranking under these filters."""
    return f"{reverse('ranking')}?{urlencode(filters)}"
