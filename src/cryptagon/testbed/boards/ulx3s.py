"""What a project for the ULX3S has beside the sources: a small system around a RISC-V processor, its
program as a memory image, pins, and the scripts for the open tools.

The processor is PicoRV32, from the package pythondata-cpu-picorv32 (the extra `boards`).
"""

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cryptagon.simulate.levels import Testbench
from cryptagon.testbed.boards.clocks import Clock
from cryptagon.testbed.boards.image import program_image
from cryptagon.testbed.boards.manifest import BoardManifest
from cryptagon.testbed.channels import Channel, channels_of
from cryptagon.testbed.top import LITE, READ, TOP, WRITE
from cryptagon.toolchain import find

FILES = Path(__file__).with_name("ulx3s")
SOC, BOARD_TOP = "Ulx3sSoc", "Ulx3sTestbed"
SOC_REGISTERS = 0x1000_0000
"""Where the processor has the testbed's registers."""

PROGRAM_WORDS = 8192
"""Of 32 bits, of the memory for program, data and stack."""

BAUD = 115_200
BUFFER_BYTES = 256 << 10
"""Of the chip's own memory, for buffers."""

PINS = """\
BLOCK RESETPATHS;
BLOCK ASYNCPATHS;
LOCATE COMP "clk_25mhz" SITE "G2";
IOBUF PORT "clk_25mhz" PULLMODE=NONE IO_TYPE=LVCMOS33;
FREQUENCY PORT "clk_25mhz" 25 MHZ;
LOCATE COMP "ftdi_rxd" SITE "L4";
IOBUF PORT "ftdi_rxd" PULLMODE=UP IO_TYPE=LVCMOS33 DRIVE=4;
LOCATE COMP "wifi_gpio0" SITE "L2";
IOBUF PORT "wifi_gpio0" PULLMODE=UP IO_TYPE=LVCMOS33 DRIVE=4;
LOCATE COMP "fire1" SITE "R1";
IOBUF PORT "fire1" PULLMODE=DOWN IO_TYPE=LVCMOS33 DRIVE=4;
LOCATE COMP "led" SITE "B2";
IOBUF PORT "led" PULLMODE=DOWN IO_TYPE=LVCMOS33 DRIVE=4;
"""
BUILD = """\
#!/bin/sh
# From the sources to testbed.bit, by open tools that are on the PATH: sh build.sh
set -e
cd "$(dirname "$0")"
yosys -l yosys.log -p 'read_verilog -sv @SOURCES@; synth_ecp5 -top @TOP@ -json testbed.json'
nextpnr-ecp5 --85k --package CABGA381 --json testbed.json --lpf ulx3s.lpf --textcfg testbed.config \\
    --log nextpnr.log --report timing.json --timing-allow-fail
ecppack --compress testbed.config testbed.bit
"""


def processor() -> Path:
    """The Verilog of PicoRV32.

    Raises MachineError, saying how to get it, where its package is not installed.
    """
    return Path(find("picorv32").env["PICORV32"])


def write_ulx3s(
    folder: Path, bench: Testbench[Any], bus: Clock, core: Clock, manifest: BoardManifest
) -> list[str]:
    """Write all of it into `folder` but the image of the program; the paths of what a tool reads."""
    copied = {f"src/{file.name}": file for file in sorted(FILES.glob("*.sv"))}
    copied["src/picorv32.v"] = processor()
    copied |= {f"program/{name}": FILES / name for name in ("main.c", "start.S", "link.ld")}
    for name, source in copied.items():
        shutil.copyfile(source, folder / name)
    written = {
        f"src/{SOC}.sv": soc(bench),
        f"src/{BOARD_TOP}.sv": board_top(bus, core),
        "ulx3s.lpf": PINS,
    }
    for name, text in written.items():
        (folder / name).write_text(text, encoding="utf-8")
    sources = " ".join(f"src/{file.name}" for file in sorted((folder / "src").iterdir()))
    script = BUILD.replace("@SOURCES@", sources).replace("@TOP@", BOARD_TOP)
    (folder / "build.sh").write_text(script, encoding="utf-8")
    return [*copied, *written, "build.sh"]


