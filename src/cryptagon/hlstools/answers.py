"""What the exported function is offered, and what it must answer: that of the native run, whose
answers have been checked.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.hls.check.stimulus import random_stimulus
from cryptagon.hls.native import Limits, NativeDesign, Presentation
from cryptagon.hls.source.interface import Port

RANDOM_ITEMS = 16
SEED = 1
RANDOM_RUN = Limits(items=256, samples=100_000, seconds=20)
NOISES = (1, 2)
"""What any() is made from in two runs: the bits that differ hang on it, and are not compared."""


@dataclass(frozen=True)
class Answered:
    """One message: what the wires are, the packed items that are offered, and those that come, each with the bits
    of it that count. `falls_with` names for a wire the stream whose last item makes it 0.
    """

    wires: Mapping[str, int]
    falls_with: Mapping[str, str]
    items: Mapping[str, Sequence[int]]
    outputs: Mapping[str, Sequence[tuple[int, int]]]


def answered(
    source: Path, presentations: Sequence[Presentation], folder: Path, defines: Mapping[str, str]
) -> list[Answered]:
    """The presentations with what a native run answers, built in `folder`.

    Raises CryptagonError where it waits in vain.
    """
    design = NativeDesign.build(source, folder, defines=defines)
    return _with_answers(design, presentations, _limits_of(presentations))


def answered_at_random(source: Path, folder: Path, defines: Mapping[str, str]) -> list[Answered]:
    """Random items, with what a native run answers.

    Raises CryptagonError for a source that answers nothing.
    """
    design = NativeDesign.build(source, folder, defines=defines)
    offered = random_stimulus(design.ports, seed=SEED, count=RANDOM_ITEMS)
    first = design.run_within([Presentation(offered.wires, offered.items, 0)], RANDOM_RUN)
    count = sum(map(len, first.outputs))
    if not count:
        why = f"{RANDOM_ITEMS} random items on each input brought none"
        raise CryptagonError(
            "there is nothing to test the export with", where=str(source), why=why,
            fix="make it an algorithm with known answers (cryptagon new)",
        )  # fmt: skip
    return _with_answers(design, [Presentation(offered.wires, offered.items, count)], RANDOM_RUN)


def _limits_of(presentations: Sequence[Presentation]) -> Limits:
    return Limits(
        items=sum(one.outputs for one in presentations) + 1, samples=10_000_000, seconds=120
    )


def _with_answers(
    design: NativeDesign, presentations: Sequence[Presentation], limits: Limits
) -> list[Answered]:
    runs = [design.run_within(presentations, limits, noise=noise) for noise in NOISES]
    for one, number in zip(presentations, range(len(presentations))):
        came = [len(run.outputs[number]) if number < len(run.outputs) else 0 for run in runs]
        if min(came) < one.outputs:
            why = f"message {number + 1} has {min(came)} of {one.outputs} outputs"
            raise CryptagonError("the native run ends early", where=str(design.source), why=why)
    return [
        Answered(
            one.wires,
            one.falls_with,
            {name: [design.ports[name].pack(dict(item)) for item in items] for name, items in one.items.items()},
            _outputs(design.ports, *(run.outputs[number] for run in runs)),
        )
        for number, one in enumerate(presentations)
    ]  # fmt: skip


def _outputs(
    ports: Mapping[str, Port], first: Sequence[tuple[str, dict[str, int]]], second: Sequence[tuple[str, dict[str, int]]]
) -> dict[str, list[tuple[int, int]]]:  # fmt: skip
    """The items of each output with a mask of the bits that are the same in both runs."""
    found: dict[str, list[tuple[int, int]]] = {}
    for (name, one), (_, other) in zip(first, second):
        value, again = ports[name].pack(one), ports[name].pack(other)
        mask = (1 << ports[name].bits) - 1
        found.setdefault(name, []).append((value, mask & ~(value ^ again)))
    return found
