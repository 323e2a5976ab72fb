"""`algorithm.toml` of class "kernel": a plain stream design with ports of its own, not an
authenticated cipher (docs/kernels.md).
"""

from pathlib import Path
from typing import Annotated, Self

from pydantic import Field, model_validator

from cryptagon.catalog import discovery
from cryptagon.catalog.algorithm import AlgorithmFolder
from cryptagon.catalog.ports import StreamPort
from cryptagon.catalog.toml_file import TomlModel, load
from cryptagon.catalog.widths import Width

CLASS = "kernel"


class Unit(TomlModel):
    """The work whose cycles are counted: what it is, and the title of the known answer that is this
    work.
    """

    name: str
    answer: str


class KernelArchitecture(TomlModel):
    """How the cores work, for readers; figures are always measured."""

    description: str
    notes: str = ""


class Kernel(AlgorithmFolder):
    """A plain stream design.

    Its Verilog's top module is `Kernel`, with clk, rst (synchronous, active high) and the declared
    ports.
    """

    ports: Annotated[tuple[StreamPort, ...], Field(min_length=2)]
    measured: Unit
    architecture: KernelArchitecture

    @model_validator(mode="after")
    def _no_port_twice(self) -> Self:
        if len({port.name for port in self.ports}) < len(self.ports):
            raise ValueError("two of the ports have one name")
        return self

    @model_validator(mode="after")
    def _one_output(self) -> Self:
        if not self.inputs or len([port for port in self.ports if port.direction == "out"]) != 1:
            raise ValueError("a kernel has at least one input stream and exactly one output stream")
        return self

    @property
    def widths(self) -> tuple[Width, ...]:
        """Those of the fields of all ports."""
        fields = (
            (number, port, name) for number, port in enumerate(self.ports) for name in port.fields
        )
        return tuple(
            Width(port.signal_of(name), port.fields[name], ("ports", number, "fields"))
            for number, port, name in fields
        )

    @property
    def inputs(self) -> tuple[StreamPort, ...]:
        """The input streams, in the order of their declaration."""
        return tuple(port for port in self.ports if port.direction == "in")

    @property
    def output(self) -> StreamPort:
        """The one output stream."""
        return next(port for port in self.ports if port.direction == "out")

    @property
    def answer_files(self) -> tuple[Path, ...]:
        """Known-answer files, in the order of their names."""
        return tuple(sorted((self.folder / "kat").glob("*.json")))


def kernels() -> dict[str, Kernel]:
    """Every kernel of the repository by name, in the order of names: the folders
    `algorithms/kernel/<name>/`.
    """
    return {
        file.parent.name: load(Kernel, file, folder=file.parent)
        for file in discovery.files_of(CLASS)
    }


def kernel(name_or_folder: str | Path) -> Kernel:
    """The kernel of that name, or the one in that folder, which may be anywhere.

    Raises CryptagonError when there is none, naming those that are close.
    """
    file = discovery.file_of(CLASS, name_or_folder)
    return load(Kernel, file, folder=file.parent)
