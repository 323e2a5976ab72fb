"""The unit with the LWC API: what is wrong on pdi and sdi is answered by FAILURE with do_last, and
the next message is right.
"""

from dataclasses import replace

import pytest
from exchanges import (
    ACTKEY,
    EOT,
    FAILURE,
    LAST,
    LDKEY,
    Code,
    Exchange,
    ExchangeLevel,
    Segment,
    unit,
    with_pdi,
)
from selection import one_of
from test_elaboration import CORE, elaborate, lint
from test_refused_messages import check, core_of, faults, framed, known, served, whole

from cryptagon import paths
from cryptagon.catalog import Algorithm, InterfaceNeeds, algorithm
from cryptagon.errors import CryptagonError
from cryptagon.interfaces import interface
from cryptagon.simulate import STALL_MODES, Simulator
from cryptagon.simulate.levels import Level

LWC = "lwc-1.2"
WIDTHS = (8, 16, 32)
HASH_MESSAGE, KEY = 0x7, 0xC
REFUSED = [
    ({"W": 64}, "W is 8, 16 or 32"),
    ({"BLOCK": 24}, "BLOCK must be a multiple of W"),
    ({"AD_BLOCK": 24}, "AD_BLOCK must be a multiple of W"),
    ({"KEY": 24}, "KEY must be a multiple of W"),
    ({"TAG": 0}, "TAG at least one"),
    ({"PAD_STYLE": 2}, "PAD_STYLE is 0 or 1"),
]


def of(cipher: Algorithm, w: int):
    """Its core by hand in a unit that takes exchanges."""
    return unit(core_of(cipher), cipher, w, around=LWC)


def messages(cipher: Algorithm) -> list[Exchange]:
    """One of each kind, right."""
    return [whole(cipher, message) for message in known(cipher).values()]


def wrong_keys(cipher: Algorithm) -> list[Exchange]:
    """A right message on pdi behind a key segment that is none."""
    one = messages(cipher)[0]
    key = next(part for part in one.sdi if isinstance(part, Segment))
    given = {
        "a key too short": replace(key, content=key.content[:-1]),
        "a key too short by a word": replace(key, content=key.content[:-4]),
        "a key too long": replace(key, content=key.content + b"\x40"),
        "a key too long by words that look like LDKEY": replace(
            key, content=key.content + b"\x40" * 16
        ),
        "a key of no bytes": replace(key, content=b""),
        "a key in two": replace(key, flags=0),
        **{
            f"type {kind:x} where the key is due": replace(key, kind=kind)
            for kind in set(range(16)) - {KEY}
        },
    }
    return [
        Exchange(title, one.pdi, (Code(FAILURE),), (Code(LDKEY), segment))
        for title, segment in given.items()
    ]


@pytest.mark.parametrize("w", WIDTHS)
def test_a_faulty_message_is_answered_by_failure_and_the_next_is_right(w):
    cipher = algorithm("dummy")
    good = messages(cipher)
    mixed = [
        one
        for number, fault in enumerate(framed(cipher, w))
        for one in (fault, good[number % len(good)])
    ]
    check(of(cipher, w), mixed)


@pytest.mark.slow
@pytest.mark.parametrize("name", one_of(3, ["tinyjambu128", "ascon_aead128", "ascon128"]))
def test_faulty_messages_of_ciphers(name):
    cipher = algorithm(name)
    good = messages(cipher)
    check(of(cipher, 32), [one for fault in framed(cipher, 32) for one in (fault, good[0])])


def test_faulty_messages_in_a_row_are_each_answered():
    cipher = algorithm("dummy")
    check(of(cipher, 32), [*framed(cipher, 32), messages(cipher)[0]])


@pytest.mark.parametrize("w", WIDTHS)
def test_lengths_and_bits_below_an_instruction_are_passed_over(w):
    cipher = algorithm("dummy")
    check(of(cipher, w), served(cipher))


@pytest.mark.parametrize("w", WIDTHS)
def test_a_hash_message_is_refused(w):
    """A unit for an authenticated cipher has no hash function; its key goes with the refusal."""
    cipher = algorithm("dummy")
    good = messages(cipher)
    parts = [
        [Segment(HASH_MESSAGE, 7)],
        [Segment(HASH_MESSAGE, 0, bytes(16)), Segment(HASH_MESSAGE, 7, b"abc")],
    ]
    hashes = [Exchange("hash", (Code(8), *segments), (Code(FAILURE),)) for segments in parts]
    keyless = Exchange("the key is gone", good[0].pdi[1:], (Code(FAILURE),))
    check(of(cipher, w), [*hashes, good[0], hashes[1], keyless, good[-1], *hashes, good[1]])


@pytest.mark.parametrize("w", WIDTHS)
def test_without_a_key_every_message_is_refused(w):
    cipher = algorithm("dummy")
    good = messages(cipher)
    keyless = [Exchange("without a key", one.pdi[1:], (Code(FAILURE),)) for one in good]
    fault = next(one for one in faults(cipher) if one.title == "EOI before AD")
    check(of(cipher, w), [*keyless, good[0], fault, *keyless, good[-1]])


@pytest.mark.parametrize("w", WIDTHS)
def test_a_segment_that_is_no_key_refuses_messages_up_to_the_next_key(w):
    cipher = algorithm("dummy")
    good = messages(cipher)
    again = Exchange("still without a key", good[0].pdi[1:], (Code(FAILURE),))
    mixed = [one for fault in wrong_keys(cipher) for one in (good[0], fault, again, good[1])]
    check(of(cipher, w), mixed)


