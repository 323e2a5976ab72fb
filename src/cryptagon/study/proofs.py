"""Cores whose handshakes are to be proved: of each algorithm every approach, of each kernel every variant."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from cryptagon import paths
from cryptagon.catalog import algorithm, class_of, kernel
from cryptagon.catalog.algorithm import Approach
from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.prove import Subject
from cryptagon.prove import cipher as cipher_subject
from cryptagon.prove import kernel as kernel_subject
from cryptagon.study.compile import compile_apart
from cryptagon.study.kernels import KernelDesign, designs
from cryptagon.study.plan import Entry
from cryptagon.study.provenance import source_digest


@dataclass(frozen=True)
class Provable:
    """A core that can be proved. `subject` makes it (CryptagonError where its C does not compile); `folder` is for working files."""

    name: str
    variant: str
    approach: Approach
    folder: Path
    subject: Callable[[], Subject]

    @property
    def label(self) -> str:
        """Name, variant and approach, for people."""
        return " ".join(filter(None, (self.name, self.variant, self.approach)))


def provable(names: Sequence[str], approaches: Sequence[Approach] = ()) -> list[Provable]:
    """The cores of the algorithms and kernels of these names or folders, by these approaches (none: all).

    Raises CryptagonError for a name that is unknown, and when none of them has a core by the approaches.
    """
    found = [one for name in dict.fromkeys(names) for one in (_kernels(name) if class_of(name) == "kernel" else _ciphers(name))]
    wanted = [one for one in found if not approaches or one.approach in approaches]
    if not wanted:
        raise CryptagonError(f"there is no core by {' or '.join(approaches)}" if approaches else "there is no core", where=", ".join(names))
    return wanted


def _ciphers(name: str) -> Iterator[Provable]:
    one = algorithm(name)
    for approach in one.approaches:
        entry = Entry(one, approach)
        folder = _folder() / f"{one.name}-{approach}-{source_digest(entry)[:16]}"
        yield Provable(one.name, "", approach, folder, partial(_cipher, entry, folder / "verilog"))


def _kernels(name: str) -> Iterator[Provable]:
    for design in designs(kernel(name)):
        folder = _folder() / f"{design.kernel.name}-{design.variant.name}-{design.approach}-{design.source_digest[:16]}"
        yield Provable(design.kernel.name, design.variant.name, design.approach, folder, partial(_kernel, design))


def _cipher(entry: Entry, verilog: Path) -> Subject:
    one = entry.algorithm
    core = VerilogCore(one.rtl_sources) if entry.approach == "rtl" else compile_apart(one.hls_source, verilog).core
    return cipher_subject(one, core)


def _kernel(design: KernelDesign) -> Subject:
    return kernel_subject(design.kernel, design.core)


def _folder() -> Path:
    return paths.build_folder() / "prove"
