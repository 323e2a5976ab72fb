"""Filters of templates: how figures and names are shown.

All of them are built in: no template loads them.
"""

from collections.abc import Mapping

from django import template

from cryptagon.analysis.documents import NOTHING
from cryptagon.analysis.metrics import FMAX
from cryptagon.analysis.naming import class_title, shown
from cryptagon.site.known import mark_of, place_title, study_title
from cryptagon.site.trust import LADDER

register = template.Library()

register.filter("by", shown)
register.filter("mark_of", mark_of)
register.filter("place_title", place_title)
register.filter("study_title", study_title)


@register.filter
def badge(trust: str) -> str:
    """The badge of a step of the ladder of trust; empty where it has none."""
    return LADDER[trust].badge


@register.filter
def class_name(name: str) -> str:
    """What algorithms of a class are called, as the beginning of a sentence."""
    title = class_title(name)
    return title[:1].upper() + title[1:]


@register.filter
def in_text(title: str) -> str:
    """A title of a metric within a sentence: Fmax stays as it is."""
    return title if title == FMAX.title else title.lower()


@register.filter
def words(name: str) -> str:
    """A name of a field as words."""
    return name.replace("_", " ")


@register.filter
def sentence(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


@register.filter
def plain(value: float | None) -> str:
    """A number as a form has it; empty for none."""
    return "" if value is None else f"{value:.15g}"


@register.filter
def at(found: Mapping[str, object], key: str) -> object:
    """What a mapping has under a key; None where it has nothing."""
    return found.get(key)


@register.filter
def number(value: float | None, digits: int = 0) -> str:
    """A number with thousands separators and so many decimals; an en dash for none."""
    return NOTHING if value is None else f"{value:,.{digits}f}"


@register.filter
def per_cent(share: float) -> str:
    """A part of 1 in per cent, for the geometry of a picture."""
    return f"{100 * share:.2f}"
