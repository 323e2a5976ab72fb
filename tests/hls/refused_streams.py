"""Depths that a stream cannot have: the whole of each message."""

from refusals import Refusal, refused

# construct: (before the function, line, what, why, fix)
REFUSED = {
    "no item": (
        "STREAM_DEPTH(in, 0)",
        4,
        "STREAM_DEPTH(in, 0) cannot be",
        "a FIFO holds 1 to 65536 items",
        "give a number of items, or leave it out for none",
    ),
    "negative": (
        "\n STREAM_DEPTH(out, 2 - 3)",
        5,
        "STREAM_DEPTH(out, -1) cannot be",
        "a FIFO holds 1 to 65536 items",
        "give a number of items, or leave it out for none",
    ),
    "absurd": (
        "STREAM_DEPTH(in, 1LL << 32)",
        4,
        "STREAM_DEPTH(in, 4294967296) cannot be",
        "a FIFO holds 1 to 65536 items",
        "give a number of items, or leave it out for none",
    ),
    "no stream": (
        "STREAM_DEPTH(key, 4)",
        4,
        "STREAM_DEPTH of 'key', which is no stream",
        "a FIFO is at the port of a stream",
        "name one that STREAM_IN or STREAM_OUT declares",
    ),
    "wire": (
        "WIRE_IN(uint_t(4), key) STREAM_DEPTH(key, 4)",
        4,
        "STREAM_DEPTH of 'key', which is no stream",
        "a FIFO is at the port of a stream",
        "name one that STREAM_IN or STREAM_OUT declares",
    ),
    "twice": (
        "STREAM_DEPTH(in, 4)\nSTREAM_DEPTH(in, 4)",
        5,
        "a second STREAM_DEPTH of 'in'",
        "clang refused it",
        "leave one of them out",
    ),
}

STREAM_DEPTHS: dict[str, Refusal] = {
    name: refused("", f"unit.c:{line}: {what}\n  why: {why}\n  fix: {fix}", head=head)
    for name, (head, line, what, why, fix) in REFUSED.items()
}
