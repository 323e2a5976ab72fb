"""What changed between two sets of records, for people: rows of a table, sentences, Markdown for a
comment, and plain values for scripts.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from cryptagon.analysis.circumstances import KEY, Circumstance
from cryptagon.analysis.conditions import area_unit
from cryptagon.analysis.difference import SEED, Change, Difference, Pair, label, signed
from cryptagon.analysis.documents import NOTHING, markdown_table
from cryptagon.results import MADE_AGAIN, Measurement

HEADING = ("design", "figure", "before", "after", "change", "")
LEFT = 2
"""Columns of words at the left."""
LISTED = 3
"""How many designs with the same difference are named; of more there is a number."""

NOT_RUN = "not run again"

Row = tuple[str, str, str, str, str, str]


def rows(pairs: Iterable[Pair]) -> list[Row]:
    """A row a figure, those of one design together; the design is named in its first one."""
    found: list[Row] = []
    for pair in pairs:
        own = [*_status_rows(pair), *(_row(pair, change) for change in pair.changes)]
        found += [(pair.label if not number else "", *row) for number, row in enumerate(own)]
    return found


def _status_rows(pair: Pair) -> Iterator[tuple[str, str, str, str, str]]:
    before, after = pair.before, pair.after
    if pair.status_changed:
        yield "result", before.status, after.status, "", "worse" if before.ok else "better"
    then, now = verified(before), verified(after)
    if now not in (then, NOT_RUN):
        yield "verification", then, now, "", f"lost: {', '.join(pair.lost)}" if pair.lost else ""


def _row(pair: Pair, change: Change) -> tuple[str, str, str, str, str]:
    metric = change.metric
    unit = metric.unit.format(area=area_unit(pair.after))
    title = f"{metric.title}, {unit}" if unit else metric.title
    return (
        title,
        metric.text(change.before),
        metric.text(change.after),
        signed(change.percent),
        verdict(pair, change),
    )


def verdict(pair: Pair, change: Change) -> str:
    """What a change means; of unlike things nothing is said."""
    if pair.unlike and change.percent != 0:
        return "not alike"
    if change.one_seed:
        return f"{change.verdict}, one seed"
    return change.verdict


def verified(one: Measurement) -> str:
    """How much verification a record tells of, and which levels were wrong."""
    if not one.verification:
        return NOT_RUN if MADE_AGAIN in one.options else "none"
    wrong = [each.level for each in one.verification if not each.ok]
    count = sum(each.vectors for each in one.verification if each.ok)
    said = f"{count:,} vectors at {len(one.verification) - len(wrong)} levels"
    return f"{said}, wrong: {', '.join(wrong)}" if wrong else said


def warnings(found: Difference) -> list[str]:
    """What makes pairs unlike, a line each: it is told before any figure."""
    return [
        f"{one}: {_of(labels)}"
        for one, labels in _gathered((pair.label, pair.unlike) for pair in found.pairs).items()
    ]


def origins(found: Difference) -> list[str]:
    """What differs beside the figures, a line each with the designs it is so of."""
    gathered = _gathered((pair.label, pair.provenance) for pair in found.pairs)
    return [f"{one}: {_of(labels)}" for one, labels in gathered.items()]


def _gathered(
    told: Iterable[tuple[str, tuple[Circumstance, ...]]],
) -> dict[Circumstance, list[str]]:
    found: dict[Circumstance, list[str]] = {}
    for name, circumstances in told:
        for one in circumstances:
            found.setdefault(one, []).append(name)
    return dict(sorted(found.items(), key=lambda entry: -len(entry[1])))


def _of(labels: list[str]) -> str:
    return "; ".join(labels) if len(labels) <= LISTED else f"{len(labels)} designs"


def alone(found: Difference) -> list[str]:
    """The designs that only one side has, a line each."""
    sides = (("only before", found.only_before), ("only after", found.only_after))
    return [f"{side}: {label(one)}" for side, records in sides for one in records]


def summary(found: Difference) -> str:
    """How many designs there are, in a sentence."""
    changes = [change for pair in found.changed if not pair.unlike for change in pair.changes]
    beyond = {
        word: sum(change.verdict == word for change in changes) for word in ("better", "worse")
    }
    within = sum(change.verdict == SEED for change in changes)
    alike = f"{len(found.pairs) - len(found.changed)} the same to the last digit"
    said = f"{len(found.pairs)} designs on both sides: {alike}, {len(found.changed)} changed."
    if not changes:
        return said
    return f"{said} Figures: {beyond['better']} better, {beyond['worse']} worse, {within} within what the placement seed explains."


def as_markdown(found: Difference, title: str, *, every: bool, faults: Iterable[str] = ()) -> str:
    """A comment for a pull request: what is unlike first, then the figures, then where they come
    from.
    """
    shown = rows(found.pairs if every else found.changed)
    parts = [f"### {_safe(title)}", _safe(summary(found))]
    parts += _listed("Not alike, so not to be compared:", warnings(found))
    parts += _listed("Worse than is allowed:", faults)
    if shown:
        parts.append(markdown_table(HEADING, [tuple(map(_safe, row)) for row in shown], LEFT))
    parts += _listed("", alone(found))
    if told := origins(found):
        inner = "\n".join(f"* {_safe(line)}" for line in told)
        parts.append(f"<details><summary>What else differs</summary>\n\n{inner}\n\n</details>")
    return "\n\n".join(parts) + "\n"


def _listed(heading: str, lines: Iterable[str]) -> list[str]:
    items = "\n".join(f"* {_safe(line)}" for line in lines)
    return [part for part in (heading, items) if part] if items else []


def _safe(text: str) -> str:
    """Text in which Markdown finds no markup: names come from records of anyone."""
    escaped = "".join(f"\\{one}" if one in "\\`*_[]<>|#@" else one for one in text)
    return " ".join(escaped.split()) or ("" if not text else NOTHING)


def as_plain(found: Difference) -> dict[str, Any]:
    """Everything as plain values."""
    return {
        "pairs": [_pair(pair) for pair in found.pairs],
        "only_before": [_named(one) for one in found.only_before],
        "only_after": [_named(one) for one in found.only_after],
    }


def _pair(pair: Pair) -> dict[str, Any]:
    return {
        **_named(pair.after),
        "changed": pair.changed,
        "status": [pair.before.status, pair.after.status],
        "verification": [verified(pair.before), verified(pair.after)],
        "verification_lost": list(pair.lost),
        "unlike": [vars(one) for one in pair.unlike],
        "provenance": [vars(one) for one in pair.provenance],
        "figures": [
            {
                "figure": change.metric.field,
                "before": change.before,
                "after": change.after,
                "change_percent": change.percent,
                "verdict": change.verdict if not pair.unlike else "not alike",
                "one_seed": change.one_seed,
            }
            for change in pair.changes
        ],
    }


def _named(one: Measurement) -> dict[str, Any]:
    return {name: getattr(one, name) for name in KEY}
