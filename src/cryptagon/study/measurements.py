"""From what the stages found to the record that is kept."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from cryptagon import __version__, fpga, toolchain
from cryptagon.catalog import Entry, Target
from cryptagon.classes.base import UNIT
from cryptagon.interfaces import interface
from cryptagon.results import AREA_AND_SPEED, COMPARED_WITH, OK, AttemptRecord, Measurement
from cryptagon.study.plan import Plan
from cryptagon.study.product import Product
from cryptagon.study.provenance import origin, tools_for
from cryptagon.toolchain import digest_of


def measurement(plan: Plan, product: Product, target: Target) -> Measurement:
    """The measurement of a product on a target: whole, or with the reason why it is not and
    whatever is known.
    """
    return Measurement(
        target=target.name,
        device=target.part,
        status=status_of(product),
        estimate=target.status == "estimate",
        area_unit=target.lut,
        options=_options(plan, product),
        tools=tools_used(product.entry, target),
        date=datetime.now(UTC),
        cryptagon=__version__,
        **known(plan, product),
        **figures_of(product),
    )


def known(plan: Plan, product: Product) -> dict[str, Any]:
    """The fields of a record that no target changes, by name: what it is, its cycles, its sources,
    how it was verified.
    """
    entry, contest = product.entry, plan.contest
    algorithm = entry.algorithm
    return {
        "algorithm_class": plan.kind.name,
        "algorithm": algorithm.name,
        "title": algorithm.title,
        "variant": entry.variant.name,
        "approach": entry.approach,
        "scope": contest.scope,
        "interface": contest.interface if contest.scope == UNIT else None,
        "bus": plan.bus_of(entry),
        "work": plan.kind.work(algorithm),
        "cycles": dict(product.cycles),
        "source_digest": entry.source_digest,
        **origin(entry.sources, plan.kind.known_answer_files(entry.own_algorithm)),
        "verification": product.verification,
    }


def status_of(product: Product) -> str:
    """One line: the stage, what failed, and the cause as far as it fits in a line."""
    if product.fault is None:
        return OK
    fault = product.fault
    why = f" ({fault.why.strip().splitlines()[0]})" if fault.why.strip() else ""
    return f"{product.failed_stage}: {fault.what}{why}"


def _options(plan: Plan, product: Product) -> dict[str, Any]:
    found, contest, variant = product.implementation, plan.contest, product.entry.variant
    settings = (
        found.options
        if found
        else {"rules": contest.rules.model_dump(), "effort": plan.effort.model_dump(mode="json")}
    )
    digests = (
        {"interface_digest": digest_of(interface(contest.interface).sources)}
        if contest.scope == UNIT
        else {}
    )
    digests |= {"core_digest": product.core.digest} if product.core else {}
    digests |= {"design_digest": found.digest} if found else {}
    own = sorted(product.entry.algorithm.bus) if contest.scope == UNIT else []
    widths = (
        {"own_bus": own} if own else {}
    )  # widths that go with the algorithm: figures are compared all the same
    macros = {
        name: dict(given)
        for name in ("defines", "verilog_defines")
        if (given := getattr(variant, name))
    }
    other = product.entry.algorithm.counterpart(variant)
    compared = {COMPARED_WITH: other.name} if other else {}
    return {"quick": plan.quick, **widths, **macros, **compared, **settings, **digests}


def tools_used(entry: Entry, target: Target) -> dict[str, str]:
    """Versions by name of the tools that a measurement takes."""
    return versions_used(tools_for(entry, target))


def versions_used(names: Iterable[str]) -> dict[str, str]:
    """Versions by name of these tools and of the compiler of the system, which builds simulators;
    "missing" for one that is not there.
    """
    wanted = {*names, "g++"}
    return {
        tool.name: tool.version or "missing" for tool in toolchain.survey() if tool.name in wanted
    }


def figures_of(product: Product) -> dict[str, Any]:
    """The figures of the implementation, by the names they have in a measurement; none where there
    is none.
    """
    return figures_in(product.implementation) if product.implementation else {}


def figures_in(found: fpga.Implementation) -> dict[str, Any]:
    """The figures of an implementation, by the names they have in a measurement."""
    area = {name: getattr(found, name) for name in AREA_AND_SPEED}
    best = {
        "best_seed": found.seed,
        "best_strategy": found.strategy,
        "best_requested_mhz": found.requested_mhz,
    }
    figures = ("strategy", "seed", "requested_mhz", "status", *area, "netlist_digest", "placer")
    attempts = tuple(
        AttemptRecord(**{name: getattr(one, name) for name in figures}) for one in found.attempts
    )
    return {
        **area,
        **best,
        "seeds": found.seeds,
        "attempts": attempts,
        "critical_path": found.critical_path,
    }
