"""The parts of kernels that are the same for all ciphers."""

COMMON = """/* A block as words, the lowest first: the bytes of one, and where they begin. The last one may have fewer. */
#define BYTES(chunk) (BLOCK % SIZE && (chunk) == COUNT - 1 ? BLOCK % SIZE : SIZE)
#define PLACE(chunk) (BLOCK - (chunk) * SIZE - BYTES(chunk))

/* Bytes as a number, the first the most significant. */
STATIC WORDS loaded(GLOBAL const uint8_t *at, int bytes) {
    WORDS x = 0;
#if defined LOADED && BLOCK % UNIT == 0
    if (bytes == UNIT) return (WORDS)LOADED(at);
#endif
    for (int i = 0; i < bytes; i++) x = x << 8 | at[i];
    return x;
}

STATIC void stored(GLOBAL uint8_t *at, WORDS x, int bytes) {
#if defined LOADED && BLOCK % UNIT == 0
    if (bytes == UNIT) {
        STORED(at, x);
        return;
    }
#endif
    for (int i = bytes - 1; i >= 0; i--, x >>= 8) at[i] = (uint8_t)x;
}

/* A word of the counter and `more`, as one number; what is above its bytes does not matter. */
STATIC WORDS counted(const WORDS *counter, uint64_t more, int chunk) {
    WORDS x = 0;
    STRAIGHT
    for (int i = 0; i <= chunk; i++) {
        const WORDS by = (WORDS)more;
        x = counter[i] + by;
        more = (SIZE < 8 ? more >> 8 * (SIZE % 8) : 0) + (x < by);
    }
    return x;
}"""
GIVEN_OUT = """/* A word of a result; for CTR the sum with the input. Byte `bytes` is behind the last one, which is not near where `whole` is 1. */
STATIC void given_out(GLOBAL uint8_t *out, GLOBAL const uint8_t *in, uint64_t at, uint64_t bytes, WORDS x, int size, int whole, int counts) {
    if (whole || at + size <= bytes) {
        stored(out + at, counts ? x ^ loaded(in + at, size) : x, size);
        return;
    }
    for (int i = 0; i < size; i++) {
        if (at + i < bytes) out[at + i] = (uint8_t)(x >> 8 * (size - 1 - i) ^ (counts ? in[at + i] : 0));
    }
}"""
KERNELS = """/* ECB: whole blocks. A work item takes LANES of them. */
KERNEL void NAME_ecb(GLOBAL const KEYS *keys, GLOBAL const uint8_t *in, GLOBAL uint8_t *out, uint64_t blocks) {
    NAME_item(keys, in, in, out, blocks * BLOCK, ITEM, 0);
}

/* CTR: any number of bytes. */
KERNEL void NAME_ctr(
    GLOBAL const KEYS *keys, GLOBAL const uint8_t *counter, GLOBAL const uint8_t *in, GLOBAL uint8_t *out, uint64_t bytes
) {
    NAME_item(keys, counter, in, out, bytes, ITEM, 1);
}"""
TRANSPOSED = """/* Bits of each second group of `by` rows change places with those of the group before it. */
STATIC void exchanged(vec *rows, int by, word mask) {
    STRAIGHT_IF for (int group = 0; group < WORD; group += 2 * by) {
        STRAIGHT_IF for (int i = group; i < group + by; i++) {
            const vec moved = (rows[i] >> by ^ rows[i + by]) & mask;
            rows[i + by] ^= moved;
            rows[i] ^= moved << by;
        }
    }
}

/* Bit j of row i, in each word of the rows, becomes bit i of row j. */
STATIC void transposed(vec *rows) {
    if (WORD > 32) exchanged(rows, WORD / 2, (word)(~(word)0) >> WORD / 2);
    exchanged(rows, 16, (word)0x0000ffff0000ffff);
    exchanged(rows, 8, (word)0x00ff00ff00ff00ff);
    exchanged(rows, 4, (word)0x0f0f0f0f0f0f0f0f);
    exchanged(rows, 2, (word)0x3333333333333333);
    exchanged(rows, 1, (word)0x5555555555555555);
}"""
SLICED = """/* Element `part` of row i of a word is of block WORD * part + i. */
STATIC void NAME_item(
    GLOBAL const word *keys, GLOBAL const uint8_t *given, GLOBAL const uint8_t *in, GLOBAL uint8_t *out,
    uint64_t bytes, uint64_t item_, int counts
) {
    const uint64_t first = item_ * LANES, blocks = (bytes + BLOCK - 1) / BLOCK;
    const int whole = (first + LANES) * BLOCK <= bytes;
    vec text[COUNT * WORD], result[COUNT * WORD];
    word counter[COUNT];
    if (first >= blocks) return;
    for (int chunk = 0; chunk < COUNT; chunk++) counter[chunk] = counts ? loaded(given + PLACE(chunk), BYTES(chunk)) : 0;
    STRAIGHT
    for (int chunk = 0; chunk < COUNT; chunk++) {
        for (int i = 0; i < WORD; i++) {
            vec row = LANE(0);
            STRAIGHT
            for (int part = 0; part < LANES / WORD; part++) {
                const uint64_t number = first + part * WORD + i;
                GLOBAL const uint8_t *const block = given + (whole || number < blocks ? number : first) * BLOCK;
                ((word *)&row)[part] = counts ? counted(counter, number, chunk) : loaded(block + PLACE(chunk), BYTES(chunk));
            }
            text[chunk * WORD + i] = row;
        }
        transposed(text + chunk * WORD);
    }
    CALLED;
    STRAIGHT
    for (int chunk = 0; chunk < COUNT; chunk++) {
        for (int i = 8 * BYTES(chunk); i < WORD; i++) result[chunk * WORD + i] = LANE(0);
        transposed(result + chunk * WORD);
        for (int i = 0; i < WORD; i++) {
            const vec row = result[chunk * WORD + i];
            STRAIGHT
            for (int part = 0; part < LANES / WORD; part++) {
                const uint64_t at = (first + part * WORD + i) * BLOCK + PLACE(chunk);
                given_out(out, in, at, bytes, ((const word *)&row)[part], BYTES(chunk), whole, counts);
            }
        }
    }
}"""
SLICED_REGISTERS = """/* A block in one access, where the buffer is aligned for it; its first word is the highest. */
#if defined TURNED && BLOCK % UNIT == 0
typedef struct __align__(BLOCK % 8 ? 4 : BLOCK % 16 ? 8 : 16) { uint32_t at[COUNT]; } block;
#endif

STATIC void read_block(GLOBAL const uint8_t *from, word *x) {
#if defined TURNED && BLOCK % UNIT == 0
    const block found = *(GLOBAL const block *)from;
    STRAIGHT for (int chunk = 0; chunk < COUNT; chunk++) x[chunk] = TURNED(found.at[COUNT - 1 - chunk]);
#else
    STRAIGHT for (int chunk = 0; chunk < COUNT; chunk++) x[chunk] = loaded(from + PLACE(chunk), BYTES(chunk));
#endif
}

STATIC void write_block(GLOBAL uint8_t *to, const word *x) {
#if defined TURNED && BLOCK % UNIT == 0
    block made;
    STRAIGHT for (int chunk = 0; chunk < COUNT; chunk++) made.at[COUNT - 1 - chunk] = TURNED(x[chunk]);
    *(GLOBAL block *)to = made;
#else
    STRAIGHT for (int chunk = 0; chunk < COUNT; chunk++) stored(to + PLACE(chunk), x[chunk], BYTES(chunk));
#endif
}

/* In CTR so many blocks are read before the first of them is written. */
#define AHEAD 8

/* Row i of a word is of the item's block i. */
STATIC void NAME_item(
    GLOBAL const word *keys, GLOBAL const uint8_t *given, GLOBAL const uint8_t *in, GLOBAL uint8_t *out,
    uint64_t bytes, uint64_t item_, int counts
) {
    const uint64_t first = item_ / SIDE * SIDE * LANES + item_ % SIDE, whole = bytes / BLOCK, rest = bytes % BLOCK;
    vec text[COUNT * WORD], result[COUNT * WORD];
    word counter[COUNT] = {0}, last[COUNT] = {0};
    if (first >= whole + (rest > 0)) return;
    if (counts) read_block(given, counter);
    STRAIGHT for (int i = 0; i < WORD; i++) {
        const uint64_t number = first + i * SIDE;
        word x[COUNT] = {0};
        if (!counts) read_block(given + (number < whole ? number : first) * BLOCK, x);
        STRAIGHT for (int chunk = 0; chunk < COUNT; chunk++)
            text[chunk * WORD + i] = counts ? counted(counter, number, chunk) : x[chunk];
    }
    STRAIGHT for (int chunk = 0; chunk < COUNT; chunk++) transposed(text + chunk * WORD);
    CALLED;
    STRAIGHT for (int i = 8 * BYTES(COUNT - 1); i < WORD; i++) result[(COUNT - 1) * WORD + i] = LANE(0);
    STRAIGHT for (int chunk = 0; chunk < COUNT; chunk++) transposed(result + chunk * WORD);
    STRAIGHT for (int i = 0; i < WORD; i += AHEAD) {
        word x[AHEAD][COUNT] = {{0}};
        STRAIGHT for (int j = 0; j < AHEAD; j++) {
            const uint64_t number = first + (i + j) * SIDE;
            if (counts && number < whole) read_block(in + number * BLOCK, x[j]);
        }
        STRAIGHT for (int j = 0; j < AHEAD; j++) {
            const uint64_t number = first + (i + j) * SIDE;
            STRAIGHT for (int chunk = 0; chunk < COUNT; chunk++) {
                const word row = result[chunk * WORD + i + j];
                if (number == whole) last[chunk] = row;
                x[j][chunk] = counts ? x[j][chunk] ^ row : row;
            }
            if (number < whole) write_block(out + number * BLOCK, x[j]);
        }
    }
    if (!counts || !rest || whole < first || (whole - first) % SIDE || whole - first >= LANES * SIDE) return;
    STRAIGHT for (int i = 0; i < BLOCK; i++) {
        const int low = BLOCK - 1 - i;
        if ((uint64_t)i < rest) out[whole * BLOCK + i] = in[whole * BLOCK + i] ^ (uint8_t)(last[low / SIZE] >> low % SIZE * 8);
    }
}"""
WORDWISE = """STATIC void NAME_item(
    GLOBAL const KEYS *keys, GLOBAL const uint8_t *given, GLOBAL const uint8_t *in, GLOBAL uint8_t *out,
    uint64_t bytes, uint64_t item_, int counts
) {
    KEYS counter[COUNT], text[COUNT], result[COUNT];
    if (item_ * BLOCK >= bytes) return;
    for (int i = 0; i < COUNT; i++) counter[i] = counts ? loaded(given + PLACE(i), BYTES(i)) : 0;
    for (int i = 0; i < COUNT; i++) {
        text[i] = counts ? counted(counter, item_, i) : loaded(given + item_ * BLOCK + PLACE(i), BYTES(i));
        if (BYTES(i) < SIZE) text[i] &= ((KEYS)1 << 8 * (BYTES(i) % SIZE)) - 1;
    }
    CALLED;
    for (int i = 0; i < COUNT; i++) given_out(out, in, item_ * BLOCK + PLACE(i), bytes, result[i], BYTES(i), 0, counts);
}"""
ON_CPU = """#include <string.h>
#include "NAME.h"
SHIM

#include "FILE"

#ifndef SIDE
#define SIDE 1
#endif
#define ITEMS(blocks) (((blocks) + LANES * SIDE - 1) / (LANES * SIDE) * SIDE)

void NAME_ecb(const NAME_keys *keys, const uint8_t *in, uint8_t *out, size_t blocks, int threads) {
    (void)threads;
    for (item = 0; item < ITEMS(blocks); item++) ecb_item((const KEYS *)keys, in, out, blocks);
}

void NAME_ctr(const NAME_keys *keys, const uint8_t counter[BLOCK], const uint8_t *in, uint8_t *out, size_t bytes, int threads) {
    (void)threads;
    for (item = 0; item < ITEMS((bytes + BLOCK - 1) / BLOCK); item++) ctr_item((const KEYS *)keys, counter, in, out, bytes);
}"""
