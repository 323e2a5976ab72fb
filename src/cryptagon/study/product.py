"""What is known of one design on its way through the stages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cryptagon.catalog import Entry
from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.results import Verification

if TYPE_CHECKING:
    from cryptagon.fpga import Implementation


@dataclass(frozen=True)
class Product:
    """An entry and what the stages so far have added; `fault` is that of `failed_stage`, after
    which no other stage runs.

    `cycles` are clock cycles by what takes them, measured in simulation; none before that.
    """

    entry: Entry
    core: VerilogCore | None = None
    verification: tuple[Verification, ...] = ()
    cycles: Mapping[str, float] = field(default_factory=dict)
    implementation: Implementation | None = None
    fault: CryptagonError | None = None
    failed_stage: str = ""


@dataclass(frozen=True)
class Outcome:
    """What a stage gives: the product with its part added, what there is to say in a few words, and
    whether it was kept from before.
    """

    product: Product
    text: str
    cached: bool = False
