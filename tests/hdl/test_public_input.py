"""The PublicInput alone against the Python model of the contract: every way of padding, also those
that no algorithm here uses.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import pytest
from selection import one_of

from cryptagon import paths
from cryptagon.catalog import HashPart
from cryptagon.core import VerilogCore
from cryptagon.hwapi import Message, api_words, bdi_bits, core_transaction, multi_segment
from cryptagon.hwapi.expansion import ciphertext_bytes, is_padded, marker
from cryptagon.hwapi.source import Case, message_of
from cryptagon.simulate import STALL_MODES, Simulator
from cryptagon.simulate.build import build_program
from cryptagon.simulate.levels import TOP, Item, Level, Stream

MASK = {"incomplete": 1, "complete": 2, "empty": 4}
ALWAYS = frozenset(MASK)


@dataclass(frozen=True)
class Sizes:
    block: int
    npub: int
    tag: int
    ad_block: int
    key: int = 128
    nsec: int = 0


@dataclass(frozen=True)
class Padding:
    style: str
    ad: frozenset[str]
    data: frozenset[str]
    expands: bool = False


@dataclass(frozen=True)
class Needs:
    any_segments: bool
    two_pass: bool = False
    decrypts_by_tag: bool = False


@dataclass(frozen=True)
class Configuration:
    """Sizes in bits, and the cases in which a class is padded; an algorithm as far as the testbench
    is concerned.
    """

    w: int
    block: int
    ad: frozenset[str] = frozenset()
    data: frozenset[str] = frozenset()
    npub: int = 128
    tag: int = 128
    any_segments: bool = False
    ad_block: int = 0  # 0 for that of data
    expands: bool = False
    nsec: int = 0
    hash: HashPart | None = None

    @property
    def name(self) -> str:
        more = "-any" * self.any_segments + "-expands" * self.expands
        more += f"-nsec-{self.nsec}" if self.nsec else ""
        more += f"-ad-{self.ad_block}" if self.ad_block else ""
        return f"padding-{self.w}-{self.block}-{mask(self.ad)}-{mask(self.data)}{more}"

    @property
    def sizes(self) -> Sizes:
        return Sizes(self.block, self.npub, self.tag, self.ad_block or self.block, nsec=self.nsec)

    @property
    def padding(self) -> Padding:
        style = "10*" if self.ad | self.data else "none"
        return Padding(style, self.ad, self.data, self.expands)

    @property
    def interface(self) -> Needs:
        return Needs(self.any_segments)

    def hardware_parameters(self, w: int = 32, sw: int = 32) -> dict[str, int]:
        style = int(self.padding.style != "none")
        return {
            "W": w,
            "NPUB": self.npub,
            "TAG": self.tag,
            "BLOCK": self.block,
            "AD_BLOCK": self.sizes.ad_block,
            "PAD_STYLE": style,
            "PAD_AD": mask(self.ad),
            "PAD_DATA": mask(self.data),
            "ANY_SEGMENTS": int(self.any_segments),
            "EXPANDS": int(self.expands),
            "NSEC": self.nsec,
        }


def mask(cases: frozenset[str]) -> int:
    return sum(MASK[case] for case in cases)


WHOLE_BLOCKS = [
    Configuration(32, 128, frozenset({"incomplete", "complete"}), ALWAYS),
    Configuration(32, 32),
    Configuration(8, 64, ALWAYS, ALWAYS, npub=96),
    Configuration(16, 64, frozenset({"empty"}), frozenset({"complete"}), tag=96),
    Configuration(128, 128, ALWAYS, frozenset({"incomplete", "complete"}), npub=96, tag=64),
    Configuration(32, 96, frozenset({"incomplete"}), frozenset({"incomplete", "empty"})),
    Configuration(8, 8, frozenset({"complete", "empty"})),
]
UNEQUAL = [
    Configuration(32, 128, ALWAYS, ALWAYS, ad_block=64),
    Configuration(32, 64, frozenset({"incomplete"}), frozenset({"complete"}), ad_block=128),
    Configuration(32, 128, ALWAYS, frozenset({"incomplete", "complete"}), ad_block=32),
    Configuration(64, 64, ad_block=192),
]
BLOCKS = [*WHOLE_BLOCKS, Configuration(32, 128), *UNEQUAL]
EXPANDING = [
    Configuration(32, 256, frozenset({"incomplete"}), ALWAYS, npub=104, expands=True),
    Configuration(8, 64, ALWAYS, ALWAYS, npub=96, expands=True),
    Configuration(64, 64, frozenset({"incomplete"}), ALWAYS, expands=True),
    Configuration(32, 128, data=frozenset({"incomplete", "empty"}), expands=True),
    Configuration(16, 64, data=frozenset({"incomplete", "empty"}), expands=True),
    Configuration(8, 8, data=ALWAYS, expands=True),
]
SECRET = [
    Configuration(256, 1024, frozenset({"empty"}), frozenset({"empty"}), nsec=128),
    Configuration(32, 128, ALWAYS, ALWAYS, nsec=96),
    Configuration(8, 64, nsec=128),
    Configuration(32, 32, frozenset({"incomplete"}), nsec=32),
]
CONFIGURATIONS = [
    *BLOCKS,
    *(replace(one, any_segments=True) for one in BLOCKS),
    *EXPANDING,
    *SECRET,
]

FIELDS = (
    "decrypt",
    "bdi_type",
    "bdi_eot",
    "bdi_eoi",
    "bdi_partial",
    "bdi_size",
    "bdi_valid_bytes",
    "bdi_pad_loc",
    "bdi",
)


class PublicInputLevel(Level):
    """`pdi` words in, `bdi` blocks out.

    The commands are left to the tests of the whole: they may overtake the blocks.
    """

    def inputs(self, messages: Sequence[Message]) -> Iterator[Item]:
        for word in api_words(self.algorithm, messages, self.w).pdi:
            yield Item("pdi", word.message, word.value, 0, word.kind)

    def outputs(self, messages: Sequence[Message]) -> Iterator[Item]:
        for number, message in enumerate(messages):
            transaction = core_transaction(self.algorithm, message)
            for block in transaction.bdi:
                values = {"decrypt": transaction.decrypt, "bdi": int.from_bytes(block.data, "big")}
                values |= {
                    f"bdi_{name}": value for name, value in vars(block).items() if name != "data"
                }
                packed = 0
                for name in FIELDS:
                    packed = packed << field_widths(bdi_bits(self.algorithm.sizes))[name] | int(
                        values[name]
                    )
                yield Item(
                    "bdi",
                    number,
                    packed,
                    (1 << sum(field_widths(bdi_bits(self.algorithm.sizes)).values())) - 1,
                    "block",
                )


def field_widths(block: int) -> dict[str, int]:
    size = (block // 8).bit_length()
    return dict(zip(FIELDS, (1, 4, 1, 1, 1, size, block // 8, block // 8, block)))


def simulator(case: Configuration) -> Simulator:
    widths = field_widths(bdi_bits(case.sizes))
    total = sum(widths.values())
    streams = (Stream("pdi", case.w, True, primary=True), Stream("bdi", total, False))
    ports, pins = ["input logic clk", "input logic rst"], []
    for stream in streams:
        forward, back = ("input", "output") if stream.to_design else ("output", "input")
        ports += [
            f"{forward} logic [{stream.width - 1}:0] {stream.name}_data",
            f"{forward} logic {stream.name}_valid",
        ]
        ports += [f"{back} logic {stream.name}_ready"]
        pins += [
            f".{stream.name}_valid({stream.name}_valid)",
            f".{stream.name}_ready({stream.name}_ready)",
        ]
    top = total
    for name, width in widths.items():
        pins.append(f".{name}(bdi_data[{top - 1}:{top - width}])")
        top -= width
    pins += [
        ".pdi_data(pdi_data)",
        ".command()",
        ".command_valid()",
        ".command_ready(1'b1)",
        ".clk(clk)",
        ".rst(rst)",
        ".key_taken(1'b1)",
        ".key_drop()",
        ".refuse()",
        ".begins()",
        ".begun()",
        ".abandon(1'b0)",
        ".refused(1'b0)",
        ".key_update()",
    ]
    parameters = ", ".join(
        f".{name}({value})" for name, value in case.hardware_parameters(case.w).items()
    )
    instance = f"PublicInput #({parameters}) unit ({', '.join(pins)});"
    verilog = f"module {TOP} ({', '.join(ports)});\n  {instance}\nendmodule\n"
    level = PublicInputLevel(
        "unit",
        case,
        case.w,
        case.w,
        streams,
        verilog,
        False,
        library=paths.hardware_of("caesar-1.0"),
    )
    core = VerilogCore((paths.repository() / "hdl" / "caesar-1.0" / "PublicInput.sv",))
    return Simulator(core, level, build_program(core, level, waveform=False))


def messages(case: Configuration) -> list[Message]:
    """All corners of both lengths around two blocks, in both directions; then the same in
    segments.
    """
    source = random.Random(1)
    block = case.block // 8
    around = (0, 1, block - 1, block, block + 1, 2 * block, 3 * block + block // 2)
    corners = sorted({*around, case.sizes.ad_block // 8 - 1, case.sizes.ad_block // 8})
    whole = []
    for index, (ad, data) in enumerate((ad, data) for ad in corners for data in corners):
        for decrypt in (False, True):
            content = source.randbytes(data)
            parts = (
                source.randbytes(16),
                source.randbytes(case.npub // 8),
                source.randbytes(ad),
                content,
                source.randbytes(case.nsec // 8),
            )
            sealed = source.randbytes(case.nsec // 8 + ciphertext_bytes(case, data) + case.tag // 8)
            sealed += marker(case, is_padded(case, data))
            message = message_of(case, Case(*parts), sealed, decrypt, "")
            whole.append(replace(message, new_key=index % 3 == 0))
    source.shuffle(whole)
    whole[0] = replace(whole[0], new_key=True)  # without a key the first would be refused
    return whole + multi_segment(case, whole, seed=2)


@pytest.mark.slow
@pytest.mark.parametrize("case", one_of(5, CONFIGURATIONS, lambda case: case.name))
def test_blocks_are_those_of_the_contract(case):
    program = simulator(case)
    for name, stalls in STALL_MODES.items():
        result = program.run(messages(case), stalls=stalls, seed=3)
        assert result.ok, f"{name}: {result.faults[0]}"


@pytest.mark.slow
@pytest.mark.parametrize("case", CONFIGURATIONS[:2], ids=lambda case: case.name)
def test_a_word_enters_in_every_cycle_of_a_segment(case):
    source = random.Random(4)
    data = source.randbytes(16 * 1000)
    message = Message(
        data[:16], data[:16], b"", data, data[:16], decrypt=False, new_key=True, expected=data
    )
    result = simulator(case).run([message])
    assert result.ok, result.faults[0]
    assert result.messages[0].total <= len(data) * 8 // case.w + 20
