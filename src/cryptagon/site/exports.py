"""A page of a ranking as CSV, JSON and LaTeX: the rows and columns that are seen, in their
order.
"""

from cryptagon.site.ranking import Part, Ranking
from cryptagon.site.sheets import MEDIA_TYPES, csv_of, json_of, latex_of


def as_csv(ranking: Ranking) -> str:
    """A heading and a line a result, numbers with all their digits; what would be a formula begins
    with an apostrophe."""
    rows = [
        [
            part.comparison.title,
            part.comparison.area_unit,
            *(column.value(row) for column in ranking.columns.values()),
        ]
        for part in ranking.parts
        for row in part.rows
    ]
    return csv_of([["comparison", "area_unit", *ranking.columns], *rows])


def as_json(ranking: Ranking) -> str:
    """An object a result, by the names of the columns, numbers with all their digits, null where
    there is none.
    """
    rows = [
        {
            "comparison": part.comparison.title,
            "area_unit": part.comparison.area_unit,
            **{key: column.value(row) for key, column in ranking.columns.items()},
        }
        for part in ranking.parts
        for row in part.rows
    ]
    told = {"count": ranking.count, "page": ranking.view.page, "pages": ranking.pages}
    return json_of({**told, "results": rows})


def as_latex(ranking: Ranking) -> str:
    """A `table` environment with `booktabs` rules for each comparison, numbers as they are seen."""
    return "\n\n".join(_table(ranking, part) for part in ranking.parts) + "\n"


WRITERS = {"csv": as_csv, "json": as_json, "tex": as_latex}
FORMATS = {layout: (write, MEDIA_TYPES[layout]) for layout, write in WRITERS.items()}
"""How to write each, and its media type."""


def _table(ranking: Ranking, part: Part) -> str:
    columns = ranking.columns.values()
    units = [column.unit.format(area=part.comparison.area_unit) for column in columns]
    heading = [
        f"{column.title}, {unit}" if unit else column.title
        for column, unit in zip(columns, units, strict=True)
    ]
    rows = [[column.text(row) for column in columns] for row in part.rows]
    layout = "".join("r" if column.number else "l" for column in columns)
    return latex_of(part.comparison.title, heading, rows, layout)
