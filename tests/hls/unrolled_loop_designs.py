"""Designs with a number of levels whose loops are unrolled, or not, though the source says nothing."""

from language_designs import WORD_STREAMS
from long_cycle_designs import WORDS

from cryptagon.hls.check import CDesign

READS = "uint32_t s[4]; for (int i = 0; i < 4; i++) s[i] = stream_read(in);\n"


def of_words(name: str, body: str, head: str = "", levels: int = 100) -> CDesign:
    """Four words in, some out."""
    source = f"#include <stdint.h>\n{WORD_STREAMS}{head}HARDWARE_LEVELS({levels}) void unit(void) {{\n{READS}{body}\n}}\n"
    return CDesign(name, source, {"in": [*WORDS, 3, 4]})


UNROLLED_LOOPS = [
    of_words(
        "moved_along",
        """for (int i = 3; i > 0; i--) s[i] = s[i - 1];
        stream_write(out, s[0] ^ s[1] << 1 ^ s[2] << 2 ^ s[3] << 3);""",
    ),
    of_words(
        "moved_by_pointers",
        """uint32_t t[4], *to = t; const uint32_t *from = s + 4;
        for (int i = 0; i < 4; i++) *to++ = *--from;
        stream_write(out, t[0] + t[1] * 3 + t[2] * 5 + t[3] * 7);""",
    ),
    of_words(
        "a_table_by_the_counter",
        """static const uint32_t k[4] = {1, 10, 100, 1000};
        for (int i = 0; i < 4; i++) s[i] ^= k[i];
        stream_write(out, s[0] ^ s[1] ^ s[2] << 3 ^ s[3] >> 3);""",
    ),
    of_words(
        "loops_in_loops",
        """for (int r = 0; r < 3; r++)
            for (int i = 0; i < 4; i++) s[i] ^= s[i + 1 & 3] >> r;
        stream_write(out, s[0] ^ s[1] ^ s[2] << 3 ^ s[3] >> 3);""",
    ),
    of_words(
        "branches_by_the_counter",
        """for (int i = 0; i < 4; i++)
            if (i == 2) s[i] += 5;
            else if (i) s[i] = ~s[i];
        stream_write(out, s[0] ^ s[1] ^ s[2] << 3 ^ s[3] >> 3);""",
    ),
    of_words(
        "called_twice",
        """turn(s); s[1] ^= 9; turn(s);
        stream_write(out, s[0] ^ s[1] ^ s[2] << 3 ^ s[3] >> 3);""",
        """static void turn(uint32_t s[4]) {
            uint32_t first = s[0];
            for (int i = 0; i < 3; i++) s[i] = s[i + 1];
            s[3] = first;
        }
        """,
    ),
    of_words(
        "in_several_cycles",
        """for (int i = 1; i < 4; i++) s[i] += s[i - 1] ^ s[i] << 7;
        stream_write(out, s[3]);""",
        levels=3,
    ),
    of_words(
        "products_of_a_loop",
        """uint32_t sum = 0;
        for (int i = 0; i < 4; i++) sum += s[i] * s[i + 1 & 3];
        stream_write(out, sum);""",
    ),
    of_words(
        "as_often_as_data_say",
        """uint32_t n = s[0] & 3, t = 0;
        for (uint32_t i = 0; i < n; i++) t ^= s[i];
        stream_write(out, t);""",
    ),
    of_words(
        "ended_by_data",
        """uint32_t i = 0;
        for (; i < 4; i++) if (s[i] & 1) break;
        stream_write(out, i);""",
    ),
    of_words(
        "accesses_in_it",
        "for (int i = 0; i < 4; i++) stream_write(out, s[i]);",
    ),
    of_words(
        "the_source_says_how_long",
        """for (int i = 3; i > 0; i--) { expect_cycles(1); s[i] = s[i - 1]; }
        stream_write(out, s[0] ^ s[1] << 1 ^ s[2] << 2 ^ s[3] << 3);""",
    ),
    of_words(
        "waits_in_it",
        """for (int i = 3; i > 0; i--) { s[i] = s[i - 1]; wait(); }
        stream_write(out, s[0] ^ s[1] << 1 ^ s[2] << 2 ^ s[3] << 3);""",
    ),
]