def test_words_before_a_key_are_passed_over():
    cipher = algorithm("dummy")
    good = messages(cipher)
    words = tuple(Code(code) for code in set(range(16)) - {LDKEY})
    check(of(cipher, 32), [replace(one, sdi=(*words, *one.sdi)) for one in good])


@pytest.mark.parametrize("w", WIDTHS)
def test_each_activation_takes_a_key(w):
    """Of two in a row the second is in force."""
    cipher = algorithm("dummy")
    good = messages(cipher)
    other = (Code(LDKEY), Segment(KEY, EOT | LAST, bytes(range(7, 23))))
    twice = [
        replace(with_pdi(one, "two keys", Code(ACTKEY), *one.pdi), sdi=(*other, *one.sdi))
        for one in good
    ]
    check(of(cipher, w), [good[0], *twice, good[1]])


@pytest.mark.parametrize("check_unit", [lint, elaborate])
@pytest.mark.parametrize("w", WIDTHS)
def test_unit_is_clean(tmp_path, check_unit, w):
    sources = [*interface(LWC).sources, CORE]
    padded = {"PAD_STYLE": 1, "PAD_AD": 3, "PAD_DATA": 7}
    check_unit(tmp_path, "LWC", sources, {"W": w})
    check_unit(tmp_path, "LWC", sources, {"W": w, **padded})


@pytest.mark.parametrize(("parameters", "message"), REFUSED)
def test_parameters_are_refused(tmp_path, parameters, message):
    log = tmp_path / "log"
    with pytest.raises(CryptagonError):
        lint(tmp_path, "LWC", [*interface(LWC).sources, CORE], parameters, log)
    assert message in log.read_text()


@pytest.mark.parametrize("w", [4, 24, 64])
def test_other_widths_have_no_unit(w):
    with pytest.raises(CryptagonError, match=f"w = {w} is not a bus width of the LWC"):
        interface(LWC).parameters(algorithm("dummy"), {"w": w})


@pytest.mark.parametrize(
    ("name", "need"),
    [
        ("copa", "ciphertext that expands"),
        ("aez", "two passes"),
        ("icepole", "a secret message number"),
    ],
)
def test_what_a_unit_does_not_have_is_refused(name, need):
    with pytest.raises(CryptagonError, match=f"it needs {need}"):
        interface(LWC).parameters(algorithm(name), {"w": 32})


def test_segments_of_any_length_are_refused():
    asking = algorithm("dummy").model_copy(update={"interface": InterfaceNeeds(any_segments=True)})
    with pytest.raises(CryptagonError, match="it needs segments of any length"):
        interface(LWC).parameters(asking, {"w": 32})


def test_the_units_of_the_caesar_api_have_no_file_of_this_one():
    own = paths.hardware_of(LWC)
    assert not set(own) & set(interface("caesar-1.0").sources)
    assert {file.stem for file in interface(LWC).sources} > {"LWC", "PublicInput"}


def test_an_answer_without_do_last_is_a_fault():
    """The test bench sees a status whose do_last is missing, and one on another word."""
    cipher = algorithm("dummy")
    bench = interface(LWC).testbench(cipher, {"w": 32})
    assert isinstance(bench, Level)
    message = next(iter(known(cipher).values()))
    *before, status = bench.outputs([message])
    assert status.value >> 32 == 1 and not any(item.value >> 32 for item in before)
    assert all(item.known >> 32 == 1 for item in (*before, status))
    assert bench.show("do", status.value).endswith(", do_last")
    assert "do_last" not in bench.show("do", before[0].value)
    assert bench.data_ports(bench.streams[-1]) == (("do_last", 1), ("do_data", 32))


# File, what is there, what is put in its place.
DEFECTS = [
    ("LwcPostProcessor.sv", "state_q == Status || (state_q == Header && abandon_q)", "state_q == Status"),
    ("LwcPostProcessor.sv", "assign do_last = ", "assign do_last = tag_q || "),
    ("LwcPostProcessor.sv", "valid_bytes[i] && !blank_q", "!blank_q"),
    ("LwcPostProcessor.sv", "if (state_q != Data) index_q <= '0;", "if (rst) index_q <= '0;"),
    ("KeyInput.sv", "&& sdi_data[W-7]", ""),
    ("KeyInput.sv", "sdi_data[W-1-:4] == 4'd12 && ", ""),
    ("KeyInput.sv", "(!header_end || length == KEY_BYTES)", "1'b1"),
    ("LwcPreProcessor.sv", "input_ready && !key_due", "input_ready"),
    ("LwcPreProcessor.sv", "abandon || drop_wrong", "abandon"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "good", "bad"), one_of(4, DEFECTS))
def test_a_defect_of_the_unit_is_found(tmp_path, file, good, bad):
    cipher = algorithm("dummy")
    bench = interface(LWC).testbench(cipher, {"w": 32})
    for source in bench.library:
        text = source.read_text()
        assert source.name != file or good in text
        (tmp_path / source.name).write_text(
            text.replace(good, bad) if source.name == file else text
        )
    level = ExchangeLevel(**vars(bench))
    wrong = replace(level, library=tuple(tmp_path / source.name for source in bench.library))
    good_ones = messages(cipher)
    sent = [
        *(one for fault in framed(cipher, 32)[::5] for one in (fault, good_ones[0])),
        *(one for fault in wrong_keys(cipher) for one in (good_ones[-1], fault, good_ones[1])),
        *good_ones,
    ]
    simulator = Simulator.on(core_of(cipher), wrong)
    modes = (STALL_MODES["none"], STALL_MODES["both"])
    assert any(simulator.run(sent, stalls=mode, record=False).faults for mode in modes)
