/* Blowfish in 64-bit cipher feedback (B. Schneier, "Description of a New Variable-Length Key, 64-Bit Block Cipher", FSE 1993; the mode: FIPS 81).
 *
 * Reads a line `key KEY IV` and lines `plaintext BLOCK LAST`; writes a line `ciphertext BLOCK` for each block. The initial tables are the fraction of
 * pi, which is computed here.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { SUBKEYS = 18, WORDS = SUBKEYS + 4 * 256, DIGITS = 1 + WORDS + 2 }; /* digits of base 2^32: before the point, behind it, to spare */

struct schedule {
    uint32_t p[SUBKEYS], s[4][256];
};

static void divide(uint32_t quotient[DIGITS], const uint32_t number[DIGITS], uint32_t divisor) {
    uint64_t rest = 0;
    for (int i = 0; i < DIGITS; i++) {
        rest = rest << 32 | number[i];
        quotient[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
}

static void add(uint32_t sum[DIGITS], const uint32_t number[DIGITS], int negative) {
    uint64_t carry = negative;
    for (int i = DIGITS - 1; i >= 0; i--, carry >>= 32) {
        carry += (uint64_t)sum[i] + (negative ? ~number[i] : number[i]);
        sum[i] = (uint32_t)carry;
    }
}

/* Adds factor * arctan(1/n), or subtracts it: the sum of (-1)^k / ((2k + 1) n^(2k + 1)). */
static void add_arctan(uint32_t sum[DIGITS], uint32_t factor, uint32_t n, int negative) {
    uint32_t power[DIGITS] = {factor}, term[DIGITS];
    divide(power, power, n);
    for (uint32_t k = 0; k < 32 * DIGITS / 2; k++) {
        divide(term, power, 2 * k + 1);
        add(sum, term, negative ^ (k & 1));
        divide(power, power, n * n);
    }
}

/* Machin: pi = 16 arctan(1/5) - 4 arctan(1/239). */
static void initialise(struct schedule *schedule) {
    uint32_t pi[DIGITS] = {0};
    add_arctan(pi, 16, 5, 0);
    add_arctan(pi, 4, 239, 1);
    memcpy(schedule->p, pi + 1, sizeof schedule->p);
    memcpy(schedule->s, pi + 1 + SUBKEYS, sizeof schedule->s);
}

static uint32_t f(const struct schedule *schedule, uint32_t x) {
    const uint32_t(*s)[256] = schedule->s;
    return ((s[0][x >> 24] + s[1][x >> 16 & 255]) ^ s[2][x >> 8 & 255]) + s[3][x & 255];
}

static void encrypt(const struct schedule *schedule, uint32_t block[2]) {
    uint32_t left = block[0], right = block[1];
    for (int i = 0; i < 16; i++) {
        left ^= schedule->p[i];
        uint32_t mixed = right ^ f(schedule, left);
        right = left;
        left = mixed;
    }
    block[0] = right ^ schedule->p[17];
    block[1] = left ^ schedule->p[16];
}

static void set_key(struct schedule *schedule, const uint32_t *key, int words) {
    uint32_t block[2] = {0, 0};
    for (int i = 0; i < SUBKEYS; i++) schedule->p[i] ^= key[i % words];
    for (int i = 0; i < WORDS; i += 2) {
        encrypt(schedule, block);
        uint32_t *place = i < SUBKEYS ? schedule->p + i : schedule->s[0] + (i - SUBKEYS);
        memcpy(place, block, sizeof block);
    }
}

static int parse(const char *digits, uint32_t *words, int count) {
    for (int i = 0; i < count; i++) {
        if (sscanf(digits + 8 * i, "%8" SCNx32, &words[i]) != 1) return 0;
    }
    return 1;
}

int main(void) {
    static struct schedule schedule;
    char key_digits[33], digits[17];
    uint32_t key[4], feedback[2], block[2];
    unsigned last = 0;
    if (scanf(" key %32s %16s", key_digits, digits) != 2 || !parse(key_digits, key, 4) || !parse(digits, feedback, 2)) return 1;
    initialise(&schedule);
    set_key(&schedule, key, 4);
    while (!last && scanf(" plaintext %16s %x", digits, &last) == 2) {
        if (!parse(digits, block, 2)) return 1;
        encrypt(&schedule, feedback);
        feedback[0] ^= block[0], feedback[1] ^= block[1];
        printf("ciphertext %08" PRIx32 "%08" PRIx32 "\n", feedback[0], feedback[1]);
    }
    return ferror(stdin);
}
