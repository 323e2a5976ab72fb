"""The Python client of a site's API: all that its pages show, without Django.

from cryptagon.site.reading import Results

site = Results("https://results.example.org")
for one in site.results(target="ecp5-85f-8", area_max=2000):
    print(one["title"], one["throughput_mbps"])
site.question(area_max=2000, throughput_min=1000, families=3)
"""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from cryptagon.errors import CryptagonError
from cryptagon.site.client import Site, fetch_record

_PER_PAGE = 500
Row = dict[str, Any]
Asked = str | int | float | list[str]


class Results:
    """The results of a site by the address of its first page.

    Every method raises CryptagonError where the site does not answer, or refuses a parameter.
    `rev` asks for the state after that entry of the log.
    """

    def __init__(self, url: str) -> None:
        self.site = Site(url)

    def results(self, **filters: Asked) -> Iterator[Row]:
        """The newest result of every design that passes the filters of a ranking, page by page."""
        yield from self._pages("api/results", "results", {**filters, "size": _PER_PAGE})

    def question(self, **bounds: Asked) -> Iterator[Row]:
        """The designs that keep bounds on several families: area_max in the unit of each family,
        throughput_min in Mbit/s, fmax_min in MHz, families, vendors."""
        yield from self._pages("api/question", "designs", bounds)

    def ratios(self, **filters: Asked) -> Iterator[Row]:
        """Each design by RTL over the same by another approach, under the filters of a ranking."""
        yield from self._pages("ratios.json", "ratios", {**filters, "size": _PER_PAGE})

    def compare(self, *records: str) -> Row:
        """Figures and fields of results side by side, by the first digits of their ids, and the
        names of the fields that differ."""
        return self._get("compare.json", {"id": list(records)})

    def result(self, record: str, **asked: Asked) -> Row:
        """One result, by the whole id of its record."""
        return self._get(f"api/results/{record}", asked)

    def record(self, record: str) -> bytes:
        """A record, byte for byte as it came."""
        return fetch_record(self.site, record)

    def comparisons(self, **asked: Asked) -> list[Row]:
        """Which results may be ranked with each other."""
        return self._get("api/comparisons", asked)

    def names(self, of: str, **asked: Asked) -> dict[str, int]:
        """The names of algorithms, targets, contests or publishers, each with the number of its
        results."""
        return {one["name"]: one["results"] for one in self._get(f"api/{of}", asked)}

    def _pages(self, path: str, name: str, asked: dict[str, Asked]) -> Iterator[Row]:
        page, pages = 1, 1
        while page <= pages:
            found = self._get(path, {**asked, "page": page})
            yield from found[name]
            page, pages = page + 1, found["pages"]

    def _get(self, path: str, asked: dict[str, Asked]) -> Any:  # noqa: ANN401 - JSON
        query = f"?{urlencode(asked, doseq=True)}" if asked else ""
        status, said = self.site.ask(f"/{path}{query}")
        if status != 200:
            told = said if isinstance(said, dict) else {}
            raise CryptagonError(
                str(told.get("detail", f"the site answers with status {status}"))[:500],
                where=f"{self.site.url}/{path}",
                why=str(told.get("why", ""))[:500],
            )
        return said
