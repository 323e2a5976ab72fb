"""ABC, the logic engine in the package of Yosys, as a decision procedure: is the one output of a
network ever 1?

A script reads a network (an AIGER file whose outputs are 1 where something is wrong) and runs an
engine on it: `pdr` or `bmc3` over time, `iprove`, `&cec -m` or `sat` for a network without
registers. ABC ends with exit code 0 whatever happens, so what counts is the status that its
`print_status` tells.
"""

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.toolchain.process import ToolError, run, tail
from cryptagon.toolchain.tools import find

_STATUS = re.compile(r"^Status = +(-?\d+) +Frames = +(-?\d+)(?:.*Frame = +(\d+))?", re.MULTILINE)


class Verdict(StrEnum):
    """What an engine found out: the output is always 0, it can be 1, or neither within the
    limits.
    """

    PROVED = "proved"
    REFUTED = "refuted"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Decision:
    """A verdict, the wall-clock seconds it took, and all that ABC said.

    `frame` is the clock cycle of the fault, counted from 0, where it is refuted, and None
    otherwise. `depth` is the number of cycles after which an engine that follows registers stopped,
    and None for the others.
    """

    verdict: Verdict
    frame: int | None
    seconds: float
    output: str
    depth: int | None = None


def decide(
    commands: Sequence[str],
    *,
    cwd: Path,
    limit_s: float | None = None,
    log: Path | None = None,
    witness: str | None = None,
) -> Decision:
    """Run commands of ABC in `cwd` and return what the last engine among them decided.

    Where that refutes, the counterexample is in the file `witness`: a line of digits for the
    registers, then one of inputs for each cycle.

    With more than `limit_s` seconds the verdict is UNDECIDED. An engine works on the network that
    is last: `cec` without `&` compares a network with itself, and `pdr` leaves an output undecided
    that is the constant 0 as it is read. Raises CryptagonError when ABC rejects a command or a
    file, and ToolError when it crashes or is killed.
    """
    start = time.monotonic()
    # Last, since without a counterexample it ends the script.
    writing = [f"write_cex -a {witness}"] if witness else []
    argv = [*find("abc").argv, "-s", "-c", "; ".join([*commands, "print_status", *writing])]
    try:
        said = run(argv, cwd=cwd, log=log, timeout=limit_s).stdout
    except ToolError as failure:
        if failure.code is not None:
            raise
        return Decision(Verdict.UNDECIDED, None, time.monotonic() - start, failure.output)
    return _decision(said, time.monotonic() - start, str(log or cwd))


def _decision(said: str, seconds: float, where: str) -> Decision:
    """The last status in the output.

    Nothing but that is trusted: engines print their verdicts in many words.
    """
    found = list(_STATUS.finditer(said))
    if not found:
        raise CryptagonError(
            "ABC did not come to the end of its script", where=where, why=tail(said)
        )
    status, depth, frame = found[-1].groups()
    verdict = {"1": Verdict.PROVED, "0": Verdict.REFUTED}.get(status, Verdict.UNDECIDED)
    fault = int(frame) if verdict is Verdict.REFUTED and frame else None
    return Decision(verdict, fault, seconds, said, int(depth) if int(depth) >= 0 else None)
