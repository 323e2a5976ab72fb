/* Groestl-256 of round 2 written for speed: software that units are compared with. ../reference is the one to read, and names its sections.
 *
 * A column is a word, the byte of row 0 most significant. SubBytes and MixBytes of a byte are a word of a table for each row, made at the first call.
 */
#include <stdint.h>
#include <string.h>

#include "api.h"
#include "crypto_core_aes128encrypt.h"

enum { ROWS = 8, BLOCK = 64, ROUNDS = 10, LENGTH = 8 };
#define WHOLE _Pragma("GCC unroll 8")

typedef uint64_t columns[ROWS];

static uint64_t table[ROWS][256];

static unsigned char times(int factor, unsigned char a) {
    unsigned char twice = aes_xtime(a);
    return (factor & 1 ? a : 0) ^ (factor & 2 ? twice : 0) ^ (factor & 4 ? aes_xtime(twice) : 0);
}

/* A byte of row r is multiplied by the element (r - i) mod 8 of the matrix' first row on its way to row i (3.4.5). */
static void make_table(void) {
    static const int matrix[ROWS] = {2, 2, 3, 4, 5, 3, 5, 7};
    if (table[0][0]) return;
    for (int byte = 0; byte < 256; byte++) {
        for (int r = 0; r < ROWS; r++) {
            uint64_t word = 0;
            for (int i = 0; i < ROWS; i++) word = word << 8 | times(matrix[(r - i) & 7], aes_s_box[byte]);
            table[r][byte] = word;
        }
    }
}

/* ShiftBytes, SubBytes and MixBytes (3.4.3 to 3.4.5). */
static inline void turn(columns a) {
    columns next;
    WHOLE
    for (int c = 0; c < ROWS; c++) {
        uint64_t word = 0;
        WHOLE
        for (int r = 0; r < ROWS; r++) word ^= table[r][a[(c + r) % ROWS] >> (56 - 8 * r) & 0xff];
        next[c] = word;
    }
    memcpy(a, next, sizeof next);
}

static void permute_p(columns a) {
    for (uint64_t round = 0; round < ROUNDS; round++) {
        a[0] ^= round << 56;
        turn(a);
    }
}

static void permute_q(columns a) {
    for (uint64_t round = 0; round < ROUNDS; round++) {
        a[0] ^= round ^ 0xff;
        turn(a);
    }
}

/* The compression function (3.2). */
static void compress(columns h, const unsigned char *block) {
    columns p, q;
    for (int c = 0; c < ROWS; c++) {
        uint64_t word = 0;
        WHOLE
        for (int r = 0; r < ROWS; r++) word = word << 8 | block[ROWS * c + r];
        q[c] = word;
        p[c] = h[c] ^ word;
    }
    permute_p(p);
    permute_q(q);
    for (int c = 0; c < ROWS; c++) h[c] ^= p[c] ^ q[c];
}

/* `out` takes CRYPTO_BYTES; `inlen` is in bytes. */
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    columns h = {[ROWS - 1] = 0x0100}, p;
    unsigned long long left = inlen;
    make_table();
    for (; left >= BLOCK; left -= BLOCK, in += BLOCK) compress(h, in);

    /* The padding (3.6): one block, or two where the number of blocks finds no room behind the rest. */
    unsigned char rest[2 * BLOCK] = {0};
    int size = left + 1 + LENGTH <= BLOCK ? BLOCK : 2 * BLOCK;
    uint64_t blocks = (inlen - left + (unsigned)size) / BLOCK;
    if (left) memcpy(rest, in, left);
    rest[left] = 0x80;
    for (int i = 0; i < LENGTH; i++) rest[size - 1 - i] = (unsigned char)(blocks >> 8 * i);
    compress(h, rest);
    if (size > BLOCK) compress(h, rest + BLOCK);

    memcpy(p, h, sizeof p); /* the output transformation (3.3) */
    permute_p(p);
    for (int i = 0; i < CRYPTO_BYTES; i++) {
        int place = BLOCK - CRYPTO_BYTES + i;
        out[i] = (unsigned char)((h[place / ROWS] ^ p[place / ROWS]) >> (56 - 8 * (place % ROWS)));
    }
    return 0;
}
