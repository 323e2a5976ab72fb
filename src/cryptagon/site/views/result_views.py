"""One result with everything that its record says, and several side by side."""

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
from cryptagon.site.comparing import MOST, fields, figures
from cryptagon.site.details import critical_path, flattened, formulas, search_runs
from cryptagon.site.faults import BadQueryError
from cryptagon.site.log_models import publication_of, withdrawal_of
from cryptagon.site.models import ID_DIGITS, Record, Result
from cryptagon.site.projection import measurement_in
from cryptagon.site.seeds import search_of
from cryptagon.site.trust import LADDER, attestations_of

LEAST_DIGITS = 8
_COMPARE_PARAMETERS = {"id", "only"}


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
    context = {
        "result": found,
        "measured": measured,
        "placed": isinstance(measured, Measurement),
        "standings": _standings(found),
        "formulas": own_formulas,
        "runs": search_runs(measured),
        "search": search_of(measured) if isinstance(measured, Measurement) else None,
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


@require_safe
def compare(request: HttpRequest) -> HttpResponse:
    """Results side by side.

    Raises BadQueryError for none, for too many, and for an id that no result has.
    """
    if unknown := set(request.GET) - _COMPARE_PARAMETERS:
        raise BadQueryError(
            f'there is no parameter "{min(unknown)}"', fix="give id=DIGITS for each result"
        )
    only = request.GET.get("only", "")
    if only not in ("", "differences"):
        raise BadQueryError(
            f'only "{only}" cannot be shown', fix="write only=differences, or leave it out"
        )
    asked = list(dict.fromkeys(request.GET.getlist("id")))
    if not asked or len(asked) > MOST:
        raise BadQueryError(
            f"{len(asked)} results cannot be compared",
            fix=f"choose 1 to {MOST} of them in a ranking",
        )
    results = _all_of(asked)
    all_fields = fields([measurement_in(one.record) for one in results])
    shown = [one for one in all_fields if one.differs or not only]
    ids = "&".join(f"id={one.short_id}" for one in results)
    context = {
        "results": results,
        "figures": figures(results),
        "fields": shown,
        "differing": sum(one.differs for one in all_fields),
        "all": len(all_fields),
        "only": only,
        "other_href": f"{request.path}?{ids}" if only else f"{request.path}?{ids}&only=differences",
        "alike": len({one.comparison_id for one in results}) == 1,
    }
    return render(request, "compare.html", context)


def found_result(digits: str) -> Result:
    """The result whose id begins with these digits. Raises Http404 where there is not just one."""
    found = (
        list(Result.objects.filter(_digits(digits)).select_related("record", "comparison")[:2])
        if _is_id(digits)
        else []
    )
    if len(found) != 1:
        raise Http404(
            f"{'Several results have' if found else 'No result has'} an id that begins with {digits}."
        )
    return found[0]


def _withdrawn(digits: str) -> dict[str, object] | None:
    """What the tombstone of a record says; None for one that was not withdrawn."""
    entry = withdrawal_of(digits) if len(digits) == ID_DIGITS and _is_id(digits) else None
    return (
        {"entry": entry, "published": publication_of(digits), "last": entry.rev - 1}
        if entry
        else None
    )


def _all_of(asked: list[str]) -> list[Result]:
    """The results of these ids, in their order, in one query."""
    if bad := [one for one in asked if not _is_id(one)]:
        raise BadQueryError(
            f'"{bad[0]}" is no id',
            why=f"an id has {LEAST_DIGITS} to {ID_DIGITS} hexadecimal digits",
        )
    condition = _digits(asked[0])
    for one in asked[1:]:
        condition |= _digits(one)
    found = {
        one.pk: one
        for one in Result.objects.filter(condition).select_related("record", "comparison")
    }
    chosen = []
    for digits in asked:
        fitting = [pk for pk in found if pk.startswith(digits)]
        if len(fitting) != 1:
            raise BadQueryError(
                f"{'several results have' if fitting else 'no result has'} an id that begins with {digits}"
            )
        chosen.append(found[fitting[0]])
    return list(dict.fromkeys(chosen))


def _is_id(digits: str) -> bool:
    return LEAST_DIGITS <= len(digits) <= ID_DIGITS and not set(digits) - set("0123456789abcdef")


def _digits(digits: str) -> Q:
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
