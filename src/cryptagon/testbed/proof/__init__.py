"""The FIFO between two clocks proved: no word is lost, doubled or altered, however the clocks
tick.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptagon import paths
from cryptagon.errors import CryptagonError
from cryptagon.prove.engines import settle
from cryptagon.prove.graph import TRUE
from cryptagon.prove.model import Model, after_reset
from cryptagon.toolchain import ToolError, Verdict, elaborated, find, run

HERE = Path(__file__).resolve().parent
TOP, SCRIPT, NETWORK, LOG = "FifoProof", "fifo.ys", "fifo.aig", "yosys.log"
FIFO = ("AsyncFifo.sv", "Synchroniser.sv")
DEPTH = 4

PROPERTIES = {
    "leap": "of what crosses no two bits change at once",
    "overflow": "no word is written over one that has not been read",
    "underflow": "no word is read that has not been written",
    "altered": "words come out in the order and with the bits in which they went in",
}


@dataclass(frozen=True)
class FifoProof:
    """A property and what became of it; `steps`: of the counterexample, 0 where there is none."""

    property: str
    verdict: Verdict
    engine: str
    seconds: float
    steps: int


def prove_fifo(
    folder: Path, *, limit_s: float, depth: int = DEPTH, replaced: Sequence[Path] = ()
) -> list[FifoProof]:
    """Settle each property, in at most `limit_s` seconds each; working files go to `folder`.

    `depth` in words; `replaced`: files in place of those of the testbed with their names. Raises
    CryptagonError, in Yosys' words, where it rejects the Verilog.
    """
    model = _model(folder, depth, replaced)
    return [_settled(model, name, folder, limit_s) for name in PROPERTIES]


def _settled(model: Model, name: str, folder: Path, limit_s: float) -> FifoProof:
    watched = [
        literal for output, literal in model.outputs.items() if output.rpartition(".")[2] == name
    ]
    if not watched:
        raise CryptagonError(
            f'nothing in the FIFO says "{name}"',
            where=str(HERE),
            fix="its monitor or its model has lost a signal",
        )
    found = settle(model, model.graph.any_of(watched), TRUE, folder, limit_s)
    return FifoProof(name, found.verdict, found.engine, found.seconds, len(found.cycles))


def _model(folder: Path, depth: int, replaced: Sequence[Path]) -> Model:
    instead = {file.name: file for file in replaced}
    fifo = [
        instead.get(file.name, file) for file in paths.hardware_of("testbed") if file.name in FIFO
    ]
    sources = [*fifo, *sorted(HERE.glob("*.sv"))]
    (folder / SCRIPT).write_text(_script(sources, depth))
    try:
        run([*find("yosys").argv, SCRIPT], cwd=folder, env=find("yosys").env, log=folder / LOG)
    except ToolError as failure:
        raise CryptagonError(
            "the FIFO cannot be made into gates", where=str(fifo[0]), why=failure.why
        ) from failure
    return after_reset(folder / NETWORK, cut=False)


def _script(sources: Sequence[Path], depth: int) -> str:
    return "\n".join(
        [
            *elaborated(sources, TOP, {"DEPTH": depth}),
            *(
                "proc",
                "flatten",
                f"expose {TOP}/w:*.leap",
                "opt_clean",
                "memory_collect",
                "memory_map",
                "dffunmap",
            ),
            f'techmap -autoproc -map "{HERE / "ticks.v"}"',
            *("setattr -unset init", "setundef -undriven -anyseq", "opt_expr", "opt_clean"),
            *("simplemap", "techmap", "opt_expr", "opt_clean", "aigmap", "opt_clean"),
            f"write_aiger -symbols {NETWORK}",
            "",
        ]
    )
