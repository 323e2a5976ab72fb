"""Who published the records, and what each has published and withdrawn."""

from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cryptagon.site.log import HOUSE, PUBLISHED, WITHDRAWN
from cryptagon.site.log_models import LogEntry
from cryptagon.site.models import Result
from cryptagon.site.query import View
from cryptagon.site.views.catalog_views import by_place, results_of
from cryptagon.site.views.taking import taking_ranking

MOST_WITHDRAWN = 100


@require_safe
def publishers(request: HttpRequest) -> HttpResponse:
    """Everybody who has published a record."""
    ranked = dict(Result.objects.values_list("publisher").annotate(number=Count("comparison")))
    counted = (
        LogEntry.objects.filter(state=PUBLISHED)
        .values_list("publisher")
        .annotate(number=Count("record"))
        .order_by("publisher")
    )
    withdrawn = dict(
        LogEntry.objects.filter(state=WITHDRAWN)
        .values_list("publisher")
        .annotate(number=Count("record"))
    )
    rows = [(name, number, ranked.get(name, 0), withdrawn.get(name, 0)) for name, number in counted]
    return render(
        request,
        "publishers.html",
        {"rows": sorted(rows, key=lambda row: (row[0] != HOUSE, row[0].lower()))},
    )


@require_safe
def publisher(request: HttpRequest, name: str) -> HttpResponse:
    """One publisher: all results, and what was withdrawn with its reason."""
    entries = LogEntry.objects.filter(publisher=name)
    first = entries.order_by("rev").first()
    if first is None:
        raise Http404(f"There is no publisher {name}.")
    withdrawn = entries.filter(state=WITHDRAWN).order_by("-rev")
    results = results_of(publisher=name)
    context = {
        "name": name,
        "first": first,
        "is_house": name == HOUSE,
        "records": entries.filter(state=PUBLISHED).count(),
        "withdrawn": list(withdrawn[:MOST_WITHDRAWN]),
        "withdrawn_count": withdrawn.count(),
        "places": by_place(results.shown),
        "count": results.count,
        "shown": len(results.shown),
    }
    context |= taking_ranking(request, View.model_validate({"publisher": name}))
    return render(request, "publisher.html", context)
