"""Words on pdi that are not as they should be: LEN and IDs are passed over, all else is answered by
FAILURE, and the next is right.
"""

from dataclasses import replace

import pytest
from exchanges import (
    ACTKEY,
    DEC,
    ENC,
    EOI,
    EOT,
    LAST,
    PARTIAL,
    Code,
    Exchange,
    Segment,
    ad,
    agrees_with_the_generator,
    nonce,
    plaintext,
    refused,
    right,
    secret,
    unit,
    width,
    with_pdi,
)
from selection import one_of

from cryptagon.catalog import Algorithm, InterfaceNeeds, algorithm, algorithms
from cryptagon.core import VerilogCore
from cryptagon.hwapi import Message, messages_from_kat
from cryptagon.kat import file_name, read_kat
from cryptagon.simulate import STALL_MODES

CIPHERS = one_of(4, sorted(algorithms(), key=lambda name: name != "dummy"))
WIDTHS = [(32, 32), (8, 8), (16, 32)]
SERVED_IN_ANY_SEGMENTS = {
    "AD of no bytes that goes on",
    "data of no bytes that goes on",
    "AD that cuts a block",
    "data that cuts a block",
}


def known(cipher: Algorithm) -> dict[tuple[bool, bool, bool], Message]:
    """A message for each of: decrypted, with AD, with data; those with both have two blocks and a
    half of each where there are such.
    """
    found = {}
    file = cipher.folder / "kat" / file_name(cipher.sizes.key, cipher.sizes.npub)
    for message in messages_from_kat(cipher, read_kat(file)):
        found[message.decrypt, bool(message.ad), bool(message.data)] = replace(
            message, new_key=True
        )
    return found


