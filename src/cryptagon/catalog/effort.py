"""How hard every implementation of a study is tried: a named level, or a table of one's own."""

from typing import Annotated, Any, Literal, Self

from pydantic import Field, field_serializer, field_validator, model_validator

from cryptagon.catalog.target import Target
from cryptagon.catalog.toml_file import TomlModel, did_you_mean

Objective = Literal["throughput_per_area", "throughput", "area"]
Seed = Annotated[int, Field(strict=True, ge=0)]
HowMany = Annotated[int, Field(strict=True, ge=1)]


class Rules(TomlModel):
    """What the tools must not use, so that area is one number."""

    no_bram: Annotated[bool, Field(strict=True)] = True
    no_dsp: Annotated[bool, Field(strict=True)] = True


class Effort(TomlModel):
    """A budget for the search over synthesis strategies and placement seeds, the same for every
    core on a target.

    `strategies` are names, or how many: the first so many of the target's list, which has the most
    useful first, or "all". Each is tried with the first seed; with each further seed the better
    half goes on, down to `finalists`. `frequency_rounds` more than 1 asks that many times, less
    one, for a clock above the best one's. In a contest the name of a level may be there for the
    whole.
    """

    strategies: tuple[str, ...] | int | Literal["all"] = 1
    seeds: Annotated[tuple[Seed, ...], Field(min_length=1)] = (1,)
    finalists: HowMany = 1
    frequency_rounds: Annotated[int, Field(strict=True, ge=1, le=20)] = 1

    @model_validator(mode="before")
    @classmethod
    def _of_a_level(cls, given: Any) -> Any:  # noqa: ANN401 - whatever the file has
        if not isinstance(given, str):
            return given
        if given not in LEVELS:
            raise ValueError(f'unknown effort level "{given}"; {did_you_mean(given, LEVELS)}')
        return LEVELS[given].model_dump()

    @field_validator("strategies", mode="plain")
    @classmethod
    def _names_or_how_many(cls, given: Any) -> int | str | tuple[str, ...]:  # noqa: ANN401 - whatever the file has
        if given == "all" or (
            isinstance(given, int) and not isinstance(given, bool) and given >= 1
        ):
            return given
        if (
            isinstance(given, list | tuple)
            and given
            and all(isinstance(name, str) for name in given)
            and len(set(given)) == len(given)
        ):
            return tuple(given)
        raise ValueError('neither a number of strategies, nor "all", nor a list of different names')

    @field_serializer("strategies")
    def _as_it_is(self, strategies: tuple[str, ...] | int | str) -> Any:  # noqa: ANN401 - pydantic takes a tuple in a union for a list
        return strategies

    @model_validator(mode="after")
    def _no_seed_twice(self) -> Self:
        if len(set(self.seeds)) < len(self.seeds):
            raise ValueError("a seed is there twice")
        return self

    @property
    def level(self) -> str:
        """The name of the level that this is; "own" where it is none."""
        return next((name for name, level in LEVELS.items() if level == self), "own")

    def strategies_of(self, target: Target) -> tuple[str, ...]:
        """The names of the strategies to try on a target.

        Raises CryptagonError when it lacks one that is asked for by name.
        """
        if isinstance(self.strategies, tuple):
            for name in self.strategies:
                target.strategy(name)
            return self.strategies
        return tuple(target.strategies)[: None if self.strategies == "all" else self.strategies]

    def halved(self, strategies: int) -> list[int]:
        """How many of so many strategies are tried with each of the seeds."""
        rounds = [strategies]
        for _ in self.seeds[1:]:
            rounds.append(min(rounds[-1], max(self.finalists, (rounds[-1] + 1) // 2)))
        return rounds

    @property
    def least(self) -> "Effort":
        """One strategy and one seed of this."""
        first = self.strategies[:1] if isinstance(self.strategies, tuple) else 1
        return Effort(strategies=first, seeds=self.seeds[:1])


# What each is worth: docs/backends.md, "The search".
LEVELS: dict[str, Effort] = {
    "quick": Effort(strategies=1, seeds=(1,)),
    "standard": Effort(strategies=4, seeds=(1, 2, 3)),
    "thorough": Effort(strategies="all", seeds=(1, 2, 3, 4, 5, 6), finalists=2),
}
