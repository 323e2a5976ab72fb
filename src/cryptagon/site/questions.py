"""Questions such as "at most 2,000 LUT, at least 1 Gbit/s, on three families": which designs fit
the same bounds on several families of FPGAs.

A design is an algorithm in one architecture, made one way, with one interface and kind of work, by
one publisher. A family is that of a target of the catalogue; cell libraries have none.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

from django.db.models import Case, Count, F, Q, QuerySet, TextField, Value, When
from django.http import QueryDict
from pydantic import BaseModel, ConfigDict, Field

from cryptagon.analysis.naming import shown
from cryptagon.site.faults import BadQueryError
from cryptagon.site.known import known_targets
from cryptagon.site.models import Result
from cryptagon.site.query import Amount, Filters, checked, encoded, read_values
from cryptagon.site.ranking import shown_results

SIZE = 50
"""Designs a page."""
DESIGN = ("algorithm", "title", "variant", "approach", "scope", "interface", "work", "publisher")
Several = Annotated[int, Field(ge=1, le=100)]


class Question(BaseModel):
    """What is asked for. `area_max` is in the unit of each family, so that it counts LUTs of what
    size these have; `throughput_min` in Mbit/s, `fmax_min` in MHz."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    algorithm_class: str = Field("", description="class of the algorithm: aead, hash, block, ...")
    algorithm: str = Field("", description="name of the algorithm")
    approach: str = Field("", description="how the core was made: rtl, hls, ...")
    area_max: Amount | None = Field(None, description="greatest area, in the unit of the family")
    throughput_min: Amount | None = Field(None, description="least throughput, Mbit/s")
    fmax_min: Amount | None = Field(None, description="least clock frequency, MHz")
    families: Several = Field(1, description="on at least so many families of FPGAs")
    vendors: Several = Field(1, description="of at least so many vendors")
    page: Annotated[int, Field(ge=1, le=10**6)] = Field(1, description="page of 50 designs, from 1")
    rev: Annotated[int, Field(ge=1, le=10**9)] | None = Field(
        None, description="after which entry of the log; the last where it is left out"
    )

    @property
    def filters(self) -> Filters:
        """The bounds that each result must fit."""
        own = {name: getattr(self, name) for name in Filters.model_fields if hasattr(self, name)}
        return Filters(**own)

    def encoded(self) -> str:
        """The shortest query of an address that asks this, without the question mark."""
        return encoded(self)


def read_question(given: QueryDict) -> Question:
    """The question that an address asks. Raises BadQueryError."""
    return checked(Question, read_values(given, Question.model_fields))


@dataclass(frozen=True)
class Fit:
    """A result that fits, and the family and vendor of its target. `best`: no design of its
    comparison beats it in area and throughput both."""

    result: Result
    family: str
    vendor: str

    @property
    def best(self) -> bool:
        """Whether it is on the Pareto front of its comparison."""
        return self.result.front


@dataclass(frozen=True)
class Design:
    """A design that answers the question: its best fit on each family, by the family's name."""

    names: dict[str, str]
    fits: dict[str, Fit]

    @property
    def label(self) -> str:
        """Algorithm and architecture, for people."""
        return f"{self.names['title']} {self.names['variant']}".rstrip()

    @property
    def made_by(self) -> str:
        """How it was made, for people."""
        return shown(self.names["approach"])

    @property
    def vendors(self) -> int:
        """How many vendors it fits on."""
        return len({one.vendor for one in self.fits.values()})


@dataclass(frozen=True)
class Answers:
    """One page of the designs that answer a question: those on most families first, of these those
    that are most often on a Pareto front."""

    question: Question

    @cached_property
    def count(self) -> int:
        """How many designs answer."""
        return self._designs.count()

    @property
    def pages(self) -> int:
        """How many pages these fill; 1 where there are none."""
        return max(1, -(-self.count // SIZE))

    @cached_property
    def designs(self) -> list[Design]:
        """Those of the page. Raises BadQueryError for a page beyond the last."""
        if self.question.page > self.pages:
            raise BadQueryError(
                f"there is no page {self.question.page}",
                why=f"the last is {self.pages}",
                fix="begin with page 1",
            )
        order = ("-reached", "-fronts", "title", "variant", "approach", *DESIGN)
        first = (self.question.page - 1) * SIZE
        found = list(self._designs.order_by(*order).values_list(*DESIGN)[first : first + SIZE])
        fits = self._fits(found)
        return [Design(dict(zip(DESIGN, one, strict=True)), fits[one]) for one in found]

    @cached_property
    def families(self) -> list[str]:
        """Those that any design of the page fits on, by name."""
        return sorted({name for one in self.designs for name in one.fits})

    @property
    def _results(self) -> QuerySet[Result]:
        return shown_results(self.question.filters).filter(target__in=known_targets())

    @property
    def _designs(self) -> Any:  # noqa: ANN401 - the query of Django gives rows of several kinds
        """A row a design, with the number of families and fronts that it reaches."""
        return (
            self._results.values(*DESIGN)
            .annotate(
                reached=Count(_named("family"), distinct=True),
                sold=Count(_named("vendor"), distinct=True),
                fronts=Count("pk", filter=Q(front=True)),
            )
            .filter(reached__gte=self.question.families, sold__gte=self.question.vendors)
        )

    def _fits(self, designs: Iterable[tuple[str, ...]]) -> dict[tuple[str, ...], dict[str, Fit]]:
        """The best fit of each design on each family: one on a front before one on none, then that
        of most throughput over area."""
        fits: dict[tuple[str, ...], dict[str, Fit]] = {one: {} for one in designs}
        names, variants = {one[0] for one in fits}, {one[2] for one in fits}
        order = ("-front", F("throughput_per_area").desc(nulls_last=True), "luts", "pk")
        found = self._results.filter(algorithm__in=names, variant__in=variants).select_related(
            "comparison"
        )
        for one in found.order_by(*order):
            design = tuple(getattr(one, name) for name in DESIGN)
            target = known_targets()[one.target]
            if design in fits:
                fits[design].setdefault(target.family, Fit(one, target.family, target.vendor))
        return fits


def _named(field: str) -> Case:
    """The family or vendor of a result's target, as the catalogue has it."""
    cases = [
        When(target=name, then=Value(getattr(one, field))) for name, one in known_targets().items()
    ]
    return Case(*cases, output_field=TextField())