def whole(cipher: Algorithm, message: Message) -> Exchange:
    """A message as it should be."""
    return right(message, block=cipher.sizes.block // 8)


def faults(cipher: Algorithm) -> list[Exchange]:
    """Messages with one fault each, all of them with a key of their own but where the title says
    so.
    """
    block = cipher.sizes.block // 8
    of = known(cipher)
    full, opened, bare = of[False, True, True], of[True, True, True], of[False, False, False]
    sealed, unsealed, empty = (whole(cipher, one) for one in (full, opened, bare))
    key, enc, dec = Code(ACTKEY), Code(ENC), Code(DEC)
    n, a = nonce(full.nonce), ad(full.ad)
    text = Segment(0x4, EOI | EOT | LAST, full.data)
    partial = PARTIAL if opened.padded else 0
    ct = Segment(0x5, EOI | EOT | partial, opened.data)
    tag = Segment(0x8, EOT | LAST, opened.tag)
    blocks = Segment(0x4, 0, bytes(range(2 * block)))
    # A last block with padding waits for the verdict, and its header with it.
    plain = plaintext(opened, block)[: -1 if opened.padded else None]
    dec_parts = (nonce(opened.nonce), ad(opened.ad))
    last = Segment(0x4, EOT | LAST)
    found = [
        refused(sealed, f"instruction {code:x}", key, Code(code), n, a, text)
        for code in (0x0, 0x1, 0x4, 0x5, 0x6, 0x8, 0xE, 0xF)
    ]
    for kind in set(range(16)) - {0xD, 0xA}:
        found.append(
            refused(
                sealed,
                f"type {kind:x} where the nonce is due",
                key,
                enc,
                Segment(kind, EOT, full.nonce),
                a,
                text,
            )
        )
    for kind in set(range(16)) - {0x1}:
        found.append(
            refused(
                sealed,
                f"type {kind:x} where AD is due",
                key,
                enc,
                n,
                Segment(kind, EOT, full.ad),
                text,
            )
        )
    for kind in set(range(16)) - {0x4}:
        found.append(
            refused(
                sealed,
                f"type {kind:x} where plaintext is due",
                key,
                enc,
                n,
                a,
                Segment(kind, EOI | EOT | LAST, full.data),
            )
        )
    for kind in set(range(16)) - {0x8}:
        wrong = Segment(kind, EOT | LAST, opened.tag)
        found.append(
            refused(
                unsealed,
                f"type {kind:x} where the tag is due",
                key,
                dec,
                *dec_parts,
                ct,
                wrong,
                promised=plain,
            )
        )
    found += [
        refused(sealed, "data before the nonce", key, enc, text),
        refused(sealed, "AD before the nonce", key, enc, a, n, text),
        refused(sealed, "data before AD", key, enc, n, Segment(0x4, EOT, full.data), ad(full.ad, EOI | EOT | LAST)),
        refused(sealed, "plaintext to decrypt", key, dec, n, a, Segment(0x4, EOI | EOT, full.data), tag),
        refused(sealed, "AD between the data", key, enc, n, a, blocks, a, text, promised=[Segment(0x5, 0, blocks.content)]),
        refused(sealed, "a nonce of no bytes", key, enc, nonce(b""), a, text),
        refused(sealed, "a nonce too short", key, enc, nonce(full.nonce[1:]), a, text),
        refused(sealed, "a nonce too long", key, enc, nonce(full.nonce + b"\1"), a, text),
        refused(sealed, "a nonce in two", key, enc, nonce(full.nonce, 0), nonce(full.nonce), a, text),
        refused(unsealed, "a tag of no bytes", key, dec, *dec_parts, ct, Segment(0x8, EOT | LAST), promised=plain),
        refused(unsealed, "a tag too short", key, dec, *dec_parts, ct, Segment(0x8, EOT | LAST, opened.tag[:-1]), promised=plain),
        refused(sealed, "AD of no bytes that goes on", key, enc, n, ad(b"", 0), a, text),
        refused(sealed, "data of no bytes that goes on", key, enc, n, a, Segment(0x4, 0), text),
        refused(sealed, "AD that cuts a block", key, enc, n, ad(bytes(block + 1), 0), a, text),
        refused(
            sealed, "data that cuts a block", key, enc, n, a, Segment(0x4, 0, bytes(2 * block + 1)), text,
            promised=[Segment(0x5, 0, bytes(2 * block + 1))],
        ),
        refused(sealed, "no EOI with data", key, enc, n, a, Segment(0x4, EOT | LAST, full.data)),
        refused(sealed, "no EOI with AD alone", key, enc, n, a, last),
        refused(empty, "no EOI with nothing", key, enc, nonce(bare.nonce), ad(b""), last),
        refused(empty, "EOI on a segment of no bytes", key, enc, nonce(bare.nonce), ad(b"", EOI | EOT), last),
        refused(sealed, "EOI before AD", key, enc, nonce(full.nonce, EOI | EOT), a, last),
        refused(sealed, "EOI before data", key, enc, n, ad(full.ad, EOI | EOT), Segment(0x4, EOT | LAST, full.data)),
        refused(sealed, "Last on the nonce", key, enc, nonce(full.nonce, EOT | LAST)),
        refused(sealed, "Last on AD", key, enc, n, ad(full.ad, EOT | LAST)),
        refused(unsealed, "Last on ciphertext", key, dec, *dec_parts, Segment(0x5, EOI | EOT | LAST, opened.data)),
        refused(sealed, "Last on data that goes on", key, enc, n, a, Segment(0x4, EOI | LAST, blocks.content)),
        refused(sealed, "no Last, up to the next", key, enc, n, a, Segment(0x4, EOI | EOT, full.data), key, enc, n, a, text),
        refused(sealed, "LEN after the nonce", key, enc, n, Segment(0xA, EOT, bytes(8)), a, text),
    ]  # fmt: skip
    return (
        [with_number(one, opened if one.pdi[1] == dec else full) for one in found]
        if full.nsec
        else found
    )


def with_number(one: Exchange, message: Message) -> Exchange:
    """A faulty message of a cipher with a secret message number: where its nonce is right, that
    number comes behind it, and its answer is promised. `message` is a right one.
    """
    start, *rest = one.pdi[:2], *one.pdi[2:]
    decrypts = start[1] == Code(DEC)
    behind = (nonce(message.nonce), nonce(message.nonce, EOI | EOT))
    if start not in ((Code(ACTKEY), Code(ENC)), (Code(ACTKEY), Code(DEC))) or not rest:
        return one
    if rest[0] not in behind:
        return one
    number = secret(message.nsec, encrypted=decrypts)
    answer = secret(message.nsec, encrypted=not decrypts)
    promised = [replace(answer, known=False)] if rest[0] == behind[0] else []
    return replace(one, pdi=(*start, rest[0], number, *rest[1:]), do=(*promised, *one.do))


def number_faults(cipher: Algorithm) -> list[Exchange]:
    """Faults of the secret message number, where the cipher has one; else one where none is due."""
    found = []
    for message in (known(cipher)[False, True, True], known(cipher)[True, True, True]):
        one, encrypted = whole(cipher, message), message.decrypt
        start, rest = one.pdi[:3], one.pdi[3 + bool(message.nsec) :]
        due = 0xF if encrypted else 0xE
        right_one = Segment(due, EOT, message.nsec or bytes(16))
        given: dict[str, list[Segment]] = {"a number where none is due": [right_one]}
        if message.nsec:
            given = {
                f"type {kind:x} where the number is due": [replace(right_one, kind=kind)]
                for kind in set(range(16)) - {due}
            }
            given |= {
                "no number": [],
                "a number of no bytes": [secret(b"", encrypted=encrypted)],
                "a number too short": [secret(message.nsec[1:], encrypted=encrypted)],
                "a number too long": [secret(message.nsec + b"\1", encrypted=encrypted)],
                "a number in two": [replace(right_one, flags=0), right_one],
                "Last on the number": [replace(right_one, flags=EOT | LAST)],
            }
        for title, parts in given.items():
            ends = any(part.flags & LAST for part in parts)
            found.append(refused(one, title, *start, *parts, *(() if ends else rest)))
        if message.nsec:
            answer = secret(message.nsec, encrypted=not encrypted)
            found.append(
                refused(
                    one, "the number twice", *start, right_one, right_one, *rest, promised=[answer]
                )
            )
    return found  # fmt: skip


def served(cipher: Algorithm) -> list[Exchange]:
    """Messages as the older package writes them: LEN first, key and message IDs below the codes."""
    found = []
    for number, message in enumerate(known(cipher).values()):
        one, instruction = whole(cipher, message), Code(DEC if message.decrypt else ENC)
        lengths = Segment(
            0xA, EOT, len(message.ad).to_bytes(4, "big") + len(message.data).to_bytes(4, "big")
        )
        found.append(with_pdi(one, "LEN", *one.pdi[:2], lengths, *one.pdi[2:]))
        found.append(
            with_pdi(
                one, "LEN of 16 bytes", *one.pdi[:2], Segment(0xA, EOT, b"\xff" * 16), *one.pdi[2:]
            )
        )
        found.append(
            with_pdi(one, "LEN of no bytes", *one.pdi[:2], Segment(0xA, EOT), *one.pdi[2:])
        )
        ids = (
            (number + 1) << 22 | 0x3F - number << 16 | (number & 1) * 0xF00FFFF
        )  # key ID and message ID, then every bit
        found.append(
            with_pdi(one, "IDs", Code(ACTKEY, ids), Code(instruction.code, ids), *one.pdi[2:])
        )
    return found


def framed(cipher: Algorithm, w: int) -> list[Exchange]:
    """The faulty messages behind which a unit with words of `w` bits finds the next one.

    Where an instruction is one word and a header several, nobody can tell without Last where the
    next message begins. A unit for segments of any length serves some of them.
    """
    passed = set() if w >= 32 else {"no Last, up to the next"}
    if cipher.interface.any_segments:
        passed |= SERVED_IN_ANY_SEGMENTS
    found = [*faults(cipher), *number_faults(cipher)]
    return [one for one in found if one.title not in passed]


def core_of(cipher: Algorithm) -> VerilogCore:
    return VerilogCore(cipher.rtl_sources)


def check(simulator, exchanges: list[Exchange]) -> None:
    for name, stalls in STALL_MODES.items():
        result = simulator.run(exchanges, stalls=stalls, seed=5)
        assert result.ok, f"{name}: {result.faults[0]}"


@pytest.mark.parametrize("name", CIPHERS)
def test_right_exchanges_are_those_of_the_test_vectors(name):
    cipher = algorithm(name)
    for message in known(cipher).values():
        assert agrees_with_the_generator(cipher, message, 32, 32) and agrees_with_the_generator(
            cipher, message, 16, 8
        )


@pytest.mark.parametrize("name", CIPHERS)
def test_lengths_and_ids_of_the_older_package_are_passed_over(name):
    cipher = algorithm(name)
    check(unit(core_of(cipher), cipher), served(cipher))


@pytest.mark.parametrize("name", CIPHERS)
def test_a_faulty_message_is_answered_by_failure_and_the_next_is_right(name):
    cipher = algorithm(name)
    good = [whole(cipher, message) for message in known(cipher).values()]
    mixed = [
        one
        for number, fault in enumerate(framed(cipher, width(cipher)))
        for one in (fault, good[number % len(good)])
    ]
    check(unit(core_of(cipher), cipher), mixed)


@pytest.mark.parametrize("name", CIPHERS)
def test_faulty_messages_in_a_row_are_each_answered(name):
    cipher = algorithm(name)
    good = whole(cipher, known(cipher)[False, True, True])
    check(unit(core_of(cipher), cipher), [*framed(cipher, width(cipher)), good])


@pytest.mark.parametrize("name", CIPHERS)
def test_without_a_key_every_message_is_refused(name):
    """After reset, and after a refused message, which takes the key along."""
    cipher = algorithm(name)
    good = [whole(cipher, message) for message in known(cipher).values()]
    keyless = [refused(one, "without a key", *one.pdi[1:]) for one in good]
    keyless = [Exchange(one.title, one.pdi, one.do) for one in keyless]
    fault = next(one for one in faults(cipher) if one.title == "EOI before AD")
    check(unit(core_of(cipher), cipher), [*keyless, good[0], fault, *keyless, good[-1]])


def test_a_unit_for_segments_of_any_length_refuses_all_else():
    cipher = algorithm("dummy").model_copy(update={"interface": InterfaceNeeds(any_segments=True)})
    good = [whole(cipher, message) for message in known(cipher).values()]
    wrong = [one for one in faults(cipher) if one.title not in SERVED_IN_ANY_SEGMENTS]
    assert len(wrong) == len(faults(cipher)) - len(SERVED_IN_ANY_SEGMENTS)
    check(
        unit(core_of(cipher), cipher),
        [one for number, fault in enumerate(wrong) for one in (fault, good[number % len(good)])],
    )


def test_a_message_refused_within_a_word_is_answered_and_the_next_is_right():
    """Bytes wait on both sides when the message turns out to be none."""
    cipher = algorithm("dummy").model_copy(update={"interface": InterfaceNeeds(any_segments=True)})
    good = whole(cipher, known(cipher)[False, True, True])
    cut = (
        Segment(0x4, 0, bytes(21)),
        Segment(0x4, 0, bytes(3)),
    )  # the second waits for a block that never comes
    promised = [Segment(0x5, 0, cut[0].content)]
    fault = refused(
        good,
        "AD between cut data",
        *good.pdi[:4],
        *cut,
        ad(b"more"),
        Segment(0x4, EOI | EOT | LAST, b"x"),
        promised=promised,
    )
    check(unit(core_of(cipher), cipher), [good, fault, good, fault, fault, good])


@pytest.mark.slow
@pytest.mark.parametrize(("w", "sw"), WIDTHS[1:])
def test_other_bus_widths(w, sw):
    cipher = algorithm("dummy")
    good = [whole(cipher, message) for message in known(cipher).values()]
    exchanges = [
        *served(cipher),
        *(
            one
            for number, fault in enumerate(framed(cipher, w))
            for one in (fault, good[number % len(good)])
        ),
    ]
    check(unit(core_of(cipher), cipher, w, sw), exchanges)
