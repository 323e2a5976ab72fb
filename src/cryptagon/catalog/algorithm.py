"""`algorithm.toml`: what is known about one algorithm before anything is built or measured."""

from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, ValidationInfo, field_validator, model_validator

from cryptagon.catalog import discovery
from cryptagon.catalog.directives import Directive
from cryptagon.catalog.drawings import drawings_of
from cryptagon.catalog.hash_part import HashPart
from cryptagon.catalog.includes import included_files
from cryptagon.catalog.modules import shared_modules
from cryptagon.catalog.padding import PAD_BITS, Bits, Padding, pad_mask
from cryptagon.catalog.target import Target
from cryptagon.catalog.toml_file import TomlModel, did_you_mean, load
from cryptagon.catalog.widths import Width
from cryptagon.errors import CryptagonError

BUS_WIDTHS = {"w": (8, 16, 32, 64, 128, 256), "sw": (8, 16, 32, 64)}
HLS, CORE_IN_C = "hls", "core.c"
"""The folder of the cores in C, which is also the name of the approach, and the file of one where a
variant names no other.
"""
RTL = "rtl"
"""The folder of the cores by hand, which is also the name of the approach."""

KAT_SUFFIXES = (".txt", ".txt.gz")

CFile = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]+\.c$")]
Identifier = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]


Year = Annotated[int, Field(strict=True, ge=1900, le=2100)]


class Specification(TomlModel):
    """The document that the implementations are written from; its date, or the year where no more is
    known.
    """

    title: str
    version: str
    date: Year | date


class Sizes(TomlModel):
    """Widths in bits, all multiples of 8; `block` is that of data, NPUB, NSEC and TAG, and of the
    CipherCore's bdo; `ad_block` that of AD. `nsec` is that of the secret message number, 0 where
    there is none.

    `bdi` is as wide as the wider of both blocks.
    """

    key: Bits
    npub: Bits
    nsec: Annotated[int, Field(strict=True, ge=0, le=4096, multiple_of=8)] = 0
    tag: Bits
    block: Bits
    ad_block: Bits = Field(default_factory=lambda given: given["block"])


class InterfaceNeeds(TomlModel):
    """What an algorithm asks of the hardware around its core, where it has a choice and a price.

    `any_segments`: segments of AD and data may have any length, and end within a block. `two_pass`:
    the core has two streams to and from a FIFO outside, in which it keeps its data between two
    passes. `decrypts_by_tag`: plaintext hangs on the tag, as that of COLM's last block does, so
    that what leaves with a forged tag is no fault.
    """

    any_segments: bool = False
    two_pass: bool = False
    decrypts_by_tag: bool = False


class Architecture(TomlModel):
    """How the cores work, for readers.

    Cycle counts are formulas in Na and Nd, the blocks of AD and data; figures are always measured.
    """

    description: str
    rounds: str
    cycles_per_ad_block: str
    cycles_per_data_block: str
    cycles_per_message: str
    notes: str = ""


class Variant(TomlModel):
    """One architecture of an algorithm, or one more way to write it in C. `approaches` are those
    that have it, all where it is empty.

    `defines` are macros of the C, for hardware and of the reference; `verilog_defines` those of RTL
    that is written for several. `hls_source` is a C file of hls/ that takes the place of core.c,
    `rtl_folder` a folder in rtl/ whose files take the place of those of rtl/; where `approaches` is
    empty, a variant with one of them alone has a core by that approach alone. `lut_inputs` other
    than 0 keeps it to targets whose look-up tables have that many.
    """

    name: Identifier | Literal[""] = ""
    description: str = ""
    defines: dict[str, str] = Field(default={})
    verilog_defines: dict[str, str] = Field(default={})
    hls_source: CFile | Literal[""] = ""
    rtl_folder: Identifier | Literal[""] = ""
    approaches: tuple[str, ...] = ()
    lut_inputs: Annotated[int, Field(strict=True, ge=0, le=8)] = 0

    @property
    def known_as(self) -> str:
        """The name of the variant in algorithm.toml and in known answers."""
        return self.name

    def is_by(self, approach: str) -> bool:
        """Whether this variant is meant to have a core by that approach."""
        own = [name for name, own in ((HLS, self.hls_source), (RTL, self.rtl_folder)) if own]
        return approach in (self.approaches or own or (approach,))

    def is_for(self, target: Target) -> bool:
        """Whether this variant is meant for that target."""
        return self.lut_inputs in (0, target.lut_inputs)


