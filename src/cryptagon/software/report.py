"""All that is told of an implementation, and the same as JSON."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from cryptagon.errors import CryptagonError
from cryptagon.software.calls import Implementation
from cryptagon.software.checksums import checksum_checks
from cryptagon.software.cipher_checks import CipherChecks, block_bytes
from cryptagon.software.folder import SupercopFolder, known_answer_files
from cryptagon.software.hash_checks import HashChecks
from cryptagon.software.obstacles import Obstacles, obstacles_of
from cryptagon.software.outcome import FAILED, Outcome
from cryptagon.software.speed import Conditions, Speed, measure


@dataclass(frozen=True)
class Effort:
    """How much is done: `limit` seconds a call and a length, `rounds` of `round_seconds`,
    `hls_seconds` a compilation; rounds and hls_seconds of 0 leave that part out.
    """

    limit: float = 10.0
    rounds: int = 9
    round_seconds: float = 0.01
    hls_seconds: float = 30.0


@dataclass(frozen=True)
class Report:
    """`sizes` are in bytes; `block` among them is found by trial, 0 where it was not. What was not
    done is None; nothing is measured of an implementation that fails a check.
    """

    folder: SupercopFolder
    sizes: dict[str, int]
    files: tuple[Path, ...]
    checks: tuple[Outcome, ...]
    speeds: tuple[Speed, ...] | None = None
    conditions: Conditions | None = None
    obstacles: Obstacles | None = None

    @property
    def failed(self) -> list[Outcome]:
        """The checks that failed."""
        return [one for one in self.checks if one.result == FAILED]

    def fault(self) -> CryptagonError:
        """What is raised when checks failed."""
        first = self.failed[0]
        return CryptagonError(
            f"{len(self.failed)} of {len(self.checks)} checks failed",
            where=str(self.folder.path),
            why=f"{first.name}: {first.found}",
            fix="correct the C; it was neither measured nor compiled for hardware",
        )

    def json(self) -> dict[str, Any]:
        """The whole report; `version` changes when a key of it does."""
        return {
            "version": 1,
            "name": self.folder.name,
            "class": self.folder.kind,
            "folder": str(self.folder.path),
            "sizes_in_bytes": self.sizes,
            "known_answers": [str(file) for file in self.files],
            "checks": [asdict(one) for one in self.checks],
            "speed": None if self.speeds is None else [asdict(one) for one in self.speeds],
            "conditions": asdict(self.conditions) if self.conditions else None,
            "hls": _hls_json(self.obstacles) if self.obstacles else None,
        }


def report_of(
    folder: SupercopFolder,
    effort: Effort,
    answers: tuple[Path, ...] = (),
    say: Callable[[str], None] = lambda _: None,
) -> Report:
    """Checks, measures and compiles; `answers` are known answers in place of those found.

    Raises CryptagonError where the code does not compile, crashes or does not end.
    """
    say("building and checking ...")
    code = Implementation(folder, effort.limit)
    files = tuple(known_answer_files(folder, answers))
    checks = (CipherChecks(code) if folder.kind == "aead" else HashChecks(code)).all(files)
    checks += checksum_checks(code)
    report = Report(folder, _sizes(code), files, tuple(checks))
    code.close()
    if report.failed:
        return report
    speeds = conditions = obstacles = None
    if effort.rounds:
        say("measuring ...")
        speeds, conditions = measure(
            folder, rounds=effort.rounds, round_seconds=effort.round_seconds, limit=effort.limit
        )
    if effort.hls_seconds:
        obstacles = obstacles_of(folder, seconds=effort.hls_seconds, say=say)
    told = tuple(speeds) if speeds is not None else None
    return Report(folder, report.sizes, files, tuple(checks), told, conditions, obstacles)


def _sizes(code: Implementation) -> dict[str, int]:
    if code.folder.kind == "hash":
        return {"digest": code.digest_bytes}
    sizes = {"key": code.key, "npub": code.nonce, "tag": code.more}
    return {**sizes, "block": block_bytes(code)}


def _hls_json(found: Obstacles) -> dict[str, Any]:
    return {
        "standard": found.standard,
        "whole_messages": [asdict(one) for one in found.whole],
        "then": found.ends,
        "functions_that_compile": [
            {
                "name": one.function.name,
                "file": one.function.file.name,
                "line": one.function.line,
                "states": one.states,
                "register_bits": one.register_bits,
            }
            for one in found.primitives
        ],
        "functions_refused": [asdict(one) for one in found.refused],
        "functions_not_tried": [{"name": name, "why": why} for name, why in found.untried],
    }
