"""Synthesis by Yosys: Verilog to a netlist of the device's cells."""

import json
import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from cryptagon import paths
from cryptagon.catalog import Rules, Target
from cryptagon.errors import CryptagonError
from cryptagon.fpga.design import Design
from cryptagon.fpga.families import family_of
from cryptagon.fpga.folders import complete
from cryptagon.toolchain import Tool, ToolError, digest_of, find, run

SCRIPT, NETLIST, COUNTS, LOG = "synth.ys", "netlist.json", "counts.json", "yosys.log"
_LOCATED = re.compile(r"^(?P<file>[^\s:]+):(?P<line>\d+)[:.\s].*?ERROR:\s*(?P<what>.+)$", re.MULTILINE)
_PLAIN = re.compile(r"^ERROR:\s*(?P<what>.+)$", re.MULTILINE)


@dataclass(frozen=True)
class SynthesisPlan:
    """A synthesis run as data. `argv` is run in `folder`, where `script` lies as synth.ys and the sources in sources/.

    `digest` covers the script, the sources and the version of Yosys, and not where the files lie.
    """

    design: Design
    strategy: str
    script: str
    argv: tuple[str, ...]
    digest: str
    folder: Path


@dataclass(frozen=True)
class Netlist:
    """A netlist, as JSON in `folder`, with the number of its cells by type; or a `problem`, which says why there is none."""

    plan: SynthesisPlan
    cells: Mapping[str, int]
    cached: bool
    problem: str = ""

    def count(self, types: frozenset[str]) -> int:
        """How many cells are of these types."""
        return sum(number for name, number in self.cells.items() if name in types)


def plan_synthesis(design: Design, target: Target, strategy: str, rules: Rules) -> SynthesisPlan:
    """Plan the synthesis of a design with one of the target's strategies; nothing is run.

    Raises CryptagonError when the target has no such strategy or its family is unknown.
    """
    family_of(target)
    if strategy not in target.strategies:
        known = ", ".join(target.strategies)
        raise CryptagonError(f"{target.name} has no synthesis strategy {strategy!r}", where=str(target.path), fix=f"known: {known}")
    yosys = find("yosys")
    script = _script(design, target, target.strategies[strategy], rules)
    digest = digest_of(script, design.sources, yosys.version)
    folder = paths.build_folder() / "fpga" / design.name / f"synth-{strategy}-{digest[:16]}"
    return SynthesisPlan(design, strategy, script, (*yosys.argv, SCRIPT), digest, folder)


def synthesise(plan: SynthesisPlan) -> Netlist:
    """Run the plan, unless it has been run before.

    A netlist that was not made in time has that as its problem, and is not kept. Raises CryptagonError, with file and line, when Yosys
    rejects the sources.
    """
    try:
        cached = complete(plan.folder, lambda folder: _run(plan, find("yosys"), folder))
    except ToolError as failure:
        return Netlist(plan, {}, cached=False, problem=failure.what)
    return Netlist(plan, json.loads((plan.folder / COUNTS).read_text()), cached)


def _script(design: Design, target: Target, strategy: tuple[str, ...], rules: Rules) -> str:
    """Options begin with a hyphen; whatever else a strategy holds is a command of its own, run first."""
    commands = [word for word in strategy if not word.startswith("-")]
    options = [word for word in strategy if word.startswith("-")]
    forbidden = (target.no_bram if rules.no_bram else ()) + (target.no_dsp if rules.no_dsp else ())
    parameters = [f"-chparam {name} {value}" for name, value in sorted(design.parameters.items())]
    lines = [
        *commands,
        *(f'read_verilog -sv "sources/{source.name}"' for source in design.sources),
        " ".join(["hierarchy", "-check", "-top", design.top, *parameters]),
        # Tables become logic now: left to synth_*, a table that could be a memory drags its address register along, twice.
        "proc",
        "flatten",
        "opt",
        "memory_map -rom-only",
        " ".join([f"synth_{target.family}", "-top", design.top, *target.yosys, *forbidden, *options, "-json", NETLIST]),
        f"tee -q -o stat.json stat -json -top {design.top}",
    ]
    return "\n".join(lines) + "\n"


def _run(plan: SynthesisPlan, yosys: Tool, folder: Path) -> None:
    (folder / SCRIPT).write_text(plan.script)
    (folder / "sources").mkdir()
    for source in plan.design.sources:
        shutil.copyfile(source, folder / "sources" / source.name)
    try:
        run(plan.argv, cwd=folder, env=yosys.env, log=folder / LOG)
    except ToolError as failure:
        if failure.code is None:
            raise  # time ran out: nothing about the sources
        raise _rejected(plan, failure) from failure
    cells = json.loads((folder / "stat.json").read_text())["design"]["num_cells_by_type"]
    (folder / COUNTS).write_text(json.dumps(cells, indent=2))


def _rejected(plan: SynthesisPlan, failure: ToolError) -> CryptagonError:
    """The error in terms of the user's file; Yosys names the copy in sources/."""
    log = plan.folder.with_name(plan.folder.name + ".failed") / LOG
    what = f"Yosys cannot synthesise {plan.design.name}"
    located = _LOCATED.search(failure.output)
    if located:
        names = {f"sources/{source.name}": source for source in plan.design.sources}
        file = names.get(located["file"], Path(located["file"]))
        return CryptagonError(what, where=f"{file}:{located['line']}", why=located["what"], fix=f"the whole log is {log}")
    plain = _PLAIN.search(failure.output)
    return CryptagonError(what, where=str(log), why=plain["what"] if plain else f"{failure.what}\n{failure.why}")