class AlgorithmFolder(TomlModel):
    """What every algorithm folder has, of whatever class. `name` is that of the folder, `folder`
    where it lies.

    `directives` are what a search may change. `bus` are the widths in bits, by the interface's own
    names, that this algorithm has where others have the contest's.
    """

    name: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    class_: str = Field(alias="class")
    title: str
    specification: Specification
    notes: str = ""
    variants: Annotated[tuple[Variant, ...], Field(min_length=1)] = (Variant(),)
    directives: tuple[Directive, ...] = ()
    bus: dict[str, Annotated[int, Field(strict=True, gt=0)]] = Field(default={})
    folder: Path

    @model_validator(mode="after")
    def _named_as_its_folder(self) -> Self:
        if self.name != self.folder.name:
            raise ValueError(
                f'name is "{self.name}", but its folder is called "{self.folder.name}"'
            )
        return self

    @model_validator(mode="after")
    def _directives_of_variants(self) -> Self:
        known = {one.name for one in self.variants}
        for one in self.directives:
            if one.variant not in known:
                raise ValueError(
                    f'directive {one.name} is for a variant "{one.variant}" that is not there'
                )
        names = [(one.variant, one.name) for one in self.directives]
        if len(set(names)) < len(names):
            raise ValueError("two directives of one variant have one name")
        return self

    @model_validator(mode="after")
    def _no_variant_twice(self) -> Self:
        names = [one.name for one in self.variants]
        if len(set(names)) < len(names):
            raise ValueError("two of the variants have one name")
        return self

    def __hash__(self) -> int:
        return hash((self.name, self.folder))

    @property
    def file(self) -> Path:
        """Its algorithm.toml."""
        return self.folder / discovery.FILE_NAME

    def variant(self, name: str) -> Variant:
        """The variant called `name`.

        Raises CryptagonError when there is none, naming those that are close.
        """
        for one in self.variants:
            if name in (one.name, one.known_as):
                return one
        if not any(one.name for one in self.variants):
            raise CryptagonError(
                f"{self.name} has no variants", where=str(self.file), fix=f'leave "{name}" out'
            )
        fix = did_you_mean(name, [one.name for one in self.variants if one.name])
        raise CryptagonError(
            f'unknown variant "{name}" of {self.name}', where=str(self.file), fix=fix
        )

    def of_variant(self, variant: Variant) -> Self:
        """The algorithm as the cores of a variant have it."""
        return self

    def counterpart(self, variant: Variant) -> Variant | None:
        """Whose cores by other approaches those of a variant with C of its own are compared with:
        the first that has none; else None. A variant with RTL of its own is compared with that.
        """
        return (
            next((one for one in self.variants if not one.hls_source), None)
            if variant.hls_source and not variant.rtl_folder
            else None
        )

    @property
    def widths(self) -> tuple[Width, ...]:
        """The ports of a core whose widths this gives."""
        return ()

    @property
    def reference_folder(self) -> Path:
        """The reference software: of an aead SUPERCOP style, of a kernel a program
        (docs/kernels.md).
        """
        return self.folder / "reference"

    @property
    def hls_source(self) -> Path:
        """The core in C, of variants that name no other. The file may be missing."""
        return self.c_source(Variant())

    def c_source(self, variant: Variant) -> Path:
        """The core in C of a variant. The file may be missing."""
        return self.folder / HLS / (variant.hls_source or CORE_IN_C)

    @property
    def rtl_sources(self) -> tuple[Path, ...]:
        """The hand-written core, of variants that name no other folder."""
        return self.verilog_sources(Variant())

    def verilog_folder(self, variant: Variant) -> Path:
        """Where the hand-written core of a variant lies. It may be missing."""
        return self.folder / RTL / variant.rtl_folder

    def verilog_sources(self, variant: Variant) -> tuple[Path, ...]:
        """The hand-written core of a variant: Verilog and SystemVerilog files, shared modules among
        them, in the order of their names.
        """
        folder = self.verilog_folder(variant)
        return tuple(
            _with_modules([file for suffix in ("*.sv", "*.v") for file in folder.glob(suffix)])
        )

    def sources(self, approach: str, variant: Variant | None = None) -> list[Path]:
        """The files that people wrote for the core: all of its folder and shared modules, by name,
        then what its C includes of others' and drawings that are named in it.

        The C and the RTL of other variants are none of them, unless C is included. Without a
        `variant`: those of variants that name none of their own.
        """
        chosen = variant or Variant()
        folder = self.verilog_folder(chosen) if approach == RTL else self.folder / approach
        others = self._written_for_others(chosen)
        own = _with_modules(
            [
                path
                for path in folder.rglob("*")
                if path.is_file() and others.isdisjoint((path, *path.parents))
            ]
        )
        return [*own, *included_files(own), *drawings_of(own)]

    def _written_for_others(self, variant: Variant) -> set[Path]:
        """The files of C and the folders of RTL that other variants name."""
        every = (Variant(), *self.variants)
        c = {self.c_source(one) for one in every}
        rtl = {self.verilog_folder(one) for one in every if one.rtl_folder}
        return (c | rtl) - {self.c_source(variant), self.verilog_folder(variant)}


