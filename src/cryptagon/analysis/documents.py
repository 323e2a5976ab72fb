"""Documents whose tables are made from measurements: Markdown tables, and the marks around them."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

NOTHING = "\N{EN DASH}"
"""What is in a cell for which there is no figure."""


def days_of(dates: Iterable[datetime]) -> str:
    """The one day of all dates, or the first and the last one; nothing where there are no dates."""
    days = sorted({date.date().isoformat() for date in dates})
    return " to ".join(dict.fromkeys((days[0], days[-1]))) if days else ""


def days_of_parts(content: Mapping[str, Any]) -> str:
    """`days_of` the parts of a benchmark's results."""
    return days_of(datetime.fromisoformat(part["date"]) for part in content["parts"].values())


def tools_of(used: Iterable[Mapping[str, str]]) -> str:
    """Each tool with its version once, by name; a tool of several versions with each of them."""
    return ", ".join(
        sorted({f"{name} {version}" for tools in used for name, version in tools.items()})
    )


def markdown_table(heading: Sequence[str], rows: Sequence[Sequence[str]], left: int) -> str:
    """A table in Markdown; its first `left` columns are flush left, the others right."""
    rule = "|" + "---|" * left + "---:|" * (len(heading) - left)
    return "\n".join(
        ["| " + " | ".join(heading) + " |", rule, *("| " + " | ".join(row) + " |" for row in rows)]
    )


def with_section(text: str, name: str, content: str) -> str:
    """The document with `content` between the marks `<!-- NAME: begin -->` and `<!-- NAME: end
    -->`.
    """
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    before, _, rest = text.partition(begin)
    return f"{before}{begin}\n{content}\n{end}{rest.partition(end)[2]}"
