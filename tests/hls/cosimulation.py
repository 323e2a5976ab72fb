"""Many small designs in one Verilator build, each against its own native run, with the same items on every stream."""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cryptagon.hls import HlsResult, compile_source
from cryptagon.hls.interface import Port
from cryptagon.hls.native import NativeDesign, Presentation
from cryptagon.simulate.build import compiler
from cryptagon.toolchain import find, run

HERE = Path(__file__).parent
STALL = 100  # of 256: how often a port pauses
PATIENCE = 1500  # cycles; longer than any design here computes without moving an item
Items = Sequence[int | Mapping[str, int]]


@dataclass(frozen=True)
class Design:
    """A C design and its stimulus. An item is an integer or the fields of a struct; wires hold their value all the time."""

    name: str
    source: str
    items: Mapping[str, Items]
    wires: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Transfer:
    """An item that left the Verilog design, and the clock cycle in which it did."""

    cycle: int
    item: int


@dataclass(frozen=True)
class Outcome:
    """What a design wrote, by output stream: natively, in Verilog with stalls, and in Verilog without."""

    result: HlsResult
    native: dict[str, list[int]]
    stalled: dict[str, list[int]]
    free: dict[str, list[Transfer]]

    def cycles(self, stream: str) -> list[int]:
        """Cycles between the items of an output stream when nothing stalls."""
        moments = [transfer.cycle for transfer in self.free[stream]]
        return [later - sooner for sooner, later in itertools.pairwise(moments)]

    def check(self) -> None:
        """Fails unless something came out and all three runs agree."""
        assert any(self.native.values()), "the native run wrote nothing"
        assert self.stalled == self.native
        assert {name: [t.item for t in transfers] for name, transfers in self.free.items()} == self.native


def cosimulate(designs: Sequence[Design], folder: Path) -> dict[str, Outcome]:
    """Compiles, builds and runs all designs; the outcomes by name."""
    folder.mkdir(parents=True, exist_ok=True)
    results = {design.name: _compile(design, folder) for design in designs}
    program = _build(designs, results, folder)
    free, stalled = _simulate(program, folder, stall=0), _simulate(program, folder, stall=STALL)
    outcomes = {}
    for design in designs:
        result = results[design.name]
        outputs = [port.name for port in result.ports.values() if port.kind == "stream_out"]
        of_design = {name: free.get(f"{design.name}.{name}", []) for name in outputs}
        items = {name: [t.item for t in stalled.get(f"{design.name}.{name}", [])] for name in outputs}
        outcomes[design.name] = Outcome(result, _native(design, folder, outputs), items, of_design)
    return outcomes


def _source_of(design: Design, folder: Path) -> Path:
    return folder / f"{design.name}.c"


def _compile(design: Design, folder: Path) -> HlsResult:
    source = _source_of(design, folder)
    source.write_text(design.source)
    return compile_source(source, folder, module=design.name)


def _fields(item: int | Mapping[str, int]) -> Mapping[str, int]:
    return {"data": item} if isinstance(item, int) else item


def _native(design: Design, folder: Path, outputs: Sequence[str]) -> dict[str, list[int]]:
    program = NativeDesign.build(_source_of(design, folder), folder)
    # More outputs than can come keep the wires as they are until the run ends.
    items = {name: [_fields(item) for item in items] for name, items in design.items.items()}
    done = program.run([Presentation(dict(design.wires), items, 1 << 30)], timeout=20)
    written: dict[str, list[int]] = {name: [] for name in outputs}
    for stream, values in (entry for presentation in done.outputs for entry in presentation):
        written[stream].append(program.ports[stream].pack(values))
    return written


def _build(designs: Sequence[Design], results: Mapping[str, HlsResult], folder: Path) -> Path:
    instances = [_instance(design, results[design.name], folder) for design in designs]
    moved = " || ".join(f"moved_{design.name}" for design in designs)
    head = "module Designs (input logic clk, input logic rst, input logic [7:0] stall, output logic moved);"
    clock = "  int cycle = 0;\n  always_ff @(posedge clk) cycle <= cycle + 1;\n"
    (folder / "Designs.sv").write_text("\n".join([head, clock, *instances, f"  assign moved = {moved};", "endmodule", ""]))
    verilog = [str(source) for result in results.values() for source in result.core.sources]
    benches = [str(HERE / name) for name in ("stream_source.sv", "stream_sink.sv")]
    verilator = find("verilator")
    flags = ("--cc", "-O1", "--x-initial", "unique", "-Wno-fatal", "--top-module", "Designs", "--Mdir", "model", "--output-split", "0")
    run([*verilator.argv, *flags, "Designs.sv", *verilog, *benches], cwd=folder, env=verilator.env, log=folder / "verilator.log")
    return _link(folder, Path(verilator.env["VERILATOR_ROOT"]) / "include")


