"""From a study to projects for a vendor's tool: each core is made, verified and counted as ever, but not implemented."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from pydantic import TypeAdapter

from cryptagon import paths
from cryptagon.catalog import KernelContest, Rules
from cryptagon.catalog.algorithm import Approach
from cryptagon.errors import CryptagonError
from cryptagon.fpga import Design
from cryptagon.study.kernel_plan import kernel_contest, kernel_plan
from cryptagon.study.kernel_stages import KernelStages
from cryptagon.study.measurements import known, versions_used
from cryptagon.study.memo import Memo
from cryptagon.study.plan import Plan, plan
from cryptagon.study.product import Product
from cryptagon.study.provenance import tools_before_targets
from cryptagon.study.stages import Stages
from cryptagon.vendor import Record

Scope = Literal["aead", "core"]
# Told the name of a stage and what there is to say of it.
Watcher = Callable[[str, str], None]


@dataclass(frozen=True)
class Export:
    """A verified unit on its way to a vendor's tool."""

    design: Design
    record: Record
    rules: Rules


@dataclass(frozen=True)
class Pending:
    """A core that is to be exported: its name and approach, and what makes, verifies and counts it (CryptagonError where that fails)."""

    label: str
    prepare: Callable[[Watcher], Export]


def pending(what: str, approaches: Sequence[Approach] = (), scope: Scope | None = None) -> list[Pending]:
    """Every core of a contest file, an algorithm or a kernel, by these approaches (none: all). Nothing is built yet.

    `scope` overrides what the contest says of ciphers. Raises CryptagonError when there is no such thing.
    """
    memo = Memo(paths.build_folder() / "study")
    contest = kernel_contest(what)
    if contest:
        kernels = KernelStages(kernel_plan(contest), memo)
        return [Pending(one.entry.label, partial(_kernel, kernels, contest, one)) for one in _wanted(kernels.begin(), approaches)]
    chosen = plan(what)
    if scope:
        chosen = replace(chosen, contest=chosen.contest.model_copy(update={"scope": scope}))
    ciphers = Stages(chosen, memo)
    return [Pending(one.entry.label, partial(_cipher, ciphers, chosen, one)) for one in _wanted(ciphers.begin(), approaches)]


def _cipher(stages: Stages, chosen: Plan, begun: Product[Any, Any], watch: Watcher) -> Export:
    product = _prepared(stages, begun, watch)
    fields = _fields(known(chosen, product), product)
    title = f"{product.entry.algorithm.title} ({chosen.contest.scope})"
    return Export(stages.design(product), Record("cipher", title, fields), chosen.contest.rules)


def _kernel(stages: KernelStages, contest: KernelContest, begun: Product[Any, Any], watch: Watcher) -> Export:
    product = _prepared(stages, begun, watch)
    fields = _fields(stages.known(product), product)
    title = f"{product.entry.kernel.title}, {product.entry.variant.name}"
    return Export(stages.design(product), Record("kernel", title, fields), contest.rules)


def _wanted(products: Sequence[Product[Any, Any]], approaches: Sequence[Approach]) -> list[Product[Any, Any]]:
    found = [product for product in products if not approaches or product.entry.approach in approaches]
    if not found:
        there = ", ".join(dict.fromkeys(product.entry.approach for product in products))
        raise CryptagonError(f"there is no core by {' or '.join(approaches)}", fix=f"there is: {there}")
    return found


def _prepared(stages: Stages | KernelStages, product: Product[Any, Any], watch: Watcher) -> Product[Any, Any]:
    """The product after every stage before a target."""
    for name, action in stages.preparation():
        watch(name, "")
        product = action(product, lambda text, name=name: watch(name, text)).product
    return product


def _fields(fields: dict[str, Any], product: Product[Any, Any]) -> dict[str, Any]:
    """What the manifest keeps, as JSON has it."""
    options = {"core_digest": product.core.digest} if product.core else {}
    tools = versions_used(tools_before_targets(product.entry))
    return TypeAdapter(dict[str, Any]).dump_python({**fields, "options": options, "tools": tools}, mode="json")
