"""What is known of one design on its way through the stages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.results import Verification
from cryptagon.study.contender import Contender

if TYPE_CHECKING:
    from cryptagon.fpga import Implementation


@dataclass(frozen=True)
class Cycles:
    """Clock cycles for one more block in a long message, by the slope between two lengths; measured in simulation."""

    encrypt: float
    decrypt: float
    encrypt_ad: float
    decrypt_ad: float


EntryT = TypeVar("EntryT", bound=Contender)
CyclesT = TypeVar("CyclesT")


@dataclass(frozen=True)
class Product(Generic[EntryT, CyclesT]):
    """An entry and what the stages so far have added; `fault` is that of `failed_stage`, after which no other stage runs."""

    entry: EntryT
    core: VerilogCore | None = None
    verification: tuple[Verification, ...] = ()
    cycles: CyclesT | None = None
    implementation: Implementation | None = None
    fault: CryptagonError | None = None
    failed_stage: str = ""


@dataclass(frozen=True)
class Outcome(Generic[EntryT, CyclesT]):
    """What a stage gives: the product with its part added, what there is to say in a few words, and whether it was kept from before."""

    product: Product[EntryT, CyclesT]
    text: str
    cached: bool = False
