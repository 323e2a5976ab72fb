"""Buffers as recipes: literal parts and generated ones make the same bytes again."""

import random

import pytest

from cryptagon.testbed.boards.recipe import Piece, checksum, generated, image_of, pieces_of


def test_the_generator_is_xorshift():
    # The first states of xorshift32 (13, 17, 5) from 1: 270369 and 67634689.
    assert generated(1, 8) == (270369).to_bytes(4, "little") + (67634689).to_bytes(4, "little")
    assert generated(1, 6) == generated(1, 8)[:6]
    with pytest.raises(ValueError, match="no seed"):
        generated(0, 4)


def test_segments_of_generated_data_are_found():
    stream = generated(7, 300)
    image = b"head" + stream[:100] + b"\x02next" + stream[100:295] + stream[295:] + b"end"
    assert pieces_of(image, stream) == (
        Piece(literal=b"head"),
        Piece(count=100),
        Piece(literal=b"\x02next"),
        Piece(count=200),
        Piece(literal=b"end"),
    )


def test_a_recipe_makes_the_buffer_whatever_is_in_it():
    rng = random.Random(3)
    for _ in range(200):
        stream = generated(rng.randrange(1, 1 << 32), rng.randrange(0, 90))
        parts, taken = [], 0
        for _ in range(rng.randrange(5)):
            parts.append(rng.randbytes(rng.randrange(4)))
            more = rng.randrange(40)
            parts.append(stream[taken : taken + more])
            taken += more
        image = b"".join(parts)
        assert image_of(pieces_of(image, stream), stream) == image


def test_the_checksum_is_crc_32():
    assert checksum(b"123456789") == "cbf43926"
