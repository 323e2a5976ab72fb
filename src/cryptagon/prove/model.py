"""From a core's Verilog to the network that proofs are about: Yosys makes gates of it, and the
reset has been applied.
"""

from dataclasses import dataclass
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.prove.aiger import Register, read_network
from cryptagon.prove.graph import FALSE, TRUE, Graph
from cryptagon.prove.harness import TOP, harness
from cryptagon.prove.subject import Subject
from cryptagon.toolchain import ToolError, elaborated, find, run

HARDWARE = Path(__file__).parent / "hdl"
SCRIPT, HARNESS, NETWORK, MEMORIES, LOG = (
    "gates.ys",
    "handshakes.sv",
    "gates.aig",
    "memories.txt",
    "yosys.log",
)


@dataclass(frozen=True)
class Model:
    """The harness as a network in which `rst` is 0. Inputs and outputs are literals by name, one a
    bit.

    `initial` is what the registers hold after a reset: 0, 1, or None for anything, since they have
    no reset value. `cut` says that RAM gives more than it can (steady_ram.v): more can happen in
    the model than in the core, so a proof holds, a counterexample need not.
    """

    graph: Graph
    inputs: dict[str, int]
    outputs: dict[str, int]
    registers: tuple[Register, ...]
    initial: tuple[int | None, ...]
    cut: bool

    def port(self, name: str, bits: int) -> list[int]:
        """The literals of an output of the harness, the least significant first."""
        return [
            self.outputs[bit]
            for bit in ([name] if bits == 1 else [f"{name}[{place}]" for place in range(bits)])
        ]


def build_model(subject: Subject, folder: Path, *, cut: bool) -> Model:
    """Make the model in `folder`; `cut` keeps little of RAM.

    Raises CryptagonError, in Yosys' words, where it rejects the Verilog.
    """
    (folder / HARNESS).write_text(harness(subject))
    (folder / SCRIPT).write_text(_script(subject, cut=cut))
    try:
        run([*find("yosys").argv, SCRIPT], cwd=folder, env=find("yosys").env, log=folder / LOG)
    except ToolError as failure:
        if failure.code is None:
            raise
        raise CryptagonError(
            "the core cannot be made into gates",
            where=str(subject.core.sources[0]),
            why=failure.why,
        ) from failure
    return after_reset(
        folder / NETWORK, cut=cut and int((folder / MEMORIES).read_text().split()[0]) > 0
    )


def _script(subject: Subject, *, cut: bool) -> str:
    """No pass that uses what a register holds at power-up, or merges registers: all of them begin
    with anything.
    """
    sources = [*subject.core.sources, *sorted(HARDWARE.glob("*.sv")), HARNESS]
    return "\n".join(
        [
            *elaborated(sources, TOP),
            *(
                "proc",
                "flatten",
                "opt_clean",
                "memory_collect",
                "opt_clean",
                "memory_map -rom-only",
            ),
            f"tee -q -o {MEMORIES} select -count t:$mem_v2",
            *([f'techmap -autoproc -map "{HARDWARE / "steady_ram.v"}"'] if cut else []),
            "memory_map",
            *(
                "setattr -unset init",
                "setundef -anyseq",
                "opt_expr",
                "opt_clean",
                "async2sync",
                "dffunmap",
            ),
            *("simplemap", "techmap", "opt_expr", "opt_clean", "aigmap", "opt_clean"),
            f"write_aiger -symbols {NETWORK}",
            "",
        ]
    )


def after_reset(file: Path, *, cut: bool) -> Model:
    """The network in an AIGER file: `rst` has been 1 for a cycle and is 0 from then on."""
    network = read_network(file)
    graph, reset = network.graph, network.inputs["rst"] >> 1
    nexts = [register.next for register in network.registers]
    initial = graph.replaced(nexts, {reset: TRUE})
    running = graph.replaced([*nexts, *network.outputs.values()], {reset: FALSE})
    registers = tuple(
        Register(register.node, literal) for register, literal in zip(network.registers, running)
    )
    outputs = dict(zip(network.outputs, running[len(nexts) :]))
    inputs = {
        name: literal for name, literal in network.inputs.items() if name not in ("clk", "rst")
    }
    return Model(
        graph,
        inputs,
        outputs,
        registers,
        tuple(value if value in (FALSE, TRUE) else None for value in initial),
        cut,
    )
