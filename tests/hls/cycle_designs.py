"""Designs whose cycles are the point: nested loops, ends that come early, counters of several
kinds.
"""

from language_designs import BYTE_STREAMS, WORD_STREAMS

from cryptagon.hls.check import CDesign

ITEMS = [0, 255, 128, 7, 200, 3, 90, 17, 64, 33, 1, 254]


def bytes_design(name: str, body: str, head: str = "") -> CDesign:
    """One byte in, one byte out."""
    return CDesign(
        name, f"{BYTE_STREAMS}{head}HARDWARE void unit(void) {{\n{body}\n}}\n", {"in": ITEMS}
    )


KEYED_ROUNDS = """static uint_t(8) rounds(uint_t(8) x, uint_t(8) k, int n) {
    for (int i = 0; i < n; i++) x = (x * x) ^ (x >> 3) ^ k ^ i;
    return x;
}
"""

COUNTED = [
    bytes_design(
        "triangle",
        """uint_t(8) x = stream_read(in);
        for (int i = 1; i < 5; i++) {
            for (int j = 0; j < i; j++) x = x * 5 + j;
        }
        stream_write(out, x);""",
    ),
    bytes_design(
        "one_after_the_other",
        """uint_t(8) x = stream_read(in);
        for (int i = 0; i < 3; i++) { expect_cycles(1); x = x * 5 + i; }
        for (int i = 10; i > 2; i -= 2) x ^= x << 1 ^ i;
        stream_write(out, x);""",
    ),
    bytes_design(
        "bound_that_falls",  # the counter passes it
        """uint_t(8) x = stream_read(in), n = x % 9;
        for (uint_t(8) i = 0; i < n; i++) { x = x * 5 + i; n--; }
        stream_write(out, x);""",
    ),
    bytes_design(
        "beyond_the_bound",  # where the counter may begin
        """uint_t(8) x = stream_read(in);
        for (uint_t(4) i = x & 7; i < 5; i++) { x = x * 5 + i; wait(); }
        stream_write(out, x);""",
    ),
    bytes_design(
        "state_after_reset_counts",  # the loop's state is that in which the design begins
        """REGISTER static uint_t(8) state = 0xa1;
        for (uint_t(8) i = 0; i < (uint_t(8))(state % 3); i++) state ^= 0xcc;
        stream_write(out, state ^ stream_read(in));
        state = state * 5 + 1;""",
    ),
    bytes_design(
        # what is kept, or in which register, is decided before the block that loads
        "known_further_up",
        """uint_t(8) x = stream_read(in);
        struct sums sums = {0, 0};
        for (uint_t(8) i = 0; i < 2; i++) {
            uint_t(5) j = 0;
            while (j < 3) { j++; sums.b ^= x; }
            taken(&sums, 1);
        }
        stream_write(out, sums.b ^ x);""",
        """struct sums { uint_t(8) a, b; };
        static void taken(struct sums *sums, uint_t(8) most) {
            uint_t(5) i = 0;
            while (i < (uint_t(5))(most & 7) && stream_read(in)) { i++; sums->a ^= stream_read(in); }
        }
        """,
    ),
    bytes_design(
        "constants_by_way",  # the counter begins with another one on each way into the loop
        """uint_t(8) x = stream_read(in);
        uint_t(4) i = x & 1 ? 3 : x & 2 ? 7 : 1;
        do { x = x * 5 + i; } while (i++ < 7);
        stream_write(out, x);""",
    ),
    bytes_design(
        "kept_in_one_phase",  # each call keeps another value over its loop
        """uint_t(8) x = stream_read(in), old = x ^ 0x5a;
        if (x & 4) { stream_write(out, rounds(x, 1, 6) ^ old); return; }
        uint_t(8) y = rounds(x ^ 3, old, 9), sum = y + old;
        y = rounds(y, 7, 4);
        stream_write(out, y ^ sum);""",
        KEYED_ROUNDS,
    ),
    bytes_design(
        "wait_in_a_loop",
        """uint_t(8) x = stream_read(in);
        for (int i = 0; i < 4; i++) { x = x * 5 + i; wait(); x ^= x >> 1; }
        stream_write(out, x);""",
    ),
    bytes_design(
        "wait_once",  # in one iteration of four
        """uint_t(8) x = stream_read(in);
        for (int i = 0; i < 4; i++) { x = x * 5 + i; if (i == 2) wait(); x ^= x >> 1; }
        stream_write(out, x);""",
    ),
    bytes_design(
        "one_hot_counter",
        """uint_t(8) x = stream_read(in);
        for (uint_t(8) step = 1; step; step <<= 1) x = (x << 1 | x >> 7) ^ step;
        stream_write(out, x);""",
    ),
    bytes_design(
        "feedback_register_counter",  # x^4 + x + 1 comes back after fifteen steps
        """uint_t(8) x = stream_read(in);
        uint_t(4) step = 1;
        do { x = x * 3 + step; step = step << 1 ^ (step >> 3 ? (uint_t(4))3 : (uint_t(4))0); } while (step != 1);
        stream_write(out, x);""",
    ),
    bytes_design(
        "break_in_the_middle",
        """uint_t(8) x = stream_read(in);
        for (int i = 0; i < 6; i++) {
            x = x * 5 + i;
            if (x == 9) break;
            wait();
            x ^= x >> 1;
        }
        stream_write(out, x);""",
    ),
    bytes_design(
        "data_decides",
        """uint_t(8) x = stream_read(in);
        for (int i = 0; i < 2; i++) {
            for (int j = 0; j < (x & 3); j++) x = x * 5 + j;
        }
        stream_write(out, x);""",
    ),
    bytes_design(
        "read_before_rounds",  # which are done ten times, the first one in the cycle of the read
        """uint_t(8) x = stream_read(in);
        for (int i = 0; i < 10; i++) x = (x << 1 | x >> 7) ^ i;
        stream_write(out, x);""",
    ),
    bytes_design(
        # a multiplexer for the item is added before the loop's logic, and a cycle of five is saved
        "read_before_few_choices",
        """uint_t(8) x = stream_read(in);
        for (int i = 0; i < 4; i++) x = i & 1 ? x * 5 : x << 1 | x >> 7;
        stream_write(out, x);""",
    ),
    bytes_design(
        "read_before_many_choices",  # the same, for a cycle of 101
        """uint_t(8) x = stream_read(in);
        for (int i = 0; i < 100; i++) x = i & 1 ? x * 5 : x << 1 | x >> 7;
        stream_write(out, x);""",
    ),
    bytes_design(
        # no choice: the multiplexer of the register moves to where the loop's logic begins
        "read_before_many_rounds",
        """uint_t(8) x = stream_read(in);
        for (int i = 0; i < 100; i++) x = (x << 1 | x >> 7) ^ i;
        stream_write(out, x);""",
    ),
    bytes_design(
        # they do the same, and nothing else reads the counters: one loop
        "loops_that_count_both_ways",
        """uint_t(8) x = stream_read(in), k = x ^ 0x5a;
        wait();
        for (int i = 0; i < 5; i++) x = (x * x) ^ (x >> 3) ^ k;
        wait();
        for (int i = 20; i >= -1; i -= 3) x = (x * x) ^ (x >> 3) ^ k;
        wait();
        for (int i = 9; i != 2; i--) x = (x * x) ^ (x >> 3) ^ k;
        stream_write(out, x);""",
    ),
    bytes_design(
        "counters_that_are_read",  # in the loop, and behind it: they count as the source has it
        """uint_t(8) x = stream_read(in), n = 12;
        for (int i = 9; i > 0; i -= 2) x = x * 5 + i;
        wait();
        for (; n > 3; n -= 2) { x = x * 5 + 1; if (x == 77) break; }
        stream_write(out, x ^ n);""",
    ),
    bytes_design(
        "wait_before_rounds",
        """uint_t(8) x = stream_read(in);
        wait();
        for (int i = 0; i < 10; i++) x = (x << 1 | x >> 7) ^ i;
        stream_write(out, x);""",
    ),
    bytes_design(
        # both loops are entered from a cycle before them, so that they are one
        "wait_before_one_of_two",
        """uint_t(8) x = stream_read(in);
        wait();
        x = rounds(x ^ 9, 6);
        x = rounds(~x, 5);
        stream_write(out, x);""",
        "static uint_t(8) rounds(uint_t(8) x, int n) { for (int i = 0; i < n; i++) x = (x * x) ^ (x >> 3) ^ i; return x; }\n",
    ),
    bytes_design(
        # LLVM converts n within the one loop, and has a constant in the other: one loop
        "constant_for_what_is_converted",
        """unsigned n = 0;
        uint_t(8) x = 0;
        for (int k = 0; k < 2; k++) {
            x ^= stream_read(in);
            n += x;
            wait();
            x = rounds(x, n);
        }
        wait();
        stream_write(out, rounds(x, 3));""",
        "static uint_t(8) rounds(uint_t(8) x, unsigned n) "
        "{ for (int i = 0; i < 5; i++) x = (x * x) ^ (x >> 3) ^ (uint_t(7))n; return x; }\n",
    ),
    bytes_design(
        # the first block has a cycle of its own, those that follow none
        "read_beside_the_last_round",
        """uint_t(16) x = 1;
        for (uint_t(2) k = 0; k < 2; k++) {
            uint_t(16) b = stream_read(in), m = b * b * b;
            x ^= b;
            for (int i = 0; i < (k ? 6 : 3); i++) x = x * x ^ m;
        }
        stream_write(out, x);""",
    ),
    bytes_design(
        "wait_between_loops",
        """for (;;) {
            uint_t(8) x = 0;
            for (int i = 0; i < 4; i++) x ^= stream_read(in);
            wait();
            for (int i = 0; i < 3; i++) x = x * 3 + i;
            stream_write(out, x);
        }""",
    ),
    bytes_design(
        "headers_without_a_state",
        """uint_t(8) x = 0;
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 4; j++) x = x << 1 ^ (j == 0 && i == 0 ? stream_read(in) : (uint_t(8))i);
        }
        stream_write(out, x);""",
    ),
    bytes_design(
        "written_in_this_or_the_next_iteration",  # both in one cycle, as two values of `choice` say
        """uint_t(8) bits = stream_read(in), x = bits;
        for (int i = 0; i < 4; i++) {
            uint_t(8) choice = bits & 3;
            bits >>= 1;
            if (choice == 2) stream_write(out, 3);
            for (int j = 0; j < 3; j++) x = x * 25 * x + 3;
            for (int j = 0; j < 5; j++) x = x * 49 * x + 77;
            if (choice != 2) stream_write(out, 5);
        }
        stream_write(out, x);""",
    ),
    bytes_design(
        "two_calls_of_rounds",
        """uint_t(8) x = rounds(stream_read(in), 10);
        stream_write(out, rounds(x ^ 0x55, 6));""",
        head="static uint_t(8) rounds(uint_t(8) x, int n) { for (int i = 0; i < n; i++) x = (x * x) ^ (x >> 3) ^ i; return x; }\n",
    ),
    bytes_design(
        "loops_one_into_the_other",  # with nothing between them
        """uint_t(8) x = stream_read(in);
        for (int i = 0; i < 5; i++) x = (x * x) ^ (x >> 3) ^ i;
        for (int i = 0; i < 7; i++) x = (x * x) ^ (x >> 3) ^ i;
        for (int i = 0; i < 3; i++) x = (x * x) ^ (x >> 3) ^ i;
        stream_write(out, x);""",
    ),
    bytes_design(
        "swapped_in_the_loop",
        """uint_t(8) a = stream_read(in), b = 1;
        for (int i = 0; i < 10; i++) { uint_t(8) old = a; a = b ^ i; b = old << 1 | old >> 7; }
        stream_write(out, a - b);""",
    ),
    bytes_design(
        "swapped_in_loops_that_do_the_same",
        """uint_t(8) a = stream_read(in), b = 1;
        for (int i = 0; i < 5; i++) { uint_t(8) old = a; a = (b * b) ^ i; b = old; }
        for (int i = 0; i < 8; i++) { uint_t(8) old = b; b = (a * a) ^ i; a = old; }
        stream_write(out, a - b);""",
    ),
    bytes_design(
        "results_of_earlier_calls",  # are needed after the same loop has run again
        """uint_t(8) key = stream_read(in), a = rounds(key, key, 10), b = rounds(~key, a, 6), c = rounds(b, a ^ b, 7);
        stream_write(out, a ^ b << 1 ^ c * 3);""",
        head=KEYED_ROUNDS,
    ),
    bytes_design(
        "two_functions_in_turn",
        """uint_t(8) key = stream_read(in), a = rounds(key, key, 10), x = product(a, key), other = stream_read(in);
        uint_t(8) b = rounds(x, a, 6), y = product(b ^ other, a);
        wait();
        stream_write(out, rounds(b, x, 7) ^ a ^ y * 5 ^ x);""",
        head=KEYED_ROUNDS + "static uint_t(8) product(uint_t(8) a, uint_t(8) b) {\n"
        "    uint_t(8) sum = 0;\n"
        "    for (int i = 0; i < 8; i++) { sum = (sum << 1) + (a >> 7 ? b : (uint_t(8))0); a <<= 1; }\n"
        "    return sum;\n"
        "}\n",
    ),
    bytes_design(
        "four_calls_in_a_row",  # the number of a call is that of the one before and one more
        """uint_t(8) x = stream_read(in), a = rounds(x, 3), b = rounds(a, x), c = rounds(b, 7), d = rounds(c, a);
        stream_write(out, d ^ b);""",
        head="static uint_t(8) rounds(uint_t(8) x, uint_t(8) k) { for (int i = 0; i < 5; i++) x = (x * x) ^ (x >> 3) ^ k; return x; }\n",
    ),
    bytes_design(
        "branch_into_one_of_two_calls",  # which are one loop: the branch leads to it on both ways
        """uint_t(8) x = stream_read(in), y = x ^ 0x3c;
        if (x & 1) y = rounds(y, x, 6);
        else x = rounds(x, y, 7);
        stream_write(out, x - y);""",
        head=KEYED_ROUNDS,
    ),
    bytes_design(
        "loops_that_divide_by_others",  # which is no difference to be chosen
        """uint_t(8) x = stream_read(in);
        for (uint_t(8) i = 0; i < x % 7; i++) x = (x * x) ^ (x >> 3) ^ i;
        for (uint_t(8) i = 0; i < x % 6; i++) x = (x * x) ^ (x >> 3) ^ i;
        stream_write(out, x);""",
    ),
    bytes_design(
        "rounds_as_data_say",  # none for some
        """uint_t(8) x = stream_read(in), n = x & 3;
        for (uint_t(8) i = 0; i < n; i++) x = (x << 1 | x >> 7) ^ i;
        stream_write(out, x);""",
    ),
    bytes_design(
        "rows_as_data_say",  # of no columns for some
        """uint_t(8) x = stream_read(in), n = x & 3;
        for (int i = 0; i < 3; i++) {
            for (uint_t(8) j = 0; j < n; j++) x = (x << 1 | x >> 7) ^ j;
            x ^= i;
        }
        stream_write(out, x);""",
    ),
    bytes_design(
        "compared_later",  # what is kept is whether they differ, and where
        """uint_t(8) x = stream_read(in), a = (x * x) >> 3, b = x + 9;
        wait();
        uint_t(8) y = stream_read(in) & 31;
        if (a == b) y |= 32;
        wait();
        stream_write(out, (a & 31) != y ? y : 128);""",
    ),
    bytes_design(
        "compared_now_and_later",
        """uint_t(8) x = stream_read(in), a = (x * x) >> 3, b = x + 9, y = x;
        bool differ = a != b;
        for (int i = 0; i < 4; i++) y = (y + differ) * 3 ^ (a == b ? 5 : 9);
        stream_write(out, y);""",
    ),
    bytes_design(
        "difference_tested_later",
        """uint_t(8) x = stream_read(in), difference = (x * 5) ^ (x + 52);
        wait();
        stream_write(out, difference == 0);""",
    ),
    bytes_design(
        "every_third_run",
        """uint_t(8) x = stream_read(in);
        if (turn == 2) { turn = 0; wait(); } else { turn++; }
        stream_write(out, x ^ turn);""",
        head="REGISTER uint_t(2) turn;\n",
    ),
]