def write_image(folder: Path) -> None:
    """Write the image of the program, whose messages are there.

    Raises CryptagonError where it does not fit.
    """
    with TemporaryDirectory() as name:
        image = program_image(folder / "program", Path(name), PROGRAM_WORDS)
    (folder / "program.hex").write_text(image, encoding="utf-8")


def board_top(bus: Clock, core: Clock) -> str:
    """The module with the board's pins: two PLLs, the reset, the system."""
    plls = [_pll(name, clock) for name, clock in (("bus", bus), ("core", core))]
    cycles = round(bus.mhz * 1_000_000 / BAUD)
    return f"""// Written by cryptagon testbed export.
module {BOARD_TOP} (
  input  logic clk_25mhz,
  input  logic fire1,
  output logic ftdi_rxd,
  output logic wifi_gpio0,
  output logic led
);
  logic bus_clk, core_clk, bus_locked, core_locked;
{chr(10).join(plls)}
  // 1,024 cycles of the bus clock after both clocks are there.
  logic [1:0]  locked_q = '0, button_q = '0;
  logic [10:0] held_q = '0;
  always_ff @(posedge bus_clk) begin
    locked_q <= {{locked_q[0], bus_locked && core_locked}};
    button_q <= {{button_q[0], fire1}};
    if (!locked_q[1]) held_q <= '0;
    else if (!held_q[10]) held_q <= held_q + 11'd1;
  end

  assign wifi_gpio0 = 1'b1;  // keeps the board's other processor from taking over
  assign led = held_q[10];
  {SOC} #(.CYCLES({cycles})) soc (.bus_clk, .core_clk, .rst(!held_q[10]), .button(button_q[1]), .line(ftdi_rxd));
endmodule
"""


def _pll(name: str, clock: Clock) -> str:
    values = ", ".join(f".{setting}({value})" for setting, value in clock.settings)
    return f"  Ulx3sPll #({values}) {name}_pll (.clk(clk_25mhz), .made({name}_clk), .locked({name}_locked));"


def soc(bench: Testbench[Any]) -> str:
    """The system: processor, program memory, buffers, serial line, and the testbed of a unit."""
    channels = channels_of(bench)
    readers = [one for one in channels if one.stream.to_design]
    writers = [one for one in channels if not one.stream.to_design]
    body = [
        *_processor(),
        *_arrays("reader", len(readers), READ),
        *_arrays("writer", len(writers), WRITE),
        *_buffers(len(readers), len(writers)),
        *_testbed(readers, writers),
    ]
    return (
        f"// Written by cryptagon testbed export.\nmodule {SOC} #(\n  parameter int unsigned CYCLES = 434,\n"
        '  parameter PROGRAM = "program.hex"\n) (\n  input  logic bus_clk,\n  input  logic core_clk,\n'
        "  input  logic rst,\n  input  logic button,\n  output logic line\n);\n"
        + "\n".join(body)
        + "\nendmodule\n"
    )


def _processor() -> Iterator[str]:
    yield """\
  // ---- processor: the highest digit of an address says what it is of ----
  logic        valid, trap;
  logic [31:0] addr, wdata, rdata;
  logic [3:0]  wstrb;
  logic        at_program, at_registers, at_serial, at_buffers;
  logic        program_ready, registers_ready, serial_ready, buffers_ready, byte_sent;
  logic [31:0] program_rdata, registers_rdata, buffers_rdata;

  picorv32 #(
    .ENABLE_COUNTERS(0), .ENABLE_COUNTERS64(0), .BARREL_SHIFTER(1), .CATCH_MISALIGN(0), .REGS_INIT_ZERO(1), .STACKADDR(32'h0000_8000)
  ) cpu (
    .clk(bus_clk), .resetn(!rst), .trap(trap), .mem_valid(valid), .mem_instr(),
    .mem_ready(program_ready || registers_ready || serial_ready || buffers_ready),
    .mem_addr(addr), .mem_wdata(wdata), .mem_wstrb(wstrb), .mem_rdata(rdata), .mem_la_read(), .mem_la_write(), .mem_la_addr(),
    .mem_la_wdata(), .mem_la_wstrb(), .pcpi_valid(), .pcpi_insn(), .pcpi_rs1(), .pcpi_rs2(), .pcpi_wr(1'b0), .pcpi_rd(32'b0), .pcpi_wait(1'b0),
    .pcpi_ready(1'b0), .irq(32'b0), .eoi(), .trace_valid(), .trace_data()
  );

  assign at_program = valid && addr[31:28] == 4'h0;
  assign at_registers = valid && addr[31:28] == 4'h1;
  assign at_serial = valid && addr[31:28] == 4'h2;
  assign at_buffers = valid && addr[31:28] == 4'h4;

  always_comb begin
    unique case (addr[31:28])
      4'h0: rdata = program_rdata;
      4'h1: rdata = registers_rdata;
      4'h2: rdata = {31'b0, button};
      default: rdata = buffers_rdata;
    endcase
  end

  SocProgram #(.FILE(PROGRAM)) program_memory (
    .clk(bus_clk), .rst, .valid(at_program), .place(addr[14:2]), .wdata, .wstrb, .ready(program_ready), .rdata(program_rdata)
  );
  SocSerial #(.CYCLES(CYCLES)) serial (
    .clk(bus_clk), .rst, .valid(at_serial && wstrb != '0), .data(wdata[7:0]), .ready(byte_sent), .line
  );
  assign serial_ready = at_serial && (wstrb == '0 || byte_sent);
"""


