"""The state of a view, as its address has it: filters, metric, order, columns, page. What the
address leaves out has its default."""

from collections.abc import Collection
from typing import Annotated, Any, Literal, TypeVar

from django.http import QueryDict
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from cryptagon.site.columns import COLUMNS, METRICS
from cryptagon.site.faults import BadQueryError
from cryptagon.user_files import did_you_mean

SIZES = (25, 50, 100, 500)
SORTS = tuple(
    f"{sign}{key}" for key, column in COLUMNS.items() if column.field for sign in ("", "-")
)
M = TypeVar("M", bound=BaseModel)
Amount = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class Filters(BaseModel):
    """Which results are shown. An empty text and None filter nothing; both ends of a range are in
    it.

    `area_*` in the unit of the comparison, `throughput_*` in Mbit/s, `fmax_*` in MHz.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    algorithm_class: str = Field(
        "", description="class of the algorithm: aead, hash, block, kernel, ..."
    )
    contest: str = Field("", description="the study that a result belongs to")
    target: str = Field("", description="FPGA part or cell library")
    approach: str = Field("", description="how the core was made: rtl, hls, ...")
    algorithm: str = Field("", description="name of the algorithm")
    variant: str = Field("", description="architecture of the algorithm")
    publisher: str = Field("", description="who published the record")
    interface: str = Field("", description="hardware API of a whole unit")
    key_size: str = Field("", description="bits of the key")
    source: str = Field("", description="available: the source lies with the site, by its digest")
    area_min: Amount | None = Field(None, description="least area")
    area_max: Amount | None = Field(None, description="greatest area")
    throughput_min: Amount | None = Field(None, description="least throughput, Mbit/s")
    throughput_max: Amount | None = Field(None, description="greatest throughput, Mbit/s")
    fmax_min: Amount | None = Field(None, description="least clock frequency, MHz")
    fmax_max: Amount | None = Field(None, description="greatest clock frequency, MHz")


class View(Filters):
    """A ranking: its filters, the metric of its ranks, the column and direction of its order, its
    columns, its page, and its revision."""

    metric: Literal["", *METRICS] = ""  # type: ignore[valid-type]
    sort: Literal["", *SORTS] = ""  # type: ignore[valid-type]
    columns: tuple[Literal[*COLUMNS], ...] = ()  # type: ignore[valid-type]
    size: Literal[*SIZES] = 50  # type: ignore[valid-type]
    page: Annotated[int, Field(ge=1, le=10**6)] = 1
    rev: Annotated[int, Field(ge=1, le=10**9)] | None = None
    """The entry of the log after which it is as it was; None for the last."""

    def changed(self, **changes: Any) -> "View":  # noqa: ANN401 - values of any field
        """The same view with other values, on its first page unless that is one of them."""
        return self.model_copy(update={"page": 1, **changes})

    def encoded(self) -> str:
        """The shortest query of an address that gives this view, without the question mark."""
        return encoded(self)

    @property
    def filters(self) -> dict[str, Any]:
        """The filters that are set, by their names."""
        found = self.model_dump(include=set(Filters.model_fields), exclude_defaults=True)
        return {name: value for name, value in found.items() if value is not None}


def read_view(given: QueryDict) -> View:
    """The view that an address asks for. Raises BadQueryError for what it cannot be."""
    values = read_values(given, View.model_fields, several=("columns",))
    size = str(values.get("size", ""))
    if size.isdecimal() and len(size) < 9:
        values["size"] = int(size)
    view = checked(View, values)
    for name in ("area", "throughput", "fmax"):
        least, most = getattr(view, f"{name}_min"), getattr(view, f"{name}_max")
        if least is not None and most is not None and least > most:
            raise BadQueryError(
                f"the range of {name} is empty: {least:g} to {most:g}",
                fix="let the first number be the smaller one",
            )
    return view


def read_values(
    given: QueryDict, known: Collection[str], several: Collection[str] = ()
) -> dict[str, Any]:
    """The texts of the parameters, those of `several` as tuples; what is empty is as if it were not
    there. Raises BadQueryError for what is not known, and what is there twice."""
    values: dict[str, Any] = {}
    for name, texts in given.lists():
        if name not in known:
            raise BadQueryError(f'there is no parameter "{name}"', fix=did_you_mean(name, known))
        filled = [text for text in texts if text.strip()]
        if name in several:
            values[name] = tuple(filled)
        elif len(filled) > 1:
            raise BadQueryError(f'the parameter "{name}" is there twice', fix="give it once")
        elif filled:
            values[name] = filled[0]
    return values


def checked(model: type[M], values: dict[str, Any]) -> M:
    """What these values are. Raises BadQueryError for what they cannot be."""
    try:
        return model(**values)
    except ValidationError as error:
        raise bad_query(error) from error


def encoded(model: BaseModel) -> str:
    """The shortest query of an address that gives this model, without the question mark."""
    query = QueryDict(mutable=True)
    for name, value in model.model_dump(exclude_defaults=True).items():
        texts = value if isinstance(value, tuple) else (value,)
        query.setlist(name, [_plain(one) for one in texts])
    return query.urlencode()


def bad_query(error: ValidationError) -> BadQueryError:
    """What pydantic found, each finding as `parameter: what is wrong`."""
    found = [
        f"{'.'.join(str(part) for part in entry['loc'][:1])}: {entry['msg']}"
        for entry in error.errors()[:3]
    ]
    return BadQueryError(
        "a parameter has a value that it cannot have",
        why="; ".join(found),
        fix="change it, or leave it out",
    )


def _plain(value: object) -> str:
    return f"{value:.15g}" if isinstance(value, float) else str(value)
