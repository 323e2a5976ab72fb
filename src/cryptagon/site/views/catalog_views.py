"""What there is to compare: algorithms, targets and contests, each with its results."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from django.db.models import Count, F, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cryptagon.analysis.naming import class_title
from cryptagon.catalog import Effort
from cryptagon.site.details import architecture_of, formulas, plain
from cryptagon.site.facets import contest_sizes
from cryptagon.site.known import (
    algorithm_title,
    known_algorithms,
    known_contests,
    known_targets,
    study_title,
)
from cryptagon.site.models import Result, in_order
from cryptagon.site.published import published_cycles
from cryptagon.site.query import View
from cryptagon.site.ranking import BY_WHAT_DECIDES, of_contest
from cryptagon.site.views.taking import taking_ranking

MOST_RESULTS = 200
"""Results on one page of the catalogue; a ranking has all of them, page by page."""
DIAGRAM = "architecture.svg"
"""The file in an algorithm's folder that draws its core."""


@dataclass(frozen=True)
class Results:
    """The results that a page shows, and how many there are."""

    shown: list[Result]
    count: int


@require_safe
def algorithms(request: HttpRequest) -> HttpResponse:
    """Every algorithm of the catalogue and of the records, class by class."""
    counted = {row["algorithm"]: row for row in _counted("algorithm", "title", "algorithm_class")}
    known = known_algorithms()
    rows = [
        {
            "name": name,
            "title": one.title,
            "class": one.class_,
            "count": counted.get(name, {}).get("number", 0),
            "notes": one.notes,
        }
        for name, one in known.items()
    ]
    rows += [
        {
            "name": name,
            "title": row["title"],
            "class": row["algorithm_class"],
            "count": row["number"],
            "notes": "not in the catalogue here",
        }
        for name, row in counted.items()
        if name not in known
    ]
    classes: dict[str, list[dict]] = {}
    for row in sorted(rows, key=lambda row: (row["class"], -row["count"], row["title"].lower())):
        classes.setdefault(row["class"], []).append(row)
    return render(request, "algorithms.html", {"classes": classes.items(), "count": len(rows)})


@require_safe
def algorithm(request: HttpRequest, name: str) -> HttpResponse:
    """One algorithm: what it is, and all its results, older ones among them."""
    found = known_algorithms().get(name)
    results = results_of(algorithm=name)
    if found is None and not results.count:
        raise Http404(f"There is no algorithm {name}.")
    described = found.model_dump(mode="json") if found else {}
    sizes = [(key, plain(value)) for key, value in described.get("sizes", {}).items()]
    context = {
        "name": name,
        "title": found.title if found else results.shown[0].title,
        "class": class_title(found.class_ if found else results.shown[0].algorithm_class),
        "known": found,
        "sizes": sizes,
        "architecture": {key: plain(value) for key, value in architecture_of(found).items()}
        if found
        else {},
        "diagram": _diagram_of(name) is not None,
        "formulas": formulas(name),
        "places": by_place(results.shown),
        "count": results.count,
        "shown": len(results.shown),
    }
    context |= taking_ranking(request, View.model_validate({"algorithm": name}))
    return render(request, "algorithm.html", context)


@require_safe
def diagram(request: HttpRequest, name: str) -> HttpResponse:
    """The block diagram of an algorithm's core, as SVG."""
    file = _diagram_of(name)
    if file is None:
        raise Http404(f"There is no block diagram of {name}.")
    return HttpResponse(file.read_bytes(), content_type="image/svg+xml")


def _diagram_of(name: str) -> Path | None:
    found = known_algorithms().get(name)
    file = found.folder / DIAGRAM if found else None
    return file if file and file.is_file() else None


