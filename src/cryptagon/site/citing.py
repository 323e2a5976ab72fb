"""What somebody writes who cites a view: its frozen address, and BibTeX."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse

from cryptagon.analysis.latex import latex_escaped
from cryptagon.analysis.naming import class_title, shown
from cryptagon.site.known import place_title, study_title
from cryptagon.site.log_models import LogEntry, head, publication_of
from cryptagon.site.models import SHORT_DIGITS, Result
from cryptagon.site.query import View
from cryptagon.site.questions import Question


@dataclass(frozen=True)
class Citation:
    """A view at an entry of the log: what it is called, the address that shows it for ever, and the
    entry.
    """

    title: str
    address: str
    entry: LogEntry

    @property
    def bibtex(self) -> str:
        """An entry of BibTeX; its key is the digest of the log's entry and, of a result, its
        record.
        """
        year = self.entry.date[:4]
        note = f"Entry {self.entry.rev} of the log, {self.entry.date[:10]}, SHA-256 {self.entry.digest}"
        fields = {
            "title": f"{{{latex_escaped(self.title)}}}",
            "author": "{Cryptagon results}",
            "year": year,
            "howpublished": rf"\url{{{self.address}}}",
            "note": latex_escaped(note),
        }
        key = re.sub(
            r"[^a-z0-9]+",
            "-",
            f"cryptagon {self._subject} {self.entry.digest[:SHORT_DIGITS]}".lower(),
        )
        body = "".join(f"  {name} = {{{text}}},\n" for name, text in fields.items())
        return f"@misc{{{key},\n{body}}}\n"

    @property
    def _subject(self) -> str:
        """What tells its key from others of the same entry: the first words of its address after
        the site.
        """
        found = re.search(r"/results/([0-9a-f]{12})", self.address)
        page = re.search(r"^https?://[^/]+/(ratios|question|compare)/", self.address)
        return found[1] if found else page[1] if page else "ranking"


def ranking_citation(request: HttpRequest, view: View, page: str = "ranking") -> Citation | None:
    """How to cite this ranking, or its plot: as it is at the entry that it shows.

    None while there is no entry.
    """
    entry = _entry(view.rev)
    if entry is None:
        return None
    frozen = view.changed(rev=entry.rev, page=view.page)
    address = request.build_absolute_uri(f"{reverse(page)}?{frozen.encoded()}")
    what = "Ratios" if page == "ratios" else "Ranking"
    return Citation(f"{what} of {_subject(view)}", address, entry)


def result_citation(request: HttpRequest, result: Result) -> Citation | None:
    """How to cite a result: by its record, and the entry that made it public."""
    entry = publication_of(str(result.pk))
    title = f"{result.label} by {shown(result.approach)} on {place_title(result.target)}, by {result.publisher}"
    return (
        Citation(title, request.build_absolute_uri(result.get_absolute_url()), entry)
        if entry
        else None
    )


def question_citation(request: HttpRequest, asked: Question) -> Citation | None:
    """How to cite the answers to a question, as they are at the entry that it shows."""
    entry = _entry(asked.rev)
    if entry is None:
        return None
    frozen = asked.model_copy(update={"rev": entry.rev})
    address = request.build_absolute_uri(f"{reverse('question')}?{frozen.encoded()}")
    families = f"{asked.families} famil{'y' if asked.families == 1 else 'ies'}"
    return Citation(f"Designs that keep the same bounds on {families}", address, entry)


def comparison_citation(
    request: HttpRequest, results: Sequence[Result], address: str
) -> Citation | None:
    """How to cite results side by side: by their records."""
    entry = head()
    names = list(dict.fromkeys(one.label for one in results))
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    title = f"{', '.join(names[:3])}{more} side by side"
    return Citation(title, request.build_absolute_uri(address), entry) if entry else None


def _entry(rev: int | None) -> LogEntry | None:
    return head() if rev is None else LogEntry.objects.filter(rev=rev).first()


def _subject(view: View) -> str:
    """What a ranking is of, in words."""
    what = class_title(view.algorithm_class) if view.algorithm_class else "results"
    what = f"{view.algorithm} {view.variant}".strip() if view.algorithm else what
    what = f"{what} by {view.publisher}" if view.publisher else what
    where = f" on {place_title(view.target)}" if view.target else ""
    study = f" in {study_title(view.contest)}" if view.contest else ""
    return f"{what}{where}{study}"
