"""A testbench in SystemVerilog that needs nothing of Cryptagon: a source or a sink at each stream, a
memory at each memory port, items, answers and contents in files.
"""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Generic, TypeVar

from cryptagon.hls.check.expectation import Expectation
from cryptagon.hls.check.stimulus import Stimulus
from cryptagon.hls.compiler import CompiledDesign
from cryptagon.hls.memory.ports import MemoryPort
from cryptagon.hls.memory.rams import Ram
from cryptagon.hls.source.interface import Port
from cryptagon.hls.verilog.stream_fifos import instance_path

HERE = Path(str(files("cryptagon.hls.check")))
TOP = "testbench"
MEMORY_MODEL = "memory_model.sv"
PARTS = ("stream_source.sv", "stream_sink.sv", "main.cpp")
HEAD = f"""// Made by `cryptagon hls`. Every stream of the design has a source or a sink; `stall` is how often each pauses, of 256.
// `resets` counts the resets in mid-run: 0 while `rst` is high for the first time, changed in the cycle in which it is high again.
module {TOP} (
  input logic clk,
  input logic rst,
  input logic [7:0] stall,
  input int resets,
  output logic moved,
  output logic done,
  output logic failed
);
  int cycle = 0;
  always_ff @(posedge clk) cycle <= cycle + 1;
"""


Made_co = TypeVar("Made_co", bound=CompiledDesign, covariant=True)


@dataclass(frozen=True)
class Bench(Generic[Made_co]):
    """One design on the bench: what it is offered and what it is to write."""

    result: Made_co
    stimulus: Stimulus
    expected: Expectation


