"""What directives cost and gain, each alone and together: six designs of each cipher of
docs/directives.md, from the contests `directives` and `directives-factorial`.
"""

import statistics
from collections.abc import Iterable, Mapping, Sequence

from cryptagon.analysis.committed import committed_records
from cryptagon.analysis.documents import markdown_table
from cryptagon.analysis.metrics import STREAMS, Metric
from cryptagon.results import Measurement
from cryptagon.study.contest import Contest

STUDIES, TARGET = ("directives", "directives-factorial"), "ecp5-85f-8"
AREA_UNIT = "LUT4"
Directives = tuple[str, ...]
DIRECTIVES: Mapping[str, Directives] = {
    "speed": (),
    "speed RESTS=1": ("RESTS=1",),
    "speed STAGES=2": ("STAGES=2",),
    "clock": ("STAGES=2", "RESTS=1"),
    "speed COLUMNS=1": ("COLUMNS=1",),
    "area": ("COLUMNS=1", "RESTS=1"),
}
"""The directives of each variant."""
STEPS = [
    (before, after)
    for after in DIRECTIVES.values()
    for before in DIRECTIVES.values()
    if set(before) < set(after)
]
"""What is compared: some directives, and these with others beside them."""
FIGURES = STREAMS.compared

Designs = Mapping[Directives, Measurement]
"""The designs of a cipher by their directives."""


def designs_of(found: Iterable[Measurement]) -> Mapping[str, Designs]:
    """By cipher, the designs there are; of records of one variant the first counts."""
    ciphers: dict[str, dict[Directives, Measurement]] = {}
    for one in found:
        if one.ok and one.target == TARGET and one.variant in DIRECTIVES:
            ciphers.setdefault(one.title, {}).setdefault(DIRECTIVES[one.variant], one)
    return ciphers


def committed_designs() -> Mapping[str, Designs]:
    """Those of the committed records."""
    return designs_of(m for study in STUDIES for m in committed_records(study))


def designs(_: Sequence[Measurement], __: Contest) -> str:
    """A row a design."""
    rows = [
        [cipher, _text(given), *(one.text(one.value(some[given])) for one in FIGURES)]
        for cipher, some in committed_designs().items()
        for given in DIRECTIVES.values()
        if given in some
    ]
    return markdown_table(["cipher", "directives", *_heads()], rows, 2)


def effects(_: Sequence[Measurement], __: Contest) -> str:
    """A row a step from some directives to others: of each figure after over before, its geometric
    mean over the ciphers, with the lowest and the highest.
    """
    known = committed_designs().values()
    heading = ["from", "to", "ciphers", *_heads()]
    rows = []
    for before, after in STEPS:
        both = [(some[before], some[after]) for some in known if {before, after} <= some.keys()]
        if both:
            named = [_text(before), _text(after), str(len(both))]
            rows.append([*named, *(_mean(both, one) for one in FIGURES)])
    return markdown_table(heading, rows, 2)


def _text(given: Directives) -> str:
    return ", ".join(f"`{one}`" for one in given) or "none"


def _heads() -> list[str]:
    return [one.column.format(area=AREA_UNIT) for one in FIGURES]


def _mean(both: Sequence[tuple[Measurement, Measurement]], one: Metric) -> str:
    shares = [getattr(after, one.field) / getattr(before, one.field) for before, after in both]
    mean = statistics.geometric_mean(shares)
    return f"{mean:.2f} ({min(shares):.2f} to {max(shares):.2f})"
