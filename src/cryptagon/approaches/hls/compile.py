"""HLS in a process of its own: the libraries under it are native code, and one that crashes must
not take a whole study along.

`python -m cryptagon.approaches.hls.compile REQUEST ANSWER` is that process; both are pickles that
only this module writes.
"""

import json
import pickle
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.toolchain import ToolError, complete, json_of, run, told_by_exit_code

COST, FIGURES = "cost.json", ("states", "seconds", "peak_memory_mib", "ports")


@dataclass(frozen=True)
class Compiled:
    """The core with the widths of its ports in bits, and what it cost: wall-clock seconds, and the
    largest resident size in MiB.
    """

    core: VerilogCore
    states: int
    seconds: float
    peak_memory_mib: float
    ports: dict[str, int]


@dataclass(frozen=True)
class _Request:
    source: Path
    output: Path
    defines: dict[str, str] = field(default_factory=dict)
    module: str = "CipherCore"


def compile_apart(
    source: Path, output: Path, defines: dict[str, str] | None = None, module: str = "CipherCore"
) -> Compiled:
    """Compile a C source to Verilog in `output`, with `module` as its top, and put the report of it
    there too.

    Raises the CryptagonError of the compiler, and one when it crashes or runs out of time.
    """
    with tempfile.TemporaryDirectory() as folder:
        request, answer = Path(folder, "request"), Path(folder, "answer")
        request.write_bytes(pickle.dumps(_Request(source, output, defines or {}, module)))
        try:
            run(
                [sys.executable, "-m", "cryptagon.approaches.hls.compile", request, answer],
                cwd=Path.cwd(),
            )
        except ToolError as crash:
            what = f"the HLS compiler {crash.what.partition(' ')[2]}"
            raise CryptagonError(
                what, where=str(source), why=crash.why, fix="report it with this source"
            ) from crash
        outcome = pickle.loads(answer.read_bytes())
    if isinstance(outcome, CryptagonError):
        raise outcome
    return outcome


def compile_kept(
    source: Path, folder: Path, defines: dict[str, str] | None = None, module: str = "CipherCore"
) -> Compiled:
    """As `compile_apart`, unless `folder`, whose name has the digest of all that decides what
    comes, holds it already.
    """

    def make(fresh: Path) -> None:
        made = compile_apart(source, fresh, defines, module)
        (fresh / COST).write_text(
            json.dumps({name: getattr(made, name) for name in FIGURES}), encoding="utf-8"
        )

    complete(folder, make)
    return Compiled(VerilogCore((folder / f"{module}.v",)), **json_of(folder / COST))


def main() -> None:
    """Runs in the child."""
    request, answer = map(Path, sys.argv[1:])
    with told_by_exit_code():
        answer.write_bytes(pickle.dumps(_compiled(pickle.loads(request.read_bytes()))))


def _compiled(request: _Request) -> Compiled | CryptagonError:
    from cryptagon.hls import compile_source  # noqa: PLC0415 - heavy native libraries, wanted in the child only
    from cryptagon.hls.report import write_report  # noqa: PLC0415 - likewise
    from cryptagon.hls.source.interface import widths_of  # noqa: PLC0415 - likewise

    try:
        result = compile_source(
            request.source, request.output, defines=request.defines, module=request.module
        )
        write_report(result, request.output)
    except CryptagonError as fault:
        return fault
    return Compiled(
        result.core,
        len(result.states),
        result.seconds,
        result.peak_memory_mib,
        widths_of(result.ports),
    )


if __name__ == "__main__":
    from cryptagon.approaches.hls import compile as module_with_its_name  # noqa: PLW0406 - pickles name the classes by their module, which here is __main__

    module_with_its_name.main()
