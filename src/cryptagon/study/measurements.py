"""From what the stages found to the measurement that is kept, and back to those that people want to see."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from cryptagon import __version__, toolchain
from cryptagon.catalog import Target
from cryptagon.results import OK, Attempt, Measurement, newest
from cryptagon.study.contender import Contender
from cryptagon.study.plan import Entry, Plan
from cryptagon.study.product import Cycles, Product
from cryptagon.study.provenance import hardware_around, origin, source_digest, sources_of, tools_for
from cryptagon.toolchain import digest_of

AnyProduct = Product[Any, Any]


def measurement(plan: Plan, product: Product[Entry, Cycles], target: Target) -> Measurement:
    """The measurement of a product on a target: whole, or with the reason why it is not and whatever is known."""
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


def known(plan: Plan, product: Product[Entry, Cycles]) -> dict[str, Any]:
    """The fields of a measurement that no target changes, by name: what it is, its cycles, its sources, how it was verified."""
    algorithm, contest = product.entry.algorithm, plan.contest
    return {
        "algorithm": algorithm.name,
        "title": algorithm.title,
        "variant": algorithm.supercop,
        "approach": product.entry.approach,
        "scope": contest.scope,
        "w": contest.w,
        "sw": contest.sw,
        "block_bits": algorithm.sizes.block,
        "source_digest": source_digest(product.entry),
        **origin(sources_of(product.entry), algorithm.kat_files),
        "verification": product.verification,
        **_cycles(product),
    }


def current(measurements: Iterable[Measurement]) -> list[Measurement]:
    """The newest measurement of each key; a quick one only where the same sources have no full result."""
    found = list(measurements)
    full = {(one.key, one.source_digest) for one in found if one.ok and not one.options.get("quick")}
    return newest([one for one in found if not (one.options.get("quick") and (one.key, one.source_digest) in full)])


def status_of(product: AnyProduct) -> str:
    """One line: the stage, what failed, and the cause as far as it fits in a line."""
    if product.fault is None:
        return OK
    fault = product.fault
    why = f" ({fault.why.strip().splitlines()[0]})" if fault.why.strip() else ""
    return f"{product.failed_stage}: {fault.what}{why}"


def _options(plan: Plan, product: Product[Entry, Cycles]) -> dict[str, Any]:
    found = product.implementation
    settings = found.options if found else {"rules": plan.contest.rules.model_dump(), "effort": plan.effort.model_dump(mode="json")}
    digests = {"shared_hardware_digest": digest_of(hardware_around())}
    digests |= {"core_digest": product.core.digest} if product.core else {}
    digests |= {"design_digest": found.digest} if found else {}
    return {"quick": plan.quick, **settings, **digests}


def tools_used(entry: Contender, target: Target) -> dict[str, str]:
    """Versions by name of the tools that a measurement takes."""
    return versions_used(tools_for(entry, target))


def versions_used(names: Iterable[str]) -> dict[str, str]:
    """Versions by name of these tools and of the compiler of the system, which builds simulators; "missing" for one that is not there."""
    wanted = {*names, "g++"}
    return {tool.name: tool.version or "missing" for tool in toolchain.survey() if tool.name in wanted}


def _cycles(product: Product[Entry, Cycles]) -> dict[str, Any]:
    if product.cycles is None:
        return {}
    cycles = product.cycles
    return {
        "cycles_per_block": cycles.encrypt,
        "cycles_per_block_decrypt": cycles.decrypt,
        "cycles_per_ad_block": cycles.encrypt_ad,
        "cycles_per_ad_block_decrypt": cycles.decrypt_ad,
    }


def figures_of(product: AnyProduct) -> dict[str, Any]:
    """The figures of the implementation, by the names they have in a measurement; none where there is none."""
    found = product.implementation
    if found is None:
        return {}
    area = {name: getattr(found, name) for name in ("luts", "ffs", "brams", "dsps", "fmax_mhz")}
    best = {"best_seed": found.seed, "best_strategy": found.strategy, "best_requested_mhz": found.requested_mhz}
    figures = ("strategy", "seed", "requested_mhz", "status", *area, "netlist_digest")
    attempts = tuple(Attempt(**{name: getattr(one, name) for name in figures}) for one in found.attempts)
    return {**area, **best, "seeds": found.seeds, "attempts": attempts, "critical_path": found.critical_path}
