"""A value to which some of its own bits are added: they are left out instead.

A decryption puts the ciphertext in the place of the state, in the bytes that the message fills:
`s ^ ((s & filled) ^ block)`. That is `(s & ~filled) ^ block`, where the state, which comes last, is
needed once, and one level of logic earlier. The bits may be wired otherwise in between, as in a
block of bytes that are words of the state with their bytes in the other order.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from cryptagon.hls.datapath.bits import Piece
from cryptagon.hls.datapath.wires import Wire
from cryptagon.hls.datapath.xls_ir import XlsWriter

NARROWEST = 8
"""Bits below which nothing is looked for."""
MOST_TERMS = 128
"""Of a sum that is looked through."""


def without_own_bits(writer: XlsWriter, first: Wire, second: Wire) -> Wire | None:
    """The sum of two wires of one width, if one of them adds bits of the other under a mask; None
    where neither does.
    """
    if first.width < NARROWEST:
        return None
    for value, other in ((first, second), (second, first)):
        if found := _left_out(writer, value, other):
            return found
    return None


def _left_out(writer: XlsWriter, value: Wire, other: Wire) -> Wire | None:
    """`value ^ other`, where `other` is wired from a sum in which there is `value & mask`."""
    pieces = writer.sources.pieces(other)
    if len({name for name, _, _ in pieces}) != 1:
        return None
    terms = list(islice(_terms(writer, pieces[0][0]), MOST_TERMS + 1))
    if not 1 < len(terms) <= MOST_TERMS:
        return None
    bits = writer.sources.of(value)
    for number, term in enumerate(terms):
        if masks := _masks_of(writer, term, pieces, bits):
            rest = writer.operation("xor", term.width, *terms[:number], *terms[number + 1 :])
            wired = [_wired(writer, one, pieces) for one in (*masks, rest)]
            return _without(writer, value, wired[:-1], wired[-1])
    return None


def _without(writer: XlsWriter, value: Wire, masks: Sequence[Wire], rest: Wire) -> Wire:
    width = value.width
    mask = masks[0] if len(masks) == 1 else writer.operation("and", width, *masks)
    kept = writer.masked(value, writer.operation("not", width, mask))
    return writer.operation("xor", width, kept, rest)


def _terms(writer: XlsWriter, name: str) -> Iterator[Wire]:
    """What is added in a sum, and in the sums in it; one that is in several sums comes as often,
    which may be two to the power of their depth.
    """
    for one in _added(writer, name):
        if _added(writer, one.name):
            yield from _terms(writer, one.name)
        else:
            yield one


def _added(writer: XlsWriter, name: str) -> Sequence[Wire]:
    operation, operands, _ = writer.made.get(name, ("", (), {}))
    return operands if operation == "xor" else ()


def _masks_of(
    writer: XlsWriter, term: Wire, pieces: Sequence[Piece], bits: Sequence[object]
) -> list[Wire]:
    """The masks under which a term has what is wired to these bits; none where it has not."""
    operation, operands, _ = writer.made.get(term.name, ("", (), {}))
    masks = [one for one in operands if writer.is_mask(one)] if operation == "and" else []
    rest = [one for one in operands if one not in masks]
    if not masks or len(rest) != 1:
        return []
    return masks if _wired_bits(writer.sources.of(rest[0]), pieces) == bits else []


def _wired_bits(bits: Sequence[object], pieces: Sequence[Piece]) -> tuple[object, ...]:
    """Bits, least significant first, wired as the pieces are."""
    return tuple(bit for _, low, width in reversed(pieces) for bit in bits[low : low + width])


def _wired(writer: XlsWriter, wire: Wire, pieces: Sequence[Piece]) -> Wire:
    """A wire in the same pieces."""
    parts = [writer.sliced(wire, low, width) for _, low, width in pieces]
    return parts[0] if len(parts) == 1 else writer.side_by_side(parts)
