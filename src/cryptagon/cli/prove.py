"""`cryptagon prove`: the rules of the handshake, proved for all inputs and all stalls."""

import sys
import uuid
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from rich.console import Console

from cryptagon import toolchain
from cryptagon.cli.console import print_json, print_table
from cryptagon.cli.faults import Interrupted, styled
from cryptagon.cli.options import approaches_option, jobs_option, json_option
from cryptagon.cli.progress import duration
from cryptagon.errors import CryptagonError
from cryptagon.prove import LIMIT_S, RULES, Proof, prove
from cryptagon.study.proofs import Provable, provable

EPILOG = """\b
Rules:
  valid-stays         what is valid stays valid until it is taken
  data-stays          data do not change while they wait
  ready-free          valid and data do not depend on a ready within the cycle
  output-after-input  nothing comes out that no input asked for
  key-asked           a key is taken only while key_update is 1, and between messages
  key-first           no message begins while a key is announced
  fifo-emptied        a message leaves nothing in the FIFO of its second pass

\b
Examples:
  cryptagon prove dummy
  cryptagon prove ascon128a acorn128 --approach rtl
  cryptagon prove sha1 --rule valid-stays --rule data-stays
  cryptagon prove aes128gcm --limit 60 --json

What is supposed of the inputs is what docs/cipher-core.md asks of them, and nothing more. A rule is proved, by the structure of
the logic, by induction, or by reachability (property directed); or it is refuted, with a counterexample cycle by cycle and its
waveform; or it is undecided within the limit (docs/proofs.md).

Exit code 1 if a rule is refuted or undecided, or a core cannot be made into gates.
"""


@dataclass(frozen=True)
class Outcome:
    """What came of a core: its proofs, or the fault that kept it from being looked at to the
    end.
    """

    core: Provable
    proofs: tuple[Proof, ...]
    fault: CryptagonError | None = None

    @property
    def ok(self) -> bool:
        """Every rule is proved."""
        return self.fault is None and all(
            proof.verdict is toolchain.Verdict.PROVED for proof in self.proofs
        )


@click.command("prove", epilog=EPILOG)
@click.argument("names", metavar="NAME...", nargs=-1, required=True)
@approaches_option
@click.option(
    "--rule",
    "rules",
    type=click.Choice(tuple(RULES)),
    multiple=True,
    help="Prove this rule only; may be repeated.",
)
@click.option(
    "--limit",
    type=click.FloatRange(min=0, min_open=True),
    default=LIMIT_S,
    show_default=True,
    help="Seconds for each rule.",
)
@jobs_option("Cores proved at once.")
@json_option()
def prove_command(
    *,
    names: tuple[str, ...],
    approaches: tuple[str, ...],
    rules: tuple[str, ...],
    limit: float,
    jobs: int,
    as_json: bool,
) -> None:
    """Prove that the cores of the algorithms NAME... keep the rules of the handshake: for all
    inputs, stalls and times.
    """
    cores = provable(names, approaches)
    with Console(stderr=True).status("proving", spinner="dots") as status:
        outcomes = _proved(cores, rules or tuple(RULES), limit, jobs, status.update)
    if as_json:
        print_json([_plain(outcome) for outcome in outcomes])
    else:
        print_table(
            ["core", "rule", "port", "", "by", ""],
            [row for outcome in outcomes for row in _rows(outcome)],
            right=[5],
        )
    for outcome in outcomes:
        _explain(outcome)
    sys.exit(0 if all(outcome.ok for outcome in outcomes) else 1)


def _proved(
    cores: Sequence[Provable],
    rules: Sequence[str],
    limit: float,
    jobs: int,
    tell: Callable[[str], None],
) -> list[Outcome]:
    """The outcome of each core; `tell` hears how far they are, from any thread."""
    owner = f"proofs {uuid.uuid4()}"

    def one(core: Provable) -> Outcome:
        proofs: list[Proof] = []
        core.folder.mkdir(parents=True, exist_ok=True)
        with (
            toolchain.tools_of(owner),
            TemporaryDirectory(dir=core.folder) as work,
        ):  # others may be proving the same core
            try:
                for proof in prove(core.subject(), Path(work), rules, limit):
                    tell(f"{core.label}: {proof.rule} {proof.port} {proof.verdict}")
                    proofs.append(proof)
            except CryptagonError as fault:
                return Outcome(core, tuple(proofs), fault)
        return Outcome(core, tuple(proofs))

    with ThreadPoolExecutor(max_workers=jobs, thread_name_prefix="prove") as pool:
        try:
            return list(pool.map(one, cores))
        except BaseException as stop:
            toolchain.end_all(owner)
            if isinstance(stop, KeyboardInterrupt):
                raise Interrupted("nothing is kept") from stop
            raise


def _rows(outcome: Outcome) -> list[list[str]]:
    colour = {"proved": "green", "refuted": "red", "undecided": "yellow"}
    label, proofs = outcome.core.label, outcome.proofs
    return [
        [
            label,
            one.rule,
            one.port,
            f"[{colour[one.verdict]}]{one.verdict}[/]",
            _engine(one),
            duration(one.seconds),
        ]
        for one in proofs
    ]


def _engine(proof: Proof) -> str:
    depth = f", {proof.depth} cycles" if proof.engine == "reachability" else ""
    return f"{proof.engine}{depth}{', RAM free' if proof.cut else ''}"


def _plain(outcome: Outcome) -> dict[str, object]:
    """A core as JSON has it; `status` is "ok" or the reason why it was not looked at to the end."""
    core = outcome.core
    proofs = [
        {
            name: getattr(proof, name)
            for name in ("rule", "port", "verdict", "engine", "depth", "seconds")
        }
        | {
            "ram_free": proof.cut,
            "counterexample": list(proof.trace.cycles) if proof.trace else None,
        }
        for proof in outcome.proofs
    ]
    status = outcome.fault.render() if outcome.fault else "ok"
    return {
        "name": core.name,
        "variant": core.variant,
        "approach": core.approach,
        "status": status,
        "proofs": proofs,
    }


def _explain(outcome: Outcome) -> None:
    """Each counterexample cycle by cycle, and each fault in full, on stderr."""
    for proof in outcome.proofs:
        if proof.trace:
            file = outcome.core.folder / f"{proof.rule}-{proof.port}.vcd"
            proof.trace.write_vcd(file)
            heading = f"{RULES[proof.rule]}: not so at {proof.port}, in these cycles"
            click.echo(
                f"\n{click.style(outcome.core.label, bold=True)}: {heading}\n{proof.trace.text()}\nwaveform  {file}",
                err=True,
            )
    if outcome.fault:
        click.echo(
            f"\n{click.style(outcome.core.label, bold=True)}\n{styled(outcome.fault)}", err=True
        )
