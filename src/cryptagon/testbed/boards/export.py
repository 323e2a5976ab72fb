"""Writes a project for a board: sources, program, scripts, and the manifest for the way back."""

import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cryptagon import __version__, classes
from cryptagon.approaches import made
from cryptagon.catalog import Entry
from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.simulate.levels import TOP as UNIT
from cryptagon.simulate.levels import Testbench
from cryptagon.testbed.boards.board import SIMULATION, Board
from cryptagon.testbed.boards.clocks import Clock
from cryptagon.testbed.boards.log import read_log
from cryptagon.testbed.boards.manifest import BoardManifest, MessageModel, digests, identity
from cryptagon.testbed.boards.messages import memory_of, messages_for
from cryptagon.testbed.boards.reading import check_answers
from cryptagon.testbed.boards.readme import readme
from cryptagon.testbed.boards.tables import table_in_c, table_in_lines
from cryptagon.testbed.boards.ulx3s import SOC_REGISTERS, processor, write_image, write_ulx3s
from cryptagon.testbed.boards.zynq import REGISTER_BASE, write_zynq
from cryptagon.testbed.build import PROGRAM, hardware
from cryptagon.testbed.measuring import measure
from cryptagon.testbed.simulation import Conditions, TestbedSimulator
from cryptagon.testbed.top import TOP, verilog
from cryptagon.testbed.workload import Messages, workload
from cryptagon.vendor.whole_folder import whole_folder


@dataclass(frozen=True)
class Kit:
    """What makes the projects for a board: `write` its own files, `finish` what needs the messages;
    `check` that what they need is here.
    """

    register_base: int
    write: Callable[..., list[str]]
    check: Callable[[], object] = lambda: None
    finish: Callable[[Path], None] = lambda folder: None


KITS: Mapping[str, Kit] = {
    "zedboard": Kit(REGISTER_BASE, write_zynq),
    "ulx3s": Kit(SOC_REGISTERS, write_ulx3s, check=processor, finish=write_image),
}
TRIED_BYTES = 10_000
"""Messages up to this size run through the simulated testbed before anything is written."""

Teller = Callable[[str], None]


@dataclass(frozen=True)
class Export:
    """What is to be exported: an entry for a board, its clocks, the sizes of messages in bytes."""

    entry: Entry
    board: Board
    bus: Clock
    core: Clock
    sizes: tuple[int, ...]


def export_board(what: Export, folder: Path, tell: Teller = lambda text: None) -> BoardManifest:
    """Write the project into `folder`, which must be empty or not there yet.

    The unit is measured and answers the known answers in the simulated testbed first. Raises
    CryptagonError for a unit that a board's project cannot hold, for wrong answers, and for a
    folder that holds something or cannot be written.
    """
    KITS[what.board.name].check()  # what is missing is told now, not after minutes
    tell("core")
    work, core = parts_of(what.entry)
    _check_unit(work.bench, what)
    tell("messages")
    messages = messages_for(work, what.sizes)
    _check_room(what, messages)
    tell("simulation")
    manifest = _manifest(what, work, core, messages)
    _try(core, work.bench, manifest)
    return whole_folder(folder, lambda fresh: _write(fresh, what, work, core, manifest))


def parts_of(entry: Entry) -> tuple[Messages, VerilogCore]:
    """The workload and the core of an entry.

    Raises CryptagonError for a class without messages of any length.
    """
    work = workload(entry)
    if not isinstance(work, Messages):
        raise CryptagonError(
            f"there are no projects for boards of class {entry.algorithm.class_}",
            where=entry.algorithm.name,
            why="the program on the board makes messages of any length, and this class has none",
            fix="measure it in the simulated testbed: cryptagon testbed run",
        )
    return work, made(entry, classes.class_of(entry.algorithm).module).core


def simulated_log(manifest: BoardManifest, core: VerilogCore, bench: Testbench[Any]) -> str:
    """The log of an exported project's program on the simulated testbed, at the project's clocks."""
    conditions = Conditions(core_mhz=manifest.unit_hz / 1e6, bus_mhz=manifest.bus_hz / 1e6)
    table = table_in_lines(manifest, SIMULATION)
    return TestbedSimulator.on(core, bench).log(table, conditions)


