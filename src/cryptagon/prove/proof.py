"""The proof of a core: every rule of the handshake at every stream, each with its verdict."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.prove.engines import settle
from cryptagon.prove.holding import held_registers
from cryptagon.prove.model import Model, build_model
from cryptagon.prove.questions import (
    RULES,
    Question,
    data_stay,
    monitored,
    ready_free,
    valid_stays,
    waiting,
)
from cryptagon.prove.subject import Subject
from cryptagon.prove.trace import Trace, trace
from cryptagon.toolchain import Verdict

LIMIT_S = 600.0


@dataclass(frozen=True)
class Proof:
    """One rule at one stream. `engine` and `depth` say how it was settled (`Settled`); `cut` that
    little was kept of its RAM (`Model`).

    `trace` is the counterexample; there is one where the verdict is "refuted", and nowhere else.
    """

    rule: str
    port: str
    verdict: Verdict
    engine: str
    depth: int
    seconds: float
    cut: bool = False
    trace: Trace | None = None


def prove(
    subject: Subject, folder: Path, rules: Sequence[str] = tuple(RULES), limit_s: float = LIMIT_S
) -> Iterator[Proof]:
    """Settle `rules` at every stream that they are about, one after the other, each within
    `limit_s` seconds; working files go to `folder`.

    Raises CryptagonError for a rule that there is not, and where Yosys rejects the core or has
    other ports.
    """
    unknown = [rule for rule in rules if rule not in RULES]
    if unknown:
        raise CryptagonError(f'there is no rule "{unknown[0]}"', fix=f"one of: {', '.join(RULES)}")
    folder.mkdir(parents=True, exist_ok=True)
    prover = _Prover(subject, folder, limit_s)
    return (prover.proof(rule, port) for rule, port in _places(subject) if rule in rules)


def _places(subject: Subject) -> list[tuple[str, str]]:
    """Each rule with each stream that it is about, in the order of the rules."""
    places = [
        (rule, stream.name)
        for rule in ("valid-stays", "data-stays", "ready-free")
        for stream in subject.outputs
    ]
    return [*places, *((fault.rule, fault.port) for fault in subject.faults)]


@dataclass(frozen=True)
class _Prover:
    subject: Subject
    folder: Path
    limit_s: float

    @cached_property
    def model(self) -> Model:
        """With little of its RAM, if there is any."""
        return build_model(self.subject, self.folder, cut=True)

    @cached_property
    def exact(self) -> Model:
        """With its RAM as registers, which can be tens of thousands."""
        return build_model(self.subject, self.folder, cut=False)

    def proof(self, rule: str, port: str) -> Proof:
        """What comes of a rule at a stream.

        A counterexample in a model with little of its RAM is looked for again in the core as it is.
        """
        found = self._settled(self.model, rule, port)
        return (
            self._settled(self.exact, rule, port)
            if found.cut and found.verdict is Verdict.REFUTED
            else found
        )

    def _settled(self, model: Model, rule: str, port: str) -> Proof:
        start = time.monotonic()
        question = self._question(model, rule, port)
        left = self.limit_s - (time.monotonic() - start)
        found = settle(model, question.bad, question.within, self.folder, left)
        shown = (
            trace(self.subject, model, question, found.cycles)
            if found.verdict is Verdict.REFUTED
            else None
        )
        engine, depth = (
            ("induction", 1)
            if question.lemma and found.engine == "structure"
            else (found.engine, found.depth)
        )
        return Proof(
            rule, port, found.verdict, engine, depth, time.monotonic() - start, model.cut, shown
        )

    def _question(self, model: Model, rule: str, port: str) -> Question:
        for question in monitored(model, self.subject):
            if (question.rule, question.port) == (rule, port):
                return question
        one = waiting(model, next(stream for stream in self.subject.outputs if stream.name == port))
        if rule == "valid-stays":
            return valid_stays(model, one)
        if rule == "ready-free":
            return ready_free(model, self.subject, one)
        return data_stay(model, one, held_registers(model, one, self.folder, self.limit_s / 2))
