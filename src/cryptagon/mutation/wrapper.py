"""The generator of wrong cores: a wrapper with faults at its ports around any correct core."""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.hwapi import HardwareAlgorithm
from cryptagon.mutation.catalogue import Family
from cryptagon.mutation.fault import HOOKS, Fault, Hook

TOP = re.compile(r"(\bmodule\s+)CipherCore\b")
HEADER = "header.sv.template"
# The templates ask for it; the files of the core come later, and must not see it.
DEFINED = "`define WRAPS_TWO_PASSES\n{}`undef WRAPS_TWO_PASSES\n"
INDENT = " " * 6
VARIABLE = "CRYPTAGON_FAULT"
# One simulator serves all faults: which one it has is read when it starts. Verilator hands $c on to
# C++.
FROM_ENVIRONMENT = f"""\
  int unsigned fault;
  initial fault = $c32("(std::getenv(\\"{VARIABLE}\\") ? std::atoi(std::getenv(\\"{VARIABLE}\\")) : 0)");"""


def wrapped(
    core: VerilogCore,
    algorithm: HardwareAlgorithm,
    family: Family,
    folder: Path,
    fault: int | None = None,
) -> VerilogCore:
    """A core in the wrapper of that family, written to `folder`.

    It has the fault with number `fault`, 0 for none; where that is None, the one that `with_fault`
    chooses when the simulation starts. Raises CryptagonError where no file of the core holds the
    module CipherCore.
    """
    folder.mkdir(parents=True, exist_ok=True)
    wrapper = folder / "CipherCore.sv"
    wrapper.write_text(_wrapper(algorithm, family, fault))
    return VerilogCore((wrapper, *_original(core, folder)))


@contextmanager
def with_fault(number: int) -> Iterator[None]:
    """Inside it a simulator of a wrapped core that this process starts has that fault."""
    os.environ[VARIABLE] = str(number)
    try:
        yield
    finally:
        del os.environ[VARIABLE]


def _original(core: VerilogCore, folder: Path) -> list[Path]:
    """Copies of the core's files, in which its top is called CipherCoreOriginal."""
    texts = [source.read_text() for source in core.sources]
    renamed = [TOP.sub(r"\1CipherCoreOriginal", text) for text in texts]
    if renamed == texts:
        raise CryptagonError(
            "no file of this core holds the module CipherCore",
            where=str(core.sources[0]),
            fix="see docs/cipher-core.md",
        )
    places = [folder / f"original-{source.name}" for source in core.sources]
    for place, text in zip(places, renamed):
        place.write_text(text)
    return places


def _wrapper(algorithm: HardwareAlgorithm, family: Family, fault: int | None) -> str:
    sizes = algorithm.sizes
    bdi = max(sizes.block, sizes.ad_block)
    numbers = {
        "KEY": sizes.key,
        "TAG": sizes.tag,
        "BLOCK": sizes.block,
        "BYTES": sizes.block // 8,
        "AD_BYTES": sizes.ad_block // 8,
        "BDI": bdi,
        "BDI_BYTES": bdi // 8,
        "SZ": (bdi // 8).bit_length(),
        "BDO_SZ": (sizes.block // 8).bit_length(),
        "TAG_BLOCKS": -(-sizes.tag // sizes.block),
        "NONCE_BLOCKS": -(-sizes.npub // sizes.block),
        "NSEC_BLOCKS": -(-sizes.nsec // sizes.block),
        "EXPANDS": int(algorithm.padding.expands),
        "TWO_PASSES": int(algorithm.interface.two_pass),
    }
    places = {name: str(number) for name, number in numbers.items()}
    places["FAULT"] = (
        FROM_ENVIRONMENT if fault is None else f"  localparam int unsigned fault = {fault};"
    )
    places |= {hook.upper(): _arms((*family.controls, *family.faults), hook) for hook in HOOKS}
    places["HEADER"] = _filled(HEADER, places)
    text = _filled(family.template, places)
    return DEFINED.format(text) if algorithm.interface.two_pass else text


def _filled(template: str, places: Mapping[str, str]) -> str:
    text = (Path(__file__).parent / template).read_text()
    return re.sub(r"@(\w+)@", lambda match: places[match[1]], text)


def _arms(faults: Sequence[Fault], hook: Hook) -> str:
    """An arm of the case statement for each fault that has something to do there."""
    arms = (
        (number, fault.hooks[hook])
        for number, fault in enumerate(faults, start=1)
        if hook in fault.hooks
    )
    return "\n".join(f"{INDENT}{number}: begin {statements} end" for number, statements in arms)
