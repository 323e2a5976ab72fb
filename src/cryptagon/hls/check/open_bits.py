"""Bits of what a design writes that hang on what the program leaves open: any(type), NO_RESET.

Random items are such as a design need not allow: a cipher is given data before its first key, say,
and writes what its key register holds. Such a bit may be anything in Verilog, and is not compared.
"""

from collections.abc import Iterator, Mapping, Sequence

from cryptagon.hls.check.expectation import LIMITS, Expectation, expect
from cryptagon.hls.check.stimulus import Stimulus
from cryptagon.hls.native import NativeDesign

NOISES = range(2, 66)
"""Of native runs beside the first: they miss an open bit once in 2 to the power of their number."""
SECONDS = 5.0
"""Of processor time, for all of them together."""


def hangs_on_noise(program: NativeDesign, stimulus: Stimulus, expected: Expectation) -> bool:
    """Whether other items than the `expected` ones come with any other noise."""
    return any(again.items != expected.items for again in _runs(program, stimulus, LIMITS.items))


def open_bits(
    program: NativeDesign, stimulus: Stimulus, expected: Expectation
) -> Mapping[str, Sequence[int]]:
    """The bits that are open, by output stream, as a mask for each item of `expected`.

    Nothing where the number of items hangs on the noise, where a stream has no bit that is known, or
    where there was too little time to find out.
    """
    found = {name: [0] * len(items) for name, items in expected.items.items()}
    runs = 0
    most = sum(map(len, expected.items.values()))  # what comes behind may be an endless wait
    for again in _runs(program, stimulus, most):
        runs += 1
        for name, items in expected.items.items():
            others = again.items[name]
            if len(others) != len(items):
                return {}
            changes = (one ^ other for one, other in zip(items, others, strict=True))
            found[name] = [mask | change for mask, change in zip(found[name], changes, strict=True)]
    known = all(_is_known(program.ports[name].bits, masks) for name, masks in found.items())
    if runs < len(NOISES) or not known:
        return {}
    return {name: masks for name, masks in found.items() if any(masks)}


def _runs(program: NativeDesign, stimulus: Stimulus, most_items: int) -> Iterator[Expectation]:
    """Native runs with other noise than the first, as long as there is time; one in any case."""
    spent = 0.0
    for noise in NOISES:
        if spent > SECONDS:
            return
        again = expect(program, stimulus, noise=noise, most_items=most_items)
        spent += again.cpu_s
        yield again


def _is_known(bits: int, masks: Sequence[int]) -> bool:
    """Whether any bit of these items is not open."""
    return not masks or any(mask != (1 << bits) - 1 for mask in masks)
