/* Minalpher v1.1: two permutations, a round of each a cycle, 18 cycles a block of AD or data.
 *
 * `data` encrypts or decrypts. `mac` takes AD, then ciphertext: in an encryption what `data` has just given, in a decryption what `data` takes, two
 * cycles behind it. The last half of a round is in the cycle in which the next block is loaded.
 *
 * In the cycle in which data is loaded, and in the next one, the tweak is multiplied by y: it belongs to the block in `data` then.
 *
 *   phase   what happens in it
 *   IDLE    takes a new key; or the nonce, from which `data` makes L, the tweak of data, and `mac` that of AD
 *   START   keeps the tweak of AD
 *   AD      takes AD; before a last block that is not full, the tweak is multiplied by y + 1; then keeps the tweak of data
 *   DATA    takes data, gives what `data` has made of the block before
 *   TAG     gives the tag, or the verdict
 */
#define KEY_BITS 128
#define BLOCK_BITS 256
#include <cipher_core.h>

#include "minalpher.h"

enum phase { IDLE, START, AD, DATA, TAG };

enum { TAG_BYTES = 16 };

typedef uint_t(5) round_t;
typedef uint_t(104) nonce_t;
typedef uint_t(128) tag_t;

/* The block from which a tweak of data is made. */
static inline block_t seed_of(cipher_key_t key, nonce_t nonce) {
    return (block_t)key << 128 | (block_t)0x40 << 120 | nonce;
}

static inline block_t if_set(bit condition, block_t block) {
    return condition ? block : (block_t)0;
}

HARDWARE void minalpher(void) {
    enum phase phase = IDLE;
    bit decrypting = 0;
    bit twisted = 0;  /* the tweak is that of a last block of AD that is not full */
    bit follows = 0;  /* `data` holds a block */
    bit advances = 0; /* `data` was loaded in the cycle before */
    bit second = 0;   /* `mac` takes what `data` took two cycles before */
    bit ended = 0;    /* the last block of data has been taken */
    cipher_key_t own_key = 0;
    nonce_t nonce = 0;
    round_t data_round = 0, mac_round = 0; /* ROUNDS when all are done */
    block_t data = 0, mac = 0;
    block_t tweak = 0; /* zero until START */
    block_t sum = 0;   /* what `mac` has made so far is this and what it holds; zero until START */

    for (;;) {
        expect_cycles(1);
        bit data_done = data_round == ROUNDS, mac_done = mac_round == ROUNDS;

        /* What this cycle does. */
        bit takes_key = phase == IDLE && wire_read(key_update), takes_npub = phase == IDLE && !takes_key;
        bit starts = phase == START && mac_done;
        bit awaits_ad = phase == AD && mac_done;
        bit loads_data = phase == DATA && data_done && !ended;
        bit ends = phase == DATA && data_done && ended;
        bit tags = phase == TAG && mac_done;
        struct bdi block = any(struct bdi);
        if (awaits_ad || (loads_data && decrypting)) block = stream_peek(bdi);
        bit is_ad = awaits_ad && block.type == SEGMENT_AD, switches = awaits_ad && !is_ad;
        bit twists = is_ad && block.partial && !twisted;
        bit takes_ad = is_ad && !twists, takes_data = second || (loads_data && !decrypting);
        if (takes_npub || takes_ad || takes_data || (tags && decrypting)) block = stream_read(bdi);
        cipher_key_t new_key = any(cipher_key_t);
        if (takes_key) new_key = stream_read(key);
        bit takes_output = !decrypting && (ends || (loads_data && follows));
        bit is_last = ends || ((second || takes_ad) && block.eot);

        block_t data_shuffled = substitute_and_shuffle(data), mac_shuffled = substitute_and_shuffle(mac);
        block_t output = data_shuffled ^ tweak;
        tag_t tag = (mac_shuffled ^ sum) >> 128;
        if (tags && decrypting) stream_write(msg_auth, tag == (tag_t)(block.data >> 128));
        if (ends || (loads_data && follows) || (tags && !decrypting)) {
            stream_write(bdo, (struct bdo){tags ? (block_t)tag << 128 : output, tags ? TAG_BYTES : BLOCK_BYTES});
        }

        /* What is loaded. */
        block_t next_tweak = by_y(tweak), mac_tweak = next_tweak ^ if_set(is_last || twists, tweak);
        nonce_t new_nonce = block.data >> 152;
        block_t input = takes_npub ? seed_of(own_key, new_nonce) : block.data;
        block_t masked = (takes_output ? output : takes_npub ? (block_t)own_key << 128 : block.data) ^ mac_tweak;
        bit fills_mac = takes_npub || takes_ad || takes_output || second;

        bit backward = decrypting && phase == DATA;
        block_t data_mixed = mix(data_shuffled, constant_of(data_round, backward)), mac_mixed = mix(mac_shuffled, (nibble_t)mac_round);
        if (takes_npub || loads_data) data = input ^ by_y(next_tweak);
        else if (!data_done) data = data_mixed;
        if (fills_mac) mac = masked ^ if_set(is_last, mac_shuffled ^ sum);
        else if (!mac_done) mac = mac_mixed;
        if (tags) sum = 0;
        else if (starts || takes_ad || takes_output || second) sum = if_set(!is_last, mac_shuffled ^ sum) ^ mac_tweak;
        if (tags) tweak = 0;
        else if (starts) tweak = mac_shuffled ^ (block_t)own_key << 128;
        else if (switches) tweak = over_y(data_shuffled ^ seed_of(own_key, nonce));
        else if (is_ad || loads_data || advances) tweak = mac_tweak;
        data_round = takes_npub || loads_data ? (round_t)0 : (round_t)(data_round + !data_done);
        mac_round = fills_mac ? (round_t)0 : (round_t)(mac_round + !mac_done);

        if (takes_key) own_key = new_key;
        if (takes_npub) {
            nonce = new_nonce;
            decrypting = wire_read(decrypt);
        }
        twisted = twists;
        follows = phase == DATA && (follows || loads_data);
        ended = phase == DATA && (ended || (takes_data && block.eot));
        second = advances && decrypting;
        advances = loads_data;
        if (takes_npub) phase = START;
        if (starts) phase = AD;
        if (switches) phase = DATA;
        if (ends) phase = TAG;
        if (tags) phase = IDLE;
    }
}
