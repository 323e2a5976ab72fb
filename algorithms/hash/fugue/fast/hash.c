/* Fugue-256 of round 2 written for speed: software that units are compared with. ../reference is the one to read.
 *
 * Columns 0 to 3, which are substituted and mixed, are a vector; all 30 are ten vectors of three, with a fourth element that is 0. ROR3 is a change of
 * their names, which are the same again after ten rounds: after five words.
 */
#include <stdint.h>
#include <string.h>

#include "aes_round_fast.h"
#include "api.h"

enum { COLUMNS = 30, GROUPS = 10, TURN = 5, WORD = 4, LENGTH = 8, FIRST_ROUNDS = 5, SECOND_ROUNDS = 13 }; /* TURN in words, WORD and LENGTH in bytes */

/* `x` has columns 0 to 3, and what group 0 and the first column of group 1 say of them is old. */
struct state {
    aes_fast_state x, g[GROUPS];
};

/* Group `k` of three columns, where the first one is at `base`. */
#define GROUP(k) s->g[((k) + base) % GROUPS]
#define BOTH(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)

static const aes_fast_state zero = {0};

/* SMIX. Where u is what the S-boxes give, row i of column j becomes the sum of u[i + n][i + j] times 1, 4, 7 and 1, for n from 0 to 3, and of d[i]
 * times 1, 1, 7 or 4, for j from 0 to 3; d[i] is the sum of row i without its diagonal element. Behind ShiftRows the diagonal is column 0, and what
 * belongs to n is n rows and n columns away. */
static inline aes_fast_state smix(aes_fast_state x) {
    typedef unsigned char bytes __attribute__((vector_size(16)));
    const aes_fast_state u = aes_fast_sub_bytes_and_shift_rows(x);
    const aes_fast_state one = (aes_fast_state)AES_FAST_PLACES((bytes)u, 13, 14, 15, 12, 1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8);
    const aes_fast_state two = (aes_fast_state)AES_FAST_PLACES((bytes)u, 10, 11, 8, 9, 14, 15, 12, 13, 2, 3, 0, 1, 6, 7, 4, 5);
    const aes_fast_state three = (aes_fast_state)AES_FAST_PLACES((bytes)u, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14, 3, 0, 1, 2);
    const aes_fast_state d = AES_FAST_PLACES(u, 1, 1, 1, 1) ^ AES_FAST_PLACES(u, 2, 2, 2, 2) ^ AES_FAST_PLACES(u, 3, 3, 3, 3);
    const aes_fast_state fours = one ^ two ^ BOTH(d, zero, 4, 4, 2, 3);
    const aes_fast_state twos = two ^ BOTH(d, zero, 4, 4, 2, 4) ^ aes_fast_twice(fours);
    return u ^ two ^ three ^ BOTH(d, zero, 0, 1, 2, 4) ^ aes_fast_twice(twos);
}

/* ROR3, which makes the base one less, CMIX and SMIX. */
static inline void round_1(struct state *s, int base) {
    const aes_fast_state x = s->x;
    GROUP(0) = BOTH(x, zero, 0, 1, 2, 4);
    GROUP(1) = BOTH(x, GROUP(1), 3, 5, 6, 7);
    GROUP(4) ^= BOTH(x, zero, 1, 2, 3, 4);
    s->x = smix(GROUP(9) ^ AES_FAST_PLACES(x, 1, 2, 3, 0));
}

/* TIX and two rounds: a word of the message comes in; the base becomes two less. */
static inline void absorb(struct state *s, int base, const unsigned char *bytes) {
    const uint32_t word = bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
    const aes_fast_state given = {word};
    GROUP(3) ^= BOTH(s->x, zero, 4, 0, 4, 4);
    GROUP(2) ^= BOTH(given, zero, 4, 4, 0, 4);
    s->x = BOTH(s->x, given, 4, 1, 2, 3) ^ BOTH(GROUP(8), zero, 4, 0, 4, 4);
    round_1(s, base);
    round_1(s, (base + 9) % GROUPS);
}

static inline void absorb_turn(struct state *s, const unsigned char *in) {
    _Pragma("GCC unroll 5")
    for (int i = 0; i < TURN; i++) absorb(s, (GROUPS - 2 * i) % GROUPS, in + WORD * i);
}

/* Half a round of the second kind, on columns from `first` on: column 0 to columns 4 and `other`, then the rotation. Gives where column 0 is then. */
static int round_2(uint32_t column[COLUMNS], int first, int other, int rotation) {
    uint32_t four[4];
    aes_fast_state x;
    column[(first + 4) % COLUMNS] ^= column[first];
    column[(first + other) % COLUMNS] ^= column[first];
    first = (first + COLUMNS - rotation) % COLUMNS;
    for (int i = 0; i < 4; i++) four[i] = column[(first + i) % COLUMNS];
    memcpy(&x, four, sizeof x);
    x = smix(x);
    memcpy(four, &x, sizeof x);
    for (int i = 0; i < 4; i++) column[(first + i) % COLUMNS] = four[i];
    return first;
}

/* G behind the message. */
static void finish(struct state *s, int base, unsigned char *out) {
    uint32_t column[COLUMNS];
    int first = 0;
    for (int i = 0; i < 2 * FIRST_ROUNDS; i++, base = (base + 9) % GROUPS) round_1(s, base);
    for (int i = 0; i < COLUMNS; i++) column[i] = i < 4 ? s->x[i] : GROUP(i / 3)[i % 3];
    for (int i = 0; i < SECOND_ROUNDS; i++) {
        first = round_2(column, first, 15, 15);
        first = round_2(column, first, 16, 14);
    }
    column[(first + 4) % COLUMNS] ^= column[first];
    column[(first + 15) % COLUMNS] ^= column[first];
    for (int i = 0; i < CRYPTO_BYTES; i++) {
        const int place = i < 16 ? 1 + i / WORD : 15 + (i - 16) / WORD;
        out[i] = (unsigned char)(column[(first + place) % COLUMNS] >> 8 * (i % WORD));
    }
}

/* `out` takes CRYPTO_BYTES; `inlen` is in bytes. */
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    static const uint32_t initial[8] = {
        0xe952bdde, 0x6671135f, 0xe0d4f668, 0xd2b0b594, 0xf96c621d, 0xfbf929de, 0x9149e899, 0x34f8c248,
    };
    struct state s = {0};
    unsigned long long left = inlen;
    int base = 0;
    aes_fast_begin();
    for (int i = 0; i < 8; i++) {
        const int column = COLUMNS - 8 + i;
        s.g[column / 3][column % 3] = __builtin_bswap32(initial[i]);
    }
    for (; left >= TURN * WORD; left -= TURN * WORD, in += TURN * WORD) absorb_turn(&s, in);

    /* The rest, zeros to the end of a word, and the length in bits. */
    unsigned char rest[TURN * WORD + LENGTH] = {0};
    const int words = (int)(left + WORD - 1) / WORD;
    if (left) memcpy(rest, in, left);
    for (int i = 0; i < LENGTH; i++) rest[WORD * words + i] = (unsigned char)((uint64_t)inlen << 3 >> (56 - 8 * i));
    for (int i = 0; i < words + 2; i++, base = (base + 8) % GROUPS) absorb(&s, base, rest + WORD * i);
    finish(&s, base, out);
    return 0;
}