def _check_unit(bench: Testbench[Any], what: Export) -> None:
    if any(stream.fed_by for stream in bench.streams):
        raise CryptagonError(
            f"{what.entry.label} goes over its data twice",
            why=f"its FIFO of 65,536 blocks does not fit on the {what.board.title}",
            fix="choose another algorithm",
        )


def _check_room(what: Export, messages: Sequence[MessageModel]) -> None:
    if memory_of(messages) > what.board.memory:
        raise CryptagonError(
            f"a message of {max(what.sizes):,} bytes and its answer do not fit on the {what.board.title}",
            why=f"they take {memory_of(messages):,} bytes; there are {what.board.memory:,} for them",
            fix="choose smaller ones with --size",
        )


def _manifest(
    what: Export, work: Messages, core: VerilogCore, messages: tuple[MessageModel, ...]
) -> BoardManifest:
    """That of the project, but for its files and its identity."""
    measured = measure(what.entry, core_mhz=float(what.core.mhz), dma_mhz=(), sizes=())
    return BoardManifest(
        cryptagon=__version__,
        board=what.board.name,
        part=what.board.part,
        export="",
        algorithm=measured.name,
        title=measured.title,
        variant=measured.variant,
        approach=measured.approach,
        core_digest=core.digest,
        unit_hz=what.core.hz,
        bus_hz=what.bus.hz,
        clock_settings=dict(what.core.settings),
        block_bits=measured.block_bits,
        block_cycles=measured.block_cycles,
        message_cycles=measured.message_cycles,
        register_base=KITS[what.board.name].register_base,
        memory_bytes=memory_of(messages),
        messages=messages,
        files={},
    )


def _try(core: VerilogCore, bench: Testbench[Any], manifest: BoardManifest) -> None:
    """The program on the simulated testbed, with the short messages."""
    short = [one for one in manifest.messages if one.size <= TRIED_BYTES]
    tried = manifest.model_copy(update={"messages": tuple(short), "export": "trial"})
    with TemporaryDirectory() as name:
        path = Path(name) / "trial.log"
        path.write_text(simulated_log(tried, core, bench))
        check_answers(read_log(path), tried)


def _write(
    folder: Path, what: Export, work: Messages, core: VerilogCore, manifest: BoardManifest
) -> BoardManifest:
    files = _write_sources(folder, work.bench, core)
    (folder / "program").mkdir()
    for source in sorted(PROGRAM.glob("*.[ch]")):
        shutil.copyfile(source, folder / "program" / source.name)
        files.append(f"program/{source.name}")
    files += KITS[what.board.name].write(folder, work.bench, what.bus, what.core, manifest)
    known = manifest.model_copy(update={"files": digests(folder, files)})
    whole = known.model_copy(update={"export": identity(known)})
    (folder / "program" / "messages.c").write_text(table_in_c(whole), encoding="utf-8")
    KITS[whole.board].finish(folder)
    whole.write(folder)
    (folder / "README.md").write_text(readme(whole), encoding="utf-8")
    return whole


def _write_sources(folder: Path, bench: Testbench[Any], core: VerilogCore) -> list[str]:
    """All Verilog into `src`, the unit's own library and the testbed with the real crossings
    among it.

    Raises CryptagonError for two files of one name.
    """
    (folder / "src").mkdir()
    sources = [*core.sources, *bench.library, *hardware(modelled=False)]
    texts = {f"{UNIT}.sv": bench.verilog, f"{TOP}.sv": verilog(bench)}
    names = [*texts, *(source.name for source in sources)]
    for source in sources:
        if names.count(source.name) > 1:
            raise CryptagonError(
                "two sources have the same file name", where=str(source), fix="rename one of them"
            )
        shutil.copyfile(source, folder / "src" / source.name)
    for name, text in texts.items():
        (folder / "src" / name).write_text(text, encoding="utf-8")
    return [f"src/{name}" for name in names]
