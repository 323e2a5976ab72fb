"""The conclusions of the case study of CAESAR's third round, as data.

E. Homsirikamol, K. Gaj: Toward a new HLS-based methodology for FPGA benchmarking of candidates in
cryptographic competitions: the CAESAR contest case study (ICFPT 2017), sections V to VII.
Algorithms have the names of their folders; their order is that of the text.
"""

from collections.abc import Mapping

from cryptagon.analysis.metrics import THROUGHPUT, THROUGHPUT_PER_AREA, Metric

YARDSTICK = "aes128gcm"
"""The standard that all others are set against."""

LEADERS = ("aegis128l", "tiaoxin346", "morus1280")
"""Close to each other at the head of throughput; their order changes between the approaches."""

AHEAD: Mapping[Metric, tuple[str, ...]] = {
    THROUGHPUT: (
        "aegis128l",
        "tiaoxin346",
        "morus1280",
        "norx32",
        "acorn128",
        "aesotr",
        "ascon128a",
    ),
    THROUGHPUT_PER_AREA: (
        "morus1280",
        "aegis128l",
        "acorn128",
        "tiaoxin346",
        "norx32",
        "ascon128a",
        "ketjejr",
        "aesotr",
    ),
}
"""Ahead of the yardstick by both approaches on both families."""

CHANGING = ("silc", "jambuaes")
"""On the other side of the yardstick in throughput/area by the other approach, on one family at
least.
"""

OUTSIDE: Mapping[Metric, tuple[str, ...]] = {
    THROUGHPUT: ("norx32", "ketjejr", "jambuaes", "aes128gcm", "cloc"),
    THROUGHPUT_PER_AREA: (
        "norx32",
        "deoxysi",
        "ketjejr",
        "aesotr",
        "ascon128a",
        "acorn128",
        "aes128gcm",
    ),
}
"""With RTL/HLS outside the band of 0.9 to 1.3 on Virtex-7."""

SAME_CYCLES, WITHIN_A_FIFTH, COMPARED = 7, 15, 16
"""Designs by HLS with the cycles a block of those by RTL, and those with at most 1.2 times as many,
of how many.
"""
