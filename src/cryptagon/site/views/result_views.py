"""One result with everything that its record says."""

from http import HTTPStatus

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from cryptagon.results import Measurement
from cryptagon.site.canonical import object_in
from cryptagon.site.citing import result_citation
from cryptagon.site.columns import METRICS
from cryptagon.site.details import critical_path, flattened, formulas, search_runs
from cryptagon.site.log_models import publication_of, withdrawal_of
from cryptagon.site.models import ID_DIGITS, Record, Result
from cryptagon.site.projection import measurement_in
from cryptagon.site.seeds import search_of
from cryptagon.site.trust import LADDER, attestations_of

LEAST_DIGITS = 8


@require_safe
def result(request: HttpRequest, digits: str) -> HttpResponse:
    """The page of a result.

    The first digits of its id lead there too. A record that was withdrawn has its tombstone.
    """
    if gone := _withdrawn(digits):
        return render(request, "withdrawn.html", gone, status=HTTPStatus.GONE)
    found = found_result(digits)
    if digits != found.pk:
        return HttpResponseRedirect(found.get_absolute_url())
    measured = measurement_in(found.record)
    own_formulas = formulas(found.algorithm)
    search = search_of(measured) if isinstance(measured, Measurement) else None
    frame = request.build_absolute_uri(f"{reverse('compare_frame')}?id={found.short_id}")
    own_picture = reverse("result_picture", args=[found.pk]) if search else ""
    context = {
        "result": found,
        "measured": measured,
        "placed": isinstance(measured, Measurement),
        "standings": _standings(found),
        "formulas": own_formulas,
        "runs": search_runs(measured),
        "search": search,
        "frame_href": frame,
        "embed_href": request.build_absolute_uri(own_picture) if search else "",
        "critical_path": critical_path(measured),
        "options": list(flattened(measured.options)),
        "whole": list(flattened(object_in(bytes(found.record.content)))),
        "beside": _beside(found),
        "ladder": LADDER,
        "root": request.build_absolute_uri("/").rstrip("/"),
        "attested": attestations_of(found.pk),
        "cited": result_citation(request, found),
        "bibtex_href": reverse("result_bibtex", args=[found.pk]),
    }
    return render(request, "result.html", context)


@require_safe
def record(request: HttpRequest, digits: str) -> HttpResponse:
    """The record itself, byte for byte as it came."""
    found = Record.objects.filter(pk=digits).first()
    if found is None:
        raise Http404(f"There is no record {digits}.")
    answer = HttpResponse(bytes(found.content), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{found.pk}.json"'
    return answer


def found_result(digits: str) -> Result:
    """The result whose id begins with these digits. Raises Http404 where there is not just one."""
    found = (
        list(Result.objects.filter(with_digits(digits)).select_related("record", "comparison")[:2])
        if is_id(digits)
        else []
    )
    if len(found) != 1:
        raise Http404(
            f"{'Several results have' if found else 'No result has'} an id that begins with {digits}."
        )
    return found[0]


def placed_measurement(found: Result) -> Measurement | None:
    """What the record of a result says, where it was placed; None of one in standard cells."""
    measured = measurement_in(found.record)
    return measured if isinstance(measured, Measurement) else None


def _withdrawn(digits: str) -> dict[str, object] | None:
    """What the tombstone of a record says; None for one that was not withdrawn."""
    entry = withdrawal_of(digits) if len(digits) == ID_DIGITS and is_id(digits) else None
    return (
        {"entry": entry, "published": publication_of(digits), "last": entry.rev - 1}
        if entry
        else None
    )


def is_id(digits: str) -> bool:
    """Whether these can be the first digits of an id."""
    return LEAST_DIGITS <= len(digits) <= ID_DIGITS and not set(digits) - set("0123456789abcdef")


def with_digits(digits: str) -> Q:
    """The condition that an id begins with them, which an index answers."""
    return Q(pk__gte=digits, pk__lt=digits + "g")


def _standings(found: Result) -> list[tuple[str, object]]:
    """Its rank and tier by every metric that it is ranked by."""
    by_field = {one.metric: one for one in found.standings.all()}
    return [
        (metric.title, by_field[metric.field])
        for metric in METRICS.values()
        if metric.field in by_field
    ]


def _beside(found: Result) -> list[Result]:
    """The other results of the same algorithm at the same place, older ones of the same design
    among them.
    """
    same = Result.objects.filter(
        algorithm=found.algorithm, target=found.target, scope=found.scope
    ).exclude(pk=found.pk)
    return list(same.order_by("-comparison_id", "variant", "approach", "-date")[:20])
