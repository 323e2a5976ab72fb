/* Ascon-128a (Ascon v1.2): one round a cycle, 8 cycles a block.
 *
 * Everything that is added to the state between two permutations (nonce, key, block, domain separation) is added in the cycle of the first
 * round that follows, so the one round unit never waits. Between messages the state rests at IV || 0, which makes loading an addition too.
 */
#define KEY_BITS 128
#define BLOCK_BITS 128
#include <cipher_core.h>

typedef uint_t(64) word_t;
typedef uint_t(4) round_t;

#define IV ((word_t)0x80800c0800000000) /* key, rate, 12 and 8 rounds */
#define AT_REST ((struct state){IV, 0, 0, 0, 0})
#define FIRST_OF_12 ((round_t)0)
#define FIRST_OF_8 ((round_t)4)
#define LAST_ROUND ((round_t)11)

struct state {
    word_t x0, x1, x2, x3, x4;
};

enum phase { IDLE, BLOCK, PERMUTE, TAG };

static inline word_t rotate_right(word_t x, int distance) {
    return x >> distance | x << (64 - distance);
}

static inline word_t high(block_t block) {
    return block >> 64;
}

static inline word_t low(block_t block) {
    return block;
}

static inline block_t rate(struct state s) {
    return (block_t)s.x0 << 64 | s.x1;
}

/* One round of the permutation (section 2.6): constant addition, substitution layer, linear layer. */
static inline struct state permute_once(struct state s, round_t round) {
    s.x2 ^= (word_t)(round_t)~round << 4 | round;

    s.x0 ^= s.x4;
    s.x4 ^= s.x3;
    s.x2 ^= s.x1;
    struct state t = {
        s.x0 ^ (~s.x1 & s.x2), s.x1 ^ (~s.x2 & s.x3), s.x2 ^ (~s.x3 & s.x4), s.x3 ^ (~s.x4 & s.x0), s.x4 ^ (~s.x0 & s.x1),
    };
    t.x1 ^= t.x0;
    t.x0 ^= t.x4;
    t.x3 ^= t.x2;
    t.x2 = ~t.x2;

    return (struct state){
        t.x0 ^ rotate_right(t.x0, 19) ^ rotate_right(t.x0, 28),
        t.x1 ^ rotate_right(t.x1, 61) ^ rotate_right(t.x1, 39),
        t.x2 ^ rotate_right(t.x2, 1) ^ rotate_right(t.x2, 6),
        t.x3 ^ rotate_right(t.x3, 10) ^ rotate_right(t.x3, 17),
        t.x4 ^ rotate_right(t.x4, 7) ^ rotate_right(t.x4, 41),
    };
}

HARDWARE void ascon128a(void) {
    cipher_key_t key = 0;
    struct state s = AT_REST;
    enum phase phase = IDLE;
    round_t round = FIRST_OF_12;
    bit initialised = 0; /* the initialisation has just ended: its closing key addition is due */
    bit data_begun = 0;
    bit final = 0; /* the permutation in progress is the finalisation */
    bit decrypting = 0;

    for (;;) {
        /* What is added to the state before the round, and what the rate keeps of itself. */
        block_t nonce = 0, added = 0, replaced = 0;
        bit add_key_12 = phase == IDLE, add_key_23 = 0, add_key_34 = 0, separation = 0;
        bit permuting = 1;

        switch (phase) {
        case IDLE:
            permuting = !wire_read(key_update);
            if (permuting) nonce = stream_read(bdi).data;
            initialised = 1;
            data_begun = 0;
            final = 0;
            break;
        case BLOCK:
            struct bdi block = stream_read(bdi);
            bit is_data = block.type != SEGMENT_AD;
            final = is_data && block.eot;
            if (is_data && block.size != 0) stream_write(bdo, (struct bdo){rate(s) ^ block.data, block.size});
            added = block.data;
            if (block.type == SEGMENT_CIPHERTEXT) replaced = byte_enable(block.valid_bytes);
            add_key_23 = final;
            add_key_34 = initialised;
            separation = is_data && !data_begun;
            round = final ? FIRST_OF_12 : FIRST_OF_8;
            initialised = 0;
            data_begun = is_data;
            decrypting = wire_read(decrypt);
            break;
        case PERMUTE:
            break;
        case TAG:
            add_key_34 = 1;
            permuting = 0;
        }

        struct state x = {
            (s.x0 & ~high(replaced)) ^ high(added),
            (s.x1 & ~low(replaced)) ^ low(added) ^ (add_key_12 ? high(key) : 0),
            s.x2 ^ (add_key_12 ? low(key) : 0) ^ (add_key_23 ? high(key) : 0),
            s.x3 ^ high(nonce) ^ (add_key_23 ? low(key) : 0) ^ (add_key_34 ? high(key) : 0),
            s.x4 ^ low(nonce) ^ (add_key_34 ? low(key) : 0) ^ separation,
        };

        if (permuting) {
            s = permute_once(x, round);
            phase = round != LAST_ROUND ? PERMUTE : final ? TAG : BLOCK;
            round = round != LAST_ROUND ? (round_t)(round + 1) : FIRST_OF_12;
        } else if (phase == TAG) {
            block_t tag = (block_t)x.x3 << 64 | x.x4;
            if (decrypting) stream_write(msg_auth, tag == stream_read(bdi).data);
            else stream_write(bdo, (struct bdo){tag, BLOCK_BYTES});
            s = AT_REST;
            phase = IDLE;
        } else {
            key = stream_read(key);
        }
    }
}
