"""A design on a target: the best of several attempts."""

from dataclasses import dataclass

from cryptagon.batch import Execute, in_this_thread
from cryptagon.catalog import Effort, Objective, Rules, Target
from cryptagon.fpga.attempt import Attempt
from cryptagon.fpga.design import Design
from cryptagon.fpga.families import family_of, tools_of
from cryptagon.fpga.progress import Watcher
from cryptagon.fpga.search import StrategySearch
from cryptagon.toolchain import digest_of, find


@dataclass(frozen=True, kw_only=True)
class Implementation(Attempt):
    """The best attempt, what it was an attempt at, and all attempts.

    When none succeeded, it is the first one, and its `status` says why. `seeds` are the placement
    seeds tried, `options` every other setting of the run, `tools` versions by name. `digest` covers
    the sources, the parameters, the settings and the tools.
    """

    design: str
    target: str
    attempts: tuple[Attempt, ...]
    seeds: tuple[int, ...]
    options: dict[str, object]
    tools: dict[str, str]
    digest: str


def implement(
    design: Design,
    target: Target,
    effort: Effort,
    *,
    rules: Rules | None = None,
    objective: Objective = "throughput_per_area",
    progress: Watcher | None = None,
    execute: Execute = in_this_thread,
) -> Implementation:
    """Synthesise, place and route a design in several ways and return the best (see `Search` for
    how, docs/backends.md for why).

    Steps that were done before, with the same sources, options and tools, are not done again.
    `progress` is called after each step, on this thread; `execute` says where steps are run, and
    how many at once. Raises CryptagonError when the sources are wrong or a tool is missing or
    killed; a design that breaks the rules, does not fit or cannot be routed, or whose tools run out
    of time, is a result.
    """
    rules = rules or Rules()
    search = StrategySearch(
        design, target, effort, rules=rules, objective=objective, progress=progress, execute=execute
    )
    best = search.run()
    tools = {name: find(name).version for name in tools_of(target)}
    options = _options(target, effort, rules, objective)
    return Implementation(
        **vars(best),
        design=design.name,
        target=target.name,
        attempts=tuple(search.attempts),
        seeds=tuple(
            dict.fromkeys(attempt.seed for attempt in search.attempts if attempt.seed is not None)
        ),
        options=options,
        tools=tools,
        digest=digest_of(design.top, design.parameters, design.sources, options, tools),
    )


def _options(
    target: Target, effort: Effort, rules: Rules, objective: Objective
) -> dict[str, object]:
    return {
        "objective": objective,
        "rules": rules.model_dump(mode="json"),
        "effort": effort.model_dump(mode="json"),
        "effort_level": effort.level,
        "strategies": {name: list(target.strategy(name)) for name in effort.strategies_of(target)},
        "yosys": list(target.yosys),
        "nextpnr": list(target.nextpnr),
        "constraints": dict(target.constraints),
        "out_of_context": family_of(target).pins is None,
    }
