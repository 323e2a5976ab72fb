/* Xoodyak as an authenticated cipher: Cyclist(K, nonce, empty), Absorb(A), Encrypt(P), Squeeze(16). The names are those of the specification's
 * algorithms 2 and 3.
 */
#include "api.h"
#include "crypto_aead.h"
#include "xoodyak_cyclist.h"

enum { C_KEY = 0x02, C_ABSORB = 0x03, C_CRYPT = 0x80, C_SQUEEZE = 0x40 }; /* colours */

/* Cyclist(K, id, counter) with the nonce for id and no counter, by AbsorbKey. */
static cyclist begin(const unsigned char *key, const unsigned char *nonce) {
    cyclist c = {.keyed = 1, .is_up = 1};
    unsigned char string[CRYPTO_KEYBYTES + CRYPTO_NPUBBYTES + 1];
    memcpy(string, key, CRYPTO_KEYBYTES);
    memcpy(string + CRYPTO_KEYBYTES, nonce, CRYPTO_NPUBBYTES);
    string[sizeof string - 1] = CRYPTO_NPUBBYTES;
    absorb_any(&c, string, sizeof string, R_KIN, C_KEY);
    return c;
}

/* Crypt. `out` and `in` differ; the plaintext of the two is taken in. */
static void crypt(cyclist *c, unsigned char *out, const unsigned char *in, unsigned long long size, int decrypting) {
    unsigned char c_up = C_CRYPT;
    do {
        unsigned long long now = size < R_KOUT ? size : R_KOUT;
        up(c, c_up);
        for (unsigned i = 0; i < now; i++) out[i] = in[i] ^ c->s[i];
        down(c, decrypting ? out : in, now, 0x00);
        c_up = 0x00;
        size -= now;
        if (size) in += now, out += now;
    } while (size);
}

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    cyclist state = begin(k, npub);
    absorb_any(&state, ad, adlen, R_KIN, C_ABSORB);
    crypt(&state, c, m, mlen, 0);
    up(&state, C_SQUEEZE);
    memcpy(c + mlen, state.s, CRYPTO_ABYTES);
    *clen = mlen + CRYPTO_ABYTES;
    return 0;
}

int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    if (clen < CRYPTO_ABYTES) return -1;
    *mlen = clen - CRYPTO_ABYTES;
    cyclist state = begin(k, npub);
    absorb_any(&state, ad, adlen, R_KIN, C_ABSORB);
    crypt(&state, m, c, *mlen, 1);
    up(&state, C_SQUEEZE);
    unsigned char difference = 0;
    for (int i = 0; i < CRYPTO_ABYTES; i++) difference |= c[*mlen + i] ^ state.s[i];
    if (difference == 0) return 0;
    if (*mlen) memset(m, 0, *mlen);
    *mlen = 0;
    return -1;
}
