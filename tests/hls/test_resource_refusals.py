"""What memories, shared functions and buffered streams cannot do: the whole of each message."""

import pytest
from test_refusals import FRAME, refusal

PORTS = "its ports move one whole element at a time"
RAM = "DISTRIBUTED_RAM static uint_t(8) s[4];"

# construct: (before the function, in the function, line, what, why, fix)
REFUSED = {
    "memset": (
        RAM,
        "__builtin_memset(s, 0, 4); x = s[x & 3];",
        7,
        "RAM 's' is filled as a whole",
        PORTS,
        "fill it in a loop, an element a cycle",
    ),
    "initialised local": (
        "",
        "DISTRIBUTED_RAM uint_t(8) s[4] = {1, 2, 3, 4}; x = s[x & 3];",
        7,
        "RAM 's' is copied or initialised as a whole",
        PORTS,
        "move its elements in a loop, one a cycle",
    ),
    "part of an element": (
        "struct pair { unsigned a, b; }; DISTRIBUTED_RAM static struct pair s[4];",
        "s[x & 3].b = x;",
        7,
        "RAM 's' has a part of an element written",
        PORTS,
        "read the element, change the part, write it back",
    ),
    "word of bytes": (
        RAM,
        "x = *(unsigned short *)&s[x & 2];",
        7,
        "RAM 's' is read across its elements",
        PORTS,
        "read it with its own element type",
    ),
    "chosen pointer": (
        f"{RAM} DISTRIBUTED_RAM static uint_t(8) t[4];",
        "uint_t(8) *p = s; if (x & 1) p = t; x = p[x & 3];",
        7,
        "RAM 's' is reached through a pointer that is chosen or kept",
        PORTS,
        "name it by index",
    ),
    "RAM of one element": (
        "BLOCK_RAM static unsigned s[1];",
        "x = s[0];",
        4,
        "'s' cannot be a RAM",
        "a RAM is an array of 2 to 1048576 elements, each an integer or a struct of integers",
        "declare it so, or leave the directive out",
    ),
}


@pytest.mark.parametrize("construct", REFUSED)
def test_refusal_says_what_where_why_and_the_way_out(tmp_path, construct):
    head, body, line, what, why, fix = REFUSED[construct]
    error = refusal(tmp_path, FRAME.replace("HEAD", head).replace("BODY", body))
    assert (error.what, error.where, error.why, error.fix) == (what, f"{tmp_path / 'unit.c'}:{line}", why, fix)
