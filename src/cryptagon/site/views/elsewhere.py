"""What pages of others may show: pictures, and tables in a frame."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps

from csp.constants import NONE, SELF
from csp.decorators import csp
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from cryptagon.site.embedding import FOOT, STYLES, THEMES, Drawing, keys_of
from cryptagon.site.faults import BadQueryError
from cryptagon.site.log_models import head

_ANYWHERE = {
    "default-src": [NONE],
    "base-uri": [NONE],
    "form-action": [NONE],
    "frame-ancestors": ["*"],
}
_STYLES = [style.source for style in STYLES.values()]
View = Callable[..., HttpResponse]


@dataclass(frozen=True)
class Picture:
    """What a view draws: the template of its marks, what that draws, the address of its page, and
    the entry of the log that it is as of, None for the last."""

    template: str
    drawing: Drawing
    address: str
    rev: int | None = None


def framed(view: View) -> View:
    """A view that pages of others may have in a frame."""
    return require_safe(xframe_options_exempt(csp({**_ANYWHERE, "style-src": [SELF]})(view)))


def picture(view: Callable[..., Picture]) -> View:
    """A view that gives an SVG with its own style; the parameter `theme` fixes its colours. Raises
    BadQueryError for a theme that there is not."""

    @wraps(view)
    def drawn(request: HttpRequest, *args: object, **more: object) -> HttpResponse:
        given = request.GET.copy()
        theme = given.pop("theme", [""])[-1]
        if theme not in THEMES:
            raise BadQueryError(
                f'there is no theme "{theme}"',
                fix="write theme=light or theme=dark, or leave it out",
            )
        request.GET = given  # type: ignore[assignment] - what is left is the view
        found = view(request, *args, **more)
        context = {
            "picture": found,
            "drawing": found.drawing,
            "foot": found.drawing.height + FOOT,
            "keys": keys_of(found.drawing.approaches),
            "style": STYLES[theme].text,  # type: ignore[index] - it is one of them
            "root": request.build_absolute_uri("/").rstrip("/"),
            "source": f"Cryptagon results, entry {found.rev or getattr(head(), 'rev', 0)}",
        }
        return render(request, "picture.svg", context, content_type="image/svg+xml")

    return require_safe(xframe_options_exempt(csp({**_ANYWHERE, "style-src": _STYLES})(drawn)))
