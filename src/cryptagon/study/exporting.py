"""From a study to projects for a vendor's tool: each core is made, verified and counted as ever,
but not implemented.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from pydantic import TypeAdapter

from cryptagon import paths
from cryptagon.catalog import Rules
from cryptagon.errors import CryptagonError
from cryptagon.fpga import Design
from cryptagon.study.measurements import versions_used
from cryptagon.study.memo import Memo
from cryptagon.study.plan import plan
from cryptagon.study.product import Product
from cryptagon.study.provenance import tools_before_targets
from cryptagon.study.stages import Stages
from cryptagon.vendor import ExportRecord

Scope = Literal["unit", "core"]
# Told the name of a stage and what there is to say of it.
Watcher = Callable[[str, str], None]


@dataclass(frozen=True)
class Export:
    """A verified unit on its way to a vendor's tool."""

    design: Design
    record: ExportRecord
    rules: Rules


@dataclass(frozen=True)
class Pending:
    """A core that is to be exported: its name and approach, and what makes, verifies and counts it
    (CryptagonError where that fails).
    """

    label: str
    prepare: Callable[[Watcher], Export]


def pending(what: str, approaches: Sequence[str] = (), scope: Scope | None = None) -> list[Pending]:
    """Every core of a contest file or an algorithm, by these approaches (none: all). Nothing is
    built yet.

    `scope` overrides what the contest says. Raises CryptagonError when there is no such thing.
    """
    chosen = plan(what)
    if scope:
        chosen = replace(chosen, contest=chosen.contest.model_copy(update={"scope": scope}))
    stages = Stages(chosen, Memo(paths.build_folder() / "study"))
    return [
        Pending(one.entry.label, partial(_export, stages, one))
        for one in _wanted(stages.begin(), approaches)
    ]


def _export(stages: Stages, begun: Product, watch: Watcher) -> Export:
    product = begun
    for name, action in stages.preparation():
        watch(name, "")
        product = action(product, lambda text, name=name: watch(name, text)).product
    fields = _fields(stages.known(product), product)
    record = ExportRecord(
        f"{product.entry.algorithm.title} {product.entry.variant.name}".rstrip(), fields
    )
    return Export(stages.design(product), record, stages.plan.contest.rules)


def _wanted(products: Sequence[Product], approaches: Sequence[str]) -> list[Product]:
    found = [
        product for product in products if not approaches or product.entry.approach in approaches
    ]
    if not found:
        there = ", ".join(dict.fromkeys(product.entry.approach for product in products))
        raise CryptagonError(
            f"there is no core by {' or '.join(approaches)}", fix=f"there is: {there}"
        )
    return found


def _fields(fields: dict[str, Any], product: Product) -> dict[str, Any]:
    """What the manifest keeps, as JSON has it."""
    options = {"core_digest": product.core.digest} if product.core else {}
    tools = versions_used(tools_before_targets(product.entry))
    return TypeAdapter(dict[str, Any]).dump_python(
        {**fields, "options": options, "tools": tools}, mode="json"
    )
