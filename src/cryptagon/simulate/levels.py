"""The two levels of simulation: the bare CipherCore, and the unit with the hardware API around it.

A level says which streams the design has, wraps the design into a top with one packed port a
stream, and turns messages into items.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol, TypeVar

from cryptagon import paths
from cryptagon.errors import CryptagonError
from cryptagon.hwapi import (
    BdiBlock,
    BdoBlock,
    HardwareAlgorithm,
    Kind,
    Message,
    SegmentType,
    Word,
    api_words,
    bdi_bits,
    core_transaction,
)

LevelName = Literal["core", "unit"]
INTERFACE = "caesar-1.0"
TOP = "CryptagonBench"


@dataclass(frozen=True)
class Stream:
    """A port of the top with valid and ready, `width` bits. `primary` marks the input whose
    transfers stamp a message.

    `fed_by`: of an input, the output whose items come back on it, in order, through a FIFO outside;
    `cleared_by`: the output that empties this FIFO.
    """

    name: str
    width: int
    to_design: bool
    primary: bool = False
    fed_by: str = ""
    cleared_by: str = ""


@dataclass(frozen=True)
class Item:
    """One transfer to offer or to expect.

    `known` masks the bits to compare; `note` says to people what it is.
    """

    stream: str
    message: int
    value: int
    known: int
    note: str


class Titled(Protocol):
    """One piece of work for a design, with a name for people."""

    @property
    def title(self) -> str: ...  # noqa: D102


Work_contra = TypeVar("Work_contra", bound=Titled, contravariant=True)


class Testbench(Protocol[Work_contra]):
    """What the engine needs to drive a design: `Level` drives authenticated ciphers,
    `streams.StreamBench` any streams.
    """

    __test__ = False  # the name is the field's term, not a test class

    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def design(self) -> str:
        """Name of the design, for folders."""
        ...

    @property
    def streams(self) -> "tuple[Stream, ...]": ...  # noqa: D102
    @property
    def verilog(self) -> str:
        """The top module, called `TOP`."""
        ...

    @property
    def key_update(self) -> bool: ...  # noqa: D102
    @property
    def library(self) -> tuple[Path, ...]:
        """Verilog files around the core."""
        ...

    @property
    def item(self) -> str:
        """What one transfer is called, for people."""
        ...

    @property
    def contract(self) -> str:
        """Where the ports of the design are laid down, for people."""
        ...

    def inputs(self, messages: Sequence[Work_contra]) -> "Iterator[Item]": ...  # noqa: D102
    def outputs(self, messages: Sequence[Work_contra]) -> "Iterator[Item]": ...  # noqa: D102
    def show(self, stream: str, value: int) -> str: ...  # noqa: D102
    def data_ports(self, stream: Stream) -> tuple[tuple[str, int], ...]:
        """The design's own data ports of a stream with their widths, the most significant first."""
        ...


@dataclass(frozen=True)
class UnitTop:
    """The hardware around a core in a unit: the module, its parameters, its Verilog files.

    `do_last`: it has a port of that name, 1 with the status alone.
    """

    module: str
    parameters: Mapping[str, int]
    library: tuple[Path, ...]
    do_last: bool = False


@dataclass(frozen=True)
class Level:
    """A design as the engine drives it: its streams, the Verilog of its top, and whether it has
    `key_update`.

    `do_last`: an item of `do` has one bit above its word, that of the port `do_last`.
    """

    name: LevelName
    algorithm: HardwareAlgorithm
    w: int
    sw: int
    streams: tuple[Stream, ...]
    verilog: str
    key_update: bool
    contract: str = "docs/cipher-core.md"
    library: tuple[Path, ...] = ()
    item: str = "item"
    do_last: bool = False

    @property
    def design(self) -> str:
        """Name of the design, for folders."""
        return self.algorithm.name

    def inputs(self, messages: Sequence[Message]) -> Iterator[Item]:
        """What is offered, in order."""
        return (
            _core_inputs(self.algorithm, messages)
            if self.name == "core"
            else self._words(messages, "pdi", "sdi")
        )

    def outputs(self, messages: Sequence[Message]) -> Iterator[Item]:
        """What must come, in order over all outputs."""
        return (
            _core_outputs(self.algorithm, messages)
            if self.name == "core"
            else self._words(messages, "do")
        )

    def _words(self, messages: Sequence[Message], *buses: str) -> Iterator[Item]:
        words = api_words(self.algorithm, messages, self.w, self.sw)
        for bus in buses:
            found: tuple[Word, ...] = getattr(words, bus)
            for word in found:
                last, known = self.last_bit(bus, ends=word.kind == Kind.STATUS)
                yield Item(bus, word.message, last | word.value, known | word.known, word.kind)

    def last_bit(self, bus: str, *, ends: bool) -> tuple[int, int]:
        """What `do_last` adds to the value and to the mask of a word of `bus`; 0, 0 where there is
        no such port.
        """
        if bus != "do" or not self.do_last:
            return 0, 0
        return ends << self.w, 1 << self.w

    def data_ports(self, stream: Stream) -> tuple[tuple[str, int], ...]:
        """Those of a unit: a bus is one port, and one more where it has `do_last`."""
        return _ports(stream, do_last=self.do_last)

    def show(self, stream: str, value: int) -> str:
        """A value of a stream for people."""
        if self.name == "core" and stream == "bdo":
            block = self.algorithm.sizes.block
            return f"{value & _ones(block):0{block // 4}x} (size {value >> block})"
        width = next(each.width for each in self.streams if each.name == stream)
        if stream == "do" and self.do_last:
            last = ", do_last" if value >> self.w else ""
            return f"{value & _ones(self.w):0{self.w // 4}x}{last}"
        return f"{value:0{-(-width // 4)}x}"


