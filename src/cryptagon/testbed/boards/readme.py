"""The README of a board's project: what it is, how to build and run it, and the way back."""

from cryptagon.testbed.boards.board import BOARDS
from cryptagon.testbed.boards.manifest import BoardManifest

ZYNQ = """\
It was written without Vivado and without a board at hand, and run with neither.
The program is the one that the simulated testbed runs; the Verilog was read by Yosys, and the C by a compiler for the same processor.

## Build

Vivado with the board files of the ZedBoard, and its Vitis or SDK. In this folder:

    vivado -mode batch -source project.tcl
    xsct program.tcl

The first makes `testbed.bit`, `testbed.xsa`, and `reports/` with the timing: where timing is missed, the answers may be wrong, and the
program will tell. It is no error, since the clock that a unit bears on a board may be higher than the one that static timing promises.

## Run

Set the board to JTAG, connect its serial port (115,200 baud), keep what it prints in a file `testbed.log`, and

    xsct run.tcl

Or with PYNQ: copy `pynq/`, `manifest.json`, `testbed.bit` and `testbed.hwh` into one folder on the board, and run `testbed.ipynb`.
"""
ULX3S = """\
It was written without a board at hand and not run on one.
The whole system, with the processor that runs the program, was run in simulation with other messages of this kind.

## Build

    cryptagon testbed build FOLDER

or, with Yosys, nextpnr for ECP5 and ecppack on the PATH,

    sh build.sh

makes `testbed.bit`; `timing.json` says which clocks were reached.
Where timing is missed, the answers may be wrong, and the program will tell.
`program.hex` is the program, compiled: `program/` is its source.

## Run

    openFPGALoader --board=ulx3s testbed.bit

Then open the board's serial port (115,200 baud), keep what it prints in a file `testbed.log`, and press the button "fire 1": the program
runs once each time.
"""
HOW = {"zedboard": ZYNQ, "ulx3s": ULX3S}


def readme(manifest: BoardManifest) -> str:
    """The text, in Markdown."""
    board = BOARDS[manifest.board]
    known = sum(not one.timed for one in manifest.messages)
    sizes = ", ".join(f"{one.size / 1000:,g}" for one in manifest.messages if one.timed)
    return f"""# {manifest.title} on the {board.title}

The unit {manifest.unit} at {manifest.unit_hz / 1e6:.6f} MHz behind DMA, and a timer at {manifest.bus_hz / 1e6:.6f} MHz.
The program sends {known} known answers through it, then messages of {sizes} kB, and prints a line for each.

Exported by Cryptagon {manifest.cryptagon}. {HOW[manifest.board]}
## Read

    cryptagon testbed read testbed.log --project FOLDER

compares all answers with those in `manifest.json` and prints the times. Do not change the manifest: its digest is in the log.
"""
