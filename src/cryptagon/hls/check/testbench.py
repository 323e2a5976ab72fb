"""A testbench in SystemVerilog that needs nothing of Cryptagon: a source or a sink at each stream,
items and answers in files.
"""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from cryptagon.hls.check.expectation import Expectation
from cryptagon.hls.check.stimulus import Stimulus
from cryptagon.hls.compiler import HlsResult
from cryptagon.hls.source.interface import Port

HERE = Path(str(files("cryptagon.hls.check")))
TOP = "testbench"
PARTS = ("stream_source.sv", "stream_sink.sv", "main.cpp")
HEAD = f"""// Made by `cryptagon hls`. Every stream of the design has a source or a sink; `stall` is how often each pauses, of 256.
module {TOP} (
  input logic clk,
  input logic rst,
  input logic [7:0] stall,
  output logic moved,
  output logic done,
  output logic failed
);
  int cycle = 0;
  always_ff @(posedge clk) cycle <= cycle + 1;
"""


@dataclass(frozen=True)
class Bench:
    """One design on the bench: what it is offered and what it is to write."""

    result: HlsResult
    stimulus: Stimulus
    expected: Expectation


def write_testbench(benches: Sequence[Bench], folder: Path) -> list[Path]:
    """Writes the testbench of some designs, which have different module names, into `folder`; the
    files, SystemVerilog first.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written = [folder / f"{TOP}.sv"]
    for part in PARTS:
        shutil.copyfile(HERE / part, folder / part)
        written.append(folder / part)
    instances = [_instance(bench, folder, written) for bench in benches]
    names = [
        f"{bench.result.module}_{port.name}"
        for bench in benches
        for port in bench.result.ports.values()
        if port.is_stream
    ]
    sinks = [
        f"{b.result.module}_{port.name}"
        for b in benches
        for port in b.result.ports.values()
        if port.kind == "stream_out"
    ]
    tail = [
        f"  assign moved = {_joined('||', [f'{name}_moved' for name in names])};",
        f"  assign done = {_joined('&&', [f'{name}_done' for name in sinks])};",
        f"  assign failed = {_joined('||', [f'{name}_failed' for name in sinks])};",
    ]
    written[0].write_text("\n".join([HEAD, *instances, *tail, "endmodule", ""]))
    return written


def _joined(operator: str, names: Sequence[str]) -> str:
    return f" {operator} ".join(names) or ("1'b1" if operator == "&&" else "1'b0")


def _instance(bench: Bench, folder: Path, written: list[Path]) -> str:
    """SystemVerilog that joins a design with a source or a sink at each of its streams."""
    module = bench.result.module
    lines, pins = [], [".clk(clk)", ".rst(rst)"]
    for port in bench.result.ports.values():
        wire = f"{module}_{port.name}"
        lines.append(f"  logic [{port.bits - 1}:0] {wire};")
        for part in port.fields:
            low = port.shift_of(part)
            pins.append(f".{port.signal_of(part)}({wire}[{low + part.bits - 1}:{low}])")
        if not port.is_stream:
            lines.append(f"  assign {wire} = {port.bits}'h{bench.stimulus.wires[port.name]:x};")
            continue
        lines.append(f"  logic {wire}_valid, {wire}_ready, {wire}_moved;")
        pins += [f".{port.name}_valid({wire}_valid)", f".{port.name}_ready({wire}_ready)"]
        part = _source(bench, port, wire) if port.kind == "stream_in" else _sink(bench, port, wire)
        lines.append(part)
        items = _items(bench, port)
        file = folder / f"{wire}.hex"
        file.write_text("".join(f"{item:x}\n" for item in items))
        written.append(file)
    return "\n".join([*lines, f"  {module} design_{module} ({', '.join(pins)});", ""])


def _items(bench: Bench, port: Port) -> Sequence[int]:
    """The packed items that a stream takes or is to write."""
    if port.kind == "stream_out":
        return bench.expected.items[port.name]
    return [port.pack(dict(item)) for item in bench.stimulus.items.get(port.name, [])]


def _source(bench: Bench, port: Port, wire: str) -> str:
    parameters = f'.WIDTH({port.bits}), .COUNT({len(_items(bench, port))}), .FILE("{wire}.hex")'
    pins = f".clk(clk), .rst(rst), .stall(stall), .data({wire}), .valid({wire}_valid), .ready({wire}_ready)"
    return f"  assign {wire}_moved = {wire}_valid && {wire}_ready;\n  StreamSource #({parameters}) source_{wire} ({pins});"


def _sink(bench: Bench, port: Port, wire: str) -> str:
    count, open_end = len(_items(bench, port)), int(bool(bench.expected.cut))
    name = f"{bench.result.module}.{port.name}"
    parameters = f'.WIDTH({port.bits}), .COUNT({count}), .OPEN({open_end}), .NAME("{name}"), .FILE("{wire}.hex")'
    pins = f".clk(clk), .rst(rst), .stall(stall), .cycle(cycle), .data({wire}), .valid({wire}_valid), .ready({wire}_ready)"
    states = f".moved({wire}_moved), .done({wire}_done), .failed({wire}_failed)"
    return f"  logic {wire}_done, {wire}_failed;\n  StreamSink #({parameters}) sink_{wire} ({pins}, {states});"
