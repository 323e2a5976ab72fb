"""Padding: the rules in Python against the specifications, and the unit against the rules, with
messages of every shape.
"""

import random
from dataclasses import replace

import pytest
from hash_rules import RULES, fold_core, folded, function

from cryptagon.interfaces import interface
from cryptagon.interfaces.sha3 import HashMessage
from cryptagon.interfaces.sha3.messages import cut, refused
from cryptagon.simulate import STALL_MODES, Simulator, StreamBench
from cryptagon.simulate.stalls import special_modes

# rule: bytes of a message, blocks of it padded, how the last block ends
SPECIFIED = [
    ("sha256", 55, 1, "80 00000000000001b8"),
    ("sha256", 56, 2, "00 00000000000001c0"),
    ("sha3_256", 134, 1, "06 80"),
    ("sha3_256", 135, 1, "86"),
    ("sha3_256", 136, 2, "00 80"),
    ("blake", 54, 1, "80 01 00000000000001b0"),
    ("blake", 55, 1, "81 00000000000001b8"),
    ("blake", 56, 2, "00 01 00000000000001c0"),
    ("cubehash", 31, 1, "80"),
    ("cubehash", 32, 2, "80" + 31 * "00"),
    ("echo", 173, 1, "80 0001 68050000000000000000000000000000"),
    ("echo", 174, 2, "00 0001 70050000000000000000000000000000"),
    ("fugue", 0, 2, "0000000000000000"),
    ("fugue", 3, 3, "00 0000000000000018"),
    ("groestl", 55, 1, "80 0000000000000001"),
    ("groestl", 56, 2, "00 0000000000000002"),
    ("hamsi", 3, 3, "80 0000000000000018"),
    ("hamsi", 4, 4, "80000000 0000000000000020"),
    ("jh", 0, 1, "80" + 61 * "00" + "0000"),
    ("jh", 1, 2, "00" + 62 * "00" + "08"),
    ("jh", 64, 2, "80" + 61 * "00" + "0200"),
    ("keccak_r2", 132, 1, "01208801"),
    ("keccak_r2", 133, 2, "01" + 135 * "00"),
    ("shavite3", 53, 1, "80 a801000000000000 0001"),
    ("shavite3", 54, 2, "00 b001000000000000 0001"),
    ("skein", 0, 1, 64 * "00"),
    ("skein", 64, 1, "ff"),
    ("skein", 65, 2, "ff" + 63 * "00"),
]


@pytest.mark.parametrize(
    ("rule", "length", "blocks", "end"),
    SPECIFIED,
    ids=[f"{rule}-{length}" for rule, length, *_ in SPECIFIED],
)
def test_a_message_is_padded_as_specified(rule, length, blocks, end):
    one = function(rule)
    padded = one.padding.padded(length * b"\xff", one.block_bytes)
    assert (len(padded), padded[:length]) == (blocks * one.block_bytes, length * b"\xff")
    assert padded.hex().endswith(end.replace(" ", ""))


def messages_for(one):
    block, rng = one.block_bytes, random.Random(1)
    lengths = [
        *range(3),
        *range(max(0, block - 20), block + 3),
        *range(max(0, 2 * block - 10), 2 * block + 2),
        5 * block,
    ]
    whole = [HashMessage.whole(data, folded(one, data)) for data in map(rng.randbytes, lengths)]
    return [
        *whole,
        *[cut(message, block, rng) for message in whole],
        *refused([cut(message, block, rng) for message in whole[::4]], one, rng),
    ]


# Each has something that the others lack: a length, a marker of four bytes, blocks of one word,
# nothing at all, ...
CHOSEN = ("echo", "fugue", "keccak_r2", "shavite3", "skein")


@pytest.mark.parametrize(
    "rule",
    [pytest.param(name, marks=[] if name in CHOSEN else pytest.mark.nightly) for name in RULES],
)
def test_the_unit_pads_by_the_rules(rule, tmp_path):
    one = function(rule)
    simulator = Simulator.on(fold_core(one, tmp_path), interface("sha3").testbench(one, one.bus))
    for stalls in STALL_MODES.values():
        assert simulator.run(messages_for(one), stalls=stalls).faults == ()


# file, what is there, what is put in its place: something that only messages of some shape show
DEFECTS = [
    ("HashLoad.sv", "assign fits = din[2:0] == '0 &&", "assign fits = din[1:0] == '0 &&"),
    ("HashLoad.sv", "din[W-2:31] == '0", "din[W-3:31] == '0"),
    ("HashLoad.sv", "if (rst || (leave && over)) refused_q", "if (rst) refused_q"),
    ("HashLoad.sv", "(full || moved[i])", "moved[i]"),
    ("HashPad.sv", "(LOW+1)'(i) < word_bytes", "(LOW+1)'(i) <= word_bytes"),
    (
        "HashPad.sv",
        "else if (step) spill_q <= !ended_q && word_end && !finish;",
        "else spill_q <= 1'b0;",
    ),
    ("HashPad.sv", "if (rst || finish) words_q", "if (rst) words_q"),
    ("HashPad.sv", "else if (step && block_begin) block_bytes <= '0;", ""),
    ("HashUnit.sv", "assign withhold = closed_q && block_last;", "assign withhold = 1'b0;"),
    ("HashUnload.sv", "if (load) refused_q <= digest_refused;", "refused_q <= digest_refused;"),
]
QUICK_DEFECTS = (2, 5, 8)


@pytest.mark.parametrize(
    ("file", "good", "bad"),
    [
        pytest.param(
            *one, marks=[] if i in QUICK_DEFECTS else pytest.mark.nightly, id=f"{one[0]}-{i}"
        )
        for i, one in enumerate(DEFECTS)
    ],
)
def test_a_defect_of_the_unit_is_found(file, good, bad, tmp_path):
    one = function("shavite3")
    bench = interface("sha3").testbench(one, one.bus)
    assert isinstance(bench, StreamBench)
    for source in bench.library:
        text = source.read_text()
        assert source.name != file or good in text
        (tmp_path / source.name).write_text(
            text.replace(good, bad) if source.name == file else text
        )
    wrong = replace(bench, library=tuple(tmp_path / source.name for source in bench.library))
    (tmp_path / "core").mkdir()
    simulator = Simulator.on(fold_core(one, tmp_path / "core"), wrong)
    modes = (STALL_MODES["both"], special_modes(bench.streams)["long stalls on dout"])
    assert any(simulator.run(messages_for(one), stalls=mode, record=False).faults for mode in modes)
