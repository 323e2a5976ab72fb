"""HLS in a process of its own: the libraries under it are native code, and one that crashes must not take a whole study along."""

import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError


@dataclass(frozen=True)
class Compiled:
    """The core, and what it cost: wall-clock seconds, and the largest resident size of the process in MiB."""

    core: VerilogCore
    states: int
    seconds: float
    peak_memory_mib: float


def compile_apart(source: Path, output: Path, defines: dict[str, str] | None = None, module: str = "CipherCore") -> Compiled:
    """Compile a C source to Verilog in `output`, with `module` as its top, and put the report of it there too.

    Raises the CryptagonError of the compiler, and one for a crash of it.
    """
    with ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_leave_interrupts_to_the_parent) as pool:
        try:
            outcome = pool.submit(_compile, source, output, defines or {}, module).result()
        except BrokenProcessPool as crash:
            raise CryptagonError("the HLS compiler crashed", where=str(source), fix="report it with this source") from crash
    if isinstance(outcome, Compiled):
        return outcome
    what, where, why, fix = outcome
    raise CryptagonError(what, where=where, why=why, fix=fix)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _compile(source: Path, output: Path, defines: dict[str, str], module: str) -> Compiled | tuple[str, str, str, str]:
    """Runs in the child; a fault comes back as its four parts, since an exception would lose them on the way."""
    from cryptagon.hls import compile_source  # noqa: PLC0415 - heavy native libraries, wanted in the child only
    from cryptagon.hls.report import write_report  # noqa: PLC0415 - likewise

    try:
        result = compile_source(source, output, defines=defines, module=module)
        write_report(result, output)
    except CryptagonError as fault:
        return fault.what, fault.where, fault.why, fault.fix
    return Compiled(result.core, len(result.states), result.seconds, result.peak_memory_mib)
