"""FIFOs with the faults that people make: edits of its Verilog, and where each of them is found."""

from dataclasses import dataclass
from pathlib import Path

from cryptagon import paths


@dataclass(frozen=True)
class Mutant:
    """`edits`: of a file, what is replaced by what.

    `simulated`, `proved`, `structural`: which of the checks must find it.
    """

    file: str
    edits: tuple[tuple[str, str], ...]
    simulated: bool = True
    proved: bool = True
    structural: bool = False

    def written(self, folder: Path) -> Path:
        """The file with the fault, in `folder`."""
        (source,) = (file for file in paths.hardware_of("testbed") if file.name == self.file)
        text = source.read_text()
        for old, new in self.edits:
            assert text.count(old) == 1, f"{self.file} has not one place with {old!r}"
            text = text.replace(old, new)
        made = folder / self.file
        made.write_text(text)
        return made


FIFO, SYNCHRONISER = "AsyncFifo.sv", "Synchroniser.sv"
SECOND_FLOP = """  always_ff @(posedge clk) begin
    if (rst) q <= '0;
    else q <= first;
  end
"""
PUT_GRAY, TAKE_GRAY = "put_d ^ (put_d >> 1)", "take_d ^ (take_d >> 1)"
HALF_TURN = "{2'b11, {(A-1){1'b0}}}"
FULL = "in_ready = put_gray_q != (taken_gray ^ HALF_TURN)"
EMPTY = "out_valid = take_gray_q != written_gray"


def _gray(count: str) -> str:
    return f"(({count}) ^ (({count}) >> 1))"


MUTANTS = {
    "one flip-flop": Mutant(
        SYNCHRONISER, ((SECOND_FLOP, "  assign q = first;\n"),), proved=False, structural=True
    ),
    "no flip-flop": Mutant(
        FIFO,
        (
            (".q(written_gray)", ".q()"),
            ("  logic       take;\n", "  logic       take;\n  assign written_gray = put_gray_q;\n"),
        ),
        proved=False,
        structural=True,
    ),
    "binary pointers": Mutant(
        FIFO, ((PUT_GRAY, "put_d"), (TAKE_GRAY, "take_d"), (HALF_TURN, "{1'b1, {A{1'b0}}}"))
    ),
    "binary pointer of the writer": Mutant(
        FIFO,
        (
            (PUT_GRAY, "put_d"),
            (FULL, f"in_ready = {_gray('put_gray_q')} != (taken_gray ^ HALF_TURN)"),
            (EMPTY, f"out_valid = take_gray_q != {_gray('written_gray')}"),
        ),
    ),
    "full one word late": Mutant(
        FIFO, ((FULL, f"in_ready = {_gray('put_q - 1')} != (taken_gray ^ HALF_TURN)"),)
    ),
    "full one word early": Mutant(
        FIFO,
        ((FULL, f"in_ready = {_gray('put_q + 1')} != (taken_gray ^ HALF_TURN)"),),
        proved=False,
    ),
    "empty one word late": Mutant(
        FIFO, ((EMPTY, f"out_valid = {_gray('take_q - 1')} != written_gray"),)
    ),
    "empty one word early": Mutant(
        FIFO,
        (
            (
                EMPTY,
                f"out_valid = take_gray_q != written_gray && {_gray('take_q + 1')} != written_gray",
            ),
        ),
        proved=False,
    ),
    "full takes a word": Mutant(
        FIFO, (("assign put = in_valid && in_ready", "assign put = in_valid"),)
    ),
    "full compares the wrong bits": Mutant(FIFO, ((HALF_TURN, "{2'b10, {(A-1){1'b0}}}"),)),
    "pointer of the next write": Mutant(
        FIFO,
        ((".d(put_gray_q), .q(written_gray)", ".d(put_d ^ (put_d >> 1)), .q(written_gray)"),),
        structural=True,
    ),
    "synchroniser on the wrong clock": Mutant(
        FIFO,
        (("sees_written (.clk(out_clk)", "sees_written (.clk(in_clk)"),),
        simulated=False,
        proved=False,
        structural=True,
    ),
}
