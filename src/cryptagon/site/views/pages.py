"""The first page, what the figures mean, where the data come from, and the API."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Count, F, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cryptagon.analysis.metrics import ALL_SHOWN
from cryptagon.site.api import api
from cryptagon.site.log_models import LogEntry, Mirrored
from cryptagon.site.models import Comparison, Record, Refusal, Result, Standing, newest_results
from cryptagon.site.ranking import metric_title
from cryptagon.site.views.ranking_views import ranking_address
from cryptagon.site.views.snapshot_views import snapshot_links

MOST_REFUSED = 200
MOST_ENTRIES = 10


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Every comparison, with the tier that leads it."""
    sizes = {one["comparison"]: one for one in _sizes()}
    leading = _leading()
    classes: dict[str, list[dict]] = {}
    for one in Comparison.objects.order_by("pk"):
        href = ranking_address(algorithm_class=one.algorithm_class, target=sizes[one.pk]["target"])
        entry = {
            "comparison": one,
            "number": sizes[one.pk]["number"],
            "leading": leading.get(one.pk, [])[:4],
            "metric": metric_title(one.deciding),
            "href": href,
        }
        classes.setdefault(one.algorithm_class, []).append(entry)
    counts = Result.objects.aggregate(
        results=Count("pk"),
        algorithms=Count("algorithm", distinct=True),
        targets=Count("target", distinct=True),
    )
    return render(request, "home.html", {"classes": classes.items(), "counts": counts})


def _sizes() -> Iterable[dict[str, Any]]:
    """How many results each comparison has, and on which target."""
    return newest_results().values("comparison", "target").annotate(number=Count("pk"))


def _leading() -> dict[int, list[tuple[Result, str]]]:
    """The first tier of every comparison by what decides it, each with its figure; without tiers
    the best alone. Jobs have no one best."""
    found: dict[int, list[Standing]] = {}
    deciding = Standing.objects.filter(
        Q(tier=1) | Q(tier=None, rank=1),
        metric=F("result__comparison__deciding"),
        result__comparison__jobs=False,
    )
    for one in deciding.select_related("result__comparison"):
        found.setdefault(one.result.comparison_id or 0, []).append(one)
    return {comparison: _best_first(members) for comparison, members in found.items()}


def _best_first(members: list[Standing]) -> list[tuple[Result, str]]:
    metric = metric_title(members[0].metric)
    ordered = sorted(members, key=lambda one: metric.order(one.share))
    chosen = ordered if ordered[0].tier else ordered[:1]
    return [(one.result, metric.text(metric.value(one.result))) for one in chosen]


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """What the figures mean, and what they do not."""
    return render(request, "about.html", {"metrics": ALL_SHOWN})


@require_safe
def data(request: HttpRequest) -> HttpResponse:
    """Where the records come from, how many there are, and which files gave none."""
    studies = (
        Result.objects.values("study")
        .annotate(number=Count("pk"), shown=Count("comparison"))
        .order_by("study")
    )
    refused = Refusal.objects.order_by("-broken", "file")
    context = {
        "studies": studies,
        "records": Record.objects.count(),
        "shown": newest_results().count(),
        "refused": list(refused[:MOST_REFUSED]),
        "refused_count": refused.count(),
        "entries": list(LogEntry.objects.order_by("-rev")[:MOST_ENTRIES]),
        "mirrored": Mirrored.objects.first(),
        "root": request.build_absolute_uri("/").rstrip("/"),
        "snapshots": snapshot_links(),
    }
    return render(request, "data.html", context)


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """What programs that walk through the web need not ask for: states of before, and pages of
    accounts. Comparisons, of which there is no end, are behind links that they do not follow."""
    rules = "User-agent: *\nDisallow: /account/\nDisallow: /*?*rev=\n"
    return HttpResponse(rules, content_type="text/plain; charset=utf-8")


@require_safe
def api_page(request: HttpRequest) -> HttpResponse:
    """The API, made from its own description."""
    described = api.get_openapi_schema()
    operations = [
        (method.upper(), path, one)
        for path, methods in described["paths"].items()
        for method, one in methods.items()
    ]
    return render(
        request,
        "api.html",
        {
            "operations": operations,
            "info": described["info"],
            "root": request.build_absolute_uri("/api/results"),
        },
    )