def words_design(name: str, body: str, head: str = "") -> CDesign:
    """One word in, words out."""
    items = [item * 0x9E3779B1 & 0xFFFFFFFF for item in ITEMS]
    return CDesign(
        name, f"{WORD_STREAMS}{head}HARDWARE void unit(void) {{\n{body}\n}}\n", {"in": items}
    )


STAGED = [
    words_design(
        "put_together_after_no_iteration",  # what is merged with zero is kept as what it is made of
        """uint_t(32) x = stream_read(in);
        uint_t(16) odd = 0, all = 1;
        while (x & 12) { odd += x & 1; all++; x = stream_read(in); }
        uint_t(32) sums = (uint_t(32))odd << 16 | all;
        wait();
        x += sums * 3;
        wait();
        stream_write(out, x ^ sums);""",
    ),
    words_design(
        "multiply_and_add",
        """unsigned x = stream_read(in), y = 1;
        for (int i = 0; i < 6; i++) { cycles(2); y = y * x + i; y ^= y >> 7; y += x * 3; }
        stream_write(out, y);""",
    ),
    words_design(
        "sums",
        """unsigned x = stream_read(in), y = 1;
        for (int i = 0; i < 6; i++) { cycles(4); UNROLL for (int j = 0; j < 8; j++) y = (y << 5 | y >> 27) + (x ^ y); }
        stream_write(out, y);""",
    ),
    words_design(
        "staged_function",
        "cycles(2);\nunsigned x = stream_read(in);\nsum = sum * 5 + x;\nsum ^= sum >> 3;\nstream_write(out, sum + x);",
        head="REGISTER unsigned sum;\n",
    ),
    words_design(
        "staged_branches",
        """unsigned x = stream_read(in), y = 1;
        for (int i = 0; i < 6; i++) {
            cycles(2);
            if (y & 1) { y = y * x + i; if (x & 4) y ^= 9 * i; } else { y = (y >> 1) + x * 77; }
            y += x * 3;
        }
        stream_write(out, y);""",
    ),
    words_design(
        "staged_switch",
        """unsigned x = stream_read(in), y = 1;
        for (int i = 0; i < 6; i++) {
            cycles(2);
            y += x * y;
            switch (y & 3) {
            case 0: y += x; break;
            case 1: y = x * 5 + i; break;
            case 2: break;
            default: y ^= x;
            }
            y += y << 3;
        }
        stream_write(out, y);""",
    ),
    words_design(
        "staged_accesses",
        """unsigned x = stream_read(in), y = 1;
        for (int i = 0; i < 6; i++) {
            cycles(2);
            y = y * x;
            if (y & 1) stream_write(out, y);
            y += x * 3 + i;
            if (y & 64) break;
            y ^= y >> 5;
        }
        stream_write(out, y);""",
    ),
    words_design(
        "reads_in_stages",
        "cycles(2);\nunsigned x = stream_read(in), y = stream_read(in);\nstream_write(out, x * y + sum);\nsum += x ^ y;",
        head="REGISTER unsigned sum;\n",
    ),
]
