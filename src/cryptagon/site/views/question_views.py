"""The question form: bounds, and the designs that fit them on several families."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from cryptagon.site.known import known_targets
from cryptagon.site.question_files import WRITERS
from cryptagon.site.questions import Answers, Question, read_question
from cryptagon.site.revisions import tables_at
from cryptagon.site.sheets import MEDIA_TYPES
from cryptagon.site.views.ranking_views import choosers

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
        suffix = f"?{short}" if short else ""
        context = {
            "asked": asked,
            "answers": answers,
            "choosers": [one for one in choosers(asked.filters) if one.name in CHOSEN],
            "families": [(name, *_parts(name)) for name in answers.families],
            "files": [
                (layout, reverse("question_file", args=[layout]) + suffix) for layout in WRITERS
            ],
            "previous": _page(asked, asked.page - 1) if asked.page > 1 else "",
            "next": _page(asked, asked.page + 1) if asked.page < answers.pages else "",
            "most_families": len({one.family for one in known_targets().values()}),
            "most_vendors": len({one.vendor for one in known_targets().values()}),
        }
        return render(request, "question.html", context)


@require_safe
def question_file(request: HttpRequest, layout: str) -> HttpResponse:
    """The answers of the page as a file."""
    asked = read_question(request.GET)
    if layout not in WRITERS:
        raise Http404(f"Answers are to be had as {', '.join(WRITERS)}, not as {layout}.")
    with tables_at(asked.rev):
        content = WRITERS[layout](Answers(asked))
    answer = HttpResponse(content, content_type=MEDIA_TYPES[layout])
    answer["Content-Disposition"] = f'attachment; filename="answers.{layout}"'
    return answer


def _page(asked: Question, page: int) -> str:
    return f"{reverse('question')}?{asked.model_copy(update={'page': page}).encoded()}"


def _parts(family: str) -> tuple[str, str]:
    """The vendor of a family, and the names of its targets."""
    found = [one for one in known_targets().values() if one.family == family]
    return found[0].vendor, ", ".join(one.title for one in found)