@require_safe
def targets(request: HttpRequest) -> HttpResponse:
    """Every FPGA part of the catalogue, and every other place that a record names."""
    counted = {row["target"]: row["number"] for row in _counted("target")}
    known = known_targets()
    rows = [(name, one, counted.get(name, 0)) for name, one in known.items()]
    others = [(name, number) for name, number in counted.items() if name not in known]
    return render(
        request,
        "targets.html",
        {"rows": sorted(rows, key=lambda row: (-row[2], row[0])), "others": others},
    )


@require_safe
def target(request: HttpRequest, name: str) -> HttpResponse:
    """One part or cell library: what it is, and all results on it."""
    known, results = known_targets().get(name), results_of(target=name)
    if known is None and not results.count:
        raise Http404(f"There is no target {name}.")
    context = {
        "name": name,
        "title": known.title if known else name,
        "known": known,
        "kinds": _by_kind(results.shown),
        "count": results.count,
        "shown": len(results.shown),
    }
    context |= taking_ranking(request, View.model_validate({"target": name}))
    return render(request, "target.html", context)


@require_safe
def contests(request: HttpRequest) -> HttpResponse:
    """Every contest of the catalogue, and every other study that a record belongs to."""
    counted, known = contest_sizes(), known_contests()
    others = (row["study"] for row in _counted("study") if row["study"] not in known)
    names = [*known, *others]
    rows = [(name, study_title(name), known.get(name), counted.get(name, 0)) for name in names]
    return render(
        request, "contests.html", {"rows": sorted(rows, key=lambda row: (-row[3], row[1]))}
    )


@require_safe
def contest(request: HttpRequest, name: str) -> HttpResponse:
    """One contest: what meets in it under which rules, and its results."""
    known, results = known_contests().get(name), results_of(**of_contest(name))
    if known is None and not results.count:
        raise Http404(f"There is no contest {name}.")
    context = {
        "name": name,
        "title": study_title(name),
        "known": known,
        "algorithms": [(one, algorithm_title(one)) for one in known.names] if known else [],
        "effort": _words_of(known.effort) if known else "",
        "published": published_cycles(known, results.shown) if known else None,
        "count": results.count,
        "shown": len(results.shown),
        "places": by_place(results.shown),
    }
    context |= taking_ranking(request, View.model_validate({"contest": name}))
    return render(request, "contest.html", context)


def _words_of(effort: Effort) -> str:
    """An effort for people: "standard: 4 strategies, seeds 1, 2, 3"."""
    several = f"strategies {effort.strategies}"
    if isinstance(effort.strategies, int):
        several = f"{effort.strategies} strateg{'y' if effort.strategies == 1 else 'ies'}"
    seeds = f"seed{'s' * (len(effort.seeds) > 1)} {plain(effort.seeds)}"
    return f"{effort.level}: {several}, {seeds}"


def _counted(*fields: str) -> Iterable[dict]:
    """The values of a field with the number of their results, older ones left out."""
    shown = Count("pk", filter=Q(comparison__isnull=False))
    return Result.objects.values(*fields).annotate(number=shown).order_by(fields[0])


def results_of(**conditions: str) -> Results:
    """The results under a condition, comparison by comparison, the best first; at most so many as a
    page shows.
    """
    found = Result.objects.filter(**conditions)
    ordered = found.order_by(F("comparison_id").asc(nulls_last=True), *BY_WHAT_DECIDES, "-date")
    return Results(in_order(ordered, 0, MOST_RESULTS), found.count())


def by_place(results: Iterable[Result]) -> list[tuple[str, list[Result]]]:
    """Results by what they can be compared with; those that newer ones take the place of come
    last.
    """
    found: dict[str, list[Result]] = {}
    for one in results:
        found.setdefault(one.comparison.title if one.comparison else "", []).append(one)
    return sorted(found.items(), key=lambda entry: entry[0] == "")


def _by_kind(results: Iterable[Result]) -> list[tuple[str, list[Result]]]:
    """As `by_place`, without the place."""
    return [
        (rows[0].comparison.kind if rows[0].comparison else "", rows)
        for _, rows in by_place(results)
    ]
