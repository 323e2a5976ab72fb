"""Synthesis by Yosys: Verilog to a netlist of the device's cells, with a pin wrapper around it
where the family needs one.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from cryptagon import paths
from cryptagon.catalog import Rules, Target
from cryptagon.errors import CryptagonError
from cryptagon.fpga import pin_wrapper
from cryptagon.fpga.design import Design
from cryptagon.fpga.families import family_of
from cryptagon.fpga.netlist_digest import netlist_digest
from cryptagon.fpga.rejection import rejected
from cryptagon.toolchain import (
    Tool,
    ToolError,
    check_whole,
    complete,
    digest_of,
    elaborated,
    find,
    json_of,
    run,
)

LUT_RAM, ANY_RAM = 'ram_style = "distributed"', "setattr -unset ram_style m:*"
SCRIPT, NETLIST, COUNTS, LOG = "synth.ys", "netlist.json", "counts.json", "yosys.log"
PINS_SCRIPT, PINS_SOURCE, PINS_NETLIST, PINS_COUNTS, PINS_LOG = (
    "pins.ys",
    "pins.sv",
    "pins.json",
    "pins-counts.json",
    "pins.log",
)


@dataclass(frozen=True)
class SynthesisPlan:
    """A synthesis run as data. `argv` is run in `folder`, where `script` lies as synth.ys and the
    sources in sources/.

    `pins_script` is then run there as pins.ys on the wrapper; empty where the family needs none.
    `digest` covers the scripts, the sources, the wrapper and the version of Yosys, and not where
    the files lie.
    """

    design: Design
    target: Target
    strategy: str
    script: str
    pins_script: str
    argv: tuple[str, ...]
    digest: str
    folder: Path


@dataclass(frozen=True)
class Netlist:
    """A netlist, as JSON in `file`, with the number of its cells by type, and those of the pin
    wrapper around it, which are not among them; or a `problem`, which says why there is none.
    `digest` (`netlist_digest`) covers what is placed; None where there is no netlist.
    """

    plan: SynthesisPlan
    cells: Mapping[str, int]
    wrapper_cells: Mapping[str, int]
    cached: bool
    problem: str = ""
    digest: str | None = None

    @property
    def core_file(self) -> Path:
        """The netlist of the design itself."""
        return self.plan.folder / NETLIST

    @property
    def file(self) -> Path:
        """What is placed: with the pin wrapper where there is one."""
        return self.plan.folder / PINS_NETLIST if self.plan.pins_script else self.core_file


def plan_synthesis(design: Design, target: Target, strategy: str, rules: Rules) -> SynthesisPlan:
    """Plan the synthesis of a design with one of the target's strategies; nothing is run.

    Raises CryptagonError when the target has no such strategy or its family is unknown.
    """
    family = family_of(target)
    if strategy not in target.strategies:
        known = ", ".join(target.strategies)
        raise CryptagonError(
            f"{target.name} has no synthesis strategy {strategy!r}",
            where=str(target.path),
            fix=f"known: {known}",
        )
    yosys = find("yosys")
    script = _script(design, target, target.strategies[strategy], rules)
    pins_script = _pins_script(design, target, rules) if family.pins else ""
    parts = (
        (pins_script, Path(pin_wrapper.__file__), repr(family.pins), design.clock)
        if pins_script
        else ()
    )
    digest = digest_of(script, design.sources, yosys.version, *parts)
    folder = paths.build_folder() / "fpga" / design.name / f"synth-{strategy}-{digest[:16]}"
    return SynthesisPlan(design, target, strategy, script, pins_script, yosys.argv, digest, folder)


def synthesise(plan: SynthesisPlan) -> Netlist:
    """Run the plan, unless it has been run before.

    A netlist that was not made in time has that as its problem, and is not kept. Raises
    CryptagonError, with file and line, when Yosys rejects the sources.
    """
    try:
        cached = complete(plan.folder, lambda folder: _run(plan, find("yosys"), folder))
    except ToolError as failure:
        return Netlist(plan, {}, {}, cached=False, problem=failure.what)
    wrapper = json_of(plan.folder / PINS_COUNTS) if plan.pins_script else {}
    netlist = Netlist(plan, json_of(plan.folder / COUNTS), wrapper, cached)
    return replace(netlist, digest=netlist_digest(netlist.file))


def _script(design: Design, target: Target, strategy: tuple[str, ...], rules: Rules) -> str:
    """Options begin with a hyphen; whatever else a strategy holds is a command of its own, run
    first.
    """
    family = family_of(target)
    commands = [word for word in strategy if not word.startswith("-")]
    options = [word for word in strategy if word.startswith("-")]
    lines = [
        *([family.maps] if family.step else []),
        *commands,
        *elaborated(design.copied_sources, design.top, design.parameters),
        # Tables become logic now: left to synth_*, a table that could be a memory drags its address
        # register along, twice.
        "proc",
        "flatten",
        "opt",
        *([] if family.has_lut_ram or not _asks_for_lut_ram(design) else [ANY_RAM]),
        "memory_map -rom-only",
        *_synthesis(target, rules, design.top, *family.no_pads, *options),
        f"write_json {NETLIST}",
        f"tee -q -o stat.json stat -json -top {design.top}",
    ]
    return "\n".join(lines) + "\n"


def _asks_for_lut_ram(design: Design) -> bool:
    """Whether it says so; the script of all others stays what it was."""
    return any(LUT_RAM in source.read_text(encoding="utf-8") for source in design.sources)


def _pins_script(design: Design, target: Target, rules: Rules) -> str:
    """The wrapper is synthesised around a black box; then the finished netlist takes the place of
    the box.
    """
    family = family_of(target)
    lines = [
        *([family.maps] if family.maps else []),
        f"read_verilog -sv {PINS_SOURCE}",
        *_synthesis(target, rules, pin_wrapper.TOP),
        f"tee -q -o pins-stat.json stat -json -top {pin_wrapper.TOP}",
        f"delete ={design.top}",
        "design -stash wrapper",
        f"read_json {NETLIST}",
        "design -stash core",
        "design -load wrapper",
        f"design -copy-from core {design.top}",
        f"hierarchy -top {pin_wrapper.TOP}",
        "flatten",
        *family.mending,
        "opt_clean",
        f"write_json {PINS_NETLIST}",
    ]
    return "\n".join(lines) + "\n"


def _synthesis(target: Target, rules: Rules, top: str, *options: str) -> list[str]:
    """The command, in two where the family has commands of its own before one of its steps."""
    family = family_of(target)
    forbidden = (target.no_bram if rules.no_bram else ()) + (target.no_dsp if rules.no_dsp else ())
    command = " ".join([family.synthesis, "-top", top, *target.yosys, *forbidden, *options])
    if not family.step:
        return [command]
    return [f"{command} -run :{family.step}", *family.before_step, f"{command} -run {family.step}:"]


def _run(plan: SynthesisPlan, yosys: Tool, folder: Path) -> None:
    (folder / SCRIPT).write_text(plan.script)
    plan.design.copy_sources(folder)
    try:
        run((*plan.argv, SCRIPT), cwd=folder, env=yosys.env, log=folder / LOG)
    except ToolError as failure:
        if failure.code is None:
            raise  # time ran out: nothing about the sources
        raise rejected(
            plan.design, failure, plan.folder.with_name(plan.folder.name + ".failed") / LOG
        ) from failure
    check_whole(folder / NETLIST)
    _count(folder / "stat.json", folder / COUNTS)
    if plan.pins_script:
        _add_pins(plan, yosys, folder)


def _add_pins(plan: SynthesisPlan, yosys: Tool, folder: Path) -> None:
    """A fault here is none of the design's: it is told as the tool tells it."""
    pins = family_of(plan.target).pins
    assert pins  # there is a script for them
    ports = pin_wrapper.ports_of(json_of(folder / NETLIST), plan.design.top)
    (folder / PINS_SOURCE).write_text(
        pin_wrapper.wrapper(plan.design.top, plan.design.clock, ports, pins)
    )
    (folder / PINS_SCRIPT).write_text(plan.pins_script)
    run((*plan.argv, PINS_SCRIPT), cwd=folder, env=yosys.env, log=folder / PINS_LOG)
    check_whole(folder / PINS_NETLIST)
    _count(folder / "pins-stat.json", folder / PINS_COUNTS)


def _count(statistics: Path, counts: Path) -> None:
    cells = json_of(statistics)["design"]["num_cells_by_type"]
    counts.write_text(json.dumps(cells, indent=2))
