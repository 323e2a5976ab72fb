"""The whole of a revision as a file to download."""

from typing import Annotated

from django.http import FileResponse, Http404, HttpRequest
from django.urls import reverse
from django.views.decorators.http import require_safe
from pydantic import BaseModel, ConfigDict, Field

from cryptagon.site.parquet import has_parquet
from cryptagon.site.query import checked, read_values
from cryptagon.site.snapshots import WRITERS, kept_snapshot

_MEDIA_TYPES = {
    ".sqlite3": "application/vnd.sqlite3",
    ".parquet": "application/vnd.apache.parquet",
}


class _Asked(BaseModel):
    """Which state is asked for; the last where `rev` is left out."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    rev: Annotated[int, Field(ge=1, le=10**9)] | None = None


@require_safe
def snapshot(request: HttpRequest, layout: str) -> FileResponse:
    """The results after an entry of the log. Raises Http404 for a form that there is none of
    here."""
    ending = f".{layout}"
    if ending not in forms():
        why = " The site has no pyarrow, which writes it." if ending in WRITERS else ""
        known = ", ".join(one.removeprefix(".") for one in forms())
        raise Http404(f"A snapshot is to be had as {known}, not as {layout}.{why}")
    asked = checked(_Asked, read_values(request.GET, _Asked.model_fields))
    file = kept_snapshot(asked.rev, ending).open("rb")
    name = f"results-{asked.rev}{ending}" if asked.rev else f"results{ending}"
    return FileResponse(file, as_attachment=True, filename=name, content_type=_MEDIA_TYPES[ending])


def forms() -> list[str]:
    """The endings of the files that there are here."""
    return [one for one in WRITERS if one != ".parquet" or has_parquet()]


def snapshot_links() -> list[tuple[str, str]]:
    """Each form, for people, and its address."""
    titles = {".sqlite3": "SQLite", ".parquet": "Parquet"}
    return [(titles[one], reverse("snapshot", args=[one.removeprefix(".")])) for one in forms()]
