"""Synthesis by Yosys and ABC: Verilog to a netlist of a library's cells."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from cryptagon import paths
from cryptagon.asic.library import Library
from cryptagon.asic.strategies import Strategy
from cryptagon.fpga.design import Design
from cryptagon.fpga.rejection import rejected
from cryptagon.toolchain import ToolError, check_whole, complete, digest_of, elaborated, find, run

SCRIPT, CONSTRAINTS, NETLIST, LOG = "synth.ys", "drive.constr", "netlist.json", "yosys.log"


@dataclass(frozen=True)
class MappingPlan:
    """A synthesis run as data; it is run in `folder`.

    `digest` covers script, sources, library and version of Yosys, not where they lie.
    """

    design: Design
    library: Library
    strategy: Strategy
    script: str
    argv: tuple[str, ...]
    digest: str
    folder: Path


def plan_mapping(design: Design, library: Library, strategy: Strategy) -> MappingPlan:
    """Plan the mapping of a design to a library; nothing is run.

    The rules of a study hold by themselves: there is no memory to use.
    """
    yosys = find("yosys")
    script, constraints = _script(design, library, strategy), _constraints(library)
    digest = digest_of(script, constraints, design.sources, library.digest, yosys.version)
    folder = (
        paths.build_folder()
        / "asic"
        / design.name
        / f"{library.name}-{strategy.name}-{digest[:16]}"
    )
    return MappingPlan(design, library, strategy, script, (*yosys.argv, SCRIPT), digest, folder)


def map_to_cells(plan: MappingPlan) -> bool:
    """Run the plan unless it has been run before; true when it had. Its folder then holds NETLIST.

    Raises ToolError when time runs out, and CryptagonError, with file and line, when Yosys rejects
    the sources.
    """
    return complete(plan.folder, lambda folder: _run(plan, folder))


def _script(design: Design, library: Library, strategy: Strategy) -> str:
    cells = f"../../{_shared_copy(library).parent.name}/{_shared_copy(library).name}"
    lines = [
        *elaborated(design.copied_sources, design.top, design.parameters),
        # As for FPGAs: tables become logic before anything takes them for memories.
        *("proc", "flatten", "opt", "memory_map -rom-only"),
        f"synth -top {design.top} -flatten -noabc",
        f"dfflibmap -liberty {cells}",
        "opt",
        f"abc -liberty {cells} -constr {CONSTRAINTS} -D {strategy.target_ps} -script {strategy.script}",
        "opt_clean -purge",
        f"write_json {NETLIST}",
    ]
    return "\n".join(lines) + "\n"


def _constraints(library: Library) -> str:
    """What drives the logic: ABC does not see the registers, and without this it takes them for
    infinitely strong.
    """
    return f"set_driving_cell {library.buffer.name}\nset_load 0.0\n"


def _run(plan: MappingPlan, folder: Path) -> None:
    (folder / SCRIPT).write_text(plan.script)
    (folder / CONSTRAINTS).write_text(_constraints(plan.library))
    plan.design.copy_sources(folder)
    _share(plan.library)
    # Yosys keeps a compiled form of a library by the text of its path, in the folder for temporary
    # files: here that is ours alone.
    environment = {**find("yosys").env, "TMPDIR": "."}
    try:
        run(plan.argv, cwd=folder, env=environment, log=folder / LOG)
    except ToolError as failure:
        if failure.code is None:
            raise  # time ran out: nothing about the sources
        raise rejected(
            plan.design, failure, plan.folder.with_name(plan.folder.name + ".failed") / LOG
        ) from failure
    for made in folder.glob("yosys-*"):
        shutil.rmtree(made, ignore_errors=True)
    check_whole(folder / NETLIST)


def _shared_copy(library: Library) -> Path:
    """Where the library's file lies for all designs, by content."""
    return paths.build_folder() / "asic" / f"library-{library.digest[:16]}" / "cells.lib"


def _share(library: Library) -> None:
    copy = _shared_copy(library)
    complete(copy.parent, lambda folder: shutil.copyfile(library.path, folder / copy.name))
