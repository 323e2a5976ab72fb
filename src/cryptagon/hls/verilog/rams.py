"""RAMs in Verilog: each a module, and its instance beside the datapath."""

from collections.abc import Callable, Mapping

from cryptagon.hls.memory.rams import Ram
from cryptagon.hls.source.verilog_names import vector


def ram_module(name: str, ram: Ram) -> str:
    """The RAM as a Verilog module `name` that synthesis recognises. Read data of a block RAM stays
    while `read_N_enable` is low.

    No cycle both reads and writes a block RAM, since a read ends its cycle and begins one after a
    write. Synthesis is told so, or it would put registers and comparators around the memory for the
    old word of such a cycle.
    """
    block, ports = ram.kind == "block", range(ram.read_ports)
    address, data = vector(ram.address_width), vector(ram.width)
    pins = [
        "input wire clk",
        "input wire write_enable",
        *(f"input wire {vector(width)}write_{name}" for name, width in ram.operands),
    ]
    for i in ports:
        pins += [f"input wire read_{i}_enable"] if block else []
        pins += [
            f"input wire {address}read_{i}_address",
            f"output {'reg' if block else 'wire'} {data}read_{i}_data",
        ]
    style = 'ram_style = "block", no_rw_check' if block else 'ram_style = "distributed"'
    body = [f"  (* {style} *) reg {data}words [0:{ram.words - 1}];", *_contents(ram)]
    body += (
        ["  always @(posedge clk) begin", *_writes(ram), "  end"]
        if ram.masked
        else ["  always @(posedge clk)", *_writes(ram)]
    )
    for i in ports:
        if block:
            body += [
                "  always @(posedge clk)",
                f"    if (read_{i}_enable) read_{i}_data <= words[read_{i}_address];",
            ]
        else:
            body += [f"  assign read_{i}_data = words[read_{i}_address];"]
    return "\n".join(
        [f"module {name} (", ",\n".join(f"  {pin}" for pin in pins), ");", *body, "endmodule", ""]
    )


def _writes(ram: Ram) -> list[str]:
    if not ram.masked:
        return ["    if (write_enable) words[write_address] <= write_data;"]
    parts = [(i, f"[{low + width - 1}:{low}]") for i, (low, width) in enumerate(ram.lanes)]
    return [
        f"    if (write_enable && write_mask[{i}]) words[write_address]{bits} <= write_data{bits};"
        for i, bits in parts
    ]


def _contents(ram: Ram) -> list[str]:
    """The words at configuration; runs of zeros are one loop."""
    if ram.contents is None:
        return []
    filled = [
        f"    words[{i}] = {ram.width}'h{word:x};" for i, word in enumerate(ram.contents) if word
    ]
    zero = (
        [f"    for (i = 0; i < {ram.words}; i = i + 1) words[i] = {ram.width}'h0;"]
        if len(filled) < ram.words
        else []
    )
    return [*(["  integer i;"] if zero else []), "  initial begin", *zero, *filled, "  end"]


def instance_of(ram: Ram) -> str:
    """The name of a RAM's instance in the module of the design; its words are `words` in it."""
    return f"ram_{ram.name}"


def ram_instance(
    module: str, ram: Ram, signals: Mapping[str, int], and_happens: Callable[[str], str]
) -> list[str]:
    """The instance between the datapath's `signals`; a port that nobody uses is tied to zero.

    `and_happens` gives the condition that a signal is 1 in a cycle that happens.

    What a RAM holds from the start must outlast a reset, in which the datapath works on whatever
    the registers came up with.
    """

    def operand(name: str, width: int) -> str:
        if name not in signals:
            return f"{width}'d0"
        return and_happens(name) if name.endswith("_enable") else name

    write = f"{ram.name}_write_ram_0"
    running = "!rst && " if ram.contents is not None and f"{write}_enable" in signals else ""
    pins = [".clk(clk)", f".write_enable({running}{operand(f'{write}_enable', 1)})"]
    pins += [f".write_{name}({operand(f'{write}_{name}', width)})" for name, width in ram.operands]
    for i in range(ram.read_ports):
        read = f"{ram.name}_read_ram_{i}"
        result = f"{ram.name}_{'take' if ram.kind == 'block' else 'read'}_ram_{i}_data"
        pins += [f".read_{i}_enable({operand(f'{read}_enable', 1)})"] if ram.kind == "block" else []
        pins += [
            f".read_{i}_address({operand(f'{read}_address', ram.address_width)})",
            f".read_{i}_data({result if result in signals else ''})",
        ]
    return [
        f"  {module} {instance_of(ram)} (",
        ",\n".join(f"    {pin}" for pin in pins),
        "  );",
        "",
    ]