def _link(folder: Path, include: Path) -> Path:
    """One translation unit: Verilator's headers take longer to read than small designs."""
    model = sorted((folder / "model").glob("VDesigns*.cpp"))
    parts = [HERE / "cosimulation_main.cpp", *model, include / "verilated.cpp", include / "verilated_threads.cpp"]
    (folder / "whole.cpp").write_text("".join(f'#include "{part}"\n' for part in parts))
    tool = compiler()
    flags = ["-std=c++20", "-O0", "-fno-sanitize=undefined", "-DVM_COVERAGE=0", "-DVM_SC=0", "-DVM_TIMING=0", "-DVM_TRACE=0"]
    folders = [f"-I{folder / 'model'}", f"-I{include}", f"-I{include / 'vltstd'}"]
    run([*tool.argv, *flags, *folders, "whole.cpp", "-pthread", "-o", "cosimulation"], cwd=folder, env=tool.env)
    return folder / "cosimulation"


def _instance(design: Design, result: HlsResult, folder: Path) -> str:
    """SystemVerilog that joins a design with a source or a sink at each of its streams."""
    lines, pins, moves = [], [".clk(clk)", ".rst(rst)"], []
    for port in result.ports.values():
        wire = f"{design.name}_{port.name}"
        lines.append(f"  logic [{port.bits - 1}:0] {wire};")
        for part in port.fields:
            low = port.shift_of(part)
            pins.append(f".{port.signal_of(part)}({wire}[{low + part.bits - 1}:{low}])")
        if not port.is_stream:
            lines.append(f"  assign {wire} = {port.bits}'h{design.wires[port.name]:x};")
            continue
        lines.append(f"  logic {wire}_valid, {wire}_ready;")
        pins += [f".{port.name}_valid({wire}_valid)", f".{port.name}_ready({wire}_ready)"]
        moves.append(f"({wire}_valid && {wire}_ready)")
        lines.append(_source_instance(design, port, wire, folder) if port.kind == "stream_in" else _sink_instance(design, port, wire))
    lines.append(f"  {design.name} design_{design.name} ({', '.join(pins)});")
    lines.append(f"  logic moved_{design.name};\n  assign moved_{design.name} = {' || '.join(moves)};\n")
    return "\n".join(lines)


def _source_instance(design: Design, port: Port, wire: str, folder: Path) -> str:
    items = [port.pack(dict(_fields(item))) for item in design.items.get(port.name, [])]
    file = folder / f"{wire}.hex"
    file.write_text("".join(f"{item:x}\n" for item in items))
    parameters = f'.WIDTH({port.bits}), .COUNT({len(items)}), .FILE("{file.name}")'
    pins = f".clk(clk), .rst(rst), .stall(stall), .data({wire}), .valid({wire}_valid), .ready({wire}_ready)"
    return f"  StreamSource #({parameters}) source_{wire} ({pins});"


def _sink_instance(design: Design, port: Port, wire: str) -> str:
    parameters = f'.WIDTH({port.bits}), .NAME("{design.name}.{port.name}")'
    pins = f".clk(clk), .rst(rst), .stall(stall), .cycle(cycle), .data({wire}), .valid({wire}_valid), .ready({wire}_ready)"
    return f"  StreamSink #({parameters}) sink_{wire} ({pins});"


def _simulate(program: Path, folder: Path, *, stall: int) -> dict[str, list[Transfer]]:
    """The transfers at every sink, by DESIGN.STREAM. Registers start at random."""
    options = ["+verilator+seed+7", "+verilator+rand+reset+2"]
    done = run([program, str(stall), str(PATIENCE), *options], cwd=folder, timeout=120)
    transfers: dict[str, list[Transfer]] = {}
    for line in done.stdout.splitlines():
        words = line.split()
        assert words[0] == "item", line
        transfers.setdefault(words[1], []).append(Transfer(int(words[2]), int(words[3], 16)))
    return transfers