def level_of(name: str, algorithm: HardwareAlgorithm, w: int, sw: int) -> Level:
    """The level of that name for an algorithm; `w` and `sw` are the bus widths in bits, of no
    effect at level "core".

    Raises CryptagonError for any other name.
    """
    if name == "core":
        return _core_level(algorithm)
    if name == "unit":
        return _unit_level(algorithm, w, sw)
    raise CryptagonError(f'there is no simulation level "{name}"', fix='choose "core" or "unit"')


def _bdi_fields(algorithm: HardwareAlgorithm) -> tuple[tuple[str, int], ...]:
    """Port and width of each field of the packed `bdi` stream, from the most significant."""
    block = bdi_bits(algorithm.sizes)
    return (
        ("decrypt", 1),
        ("bdi_pad_loc", block // 8),
        ("bdi_valid_bytes", block // 8),
        ("bdi_size", _size_bits(block)),
        ("bdi_partial", 1),
        ("bdi_eoi", 1),
        ("bdi_eot", 1),
        ("bdi_type", 4),
        ("bdi", block),
    )


def _core_level(algorithm: HardwareAlgorithm) -> Level:
    block = algorithm.sizes.block
    fields = _bdi_fields(algorithm)
    streams = (
        Stream("key", algorithm.sizes.key, True),
        Stream("bdi", sum(width for _, width in fields), True, primary=True),
        Stream("bdo", _size_bits(block) + block, False),
        Stream("msg_auth", 1, False),
        *_second_pass(algorithm, ""),
    )
    slices = []
    top = streams[1].width
    for port, width in fields:
        slices.append((port, f"bdi_data[{top - 1}:{top - width}]"))
        top -= width
    pins = [
        ("key", "key_data"),
        ("key_update", "key_update"),
        *slices,
        ("bdo", f"bdo_data[{block - 1}:0]"),
        ("bdo_size", f"bdo_data[{streams[2].width - 1}:{block}]"),
        ("msg_auth", "msg_auth_data"),
        *((stream.name, f"{stream.name}_data") for stream in streams[4:]),
    ]
    return Level(
        "core",
        algorithm,
        0,
        0,
        streams,
        top_module(streams, "CipherCore core", pins, key_update=True),
        True,
    )


def top_of(algorithm: HardwareAlgorithm) -> str:
    """The top module of a unit."""
    return "AEADTwoPass" if algorithm.interface.two_pass else "AEAD"


def _second_pass(algorithm: HardwareAlgorithm, cleared_by: str) -> tuple[Stream, ...]:
    """The streams of a core that goes over its data twice."""
    if not algorithm.interface.two_pass:
        return ()
    width = algorithm.sizes.block
    return Stream("fdo", width, False), Stream(
        "fdi", width, True, fed_by="fdo", cleared_by=cleared_by
    )


def _unit_level(algorithm: HardwareAlgorithm, w: int, sw: int) -> Level:
    parameters = algorithm.hardware_parameters(w, sw)
    top = UnitTop(top_of(algorithm), parameters, paths.hardware_of(INTERFACE))
    return unit_level(algorithm, w, sw, top)


def unit_level(algorithm: HardwareAlgorithm, w: int, sw: int, top: UnitTop) -> Level:
    """The level of a unit with that hardware around the core, buses `w` (pdi, do) and `sw` (sdi)
    bits wide, whose words are those of `hwapi.api_words`.
    """
    parameters = ", ".join(f".{name}({value})" for name, value in top.parameters.items())
    buses = (
        Stream("pdi", w, True, primary=True),
        Stream("sdi", sw, True),
        Stream("do", w + top.do_last, False),
    )
    streams = (*buses, *_second_pass(algorithm, "fifo_rst"))
    pins = [pin for stream in streams for pin in _pins(stream, do_last=top.do_last)]
    verilog = top_module(streams, f"{top.module} #({parameters}) aead", pins, key_update=False)
    return Level(
        "unit",
        algorithm,
        w,
        sw,
        streams,
        verilog,
        False,
        library=top.library,
        item="word",
        do_last=top.do_last,
    )


def _ports(stream: Stream, *, do_last: bool) -> tuple[tuple[str, int], ...]:
    """The data ports of a unit's bus with their widths, the most significant first."""
    if stream.name == "do" and do_last:
        return (("do_last", 1), ("do_data", stream.width - 1))
    return ((f"{stream.name}_data", stream.width),)


def _pins(stream: Stream, *, do_last: bool) -> Iterator[tuple[str, str]]:
    """Which bits of a packed port go to each of them."""
    ports = _ports(stream, do_last=do_last)
    if len(ports) == 1:
        yield ports[0][0], f"{stream.name}_data"
        return
    top = stream.width
    for port, width in ports:
        yield port, f"{stream.name}_data[{top - 1}:{top - width}]"
        top -= width


def top_module(
    streams: Sequence[Stream], instance: str, pins: Sequence[tuple[str, str]], *, key_update: bool
) -> str:
    """The Verilog of the top: `instance` is "Module name", `pins` its ports but clk, rst and the
    handshakes.
    """
    ports = [
        "input logic clk",
        "input logic rst",
        *(["input logic key_update"] if key_update else []),
    ]
    for stream in streams:
        forward, back = ("input", "output") if stream.to_design else ("output", "input")
        ports.append(f"{forward} logic [{stream.width - 1}:0] {stream.name}_data")
        ports.append(f"{forward} logic {stream.name}_valid")
        ports.append(f"{back} logic {stream.name}_ready")
    clears = [stream.cleared_by for stream in streams if stream.cleared_by]
    ports += [f"output logic {port}" for port in clears]
    pins = [*pins, *((port, port) for port in clears)]
    handshakes = [
        (f"{stream.name}_{end}", f"{stream.name}_{end}")
        for stream in streams
        for end in ("valid", "ready")
    ]
    connections = ",\n".join(
        f"    .{port}({wire})"
        for port, wire in [("clk", "clk"), ("rst", "rst"), *handshakes, *pins]
    )
    listed = ",\n".join(f"  {port}" for port in ports)
    return f"module {TOP} (\n{listed}\n);\n  {instance} (\n{connections}\n  );\nendmodule\n"


def _core_inputs(algorithm: HardwareAlgorithm, messages: Sequence[Message]) -> Iterator[Item]:
    for number, message in enumerate(messages):
        transaction = core_transaction(algorithm, message)
        if transaction.key is not None:
            yield Item("key", number, int.from_bytes(transaction.key, "big"), 0, "key")
        for block in transaction.bdi:
            yield Item(
                "bdi", number, _pack_bdi(algorithm, block, transaction.decrypt), 0, _bdi_note(block)
            )


def _core_outputs(algorithm: HardwareAlgorithm, messages: Sequence[Message]) -> Iterator[Item]:
    for number, message in enumerate(messages):
        transaction = core_transaction(algorithm, message)
        tag_blocks = 0 if message.decrypt else -(-algorithm.sizes.tag // algorithm.sizes.block)
        data_blocks = len(transaction.bdo) - tag_blocks
        for index, block in enumerate(transaction.bdo):
            value, known = _pack_bdo(algorithm, block)
            note = "data block" if index < data_blocks else "tag block"
            yield Item("bdo", number, value, known, "digest block" if message.hashes else note)
        if transaction.verdict is not None:
            yield Item("msg_auth", number, int(transaction.verdict), 1, "verdict")


def _pack_bdi(algorithm: HardwareAlgorithm, block: BdiBlock, decrypt: bool) -> int:
    values = {
        "decrypt": decrypt,
        "bdi_pad_loc": block.pad_loc,
        "bdi_valid_bytes": block.valid_bytes,
        "bdi_size": block.size,
        "bdi_partial": block.partial,
        "bdi_eoi": block.eoi,
        "bdi_eot": block.eot,
        "bdi_type": block.type,
        "bdi": int.from_bytes(block.data, "big"),
    }
    packed = 0
    for port, width in _bdi_fields(algorithm):
        packed = packed << width | int(values[port])
    return packed


def _pack_bdo(algorithm: HardwareAlgorithm, block: BdoBlock) -> tuple[int, int]:
    """Value and mask. Bytes past `size` are free (docs/cipher-core.md)."""
    width = algorithm.sizes.block
    content = _ones(width) ^ _ones(width - 8 * block.size) if block.known else 0
    known = _ones(_size_bits(width)) << width | content
    return block.size << width | int.from_bytes(block.data, "big"), known


def _bdi_note(block: BdiBlock) -> str:
    flags = "".join(f", {name}" for name in ("eot", "eoi", "partial") if getattr(block, name))
    return f"{SegmentType(block.type).name} block of {block.size} bytes{flags}"


def _size_bits(block: int) -> int:
    """SZ = clog2(BLOCK/8 + 1)."""
    return (block // 8).bit_length()


def _ones(width: int) -> int:
    return (1 << width) - 1
