"""Streams with a depth: a FIFO at the port, inside the module, around the design as it is
without.
"""

from collections.abc import Mapping
from pathlib import Path

from cryptagon.hls.ir.metadata import Field
from cryptagon.hls.memory.rams import Ram
from cryptagon.hls.source.interface import Port
from cryptagon.hls.source.verilog_names import vector
from cryptagon.hls.verilog.core import port_declarations
from cryptagon.hls.verilog.rams import instance_of

FIFO = Path(__file__).with_name("stream_fifo.v")
DESIGN = "unbuffered"
"""The instance of the design between its FIFOs."""


def has_fifos(ports: Mapping[str, Port]) -> bool:
    """Whether any stream has a depth."""
    return any(port.depth for port in ports.values())


def instance_path(ports: Mapping[str, Port], ram: Ram) -> str:
    """Where a RAM's instance is in the module of the whole design."""
    return f"{DESIGN}.{instance_of(ram)}" if has_fifos(ports) else instance_of(ram)


def buffered_core(name: str, inner: str, ports: Mapping[str, Port]) -> str:
    """The module `name`: the FIFOs, and between them the module `inner` with the same ports; and
    the FIFO's own module, `name_fifo`.
    """
    deep = [port for port in ports.values() if port.depth]
    header = [
        "  input wire clk",
        "  input wire rst",
        *(line for port in ports.values() for line in port_declarations(port)),
    ]
    body = ["  // between the FIFOs and the design"]
    for port in deep:
        body += [
            f"  wire {vector(port.bits)}{_inner(port)};",
            f"  wire {_inner(port)}_valid;",
            f"  wire {_inner(port)}_ready;",
        ]
    pins = [".clk(clk)", ".rst(rst)", *(pin for port in ports.values() for pin in _pins(port))]
    body += ["", f"  {inner} {DESIGN} (", ",\n".join(f"    {pin}" for pin in pins), "  );"]
    body += [line for port in deep for line in _fifo(f"{name}_fifo", port)]
    module = "\n".join([f"module {name} (", ",\n".join(header), ");", *body, "endmodule", ""])
    return f"{module}\n{FIFO.read_text().replace('module stream_fifo', f'module {name}_fifo')}"


def _inner(port: Port) -> str:
    return f"unbuffered_{port.name}"


def _pins(port: Port) -> list[str]:
    """How a port of the design is connected."""
    signals = [port.signal_of(field) for field in port.fields]
    control = [f"{port.name}_valid", f"{port.name}_ready"] if port.is_stream else []
    if not port.depth:
        return [f".{signal}({signal})" for signal in (*signals, *control)]
    parts = [_part(port, field) for field in port.fields]
    return [
        *(f".{a}({b})" for a, b in zip(signals, parts, strict=True)),
        *(f".{signal}(unbuffered_{signal})" for signal in control),
    ]


def _part(port: Port, field: Field) -> str:
    """A field of a packed item."""
    low = port.shift_of(field)
    return (
        _inner(port) if len(port.fields) == 1 else f"{_inner(port)}[{low + field.bits - 1}:{low}]"
    )


def _fifo(module: str, port: Port) -> list[str]:
    outside = "{" + ", ".join(port.signal_of(field) for field in port.fields) + "}"
    inside = _inner(port)
    sides = (
        {"in": (inside, inside), "out": (port.name, outside)}
        if port.is_output
        else {"in": (port.name, outside), "out": (inside, inside)}
    )
    pins = ["    .clk(clk)", "    .rst(rst)"]
    for side, (control, item) in sides.items():
        pins += [
            f"    .{side}({item})",
            f"    .{side}_valid({control}_valid)",
            f"    .{side}_ready({control}_ready)",
        ]
    return [
        "",
        f"  {module} #(.WIDTH({port.bits}), .DEPTH({port.depth})) fifo_{port.name} (",
        ",\n".join(pins),
        "  );",
    ]
