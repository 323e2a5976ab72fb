"""One core to measure: an algorithm, one of its variants, and how the core is made."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from cryptagon.catalog.algorithm import AlgorithmFolder, Variant
from cryptagon.toolchain import digest_of


@dataclass(frozen=True)
class Entry:
    """A core of `algorithm` in one of its variants, made by the approach of that name
    (`cryptagon.approaches`).
    """

    algorithm: AlgorithmFolder
    approach: str
    variant: Variant = field(default_factory=Variant)

    @property
    def name(self) -> str:
        """Algorithm and variant: the same for all approaches."""
        return f"{self.algorithm.name} {self.variant.name}".rstrip()

    @property
    def own_algorithm(self) -> AlgorithmFolder:
        """The algorithm as its variant has it."""
        return self.algorithm.of_variant(self.variant)

    @property
    def label(self) -> str:
        """Name and approach, for people; unique in a study."""
        return f"{self.name} {self.approach}"

    @property
    def slug(self) -> str:
        """Algorithm and variant in one word, for folders."""
        return re.sub(r"[^A-Za-z0-9._-]", "-", self.name)

    @property
    def sources(self) -> list[Path]:
        """The files that people wrote for this core."""
        return self.algorithm.sources(self.approach, self.variant)

    @property
    def c_source(self) -> Path:
        """The core in C, where it is made of C."""
        return self.algorithm.c_source(self.variant)

    @property
    def source_digest(self) -> str:
        """SHA-256 over names and contents of `sources` and the macros of the variant; 64
        hexadecimal digits.
        """
        macros = [one for one in (self.variant.defines, self.variant.verilog_defines) if one]
        return digest_of(self.sources, *macros)
