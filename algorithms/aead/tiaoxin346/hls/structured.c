/* Tiaoxin-346 v2: one update of the state a cycle, so one block of 256 bits a cycle. */
#define KEY_BITS 128
#define BLOCK_BITS 256
#include <cipher_core.h>

#include "tiaoxin.h"

/* R(T, 0) of the three components; a message is only added to their words 0. One unit keeps each word in one register, whichever loop calls it. */
SHARED static struct state update(struct state t) {
    return (struct state){
        {aes_round(t.t3[2]) ^ t.t3[0], aes_round(t.t3[0]) ^ Z0, t.t3[1]},
        {aes_round(t.t4[3]) ^ t.t4[0], aes_round(t.t4[0]) ^ Z0, t.t4[1], t.t4[2]},
        {aes_round(t.t6[5]) ^ t.t6[0], aes_round(t.t6[0]) ^ Z0, t.t6[1], t.t6[2], t.t6[3], t.t6[4]},
    };
}

static inline struct state add(struct state t, aes_block_t m0, aes_block_t m1, aes_block_t m2) {
    t.t3[0] ^= m0;
    t.t4[0] ^= m1;
    t.t6[0] ^= m2;
    return t;
}

static inline struct state add_key(struct state t, cipher_key_t key) {
    return (struct state){
        {t.t3[0] ^ key, t.t3[1] ^ key, t.t3[2]},
        {t.t4[0] ^ key, t.t4[1] ^ key, t.t4[2], t.t4[3]},
        {t.t6[0] ^ key, t.t6[1] ^ key, t.t6[2], t.t6[3], t.t6[4], t.t6[5]},
    };
}

/* What the state gives, besides word 0 of T3 or T6. */
static inline struct pair keystream(struct state t) {
    return (struct pair){t.t3[2] ^ t.t4[1] ^ (t.t6[3] & t.t4[3]), t.t4[2] ^ t.t3[1] ^ (t.t6[5] & t.t3[2])};
}

HARDWARE void tiaoxin346(void) {
    REGISTER static cipher_key_t key;
    if (wire_read(key_update)) {
        key = stream_read(key);
        return;
    }

    /* Initialization; it begins an update earlier, at a state which that makes the specification's, but for the key. */
    struct bdi block = stream_read(bdi);
    bit decrypting = wire_read(decrypt);
    aes_block_t nonce = pair_of(block.data).w0;
    struct state t = {{V, nonce, W}, {V, nonce, Z0, W}, {V, nonce, Z1, 0, 0, W}};
    for (int i = 0; i <= START_UPDATES; i++) {
        t = update(t);
        t = i == 0 ? add_key(t, key) : add(t, Z0, Z1, Z0);
    }

    /* Associated data, then encryption or decryption, then the lengths. What the state gives has the plaintext in it already, but is linear in
     * that: it is the plaintext with what an update by zeros would give. */
    length_t ad_bytes = 0, data_bytes = 0;
    for (bit more = 1; more;) {
        more = !block.eoi;
        t = update(t);
        aes_block_t m0 = ad_bytes, m1 = data_bytes;
        if (more) {
            block = stream_read(bdi);
            struct pair input = pair_of(block.data), rest = keystream(t), known = {0, 0};
            m0 = input.w0;
            m1 = input.w1;
            if (block.type == SEGMENT_AD) {
                ad_bytes += block.size;
            } else {
                data_bytes += block.size;
                if (decrypting) known = pair_of(byte_enable(block.valid_bytes));
                aes_block_t mask0 = t.t3[0] ^ rest.w0, mask1 = t.t6[0] ^ rest.w1;
                m0 ^= mask0 & known.w0;
                m1 ^= (mask1 ^ m0) & known.w1;
                stream_write(bdo, (struct bdo){(block_t)(input.w0 ^ mask0) << 128 | (input.w1 ^ mask1 ^ m0), block.size});
            }
        }
        t = add(t, m0, m1, m0 ^ m1);
    }

    /* Finalization; the tag leaves, or is compared with the one that came. */
    for (int i = 0; i < FINAL_UPDATES; i++) t = add(update(t), Z1, Z0, Z1);
    wait();
    if (decrypting) stream_write(msg_auth, pair_of(stream_read(bdi).data).w0 == tag_of(t));
    else stream_write(bdo, (struct bdo){(block_t)tag_of(t) << 128 | any(aes_block_t), TAG_BYTES});
}