def _arrays(kind: str, count: int, wires: Sequence[tuple[str, int, bool]]) -> Iterator[str]:
    for name, bits, _ in wires:
        yield f"  logic [{count - 1}:0]{f'[{bits - 1}:0]' if bits > 1 else ''} {kind}_{name};"


def _buffers(readers: int, writers: int) -> Iterator[str]:
    address = (BUFFER_BYTES // 8).bit_length() - 1
    reads = ("araddr", "arlen", "arvalid", "arready", "rdata", "rvalid", "rready")
    writes = ("awaddr", "awvalid", "awready", "wdata", "wstrb", "wlast")
    writes += ("wvalid", "wready", "bvalid", "bready")
    pins = [f".{name}(reader_{name})" for name in reads]
    pins += [f".{name}(writer_{name})" for name in writes]
    yield f"  SocBuffers #(.READERS({readers}), .WRITERS({writers}), .A({address})) buffers ("
    yield f"    .clk(bus_clk), .rst, .cpu_valid(at_buffers), .cpu_addr(addr[{address + 2}:0]), .cpu_wdata(wdata), .cpu_wstrb(wstrb),"
    yield f"    .cpu_ready(buffers_ready), .cpu_rdata(buffers_rdata), {', '.join(pins)}"
    yield "  );"
    yield "  assign reader_rresp = '0;"
    yield "  assign writer_bresp = '0;"


def _testbed(readers: Sequence[Channel], writers: Sequence[Channel]) -> Iterator[str]:
    for name, bits, driven in LITE:
        if driven or name in ("awvalid", "arvalid"):
            yield f"  logic {f'[{bits - 1}:0] ' if bits > 1 else ''}lite_{name};"
    given = {"awaddr": "addr[11:0]", "araddr": "addr[11:0]", "wdata": "wdata", "wstrb": "wstrb"}
    given |= {"wvalid": "lite_awvalid", "bready": "1'b1", "rready": "1'b1"}
    own = ("awvalid", "awready", "bresp", "bvalid", "arvalid", "arready", "rdata", "rresp")
    lite = ", ".join(f".{name}(lite_{name})" for name in (*own, "rvalid"))
    yield "  SocRegisters registers ("
    yield "    .clk(bus_clk), .rst, .cpu_valid(at_registers), .cpu_wstrb(wstrb), .cpu_ready(registers_ready), .cpu_rdata(registers_rdata),"
    yield f"    {lite}"
    yield "  );"
    pins = [f".lite_{name}({given.get(name, f'lite_{name}')})" for name, _, _ in LITE]
    for kind, channels, wires in (("reader", readers, READ), ("writer", writers, WRITE)):
        pins += [
            f".{one.name}_{name}({kind}_{name}[{place}])"
            for place, one in enumerate(channels)
            for name, _, _ in wires
        ]
    listed = ",\n".join(f"    {pin}" for pin in pins)
    yield f"  {TOP} testbed (\n    .bus_clk, .core_clk, .rst, .item_in(), .item_out(),\n{listed}\n  );"
    yield "  logic unused_bits;"
    yield "  assign unused_bits = ^{trap, lite_wready, writer_awlen};"
