"""`algorithm.toml` of class "kernel": a plain stream design with ports of its own, not an authenticated cipher (docs/kernels.md)."""

from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from cryptagon.catalog import discovery
from cryptagon.catalog.algorithm import AlgorithmFolder
from cryptagon.catalog.toml_file import TomlModel, did_you_mean, load
from cryptagon.errors import CryptagonError

CLASS = "kernel"

Identifier = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
FieldBits = Annotated[int, Field(strict=True, gt=0, le=4096)]


class StreamPort(TomlModel):
    """A stream with valid and ready. `fields` are names and widths in bits, in the order of the C declaration.

    Verilog ports: NAME_valid, NAME_ready, NAME for the field called "data", NAME_FIELD for the others.
    """

    name: Identifier
    direction: Literal["in", "out"]
    fields: Annotated[dict[Identifier, FieldBits], Field(min_length=1)]

    @property
    def bits(self) -> int:
        """Width of one packed item."""
        return sum(self.fields.values())

    def signal_of(self, field: str) -> str:
        """The Verilog port of a field."""
        return self.name if field == "data" else f"{self.name}_{field}"

    def slices(self) -> dict[str, tuple[int, int]]:
        """Most and least significant bit of each field in a packed item: the first field is the most significant."""
        places, top = {}, self.bits
        for name, bits in self.fields.items():
            places[name] = (top - 1, top - bits)
            top -= bits
        return places

    def pack(self, values: dict[str, int]) -> int:
        """One item as an integer, from its fields by name."""
        return sum(values[name] << low for name, (_, low) in self.slices().items())


class Variant(TomlModel):
    """One architecture of the C source: values of its macros."""

    name: Identifier
    description: str
    defines: dict[str, str] = Field(default={})


class Unit(TomlModel):
    """The work whose cycles are counted: what it is, and the title of the known answer that is this work."""

    name: str
    answer: str


class KernelArchitecture(TomlModel):
    """How the hand-written core works, for readers, and which variant of the C it stands beside; figures are always measured."""

    description: str
    rtl_variant: str = ""
    notes: str = ""


class Kernel(AlgorithmFolder):
    """A plain stream design. Its Verilog's top module is `Kernel`, with clk, rst (synchronous, active high) and the declared ports."""

    class_: Literal["kernel"] = Field(alias="class")
    ports: Annotated[tuple[StreamPort, ...], Field(min_length=2)]
    variants: Annotated[tuple[Variant, ...], Field(min_length=1)]
    measured: Unit
    architecture: KernelArchitecture

    @model_validator(mode="after")
    def _names_are_known_and_distinct(self) -> Self:
        for what, names in (("ports", [port.name for port in self.ports]), ("variants", [one.name for one in self.variants])):
            if len(set(names)) < len(names):
                raise ValueError(f"two of the {what} have one name")
        if self.architecture.rtl_variant not in {"", *(one.name for one in self.variants)}:
            raise ValueError(f'rtl_variant "{self.architecture.rtl_variant}" is none of the variants')
        return self

    @model_validator(mode="after")
    def _one_output(self) -> Self:
        if not self.inputs or len([port for port in self.ports if port.direction == "out"]) != 1:
            raise ValueError("a kernel has at least one input stream and exactly one output stream")
        return self

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

    def variant(self, name: str) -> Variant:
        """The variant called `name`. Raises CryptagonError when there is none, naming those that are close."""
        for one in self.variants:
            if one.name == name:
                return one
        fix = did_you_mean(name, [one.name for one in self.variants])
        raise CryptagonError(f'unknown variant "{name}" of {self.name}', where=str(self.folder / discovery.FILE_NAME), fix=fix)


def kernels() -> dict[str, Kernel]:
    """Every kernel of the repository by name, in the order of names: the folders `algorithms/kernel/<name>/`."""
    return {file.parent.name: load(Kernel, file, folder=file.parent) for file in discovery.files_of(CLASS)}


def kernel(name_or_folder: str | Path) -> Kernel:
    """The kernel of that name, or the one in that folder, which may be anywhere.

    Raises CryptagonError when there is none, naming those that are close.
    """
    file = discovery.file_of(CLASS, name_or_folder)
    return load(Kernel, file, folder=file.parent)
