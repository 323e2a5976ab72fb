"""The Verilog that a core is proved in: its environment, free but for the contract, the core, and
the monitor at its ports.
"""

from cryptagon.prove.subject import COUNTED, Stream, Subject

TOP = "Handshakes"

# It stays until the key is taken, and does not rise over a message whose first block is on offer.
KEY_UPDATE = """  logic announced_q, between_messages, settled;
  assign key_update = announced_q || (announce && !(bdi_valid && between_messages));
  always_ff @(posedge clk) announced_q <= !rst && key_update && !(key_valid && key_ready);
"""


def harness(subject: Subject) -> str:
    """The module TOP: what is free are its inputs, and all ports of the core but clk and rst are
    among its ports by their names.
    """
    ports = [
        "input logic clk",
        "input logic rst",
        *(port for stream in subject.streams for port in _ports(stream)),
    ]
    if subject.key_update:
        ports += ["input logic announce", "output logic key_update", "output logic well_formed"]
    ports += [f"output logic {fault.signal}" for fault in subject.faults]
    offers = "".join(_offer(stream) for stream in subject.inputs)
    pins = [
        name
        for stream in subject.streams
        for name in (*stream.ports, f"{stream.name}_valid", f"{stream.name}_ready")
    ]
    pins = ["clk", "rst", *pins, *(["key_update"] if subject.key_update else [])]
    core = f"  {subject.top} core ({', '.join(f'.{pin}' for pin in pins)});\n"
    rules = KEY_UPDATE if subject.key_update else ""
    listed = ",\n".join(f"  {port}" for port in ports)
    return f"module {TOP} (\n{listed}\n);\n{rules}{offers}{core}  {subject.monitor}\nendmodule\n"


def _ports(stream: Stream) -> list[str]:
    item = [f"output logic [{bits - 1}:0] {port}" for port, bits in stream.ports.items()]
    if not stream.to_core:
        return [*item, f"output logic {stream.name}_valid", f"input logic {stream.name}_ready"]
    free = [
        f"input logic {stream.name}_offer",
        f"input logic [{stream.bits - 1}:0] {stream.name}_item",
    ]
    if stream.fed_by:
        free.append(f"input logic {stream.name}_fewer")
    return [*free, *item, f"output logic {stream.name}_valid", f"output logic {stream.name}_ready"]


def _offer(stream: Stream) -> str:
    name, data = stream.name, ", ".join(stream.ports)
    pins = f".offer({name}_offer), .item({name}_item), .valid({name}_valid), .ready({name}_ready), .data({{{data}}})"
    if not stream.fed_by:
        return f"  OfferedStream #(.W({stream.bits})) {name}_stream (.clk, .rst, {pins});\n"
    given = (
        f".in_valid({stream.fed_by}_valid), .in_ready({stream.fed_by}_ready), .fewer({name}_fewer)"
    )
    known = f".empty({name}_empty), .counted({name}_counted)"
    sizes = f"#(.W({stream.bits}), .DEPTH({COUNTED}))"
    pins = f".clk, .rst, {pins}, {given}, {known}"
    return f"  logic {name}_empty, {name}_counted;\n  FifoStream {sizes} {name}_stream ({pins});\n"
