"""The module with its memory ports as AXI4: around the design as it is, an adapter at each."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from cryptagon.hls.memory.ports import MemoryPort
from cryptagon.hls.source.interface import Port
from cryptagon.hls.source.verilog_names import vector
from cryptagon.hls.verilog.core import port_declarations

ADAPTER = Path(__file__).with_name("memory_port_axi4.v")
DEFAULT_ADDRESS_WIDTH = 32
# signal, bits (of the bus: "data", "strobe", "address"), whether the adapter drives it
SIGNALS: tuple[tuple[str, int | str, bool], ...] = (
    *(("awaddr", "address", True), ("awlen", 8, True), ("awsize", 3, True), ("awburst", 2, True)),
    *(("awcache", 4, True), ("awprot", 3, True), ("awvalid", 1, True), ("awready", 1, False)),
    *(("wdata", "data", True), ("wstrb", "strobe", True), ("wlast", 1, True)),
    *(("wvalid", 1, True), ("wready", 1, False)),
    *(("bresp", 2, False), ("bvalid", 1, False), ("bready", 1, True)),
    *(("araddr", "address", True), ("arlen", 8, True), ("arsize", 3, True), ("arburst", 2, True)),
    *(("arcache", 4, True), ("arprot", 3, True), ("arvalid", 1, True), ("arready", 1, False)),
    *(("rdata", "data", False), ("rresp", 2, False), ("rlast", 1, False)),
    *(("rvalid", 1, False), ("rready", 1, True)),
)


def axi4_verilog(
    module: str,
    ports: Mapping[str, Port],
    memories: Sequence[MemoryPort],
    *,
    address_width: int = DEFAULT_ADDRESS_WIDTH,
) -> str:
    """The module `<module>_axi4`, around the module of a design, and the adapter
    `<module>_axi4_port`.

    Streams and wires are those of the design. A memory port NAME is an AXI4 manager
    `m_axi_NAME_...` with byte addresses of `address_width` bits and data as wide as an element;
    `NAME_base` (byte address of element 0) goes in, `NAME_idle` and `NAME_error` (1 bit each) come
    out.
    """
    plain = [port for port in ports.values() if not port.memory]
    header = ["  input wire clk", "  input wire rst"]
    header += [line for port in plain for line in port_declarations(port)]
    header += [line for memory in memories for line in _declarations(memory, address_width)]
    inside = [line for memory in memories for line in _wires(memory)]
    pins = [".clk(clk)", ".rst(rst)"]
    pins += [f".{signal}({signal})" for port in ports.values() for signal in port.signals]
    body = [*inside, f"  {module} core (", ",\n".join(f"    {pin}" for pin in pins), "  );"]
    for memory in memories:
        body += _adapter(f"{module}_axi4_port", memory, address_width)
    top = "\n".join([f"module {module}_axi4 (", ",\n".join(header), ");", *body, "endmodule", ""])
    adapter = ADAPTER.read_text().replace("module memory_port_axi4", f"module {module}_axi4_port")
    return f"// Made by `cryptagon hls --axi4`; do not edit.\n\n{top}\n{adapter}"


def write_axi4(
    module: str, ports: Mapping[str, Port], memories: Sequence[MemoryPort], folder: Path
) -> Path:
    """Writes `<module>_axi4.v` into `folder`, and gives its path."""
    path = folder / f"{module}_axi4.v"
    path.write_text(axi4_verilog(module, ports, memories))
    return path


def _bits(memory: MemoryPort, width: int | str, address_width: int) -> int:
    named = {"data": memory.width, "strobe": memory.byte_count, "address": address_width}
    return named[width] if isinstance(width, str) else width


def _declarations(memory: MemoryPort, address_width: int) -> list[str]:
    """The lines that declare a memory port's signals as AXI4."""
    lines = [
        f"  input wire {vector(address_width)}{memory.name}_base",
        f"  output wire {memory.name}_idle",
        f"  output wire {memory.name}_error",
    ]
    for signal, width, driven in SIGNALS:
        kind = vector(_bits(memory, width, address_width))
        lines.append(f"  {'output' if driven else 'input'} wire {kind}m_axi_{memory.name}_{signal}")
    return lines


def _wires(memory: MemoryPort) -> list[str]:
    """The signals between the design and the adapter."""
    lines = []
    for stream in (memory.request, memory.response):
        lines += [f"  wire {vector(part.bits)}{stream.signal_of(part)};" for part in stream.fields]
        lines += [f"  wire {stream.name}_valid;", f"  wire {stream.name}_ready;"]
    return lines


def _adapter(module: str, memory: MemoryPort, address_width: int) -> list[str]:
    pins = [".clk(clk)", ".rst(rst)"]
    pins += [f".{signal}({memory.name}_{signal})" for signal in ("base", "idle", "error")]
    for stream in (memory.request, memory.response):
        pins += [
            f".{signal.removeprefix(f'{memory.name}_')}({signal})" for signal in stream.signals
        ]
    pins += [f".m_axi_{signal}(m_axi_{memory.name}_{signal})" for signal, _, _ in SIGNALS]
    parameters = f".ADDRESS_WIDTH({memory.address_width}), .DATA_WIDTH({memory.width}), .AXI_ADDRESS_WIDTH({address_width})"
    return [
        "",
        f"  {module} #({parameters}) port_{memory.name} (",
        ",\n".join(f"    {pin}" for pin in pins),
        "  );",
    ]
