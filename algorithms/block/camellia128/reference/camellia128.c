/* Camellia with a 128-bit key (RFC 3713), on the 64-bit words of the RFC, with its names. */
#define KEY_BYTES 16
#define BLOCK_BYTES 16
#include "../../../include/block_program.h"

#define ROUNDS 18

/* Section 2.4.1. SBOX1 as the designers define it: an affine map, the inverse in GF((2^4)^2), an affine map ("Specification of Camellia", 2.0). */
static uint8_t sbox1[256];

/* Two pairs, the most significant byte of each word first. */
struct halves {
    uint64_t left, right;
};

static struct halves turn(struct halves x, int n) {
    if (n == 0) return x;
    if (n >= 64) return turn((struct halves){x.right, x.left}, n - 64);
    return (struct halves){x.left << n | x.right >> (64 - n), x.right << n | x.left >> (64 - n)};
}

static uint32_t turn_word(uint32_t x) {
    return x << 1 | x >> 31;
}

/* GF(2^8) of the designers' tower: beta^8 + beta^6 + beta^5 + beta^3 + 1 = 0. */
static uint8_t multiply(uint8_t a, uint8_t b) {
    uint8_t product = 0;
    for (; b; b >>= 1, a = (uint8_t)(a << 1 ^ (a >> 7) * 0x69)) product ^= (b & 1) * a;
    return product;
}

static uint8_t power(uint8_t a, int n) {
    uint8_t product = 1;
    while (n--) product = multiply(product, a);
    return product;
}

/* Bits are numbered from 1, the most significant one, as in the specification. */
static int bit_of(uint8_t x, int i) {
    return x >> (8 - i) & 1;
}

static uint8_t sum_of_bits(uint8_t x, const char *const rows[8]) {
    uint8_t y = 0;
    for (int i = 0; i < 8; i++) {
        int sum = 0;
        for (const char *place = rows[i]; *place; place++) sum ^= bit_of(x, *place - '0');
        y = (uint8_t)(y << 1 | sum);
    }
    return y;
}

/* x1 to x8 as coordinates: (x8 + x7 a + x6 a^2 + x5 a^3) + (x4 + x3 a + x2 a^2 + x1 a^3) b with a = b^238. */
static uint8_t element_of(uint8_t x) {
    uint8_t alpha = power(2, 238), element = 0;
    for (int i = 0; i < 8; i++) {
        if (x >> i & 1) element ^= multiply(power(alpha, i % 4), i < 4 ? 1 : 2);
    }
    return element;
}

static void make_table(void) {
    static const char *const f[8] = {"62", "71", "853", "83", "74", "52", "81", "64"};
    static const char *const h[8] = {"562", "62", "74", "82", "73", "81", "51", "63"};
    uint8_t coordinates[256];
    for (int x = 0; x < 256; x++) coordinates[element_of(x)] = x;
    for (int x = 0; x < 256; x++) {
        uint8_t inverse = power(element_of(sum_of_bits(x ^ 0xc5, f)), 254);
        sbox1[x] = sum_of_bits(coordinates[inverse], h) ^ 0x6e;
    }
}

static uint8_t turn_byte(uint8_t x, int n) {
    return (uint8_t)(x << n | x >> (8 - n));
}

static uint64_t F(uint64_t in, uint64_t k) {
    uint8_t t[9], y[9];
    for (int i = 1; i <= 8; i++) t[i] = (uint8_t)((in ^ k) >> (64 - 8 * i));
    t[1] = sbox1[t[1]];
    t[2] = turn_byte(sbox1[t[2]], 1);
    t[3] = turn_byte(sbox1[t[3]], 7);
    t[4] = sbox1[turn_byte(t[4], 1)];
    t[5] = turn_byte(sbox1[t[5]], 1);
    t[6] = turn_byte(sbox1[t[6]], 7);
    t[7] = sbox1[turn_byte(t[7], 1)];
    t[8] = sbox1[t[8]];
    y[1] = t[1] ^ t[3] ^ t[4] ^ t[6] ^ t[7] ^ t[8];
    y[2] = t[1] ^ t[2] ^ t[4] ^ t[5] ^ t[7] ^ t[8];
    y[3] = t[1] ^ t[2] ^ t[3] ^ t[5] ^ t[6] ^ t[8];
    y[4] = t[2] ^ t[3] ^ t[4] ^ t[5] ^ t[6] ^ t[7];
    y[5] = t[1] ^ t[2] ^ t[6] ^ t[7] ^ t[8];
    y[6] = t[2] ^ t[3] ^ t[5] ^ t[7] ^ t[8];
    y[7] = t[3] ^ t[4] ^ t[5] ^ t[6] ^ t[8];
    y[8] = t[1] ^ t[4] ^ t[5] ^ t[6] ^ t[7];
    uint64_t out = 0;
    for (int i = 1; i <= 8; i++) out = out << 8 | y[i];
    return out;
}

