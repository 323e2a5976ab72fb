"""What the check needs to know of a design, however it was made."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from cryptagon.core import VerilogCore
from cryptagon.hls.memory.ports import MemoryPort
from cryptagon.hls.memory.rams import Ram
from cryptagon.hls.source.interface import Port


class CheckedDesign(Protocol):
    """A Verilog core with its ports and memories, and how its source is built natively.

    `asks_for_items`: whether it asks if an item is there, so that what it writes may hang on when
    items come. `depths` has the items of each FIFO within, by the stream's name.
    """

    @property
    def core(self) -> VerilogCore: ...
    @property
    def module(self) -> str: ...
    @property
    def defines(self) -> Mapping[str, str]: ...
    @property
    def standard(self) -> str: ...
    @property
    def includes(self) -> Sequence[Path]: ...
    @property
    def beside(self) -> Sequence[Path]: ...
    @property
    def ports(self) -> dict[str, Port]: ...
    @property
    def rams(self) -> Sequence[Ram]: ...
    @property
    def memories(self) -> Sequence[MemoryPort]: ...
    @property
    def asks_for_items(self) -> bool: ...
    @property
    def depths(self) -> Mapping[str, int]: ...
