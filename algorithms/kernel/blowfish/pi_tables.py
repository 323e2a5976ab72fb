"""Writes hls/pi.h: Blowfish's initial subkeys and S-boxes, the first 1,042 words of the fraction of
pi (B. Schneier, FSE 1993, LNCS 809).

The digits are computed, not copied. Refresh the file with `python
algorithms/kernel/blowfish/pi_tables.py`.
"""

from pathlib import Path

SUBKEYS, BOXES, BOX_WORDS = 18, 4, 256
WORDS = SUBKEYS + BOXES * BOX_WORDS
GUARD_BITS = 64
HEADER = Path(__file__).parent / "hls" / "pi.h"


def inverse_tangent(n: int, one: int) -> int:
    """arctan(1/n) as a multiple of 1/one, by its power series; each of its terms is cut off
    below.
    """
    power, total, sign = one // n, 0, 1
    for k in range(1, one.bit_length(), 2):
        total += sign * (power // k)
        power //= n * n
        sign = -sign
    return total


def pi_words() -> list[int]:
    """The first `WORDS` 32-bit words behind the point of pi, by Machin's formula: pi/4 = 4
    arctan(1/5) - arctan(1/239).
    """
    one = 1 << 32 * WORDS + GUARD_BITS
    fraction = 4 * (4 * inverse_tangent(5, one) - inverse_tangent(239, one)) % one >> GUARD_BITS
    return [fraction >> 32 * (WORDS - 1 - i) & 0xFFFFFFFF for i in range(WORDS)]


def header() -> str:
    """The text of hls/pi.h."""
    words = pi_words()
    parts = [_table("pi_subkeys", words[:SUBKEYS])]
    for box in range(BOXES):
        start = SUBKEYS + box * BOX_WORDS
        parts.append(_table(f"pi_box{box}", words[start : start + BOX_WORDS]))
    return (
        "/* The fraction of pi in words of 32 bits, as Blowfish uses them; made by ../pi_tables.py. */\n\n"
        + "\n".join(parts)
    )


def _table(name: str, words: list[int]) -> str:
    lines = [
        ", ".join(f"0x{word:08x}" for word in words[i : i + 8]) for i in range(0, len(words), 8)
    ]
    return (
        f"ROM uint_t(32) {name}[{len(words)}] = {{\n"
        + "".join(f"    {line},\n" for line in lines)
        + "};\n"
    )


if __name__ == "__main__":
    HEADER.write_text(header(), encoding="utf-8")