def write_testbench(benches: Sequence[Bench[CompiledDesign]], folder: Path) -> list[Path]:
    """Writes the testbench of some designs, which have different module names, into `folder`; the
    files, SystemVerilog first.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written = [folder / f"{TOP}.sv"]
    memories = [(bench, port) for bench in benches for port in bench.result.memories]
    for part in [MEMORY_MODEL, *PARTS] if memories else PARTS:
        shutil.copyfile(HERE / part, folder / part)
        written.append(folder / part)
    instances = [_instance(bench, folder, written) for bench in benches]
    names = [
        f"{bench.result.module}_{port.name}"
        for bench in benches
        for port in bench.result.ports.values()
        if port.is_stream and not port.memory
    ]
    sinks = [
        f"{b.result.module}_{port.name}"
        for b in benches
        for port in b.result.ports.values()
        if port.kind == "stream_out" and not port.memory
    ]
    outside = [f"{bench.result.module}_{port.name}" for bench, port in memories]
    tail = [
        f"  assign moved = {_joined('||', [f'{name}_moved' for name in [*names, *outside]])};",
        f"  assign done = {_joined('&&', [f'{name}_done' for name in [*sinks, *outside]])};",
        f"  assign failed = {_joined('||', [f'{name}_failed' for name in [*sinks, *outside]])};",
    ]
    written[0].write_text("\n".join([HEAD, *instances, *tail, "endmodule", ""]))
    return written


def _joined(operator: str, names: Sequence[str]) -> str:
    return f" {operator} ".join(names) or ("1'b1" if operator == "&&" else "1'b0")


def _instance(bench: Bench[CompiledDesign], folder: Path, written: list[Path]) -> str:
    """SystemVerilog that joins a design with a source or a sink at each of its streams, and with a
    memory at each of its memory ports.
    """
    module = bench.result.module
    lines, pins = [], [".clk(clk)", ".rst(rst)"]
    for port in bench.result.ports.values():
        wire = f"{module}_{port.name}"
        lines.append(f"  logic [{port.bits - 1}:0] {wire};")
        for part in port.fields:
            low = port.shift_of(part)
            pins.append(f".{port.signal_of(part)}({wire}[{low + part.bits - 1}:{low}])")
        if port.memory:
            lines.append(f"  logic {wire}_valid, {wire}_ready;")
            pins += [f".{port.name}_valid({wire}_valid)", f".{port.name}_ready({wire}_ready)"]
            continue
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
        if masks := bench.expected.open.get(port.name):
            file = folder / f"{wire}_open.hex"
            file.write_text("".join(f"{mask:x}\n" for mask in masks))
            written.append(file)
    lines += [_memory(bench, port, folder, written) for port in bench.result.memories]
    lines += [_configured(bench, ram) for ram in bench.result.rams if ram.contents is not None]
    return "\n".join([*lines, f"  {module} design_{module} ({', '.join(pins)});", ""])


def _items(bench: Bench[CompiledDesign], port: Port) -> Sequence[int]:
    """The packed items that a stream takes or is to write."""
    if port.kind == "stream_out":
        return bench.expected.items[port.name]
    return [port.pack(dict(item)) for item in bench.stimulus.items.get(port.name, [])]


def _source(bench: Bench[CompiledDesign], port: Port, wire: str) -> str:
    parameters = f'.WIDTH({port.bits}), .COUNT({len(_items(bench, port))}), .FILE("{wire}.hex")'
    pins = f".clk(clk), .rst(rst), .stall(stall), .data({wire}), .valid({wire}_valid), .ready({wire}_ready)"
    return f"  assign {wire}_moved = {wire}_valid && {wire}_ready;\n  StreamSource #({parameters}) source_{wire} ({pins});"


def _sink(bench: Bench[CompiledDesign], port: Port, wire: str) -> str:
    count, open_end = len(_items(bench, port)), int(bool(bench.expected.cut))
    name = f"{bench.result.module}.{port.name}"
    parameters = f'.WIDTH({port.bits}), .COUNT({count}), .OPEN({open_end}), .NAME("{name}"), .FILE("{wire}.hex")'
    if bench.expected.open.get(port.name):
        parameters += f', .OPEN_BITS("{wire}_open.hex")'
    pins = f".clk(clk), .rst(rst), .stall(stall), .cycle(cycle), .resets(resets), .data({wire}), .valid({wire}_valid), .ready({wire}_ready)"
    states = f".moved({wire}_moved), .done({wire}_done), .failed({wire}_failed)"
    return f"  logic {wire}_done, {wire}_failed;\n  StreamSink #({parameters}) sink_{wire} ({pins}, {states});"


def _memory(
    bench: Bench[CompiledDesign], port: MemoryPort, folder: Path, written: list[Path]
) -> str:
    """A memory port's model, with what it holds in the beginning and in the end in files."""
    name = f"{bench.result.module}_{port.name}"
    begin = port.values_of(port.content_of(bench.stimulus.memories.get(port.name, ())))
    ends = {"": begin, "_expected": bench.expected.memories.get(port.name, begin)}
    for suffix, values in ends.items():
        file = folder / f"{name}{suffix}.hex"
        file.write_text("".join(f"{value:x}\n" for value in values))
        written.append(file)
    is_open = int(port.name not in bench.expected.memories)
    parameters = ", ".join(
        [
            f".WIDTH({port.width}), .ADDRESS({port.address_width}), .WORDS({port.words}), .OPEN({is_open})",
            f'.NAME("{bench.result.module}.{port.name}"), .FILE("{name}.hex"), .EXPECTED("{name}_expected.hex")',
        ]
    )
    asked, wire = port.request, f"{name}_request"
    pins = [
        f".{part.name}({wire}[{asked.shift_of(part) + part.bits - 1}:{asked.shift_of(part)}])"
        for part in asked.fields
    ]
    pins += [f".request_{signal}({wire}_{signal})" for signal in ("valid", "ready")]
    pins += [f".response_{signal}({name}_response_{signal})" for signal in ("valid", "ready")]
    pins += [f".read_data({name}_response)"]
    pins += [f".{signal}({signal})" for signal in ("clk", "rst", "stall", "cycle", "resets")]
    pins += [f".{signal}({name}_{signal})" for signal in ("done", "failed")]
    pins.append(f".moved({name}_transfer)")
    lines = [
        f"  logic {name}_transfer, {name}_moved, {name}_done, {name}_failed;",
        f"  assign {name}_moved = {name}_transfer{' && !done' if is_open else ''};",
        f"  MemoryModel #({parameters}) memory_{name} ({', '.join(pins)});",
    ]
    return "\n".join(lines)


def _configured(bench: Bench[CompiledDesign], ram: Ram) -> str:
    """SystemVerilog that gives a RAM back, at a reset in mid-run, what it holds from the start: a
    reset of the design does not (docs/hls-language.md).
    """
    words = f"design_{bench.result.module}.{instance_path(bench.result.ports, ram)}.words"
    kept = f"{bench.result.module}_{ram.name}_configured"
    return "\n".join(
        [
            f"  logic [{ram.width - 1}:0] {kept} [0:{ram.words - 1}];",
            "  always @(posedge clk)",
            f"    if (rst && resets == 0) {kept} <= {words};",
            f"    else if (rst) {words} <= {kept};",
        ]
    )
