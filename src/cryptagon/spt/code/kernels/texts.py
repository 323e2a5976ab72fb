"""The parts of kernels that are the same for all ciphers."""

COMMON = """/* BITS bits of a block from bit `low` on; a block has BLOCK bytes, the first of which are the most significant. */
STATIC WORDS loaded(GLOBAL const uint8_t *block, int low) {
    WORDS x = 0;
    for (int i = SIZE - 1; i >= 0; i--) {
        const int place = BLOCK - 1 - low / 8 - i;
        if (place >= 0) x = x << 8 | block[place];
    }
    return x;
}

/* The same bits of the counter and `more`, as one number. */
STATIC WORDS counted(GLOBAL const uint8_t *counter, uint64_t more, int low) {
    WORDS x = 0;
    for (int i = 0; i < low / 8 + SIZE && i < BLOCK; i++) {
        more += counter[BLOCK - 1 - i];
        if (i >= low / 8) x |= (WORDS)(more & 0xff) << 8 * (i - low / 8);
        more >>= 8;
    }
    return x;
}

/* Those of a result, as bytes of block `number`, which may have others beside it: the sum with these for CTR. */
STATIC void stored(GLOBAL uint8_t *out, GLOBAL const uint8_t *in, uint64_t number, uint64_t bytes, WORDS x, int low, int counts) {
    for (int i = 0; i < SIZE; i++, x >>= 8) {
        const int place = BLOCK - 1 - low / 8 - i;
        const uint64_t at = number * BLOCK + (place < 0 ? 0 : place);
        if (place >= 0 && at < bytes) out[at] = (uint8_t)(x ^ (counts ? in[at] : 0));
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
SLICED = """/* Bit j of row i becomes bit i of row j. */
STATIC void transposed(word *rows) {
    word mask = (word)(~(word)0) >> WORD / 2;
    for (int by = WORD / 2; by; by /= 2, mask ^= mask << by) {
        for (int i = 0; i < WORD; i = ((i | by) + 1) & ~by) {
            const word moved = (rows[i] >> by ^ rows[i + by]) & mask;
            rows[i + by] ^= moved;
            rows[i] ^= moved << by;
        }
    }
}

STATIC void NAME_item(
    GLOBAL const word *keys, GLOBAL const uint8_t *given, GLOBAL const uint8_t *in, GLOBAL uint8_t *out,
    uint64_t bytes, uint64_t item_, int counts
) {
    const uint64_t first = item_ * LANES, blocks = (bytes + BLOCK - 1) / BLOCK;
    vec text[WIDTH], result[WIDTH];
    word rows[WORD];
    if (first >= blocks) return;
    for (int low = 0; low < WIDTH; low += WORD) {
        for (int part = 0; part < LANES / WORD; part++) {
            for (int i = 0; i < WORD; i++) {
                const uint64_t number = first + part * WORD + i;
                rows[i] = number >= blocks ? 0 : counts ? counted(given, number, low) : loaded(given + number * BLOCK, low);
            }
            transposed(rows);
            for (int i = 0; i < WORD && low + i < WIDTH; i++) ((word *)&text[low + i])[part] = rows[i];
        }
    }
    CALLED;
    for (int low = 0; low < WIDTH; low += WORD) {
        for (int part = 0; part < LANES / WORD; part++) {
            for (int i = 0; i < WORD; i++) rows[i] = low + i < WIDTH ? ((const word *)&result[low + i])[part] : 0;
            transposed(rows);
            for (int i = 0; i < WORD; i++) stored(out, in, first + part * WORD + i, bytes, rows[i], low, counts);
        }
    }
}"""
WORDWISE = """STATIC void NAME_item(
    GLOBAL const KEYS *keys, GLOBAL const uint8_t *given, GLOBAL const uint8_t *in, GLOBAL uint8_t *out,
    uint64_t bytes, uint64_t item_, int counts
) {
    KEYS text[COUNT], result[COUNT];
    if (item_ * BLOCK >= bytes) return;
    for (int i = 0; i < COUNT; i++) text[i] = counts ? counted(given, item_, i * 8 * SIZE) : loaded(given + item_ * BLOCK, i * 8 * SIZE);
    CALLED;
    for (int i = 0; i < COUNT; i++) stored(out, in, item_, bytes, result[i], i * 8 * SIZE, counts);
}"""
ON_CPU = """#include <string.h>
#include "NAME.h"
SHIM

#include "FILE"

void NAME_ecb(const NAME_keys *keys, const uint8_t *in, uint8_t *out, size_t blocks, int threads) {
    (void)threads;
    for (item = 0; item * LANES < blocks; item++) ecb_item((const KEYS *)keys, in, out, blocks);
}

void NAME_ctr(const NAME_keys *keys, const uint8_t counter[BLOCK], const uint8_t *in, uint8_t *out, size_t bytes, int threads) {
    (void)threads;
    for (item = 0; item * LANES * BLOCK < bytes; item++) ctr_item((const KEYS *)keys, counter, in, out, bytes);
}"""