static uint64_t FL(uint64_t in, uint64_t ke) {
    uint32_t x1 = (uint32_t)(in >> 32), x2 = (uint32_t)in, k1 = (uint32_t)(ke >> 32), k2 = (uint32_t)ke;
    x2 ^= turn_word(x1 & k1);
    x1 ^= x2 | k2;
    return (uint64_t)x1 << 32 | x2;
}

static uint64_t FLINV(uint64_t in, uint64_t ke) {
    uint32_t y1 = (uint32_t)(in >> 32), y2 = (uint32_t)in, k1 = (uint32_t)(ke >> 32), k2 = (uint32_t)ke;
    y1 ^= y2 | k2;
    y2 ^= turn_word(y1 & k1);
    return (uint64_t)y1 << 32 | y2;
}

/* Subkeys, numbered from 1. */
struct subkeys {
    uint64_t kw[5], k[ROUNDS + 1], ke[5];
};

static struct halves whole(uint64_t *left, uint64_t *right, struct halves x) {
    *left = x.left;
    *right = x.right;
    return x;
}

/* Section 2.2. */
static void expand(const uint8_t key[KEY_BYTES], struct subkeys *s) {
    struct halves KL = {0, 0}, KA;
    uint64_t unused;
    if (!sbox1[0]) make_table();
    for (int i = 0; i < 8; i++) {
        KL.left = KL.left << 8 | key[i];
        KL.right = KL.right << 8 | key[i + 8];
    }
    KA = KL; /* KR is 0 */
    KA.right ^= F(KA.left, 0xA09E667F3BCC908B);
    KA.left ^= F(KA.right, 0xB67AE8584CAA73B2);
    KA.left ^= KL.left;
    KA.right ^= KL.right;
    KA.right ^= F(KA.left, 0xC6EF372FE94F82BE);
    KA.left ^= F(KA.right, 0x54FF53A5F1D36F1C);
    whole(&s->kw[1], &s->kw[2], KL);
    whole(&s->k[1], &s->k[2], KA);
    whole(&s->k[3], &s->k[4], turn(KL, 15));
    whole(&s->k[5], &s->k[6], turn(KA, 15));
    whole(&s->ke[1], &s->ke[2], turn(KA, 30));
    whole(&s->k[7], &s->k[8], turn(KL, 45));
    whole(&s->k[9], &unused, turn(KA, 45));
    whole(&unused, &s->k[10], turn(KL, 60));
    whole(&s->k[11], &s->k[12], turn(KA, 60));
    whole(&s->ke[3], &s->ke[4], turn(KL, 77));
    whole(&s->k[13], &s->k[14], turn(KL, 94));
    whole(&s->k[15], &s->k[16], turn(KA, 94));
    whole(&s->k[17], &s->k[18], turn(KL, 111));
    whole(&s->kw[3], &s->kw[4], turn(KA, 111));
}

static void swap(uint64_t *a, uint64_t *b) {
    uint64_t old = *a;
    *a = *b;
    *b = old;
}

/* Section 2.3.3: decryption is encryption with the subkeys in the other order. */
static void reverse(struct subkeys *s) {
    swap(&s->kw[1], &s->kw[3]);
    swap(&s->kw[2], &s->kw[4]);
    for (int i = 1; i <= ROUNDS / 2; i++) swap(&s->k[i], &s->k[ROUNDS + 1 - i]);
    swap(&s->ke[1], &s->ke[4]);
    swap(&s->ke[2], &s->ke[3]);
}

/* Section 2.3.1. */
static void run(const struct subkeys *s, const uint8_t block[BLOCK_BYTES], uint8_t result[BLOCK_BYTES]) {
    uint64_t D1 = 0, D2 = 0;
    for (int i = 0; i < 8; i++) {
        D1 = D1 << 8 | block[i];
        D2 = D2 << 8 | block[i + 8];
    }
    D1 ^= s->kw[1];
    D2 ^= s->kw[2];
    for (int i = 1; i <= ROUNDS; i += 2) {
        D2 ^= F(D1, s->k[i]);
        D1 ^= F(D2, s->k[i + 1]);
        if (i == 5 || i == 11) {
            D1 = FL(D1, s->ke[i / 3]);
            D2 = FLINV(D2, s->ke[i / 3 + 1]);
        }
    }
    D2 ^= s->kw[3];
    D1 ^= s->kw[4];
    for (int i = 7; i >= 0; i--, D1 >>= 8, D2 >>= 8) {
        result[i] = (uint8_t)D2;
        result[i + 8] = (uint8_t)D1;
    }
}

void encrypt(const uint8_t key[KEY_BYTES], const uint8_t block[BLOCK_BYTES], uint8_t result[BLOCK_BYTES]) {
    struct subkeys s;
    expand(key, &s);
    run(&s, block, result);
}

void decrypt(const uint8_t key[KEY_BYTES], const uint8_t block[BLOCK_BYTES], uint8_t result[BLOCK_BYTES]) {
    struct subkeys s;
    expand(key, &s);
    reverse(&s);
    run(&s, block, result);
}
