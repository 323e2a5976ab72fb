"""What the native run of a design writes on a stimulus: what the Verilog is to write as well."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from cryptagon.hls.check.stimulus import Stimulus
from cryptagon.hls.native import Limits, NativeDesign, Presentation

LIMITS = Limits(items=4000, samples=1_000_000, seconds=5)


@dataclass(frozen=True)
class Expectation:
    """The packed items by output stream, and by memory port the elements that it holds in the end.

    `cut` says why the native run was ended although it could have written more; mostly empty. Then
    there are no `memories`. `cpu_s` is the processor time of the native run. `open` are the bits of
    each item that are not compared, of the streams that have such (`open_bits`).
    """

    items: Mapping[str, list[int]]
    cut: str = ""
    memories: Mapping[str, Sequence[int]] = field(default_factory=dict)
    cpu_s: float = 0.0
    open: Mapping[str, Sequence[int]] = field(default_factory=dict)


def expect(
    program: NativeDesign, stimulus: Stimulus, *, noise: int = 1, most_items: int = LIMITS.items
) -> Expectation:
    """Runs a design natively on a stimulus, until it has written `most_items` in all; `noise` is what
    any() is filled from.

    Raises CryptagonError when the program crashes.
    """
    presentation = Presentation(stimulus.wires, stimulus.items, 1 << 30)
    done = program.run_within(
        [presentation],
        replace(LIMITS, items=most_items),
        noise=noise,
        memories=stimulus.memories,
    )
    items: dict[str, list[int]] = {
        port.name: [] for port in program.ports.values() if port.kind == "stream_out"
    }
    for stream, values in (entry for outputs in done.outputs for entry in outputs):
        items[stream].append(program.ports[stream].pack(values))
    return Expectation(items, done.cut, done.memories, done.cpu_s)
