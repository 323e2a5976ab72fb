"""What is proved about: a core with its streams, and the monitor that follows the messages at its
ports.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from cryptagon.catalog import Algorithm, Kernel, StreamPort
from cryptagon.catalog.padding import pad_mask
from cryptagon.core import VerilogCore
from cryptagon.hwapi import bdi_bits

HELD = 4
"""Blocks that a core of a cipher may hold (CipherMonitor): two pairs, while it works on them."""
COUNTED = 4
"""Items of a FIFO outside a core that are counted (FifoStream)."""


@dataclass(frozen=True)
class Stream:
    """A stream with valid and ready at the core; `ports` are those of an item with their widths in
    bits, all steady while it waits. `fed_by`: of an input, the output whose items come back on it
    through a FIFO outside.
    """

    name: str
    to_core: bool
    ports: dict[str, int]
    fed_by: str = ""

    @property
    def bits(self) -> int:
        """Width of an item."""
        return sum(self.ports.values())


@dataclass(frozen=True)
class Fault:
    """An output of the monitor that is 1 where a rule is broken; `port` is the stream that it is
    about.
    """

    signal: str
    rule: str
    port: str


@dataclass(frozen=True)
class Subject:
    """A core under its contract: module `top` with clk, rst and `streams`; `monitor` is the Verilog
    of its monitor's instance.

    `key_update` says that the core has this input, which the contract rules.
    """

    core: VerilogCore
    top: str
    streams: tuple[Stream, ...]
    monitor: str
    faults: tuple[Fault, ...]
    key_update: bool = False

    @property
    def inputs(self) -> tuple[Stream, ...]:
        """The streams that the core takes."""
        return tuple(stream for stream in self.streams if stream.to_core)

    @property
    def outputs(self) -> tuple[Stream, ...]:
        """The streams that the core gives."""
        return tuple(stream for stream in self.streams if not stream.to_core)


def cipher(algorithm: Algorithm, core: VerilogCore) -> Subject:
    """An authenticated cipher (docs/cipher-core.md)."""
    two_pass = algorithm.interface.two_pass
    sizes, padding = algorithm.sizes, algorithm.padding
    width = bdi_bits(sizes)
    masks = {"bdi_valid_bytes": width // 8, "bdi_pad_loc": width // 8}
    flags = {
        "bdi_type": 4,
        "bdi_eot": 1,
        "bdi_eoi": 1,
        "bdi_partial": 1,
        "bdi_size": (width // 8).bit_length(),
    }
    streams = (
        Stream("key", True, {"key": sizes.key}),
        Stream("bdi", True, {"bdi": width, **flags, **masks, "decrypt": 1}),
        Stream("bdo", False, {"bdo": sizes.block, "bdo_size": (sizes.block // 8).bit_length()}),
        Stream("msg_auth", False, {"msg_auth": 1}),
    )
    second_pass = (
        Stream("fdo", False, {"fdo": sizes.block}),
        Stream("fdi", True, {"fdi": sizes.block}, fed_by="fdo"),
    )
    parameters = {
        "NPUB_BLOCKS": -(-sizes.npub // sizes.block),
        "NSEC_BLOCKS": -(-sizes.nsec // sizes.block),
        "TAG_BLOCKS": -(-sizes.tag // sizes.block),
        "BLOCK_BYTES": sizes.block // 8,
        "AD_BYTES": sizes.ad_block // 8,
        "PAD_AD": pad_mask(padding.ad),
        "PAD_DATA": pad_mask(padding.data),
        "EXPANDS": int(padding.expands),
        **(algorithm.hash.parameters if algorithm.hash else {}),
    }
    faults = (
        Fault("bdo_unasked", "output-after-input", "bdo"),
        Fault("verdict_unasked", "output-after-input", "msg_auth"),
        Fault("key_unasked", "key-asked", "key"),
        Fault("key_passed_over", "key-first", "bdi"),
    )
    of_items = Fault("item_left", "fifo-emptied", "fdi")
    monitor = f"CipherMonitor {_values(parameters)} monitor (.*);"
    if two_pass:
        counting = _values(parameters | {"HELD": HELD + COUNTED})
        monitor = (
            f"logic bdo_early; CipherMonitor {counting} monitor (.*, .bdo_unasked(bdo_early));"
            " FifoMonitor fifo_monitor (.*);"
        )
    return Subject(
        core,
        "CipherCore",
        (*streams, *second_pass) if two_pass else streams,
        monitor,
        (*faults, of_items) if two_pass else faults,
        key_update=True,
    )


def kernel(one: Kernel, core: VerilogCore) -> Subject:
    """A plain stream design (docs/kernels.md): no output for which the inputs have not given an
    item all together.
    """
    return stream_design(
        core, "Kernel", one.ports, asked_by=tuple(port.name for port in one.inputs)
    )


def stream_design(
    core: VerilogCore, top: str, ports: Sequence[StreamPort], *, asked_by: Sequence[str]
) -> Subject:
    """A module `top` of streams with one output, which gives no more items than it took from the
    inputs `asked_by` together.
    """
    streams = tuple(Stream(port.name, port.direction == "in", _signals(port)) for port in ports)
    valid, ready = (
        f"{{{', '.join(f'{name}_{end}' for name in asked_by)}}}" for end in ("valid", "ready")
    )
    output = next(stream.name for stream in streams if not stream.to_core)
    pins = f".clk, .rst, .in_valid({valid}), .in_ready({ready}), .out_valid({output}_valid), .out_ready({output}_ready), .out_unasked"
    monitor = f"KernelMonitor {_values({'INPUTS': len(asked_by)})} monitor ({pins});"
    return Subject(
        core, top, streams, monitor, (Fault("out_unasked", "output-after-input", output),)
    )


def _signals(port: StreamPort) -> dict[str, int]:
    return {port.signal_of(field): bits for field, bits in port.fields.items()}


def _values(parameters: dict[str, int]) -> str:
    return f"#({', '.join(f'.{name}({value})' for name, value in parameters.items())})"
