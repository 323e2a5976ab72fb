"""The question form: bounds, and the designs that fit them on several families."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from cryptagon.site.citing import question_citation
from cryptagon.site.faults import BadQueryError
from cryptagon.site.known import known_targets
from cryptagon.site.models import Result
from cryptagon.site.panels import panels_of, size_of
from cryptagon.site.question_files import WRITERS
from cryptagon.site.questions import Answers, Question, read_question
from cryptagon.site.revisions import tables_at
from cryptagon.site.sheets import MEDIA_TYPES
from cryptagon.site.views.elsewhere import Picture, framed, picture
from cryptagon.site.views.ranking_views import choosers
from cryptagon.site.views.taking import BIBTEX, attached, bibtex_file, picture_size, taking

CHOSEN = ("algorithm_class", "algorithm", "approach")
"""What a question chooses by a list."""


@require_safe
def question(request: HttpRequest) -> HttpResponse:
    """The form, and below it the designs that answer."""
    asked = read_question(request.GET)
    short = asked.encoded()
    if len(short) < len(request.GET.urlencode()):
        return HttpResponseRedirect(f"{request.path}{'?' if short else ''}{short}")
    with tables_at(asked.rev):
        answers = Answers(asked)
        context = {
            **_answered(request, answers),
            "choosers": [one for one in choosers(asked.filters) if one.name in CHOSEN],
            "previous": _page(asked, asked.page - 1) if asked.page > 1 else "",
            "next": _page(asked, asked.page + 1) if asked.page < answers.pages else "",
            "most_families": len({one.family for one in known_targets().values()}),
            "most_vendors": len({one.vendor for one in known_targets().values()}),
        }
        return render(request, "question.html", context)


@framed
def question_frame(request: HttpRequest) -> HttpResponse:
    """The table of answers without anything around it."""
    asked = read_question(request.GET)
    with tables_at(asked.rev):
        answers = Answers(asked)
        own = {
            "count": answers.count,
            "table_template": "question_table.html",
            "counted": f"{answers.count} design{'' if answers.count == 1 else 's'}",
            "page_href": f"{reverse('question')}?{asked.encoded()}",
        }
        return render(request, "embed.html", {**_answered(request, answers), **own})


@picture
def question_picture(request: HttpRequest) -> Picture:
    """Throughput against area of what the designs of the page fit with, comparison by comparison.
    Raises BadQueryError where no design has both."""
    asked = read_question(request.GET)
    with tables_at(asked.rev):
        plots = panels_of(_fitting(Answers(asked)))
        cited = question_citation(request, asked)
    if not plots.plots:
        raise BadQueryError("there is no plot", why="no design that answers has a throughput")
    return Picture("panels.svg", plots, cited.address if cited else "", asked.rev)


@require_safe
def question_file(request: HttpRequest, layout: str) -> HttpResponse:
    """The answers of the page as a file."""
    asked = read_question(request.GET)
    if layout == BIBTEX:
        return bibtex_file(question_citation(request, asked), "answers")
    if layout not in WRITERS:
        raise Http404(f"Answers are to be had as {', '.join((*WRITERS, BIBTEX))}, not as {layout}.")
    with tables_at(asked.rev):
        return attached(WRITERS[layout](Answers(asked)), MEDIA_TYPES[layout], f"answers.{layout}")


def _answered(request: HttpRequest, answers: Answers) -> dict[str, Any]:
    asked = answers.question
    plots = _plots(answers)
    return {
        "picture_size": picture_size(size_of(plots)),
        "asked": asked,
        "answers": answers,
        "families": [(name, *_parts(name)) for name in answers.families],
        **taking(
            "question_file",
            WRITERS,
            asked.encoded(),
            question_citation(request, asked),
            page="question",
            picture="question_picture" if plots else "",
            frame="question_frame",
        ),
    }


def _fitting(answers: Answers) -> list[Result]:
    """The results of a page, in the order of their comparisons."""
    found = {one.result.pk: one.result for own in answers.designs for one in own.fits.values()}
    return sorted(found.values(), key=lambda one: (one.comparison_id or 0, one.luts or 0))


def _plots(answers: Answers) -> int:
    """How many comparisons of the page have a plot."""
    drawn = (one for one in _fitting(answers) if one.throughput_mbps is not None and one.luts)
    return len({one.comparison_id for one in drawn})


def _page(asked: Question, page: int) -> str:
    return f"{reverse('question')}?{asked.model_copy(update={'page': page}).encoded()}"


def _parts(family: str) -> tuple[str, str]:
    """The vendor of a family, and the names of its targets."""
    found = [one for one in known_targets().values() if one.family == family]
    return found[0].vendor, ", ".join(one.title for one in found)
