"""Blocks of AD that are wider or narrower than those of data, with a whole core at both levels."""

from pathlib import Path

import pytest
from selection import one_of

from cryptagon.catalog import Algorithm, InterfaceNeeds, Sizes, algorithm
from cryptagon.core import VerilogCore
from cryptagon.hwapi import corner_messages, forgeries_between, multi_segment, random_messages
from cryptagon.simulate import STALL_MODES, Simulator, measure_cycles

CORE = Path(__file__).parent / "cores" / "unequal_blocks" / "CipherCore.sv"
BLOCK = 16


class UnequalBlocks:
    """The cipher of CORE in Python, with AD in blocks of `ad_block` bytes."""

    def __init__(self, ad_block: int) -> None:
        self.ad_block, self.bits = ad_block, 8 * max(ad_block, BLOCK)

    def encrypt(self, key: bytes, nonce: bytes, ad: bytes, pt: bytes, /) -> bytes:
        ct, tag = self._message(key, nonce, ad, pt, decrypt=False)
        return ct + tag

    def decrypt(self, key: bytes, nonce: bytes, ad: bytes, ct: bytes, /) -> bytes | None:
        pt, tag = self._message(key, nonce, ad, ct[:-BLOCK], decrypt=True)
        return pt if tag == ct[-BLOCK:] else None

    def _message(
        self, key: bytes, nonce: bytes, ad: bytes, data: bytes, *, decrypt: bool
    ) -> tuple[bytes, bytes]:
        state = self._top(key) ^ self._top(nonce)
        for at in range(0, len(ad), self.ad_block):
            state = self._absorbed(state, ad[at : at + self.ad_block])
        output = b""
        for at in range(0, len(data), BLOCK):
            block = data[at : at + BLOCK]
            output += (
                made := bytes(a ^ b for a, b in zip(block, state.to_bytes(self.bits // 8, "big")))
            )
            state = self._absorbed(state, made if decrypt else block)
        rest_bits = self.bits - 8 * BLOCK
        rest = state & (1 << rest_bits) - 1
        turned = (rest << 3 | rest >> max(rest_bits - 3, 0)) & (1 << rest_bits) - 1
        return output, (state >> rest_bits ^ turned ^ int.from_bytes(key, "big")).to_bytes(
            BLOCK, "big"
        )

    def _absorbed(self, state: int, block: bytes) -> int:
        turned = (state << 1 | state >> self.bits - 1) & (1 << self.bits) - 1
        return turned ^ self._top(block) ^ len(block)

    def _top(self, content: bytes) -> int:
        return int.from_bytes(content.ljust(self.bits // 8, b"\0"), "big")


def of_width(ad_block: int, *, any_segments: bool = False) -> Algorithm:
    """The test cipher with AD in blocks of `ad_block` bytes."""
    sizes = Sizes(key=128, npub=128, tag=128, block=8 * BLOCK, ad_block=8 * ad_block)
    needs = InterfaceNeeds(any_segments=any_segments)
    return algorithm("dummy").model_copy(
        update={"name": f"unequal{ad_block}", "sizes": sizes, "interface": needs}
    )


def core(folder: Path, ad_block: int) -> VerilogCore:
    """The core for that width."""
    macros = folder / "widths.sv"
    macros.write_text(f"`define AD_BLOCK {8 * ad_block}\n")
    return VerilogCore((macros, CORE))


CASES = [("core", 32, 32, False), ("core", 8, 32, False)]
CASES += [
    ("unit", ad_block, w, cut)
    for ad_block in (8, 32)
    for w, cut in ((32, False), (64, False), (32, True))
]
CASES += [("unit", 32, 128, False)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("level", "ad_block", "w", "cut"), one_of(4, CASES, lambda case: "-".join(map(str, case)))
)
def test_each_class_comes_in_blocks_of_its_own_width(tmp_path, level, ad_block, w, cut):
    chosen, cipher = of_width(ad_block, any_segments=cut), UnequalBlocks(ad_block)
    messages = corner_messages(chosen, cipher, seed=1)[::3] + random_messages(
        chosen, cipher, 30, seed=2
    )
    messages = forgeries_between(messages, seed=3, cipher=cipher)
    messages += multi_segment(chosen, messages, seed=4) if level == "unit" else []
    simulator = Simulator.build(core(tmp_path, ad_block), chosen, level, w, 32)
    for mode, stalls in STALL_MODES.items():
        result = simulator.run(messages, stalls=stalls, seed=5)
        assert result.ok, f"{mode}: {result.faults[0]}"


@pytest.mark.parametrize("ad_block", [8, 32])
def test_cycles_are_per_block_of_each_class(tmp_path, ad_block):
    chosen = of_width(ad_block)
    simulator = Simulator.build(core(tmp_path, ad_block), chosen, "unit")
    counts = measure_cycles(simulator, chosen, UnequalBlocks(ad_block), blocks=(4, 20, 36))
    assert counts.linear
    assert (counts.ad.cycles_per_block, counts.encryption.cycles_per_block) == (
        ad_block // 4,
        BLOCK // 4,
    )
