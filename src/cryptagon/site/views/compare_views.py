"""Results side by side: few in one table, many as rows of figures with their fields by pages."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe
from pydantic import BaseModel, ConfigDict, Field

from cryptagon.site.citing import comparison_citation
from cryptagon.site.comparing import MOST, SIDE_BY_SIDE, Comparing
from cryptagon.site.comparing_files import WRITERS
from cryptagon.site.comparing_plot import comparing_plot
from cryptagon.site.faults import BadQueryError
from cryptagon.site.models import ID_DIGITS, Result
from cryptagon.site.query import checked, encoded, read_values
from cryptagon.site.sheets import MEDIA_TYPES
from cryptagon.site.views.elsewhere import Picture, framed, picture
from cryptagon.site.views.result_views import LEAST_DIGITS, is_id, with_digits
from cryptagon.site.views.taking import BIBTEX, attached, bibtex_file, picture_size, taking


class Asked(BaseModel):
    """Which results are set side by side, by the first digits of their ids; whether only the fields
    that differ are shown; and, of many results, which page of their fields."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: tuple[str, ...] = ()
    only: str = Field("", pattern="^(differences)?$")
    page: int = Field(1, ge=1, le=MOST)

    def at(self, path: str, **changes: object) -> str:
        """The address that asks the same but for these changes."""
        return f"{path}?{encoded(self.model_copy(update=changes))}"


@dataclass(frozen=True)
class Pages:
    """The pages of the fields of many results."""

    number: int
    previous: str
    next: str


@require_safe
def compare(request: HttpRequest) -> HttpResponse:
    """The figures of all results, then their other fields.

    Raises BadQueryError for none, for too many, and for an id that no result has.
    """
    asked, results = _read(request.GET)
    comparing = Comparing(results)
    number = -(-len(results) // SIDE_BY_SIDE)
    if asked.page > number:
        raise BadQueryError(f"there is no page {asked.page}", why=f"the last is {number}")
    first = (asked.page - 1) * SIDE_BY_SIDE
    shown = slice(first, first + SIDE_BY_SIDE)
    here = _here(asked, results).model_copy(update={"only": asked.only, "page": asked.page})
    own = reverse("compare")
    context = {
        "results": results,
        "many": number > 1,
        "figures": comparing.figures,
        "lines": comparing.lines,
        "shown": results[shown],
        "fields": [
            (one, one.texts[shown]) for one in comparing.fields if one.differs or not asked.only
        ],
        "differing": sum(one.differs for one in comparing.fields),
        "all": len(comparing.fields),
        "only": asked.only,
        "other_href": here.at(own, only="" if asked.only else "differences"),
        "pages": Pages(
            number,
            here.at(own, page=asked.page - 1) if asked.page > 1 else "",
            here.at(own, page=asked.page + 1) if asked.page < number else "",
        ),
        "first": first + 1,
        "last": min(first + SIDE_BY_SIDE, len(results)),
        "alike": len({one.comparison_id for one in results}) == 1,
        **_taking(request, here, results),
    }
    return render(request, "compare.html", context)


@require_safe
def comparison_file(request: HttpRequest, layout: str) -> HttpResponse:
    """All figures and fields of all results as a file."""
    if layout not in (*WRITERS, BIBTEX):
        known = ", ".join((*WRITERS, BIBTEX))
        raise Http404(f"A comparison is to be had as {known}, not as {layout}.")
    asked, results = _read(request.GET)
    if layout == BIBTEX:
        cited = comparison_citation(request, results, _here(asked, results).at(reverse("compare")))
        return bibtex_file(cited, "comparison")
    content = WRITERS[layout](Comparing(results))
    return attached(content, MEDIA_TYPES[layout], f"comparison.{layout}")


@framed
def compare_frame(request: HttpRequest) -> HttpResponse:
    """The figures of results without anything around them."""
    asked, results = _read(request.GET)
    here, comparing = _here(asked, results), Comparing(results)
    context = {
        "count": len(results),
        "figures": comparing.figures,
        "lines": comparing.lines,
        "table_template": "compare_figures.html",
        "counted": f"{len(results)} result{'' if len(results) == 1 else 's'}",
        "page_href": here.at(reverse("compare")),
        "cited": comparison_citation(request, results, here.at(reverse("compare"))),
    }
    return render(request, "embed.html", context)


@picture
def compare_picture(request: HttpRequest) -> Picture:
    """Figures as bars."""
    asked, results = _read(request.GET)
    address = request.build_absolute_uri(_here(asked, results).at(reverse("compare")))
    return Picture("lanes.svg", comparing_plot(results), address)


def _here(asked: Asked, results: list[Result]) -> Asked:
    """What is asked, with the digits that each id has in addresses."""
    own = {"id": tuple(one.short_id for one in results), "only": "", "page": 1}
    return asked.model_copy(update=own)


def _taking(request: HttpRequest, here: Asked, results: list[Result]) -> dict[str, Any]:
    own = here.model_copy(update={"only": "", "page": 1})
    cited = comparison_citation(request, results, own.at(reverse("compare")))
    places = {"page": "compare", "picture": "compare_picture", "frame": "compare_frame"}
    drawn = comparing_plot(results)
    return {
        **taking("comparison_file", WRITERS, encoded(own), cited, **places),
        "picture_size": picture_size((drawn.width, drawn.height)),
    }


def _read(given: QueryDict) -> tuple[Asked, list[Result]]:
    """What an address asks, and the results, each once."""
    asked = checked(Asked, read_values(given, Asked.model_fields, several=("id",)))
    ids = list(dict.fromkeys(asked.id))
    if not ids or len(ids) > MOST:
        raise BadQueryError(
            f"{len(ids)} results cannot be compared",
            fix=f"choose 1 to {MOST} of them in a ranking",
        )
    return asked, _all_of(ids)


def _all_of(asked: list[str]) -> list[Result]:
    """The results of these ids, in their order, in one query."""
    if bad := [one for one in asked if not is_id(one)]:
        raise BadQueryError(
            f'"{bad[0]}" is no id',
            why=f"an id has {LEAST_DIGITS} to {ID_DIGITS} hexadecimal digits",
        )
    condition = with_digits(asked[0])
    for one in asked[1:]:
        condition |= with_digits(one)
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
