"""From a log to a measurement: the answers compared with those that must come, the times taken as
the simulated testbed's are.
"""

from dataclasses import dataclass
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.testbed.boards.board import SIMULATION
from cryptagon.testbed.boards.log import Answer, Log, read_log
from cryptagon.testbed.boards.manifest import BoardManifest, MessageModel, read_board_manifest
from cryptagon.testbed.measuring import Measured, Transfer

SLACK = 0.01
"""By which part a message may seem faster than by the formula: what the clocks of a board may be
off, and the rounding of short messages.
"""


@dataclass(frozen=True)
class FromBoard:
    """A unit as a board measured it; `board` is "simulation" for a log of the simulated testbed."""

    measured: Measured
    board: str
    export: str
    known_answers: int


def read_measurement(path: Path, folder: Path) -> FromBoard:
    """What the log in `path` says of the project in `folder`.

    Raises CryptagonError for a log that is broken or of another export, for an answer that is
    wrong, and for a time in which the unit cannot have done its work.
    """
    manifest = read_board_manifest(folder)
    log = read_log(path)
    check_answers(log, manifest)
    for answer, message in zip(log.answers, manifest.messages):
        if message.timed:
            _check_time(log, answer, manifest)
    return FromBoard(
        _measured(log, manifest),
        log.board,
        log.export,
        sum(not one.timed for one in manifest.messages),
    )


def check_answers(log: Log, manifest: BoardManifest) -> None:
    """Raises CryptagonError for a log of another export, for messages that are missing, and for an
    answer that is wrong.
    """
    _check_head(log, manifest)
    _check_number(log, manifest)
    for answer, message in zip(log.answers, manifest.messages):
        _check_answer(log, answer, message)


def _check_head(log: Log, manifest: BoardManifest) -> None:
    expected = {
        "export": (log.export, manifest.export),
        "unit": (log.unit, manifest.unit),
        "clock": (
            f"unit_hz {log.unit_hz} bus_hz {log.bus_hz}",
            f"unit_hz {manifest.unit_hz} bus_hz {manifest.bus_hz}",
        ),
        "board": (log.board, SIMULATION if log.board == SIMULATION else manifest.board),
    }
    for part, (got, known) in expected.items():
        if got != known:
            raise CryptagonError(
                f"the log is of another {part} than the project",
                where=log.at(part),
                why=f"expected {known}, got {got}",
                fix="name the folder whose program printed the log with --project",
            )


def _check_number(log: Log, manifest: BoardManifest) -> None:
    if len(log.answers) != len(manifest.messages):
        raise CryptagonError(
            "the log has not all messages of the project",
            where=f"{log.path}:{log.answers[-1].line}" if log.answers else str(log.path),
            why=f"it has {len(log.answers)} of {len(manifest.messages)}",
            fix="let the program run to its end",
        )


def _check_answer(log: Log, got: Answer, message: MessageModel) -> None:
    pairs = (
        ("bytes of data", got.size, message.size),
        ("bytes of answer", got.came, message.output_bytes),
        ("the unit's mark of an error", int(got.marked), int(message.marked)),
        ("the end of the answer", got.answer, message.answer),
        ("the checksum of the answer", got.crc, message.crc),
    )
    for what, came, expected in pairs:
        if came != expected:
            kind = "message of" if message.timed else "known answer with"
            raise CryptagonError(
                f"message {got.number} was answered wrongly ({kind} {message.size:,} bytes)",
                where=f"{log.path}:{got.line}",
                why=f"{what}: expected {expected}, got {came}",
                fix="the unit may be clocked too fast: look at its timing, and export it with a slower --clock",
            )


def _check_time(log: Log, got: Answer, manifest: BoardManifest) -> None:
    """By the formula, the blocks of the data alone."""
    least = 8 * got.size / manifest.block_bits * manifest.block_cycles / manifest.unit_hz
    took = got.ticks / manifest.bus_hz
    if took < least * (1 - SLACK):
        raise CryptagonError(
            f"message {got.number} took less time than the unit needs",
            where=f"{log.path}:{got.line}",
            why=(
                f"{took * 1e6:.2f} us by the timer; its blocks take {least * 1e6:.2f} us"
                f" at {manifest.unit_hz / 1e6:g} MHz"
            ),
            fix="a clock of the board is not the one of the export: build and load the project again",
        )


def _measured(log: Log, manifest: BoardManifest) -> Measured:
    transfers = tuple(
        Transfer(one.size, manifest.bus_hz / 1e6, one.ticks, 0)
        for one, message in zip(log.answers, manifest.messages)
        if message.timed
    )
    return Measured(
        manifest.algorithm,
        manifest.title,
        manifest.variant,
        manifest.approach,
        manifest.unit_hz / 1e6,
        manifest.block_bits,
        manifest.block_cycles,
        manifest.message_cycles,
        transfers,
    )