def _with_modules(files: Sequence[Path]) -> list[Path]:
    """These files and the shared modules that they use, in the order of their names: where a module
    lies changes nothing.
    """
    return sorted((*files, *shared_modules(files)), key=lambda file: (file.name, file))


class Algorithm(AlgorithmFolder):
    """An authenticated cipher, class "aead". `supercop` is its name in SUPERCOP; `hash` is what some
    variants are besides.
    """

    supercop: str
    sizes: Sizes
    padding: Padding = Padding()
    interface: InterfaceNeeds = InterfaceNeeds()
    hash: HashPart | None = None
    architecture: Architecture

    @model_validator(mode="after")
    def _hashes_what_it_can(self) -> Self:
        if self.hash:
            known = {one.name for one in self.variants}
            self.hash.check(self.sizes.block, self.padding.style, known)
        return self

    def of_variant(self, variant: Variant) -> Self:
        """The algorithm as that variant has it: `hash` is None where its cores have no hash function."""
        if self.hash is None or variant.name in self.hash.variants:
            return self
        return self.model_copy(update={"hash": None})

    @field_validator("padding")
    @classmethod
    def _expands_blocks_of_a_power_of_two(cls, padding: Padding, others: ValidationInfo) -> Padding:
        block = others.data["sizes"].block if "sizes" in others.data else 8
        if padding.expands and block & (block - 1):
            raise ValueError(
                f"expands asks for a block whose bits are a power of two, and {block} is none"
            )
        return padding

    @field_validator("interface")
    @classmethod
    def _expands_in_whole_segments(
        cls, interface: InterfaceNeeds, others: ValidationInfo
    ) -> InterfaceNeeds:
        expands = "padding" in others.data and others.data["padding"].expands
        secret = "sizes" in others.data and others.data["sizes"].nsec
        if expands and (interface.any_segments or interface.two_pass):
            raise ValueError("any_segments and two_pass do not go with expands: leave one out")
        if secret and (expands or interface.any_segments or interface.two_pass):
            raise ValueError(
                "any_segments, two_pass and expands do not go with a secret message number (nsec): leave one out"
            )
        return interface

    @property
    def widths(self) -> tuple[Width, ...]:
        """Those of keys and blocks; the other ports of docs/cipher-core.md follow from them."""
        sizes = self.sizes
        wider, macro = (
            ("block", "BLOCK_BITS")
            if sizes.block >= sizes.ad_block
            else ("ad_block", "AD_BLOCK_BITS")
        )
        of_data = ("bdo", *(("fdo", "fdi") if self.interface.two_pass else ()))
        return (
            Width("key", sizes.key, ("sizes", "key"), "KEY_BITS"),
            Width("bdi", max(sizes.block, sizes.ad_block), ("sizes", wider), macro),
            *(Width(port, sizes.block, ("sizes", "block"), "BLOCK_BITS") for port in of_data),
        )

    @property
    def expansion_bytes(self) -> int:
        """How many bytes a ciphertext of software is longer than its plaintext and its tag at most:
        a block of padding, and a byte that tells of it where not every message is padded.

        A secret message number is not counted.
        """
        padding = self.padding
        tells = padding.data != PAD_BITS.keys()
        return self.sizes.block // 8 + tells if padding.expands else 0

    @property
    def kat_files(self) -> tuple[Path, ...]:
        """Known-answer files, as they are or compressed (*.txt, *.txt.gz), in the order of their
        names.
        """
        return tuple(
            sorted(
                file for suffix in KAT_SUFFIXES for file in (self.folder / "kat").glob(f"*{suffix}")
            )
        )

    def hardware_parameters(self, w: int = 32, sw: int = 32) -> dict[str, int]:
        """Parameters of hdl/caesar-1.0/AEAD.sv: bus widths `w` (pdi, do) and `sw` (sdi) and sizes
        in bits, the padding as bit masks.

        PAD_STYLE is 0 for none and 1 for 10*; in PAD_AD and PAD_DATA 1 is incomplete, 2 complete, 4
        empty. What the algorithm does not ask for is left out. Raises CryptagonError for a width
        that the hardware API does not have, or not with these sizes.
        """
        for name, width in (("w", w), ("sw", sw)):
            if width not in BUS_WIDTHS[name]:
                widths = ", ".join(map(str, BUS_WIDTHS[name]))
                raise CryptagonError(
                    f"{name} = {width} is not a bus width of the hardware API",
                    fix=f"choose {name} from {widths}",
                )
        for name, width, size, bits in self._bus_users(w, sw):
            if bits % width:
                widths = ", ".join(str(one) for one in BUS_WIDTHS[name] if bits % one == 0)
                what = f"{name} = {width} does not divide the {size} of {self.name}, {bits} bits"
                raise CryptagonError(what, fix=f"choose {name} from {widths}")
        return {
            "W": w,
            "SW": sw,
            "KEY": self.sizes.key,
            "NPUB": self.sizes.npub,
            "TAG": self.sizes.tag,
            "BLOCK": self.sizes.block,
            "PAD_STYLE": 0 if self.padding.style == "none" else 1,
            "PAD_AD": pad_mask(self.padding.ad),
            "PAD_DATA": pad_mask(self.padding.data),
            **(
                {"AD_BLOCK": self.sizes.ad_block} if self.sizes.ad_block != self.sizes.block else {}
            ),
            **({"NSEC": self.sizes.nsec} if self.sizes.nsec else {}),
            **({"ANY_SEGMENTS": 1} if self.interface.any_segments else {}),
            **({"EXPANDS": 1} if self.padding.expands else {}),
        }

    def _bus_users(self, w: int, sw: int) -> Iterator[tuple[str, int, str, int]]:
        """Bus and its width, and what it carries in whole words, with its bits."""
        yield "w", w, "block", self.sizes.block
        yield "w", w, "block of AD", self.sizes.ad_block
        yield "sw", sw, "key", self.sizes.key


def algorithms() -> dict[str, Algorithm]:
    """Every authenticated cipher of the repository by name, in the order of names: the folders
    `algorithms/aead/<name>/`.
    """
    return {
        file.parent.name: load(Algorithm, file, folder=file.parent)
        for file in discovery.files_of("aead")
    }


def algorithm(name_or_folder: str | Path) -> Algorithm:
    """The authenticated cipher of that name, or the one in that folder, which may be anywhere.

    Raises CryptagonError when there is none, naming those that are close.
    """
    file = discovery.file_of("aead", name_or_folder)
    return load(Algorithm, file, folder=file.parent)
