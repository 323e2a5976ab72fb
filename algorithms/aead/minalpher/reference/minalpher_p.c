/* Minalpher-P (section 1.4 of the specification, of which an excerpt was at hand); the known answers say that it is right.
 *
 * The state is two matrices, A and B, of 4 rows with 8 nibbles each; a block is row 0 of A, row 0 of B, row 1 of A and so on, the first nibble in
 * the high half of a byte. */
#include "minalpher_p.h"

enum { MATRICES = 2, ROWS = 4, COLUMNS = 8, ROUNDS = 17 };

typedef struct {
    unsigned char at[MATRICES][ROWS][COLUMNS];
} state;

/* An involution. */
static const unsigned char sbox[16] = {0xB, 0x3, 0x4, 0x1, 0x2, 0x8, 0xC, 0xF, 0x5, 0xD, 0xE, 0x0, 0x6, 0x9, 0xA, 0x7};

/* Where the nibbles of a row come from: two ways of shuffling, then their inverses. */
static const unsigned char shuffles[4][COLUMNS] = {
    {6, 7, 1, 0, 2, 3, 4, 5},
    {4, 5, 0, 1, 7, 6, 2, 3},
    {3, 2, 4, 5, 6, 7, 0, 1},
    {2, 3, 6, 7, 0, 1, 5, 4},
};

static state load(const unsigned char block[BLOCK]) {
    state s;
    for (int row = 0; row < ROWS; row++) {
        for (int i = 0; i < MATRICES * COLUMNS; i++) {
            const unsigned char byte = block[8 * row + i / 2];
            s.at[i / COLUMNS][row][i % COLUMNS] = i % 2 ? byte & 0xF : byte >> 4;
        }
    }
    return s;
}

static void store(unsigned char block[BLOCK], const state *s) {
    for (int i = 0; i < BLOCK; i++) {
        const unsigned char *pair = &s->at[i % 8 / 4][i / 8][i % 4 * 2];
        block[i] = (unsigned char)(pair[0] << 4 | pair[1]);
    }
}

/* SubNibbles, ShuffleRows and SwapMatrices; an involution. B shuffles its rows by the inverses of what A does. */
static state substitute_and_shuffle(const state *s) {
    state next;
    for (int matrix = 0; matrix < MATRICES; matrix++) {
        for (int row = 0; row < ROWS; row++) {
            const unsigned char *from = shuffles[(row + 2 * matrix) % 4];
            for (int column = 0; column < COLUMNS; column++) next.at[1 - matrix][row][column] = sbox[s->at[matrix][row][from[column]]];
        }
    }
    return next;
}

/* XorMatrix and MixColumns; an involution. */
static state mix(const state *s) {
    state next;
    for (int column = 0; column < COLUMNS; column++) {
        for (int row = 0; row < ROWS; row++) {
            unsigned char sums[MATRICES];
            for (int matrix = 0; matrix < MATRICES; matrix++) {
                const unsigned char(*m)[COLUMNS] = s->at[matrix];
                sums[matrix] = m[row][column] ^ m[(row + 1) % ROWS][column] ^ m[(row + 3) % ROWS][column];
            }
            next.at[0][row][column] = sums[0];
            next.at[1][row][column] = sums[0] ^ sums[1];
        }
    }
    return next;
}

/* The constant of a round: it meets four columns of B. */
static void add_constant(state *s, int round) {
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < 4; column++) s->at[1][row][column] ^= (round ^ row ^ column) & 0xF;
    }
}

void minalpher_p(unsigned char block[BLOCK], int inverse) {
    state s = load(block);
    for (int i = 0; i < ROUNDS; i++) {
        s = substitute_and_shuffle(&s);
        if (inverse) add_constant(&s, ROUNDS - 1 - i);
        s = mix(&s);
        if (!inverse) add_constant(&s, i);
    }
    s = substitute_and_shuffle(&s);
    store(block, &s);
}
