"""The Verilog of a testbed's top: the registers, a DMA channel for each stream, the unit; and the
C++ that knows its ports.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from cryptagon.simulate.levels import TOP as UNIT
from cryptagon.simulate.levels import Stream, Testbench
from cryptagon.testbed.channels import BEAT, Channel, channels_of

TOP = "Testbed"
GLUE = Path(__file__).parent / "board" / "glue.cpp.template"
# name, bits, whether the logic drives it: AXI4-Lite, and the halves of AXI4.
LITE = (
    *(
        ("awaddr", 12, False),
        ("awvalid", 1, False),
        ("awready", 1, True),
        ("wdata", 32, False),
        ("wstrb", 4, False),
    ),
    *(
        ("wvalid", 1, False),
        ("wready", 1, True),
        ("bresp", 2, True),
        ("bvalid", 1, True),
        ("bready", 1, False),
    ),
    *(
        ("araddr", 12, False),
        ("arvalid", 1, False),
        ("arready", 1, True),
        ("rdata", 32, True),
        ("rresp", 2, True),
    ),
    *(("rvalid", 1, True), ("rready", 1, False)),
)
READ = (
    *(("araddr", 32, True), ("arlen", 8, True), ("arvalid", 1, True), ("arready", 1, False)),
    *(("rdata", BEAT, False), ("rresp", 2, False), ("rvalid", 1, False), ("rready", 1, True)),
)
WRITE = (
    *(("awaddr", 32, True), ("awlen", 8, True), ("awvalid", 1, True), ("awready", 1, False)),
    *(
        ("wdata", BEAT, True),
        ("wstrb", BEAT // 8, True),
        ("wlast", 1, True),
        ("wvalid", 1, True),
        ("wready", 1, False),
    ),
    *(("bresp", 2, False), ("bvalid", 1, False), ("bready", 1, True)),
)


def verilog(bench: Testbench[Any]) -> str:
    """The module TOP around the unit, which is the top of `bench`."""
    channels = channels_of(bench)
    devices = len(channels) + 1
    ports = [
        "input logic bus_clk",
        "input logic core_clk",
        "input logic rst",
        "output logic item_in",
        "output logic item_out",
    ]
    ports += [_port("lite", *wire) for wire in LITE]
    ports += [_port(channel.name, *wire) for channel in channels for wire in _wires(channel)]
    registers = ", ".join(f".{name}(lite_{name})" for name, _, _ in LITE)
    listed = ",\n".join(f"  {port}" for port in ports)
    lines = [
        f"  logic [{devices - 1}:0] write, read;",
        "  logic [1:0] place;",
        "  logic [31:0] wdata;",
        f"  logic [{devices - 1}:0][31:0] rdata;",
        f"  RegisterBus #(.DEVICES({devices})) registers (.clk(bus_clk), .rst, {registers},",
        "    .write, .read, .place, .device_wdata(wdata), .device_rdata(rdata));",
        "  Timer timer (.clk(bus_clk), .rst, .write(write[0]), .read(read[0]), .place, .wdata, .rdata(rdata[0]));",
        "  logic core_rst;",
        "  Synchroniser reset (.clk(core_clk), .rst(1'b0), .d(rst), .q(core_rst));",
        *(line for channel in channels for line in _channel(channel)),
        *_unit(bench, channels),
    ]
    return f"module {TOP} (\n{listed}\n);\n" + "\n".join(lines) + "\nendmodule\n"


def glue(bench: Testbench[Any]) -> str:
    """The C++ that gives the harness pointers to the ports."""
    channels = channels_of(bench)
    readers = [_pointers(one.name, READ) for one in channels if one.stream.to_design]
    writers = [_pointers(one.name, WRITE) for one in channels if not one.stream.to_design]
    text = GLUE.read_text().replace("@LITE@", _pointers("lite", LITE))
    return text.replace("@READERS@", ", ".join(readers)).replace("@WRITERS@", ", ".join(writers))


def _port(prefix: str, name: str, bits: int, driven: bool) -> str:
    return f"{'output' if driven else 'input'} logic [{bits - 1}:0] {prefix}_{name}"


def _wires(channel: Channel) -> Sequence[tuple[str, int, bool]]:
    return READ if channel.stream.to_design else WRITE


def _pointers(prefix: str, wires: Sequence[tuple[str, int, bool]]) -> str:
    return "{" + ", ".join(f"&top->{prefix}_{name}" for name, _, _ in wires) + "}"


def _channel(channel: Channel) -> Iterator[str]:
    name, device = channel.name, channel.device
    kind = "InputChannel" if channel.stream.to_design else "OutputChannel"
    axi = ", ".join(
        f".{'mem_' if wire in ('rdata', 'wdata', 'wstrb') else ''}{wire}({name}_{wire})"
        for wire, _, _ in _wires(channel)
    )
    marks = "" if channel.stream.to_design else f".item_error({name}_error), "
    yield f"  logic [{channel.bits - 1}:0] {name}_item;"
    yield f"  logic {name}_valid, {name}_ready;"
    if not channel.stream.to_design:
        yield f"  logic {name}_error;"
    yield f"  {kind} #(.ITEM({channel.bits})) {name}_channel (.bus_clk, .bus_rst(rst), .write(write[{device}]), .place, .wdata,"
    yield f"    .rdata(rdata[{device}]), {axi},"
    yield f"    .core_clk, .core_rst, {marks}.item({name}_item), .item_valid({name}_valid), .item_ready({name}_ready));"


def _unit(bench: Testbench[Any], channels: Sequence[Channel]) -> Iterator[str]:
    pins = [".clk(core_clk)", ".rst(core_rst)"]
    for channel in channels:
        name, width = channel.name, channel.stream.width
        yield f"  logic [{width - 1}:0] {name}_data;"
        if channel.stream.to_design:
            yield f"  assign {name}_data = {name}_item[{width - 1}:0];"
        else:
            yield f"  assign {name}_item = {channel.bits}'({name}_data[{channel.width - 1}:0]);"
            error = f"{name}_data[{channel.error}]" if channel.error >= 0 else "1'b0"
            yield f"  assign {name}_error = {error};"
        pins += _pins(name)
    for stream in bench.streams:
        if stream.fed_by:
            yield from _loop(stream)
            pins += [
                *_pins(stream.name),
                *_pins(stream.fed_by),
                *([f".{stream.cleared_by}"] if stream.cleared_by else []),
            ]
    yield f"  {UNIT} unit ({', '.join(pins)});"
    for port, to_design in (("item_in", True), ("item_out", False)):
        moving = [
            f"{one.name}_valid && {one.name}_ready"
            for one in channels
            if one.stream.to_design is to_design
        ]
        yield f"  assign {port} = {' || '.join(moving)};"


def _pins(name: str) -> list[str]:
    return [f".{name}_{end}" for end in ("data", "valid", "ready")]


def _loop(stream: Stream) -> Iterator[str]:
    """The FIFO by which an output comes back."""
    source = stream.fed_by
    for name in (stream.name, source):
        yield f"  logic [{stream.width - 1}:0] {name}_data;"
        yield f"  logic {name}_valid, {name}_ready;"
    clear = stream.cleared_by or "1'b0"
    if stream.cleared_by:
        yield f"  logic {stream.cleared_by};"
    yield f"  LoopFifo #(.W({stream.width})) {stream.name}_fifo (.clk(core_clk), .rst(core_rst), .clear({clear}),"
    yield f"    .in_data({source}_data), .in_valid({source}_valid), .in_ready({source}_ready),"
    yield f"    .out_data({stream.name}_data), .out_valid({stream.name}_valid), .out_ready({stream.name}_ready));"
