"""The plan from software to a ranked core: a README for the folder of a new algorithm."""

from cryptagon.software.obstacles import Obstacles
from cryptagon.software.outcome import PASSED
from cryptagon.software.report import Report


def plan(report: Report, name: str, block: int) -> str:
    """The page in Markdown; `block` is in bits."""
    sizes = ", ".join(f"{key} {8 * size}" for key, size in report.sizes.items() if key != "block")
    lines = [
        f"# {name}",
        "",
        f"Begun from the software {report.folder.name} (SUPERCOP, crypto_{report.folder.kind}) by `cryptagon software`.",
        f"Sizes in bits: {sizes}{f', block {block}' if block else ''}.",
        "The files in `reference/` have the licence of their authors: see whether you may publish them.",
        "",
        "## What was checked",
        "",
        *_checks(report),
        *(_found(report.obstacles) if report.obstacles else []),
        "## Next steps",
        "",
        *(f"{number}. {step}" for number, step in enumerate(_steps(report, name), 1)),
    ]
    return "\n".join(lines) + "\n"


def _checks(report: Report) -> list[str]:
    rows = [f"| {one.name} | {one.result} | {one.cases:,} | {one.found} |" for one in report.checks]
    return ["| check | result | cases | found |", "|---|---|---:|---|", *rows, ""]


def _found(found: Obstacles) -> list[str]:
    whole = [
        f"{number}. {one.where}: {one.what}{f' ({one.why})' if one.why else ''}; {one.fix or 'no fix is known'}"
        for number, one in enumerate(found.whole, 1)
    ]
    ends = [f"* `{name}`: {end}." for name, end in found.ends.items()]
    rows = [
        f"| `{one.function.name}` | {one.function.file.name}:{one.function.line} | {one.states} | {one.register_bits} |"
        for one in found.primitives
    ]
    table = ["| function | where | states | register bits |", "|---|---|---:|---:|", *rows, ""]
    refused = [f"* `{one.of}`: {one.what} ({one.where})." for one in found.refused]
    untried = [f"* `{name}`: not tried, {why}." for name, why in found.untried]
    return [
        "## What the compiler refuses in whole messages, in order",
        "",
        *(whole or ["Nothing."]),
        "",
        *ends,
        "",
        "## Functions that are hardware as they are",
        "",
        *(table if rows else ["None.", ""]),
        *([*refused, *untried, ""] if refused or untried else []),
    ]


def _steps(report: Report, name: str) -> list[str]:
    warned = [one.name for one in report.checks if one.result != PASSED]
    if report.folder.kind == "aead":
        core = "Fill in `hls/core.c` where it says TODO: it has the phases, the ports and the sizes already."
    else:
        core = (
            "Write `hls/core.c` with `#include <hash_core.h>`; correct `[padding]` and `sizes.block` "
            "in `algorithm.toml`, which are those of SHA-256 as they are."
        )
    primitives = (
        "Begin with the functions in `hls/primitives/`: `cryptagon hls FILE.c` compiles each and compares it with its native run. "
        "Unroll the loops that need not hand a result on, so that a round takes one cycle."
    )
    return [
        "Fill in `algorithm.toml` where it says TODO: title, specification, padding.",
        *([f"See to the warnings: {', '.join(warned)}."] if warned else []),
        *([primitives] if report.obstacles and report.obstacles.primitives else []),
        core,
        f"`cryptagon verify ./{name}` until all levels agree with the known answers.",
        f"`cryptagon run ./{name} --quick` places and routes it, and `cryptagon results` ranks it.",
        "Add `rtl/CipherCore.sv` to see HLS beside RTL.",
    ]
