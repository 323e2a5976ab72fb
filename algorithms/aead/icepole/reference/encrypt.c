/* ICEPOLE-128 v2: a duplex with blocks of 128 bytes, and a secret message number that is encrypted in front of AD and message.
 *
 * The bytes of a block go into the columns of the state, one word after the other, the first byte of a word least significant. Behind them come a
 * frame bit, a 1, and zeros. */
#include "api.h"
#include "crypto_aead.h"
#include "permutation.h"

#include <string.h>

enum { RATE = 128, FEW = 6, MANY = 12 };

static unsigned char *const NOWHERE = 0;

/* The byte of the state that goes with byte `i` of a block: its word, and how far it is to the left in it. */
static uint64_t *word_at(icepole_state *s, unsigned i) {
    return &s->word[i / 8 % ROWS][i / 8 / ROWS];
}

static void add_byte(icepole_state *s, unsigned i, unsigned char byte) {
    *word_at(s, i) ^= (uint64_t)byte << 8 * (i % 8);
}

static unsigned char byte_of(icepole_state *s, unsigned i) {
    return (unsigned char)(*word_at(s, i) >> 8 * (i % 8));
}

/* A block of up to 128 bytes into the state. What goes to `out`, if anything, is encrypted, or decrypted. */
static void absorb(icepole_state *s, const unsigned char *in, unsigned char *out, unsigned size, unsigned frame, int decrypt) {
    for (unsigned i = 0; i < size; i++) {
        const unsigned char sum = in[i] ^ byte_of(s, i);
        add_byte(s, i, decrypt ? sum : in[i]);
        if (out) out[i] = sum;
    }
    add_byte(s, size, (unsigned char)(frame | 2));
}

/* A text in blocks; an empty one is one block of none. `last` is the frame bit of the last block, and the others have its opposite. */
static void absorb_text(icepole_state *s, const unsigned char *in, unsigned char *out, unsigned long long length, unsigned last, int decrypt) {
    for (unsigned long long i = 0; i == 0 || i < length; i += RATE) {
        const unsigned size = length - i < RATE ? (unsigned)(length - i) : RATE;
        icepole_permute(s, FEW);
        absorb(s, in + i, out ? out + i : NOWHERE, size, length - i <= RATE ? last : !last, decrypt);
    }
}

static icepole_state start(const unsigned char *k, const unsigned char *npub) {
    icepole_state s = {{
        {0xff97a42d7f8e6fd4, 0x90fee5a0a44647c4, 0x8c5bda0cd6192e76, 0xad30a6f71b19059c, 0x30935ab7d08ffc64},
        {0xeb5aa93f2317d635, 0xa9a6e6260d712103, 0x81a57c16dbcf555f, 0x43b831cd0347c826, 0x01f22f1a11a5569f},
        {0x05e5635a21d9ae61, 0x64befef28cc970f2, 0x613670957bc46611, 0xb87c5a554fd00ecb, 0x8c3ee88a1ccf32c8},
        {0x940c7922ae3a2614, 0x1841f924a2c509e4, 0x16f53526e70465c2, 0x75f644e97f30a13b, 0xeaf1ff7b5ceca249},
    }};
    for (unsigned i = 0; i < CRYPTO_KEYBYTES; i++) add_byte(&s, i, k[i]);
    for (unsigned i = 0; i < CRYPTO_NPUBBYTES; i++) add_byte(&s, CRYPTO_KEYBYTES + i, npub[i]);
    icepole_permute(&s, MANY);
    return s;
}

static void finish(icepole_state *s, unsigned char *tag, unsigned size) {
    icepole_permute(s, MANY);
    for (unsigned i = 0; i < size; i++) tag[i] = byte_of(s, i);
}

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k) {
    icepole_state s = start(k, npub);
    absorb(&s, nsec, c, CRYPTO_NSECBYTES, 0, 0);
    absorb_text(&s, ad, NOWHERE, adlen, 1, 0);
    absorb_text(&s, m, c + CRYPTO_NSECBYTES, mlen, 0, 0);
    finish(&s, c + CRYPTO_NSECBYTES + mlen, CRYPTO_ABYTES - CRYPTO_NSECBYTES);
    *clen = mlen + CRYPTO_ABYTES;
    return 0;
}

int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *k) {
    if (clen < CRYPTO_ABYTES) return -1;
    const unsigned long long length = clen - CRYPTO_ABYTES;
    icepole_state s = start(k, npub);
    absorb(&s, c, nsec, CRYPTO_NSECBYTES, 0, 1);
    absorb_text(&s, ad, NOWHERE, adlen, 1, 0);
    absorb_text(&s, c + CRYPTO_NSECBYTES, m, length, 0, 1);
    unsigned char tag[CRYPTO_ABYTES - CRYPTO_NSECBYTES], difference = 0;
    finish(&s, tag, sizeof tag);
    for (unsigned i = 0; i < sizeof tag; i++) difference |= tag[i] ^ c[CRYPTO_NSECBYTES + length + i];
    if (difference) { /* nothing unverified leaves */
        if (length) memset(m, 0, length);
        memset(nsec, 0, CRYPTO_NSECBYTES);
    }
    *mlen = difference ? 0 : length;
    return difference ? -1 : 0;
}
