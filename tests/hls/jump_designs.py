"""Jumps by `goto`: forward, out of loops, into cases, and backward as loops; what is in expressions
beside their values.
"""

from array_designs import words_design

JUMPS = [
    words_design(
        "backward_jump",
        """unsigned x = stream_read(in), i = 0;
        again:
        expect_cycles(1);
        x = x * 3 + i;
        if (++i < 7) goto again;
        stream_write(out, x);""",
    ),
    words_design(
        "two_jumps_to_one_label",
        """unsigned x = stream_read(in), i = 0;
        again:
        expect_cycles(1);
        i++;
        if (x & 1 && i < 9) { x = x * 3 + 1; goto again; }
        if (i < 12) { x >>= 1; goto again; }
        stream_write(out, x + i);""",
    ),
    words_design(
        "backward_jumps_in_each_other",
        """unsigned x = stream_read(in), i = 0, j;
        outer:
        expect_cycles(3);
        j = 0;
        inner:
        expect_cycles(1);
        x = x * 3 + j;
        if (++j < 3) goto inner;
        if (++i < 4) goto outer;
        stream_write(out, x);""",
    ),
    words_design(
        "jump_back_over_a_loop",
        """unsigned x = stream_read(in), n = 0;
        top:
        while (x & 3) { x = x * 5 + 1; n++; }
        x += n;
        if (n++ < 9) goto top;
        stream_write(out, x);""",
    ),
    words_design(
        "machine_of_labels",
        """unsigned x = stream_read(in), n = 0;
        first: n++;
        if (n > 20) goto done;
        if (x & 1) { x >>= 1; goto second; }
        x = x * 3 + 1;
        goto first;
        second: n += 2;
        x ^= n;
        if (x & 4) goto first;
        x += stream_read(in);
        goto first;
        done: stream_write(out, x ^ n);""",
    ),
    words_design(
        "jumps_out_of_unrolled_loops",
        """unsigned x = stream_read(in), y = 0;
        UNROLL for (int i = 0; i < 4; i++)
            UNROLL for (int j = 0; j < 4; j++) { y += x >> i ^ j; if ((y & 31) == 7) goto done; }
        y++;
        done: stream_write(out, y);""",
    ),
    words_design(
        "jump_into_a_case",
        """unsigned x = stream_read(in);
        switch (x & 3) {
        default: x++;
        case 0: x += 9; goto two;
        case 1: x *= 3; break;
        case 2: two: x ^= 7;
        }
        stream_write(out, x);""",
    ),
    words_design(
        "jump_into_a_loop",
        """unsigned x = stream_read(in), i = x & 2;
        if (x & 1) goto inside;
        for (i = 0; i < 4; i++) { x += i; inside: x ^= 3; }
        stream_write(out, x);""",
    ),
    words_design(
        "cases_in_a_loop",  # Duff's device
        """unsigned x = stream_read(in), count = x % 11, rounds = (count + 3) / 4;
        switch (count % 4) {
        case 0: while (rounds-- > 0) { x = x * 5 + 1;
        case 3: x ^= x >> 3;
        case 2: x += 0x101;
        case 1: x = x * 3 + rounds; }
        }
        stream_write(out, x);""",
    ),
    words_design(
        "shared_function_entered_in_a_loop",
        "unsigned x = stream_read(in); x = turned(x) + turned(x + 5); stream_write(out, x);",
        """SHARED static unsigned turned(unsigned x)
        {
            unsigned i = x & 7;
            if (x & 1) goto middle;
            first: x = x * 3 + 1;
            middle: x ^= x >> 2;
            if (++i < 9) goto first;
            return x;
        }
        """,
    ),
    words_design(
        "loop_entered_at_both_ends",
        """unsigned x = stream_read(in), i = 0;
        if (x & 4) goto second;
        first: x = x * 3 + i;
        if (x & 1) stream_write(out, x);
        second: x ^= x >> 1;
        for (unsigned j = 0; j < (x & 3); j++) x += j << i;
        if (++i < 9) goto first;
        stream_write(out, x);""",
    ),
]

EFFECTS = [
    words_design(
        "effects_in_choices",
        """unsigned x = stream_read(in), y = 3, z;
        z = x & 1 ? (y += x, y * 3) : (x ^= y, x++);
        if ((y = y + 1, y & 1) && (x = x * 3) > 5) z ^= 1;
        if (x & 4 || (y += stream_read(in), y & 1)) y--;
        z += x & 2 ? stream_read(in) : (y++, --x);
        stream_write(out, x ^ y ^ z);""",
    ),
]

JUMPS_AND_EFFECTS = [*JUMPS, *EFFECTS]
