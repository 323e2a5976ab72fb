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
