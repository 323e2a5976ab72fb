/* Authenticated encryption by a tweakable block cipher that works on one block at a time: each block of data under a tweak of its own, the
 * checksum of the plaintext encrypted as the tag, and the sum of the blocks of AD added to it. So do Deoxys, Joltik and SCREAM.
 *
 * The cipher is loaded in a cycle in which the block before it leaves. Its `state` is the result when it is not `running`. Of what a block is, its
 * nonce and its number the algorithm makes the tweak. The file that includes this includes cipher_core.h and tweakable_load.h before, and defines
 *   COUNTS_PARTIAL          1 where the tag has the number behind that of a partial block, 0 where it has the same
 *   RUNS_NEW_KEY            1 where the cipher wants to encrypt a block of zeros under a new key
 *   struct cipher, and its functions take_key(cipher, key) and run_cipher(cipher, load), which do one cycle
 */
#ifndef TWEAKABLE_MODE_H
#define TWEAKABLE_MODE_H

/*   phase    the block that is under way, or done where the cipher does not run
 *   IDLE     none, or zero under a new key
 *   NEW_KEY  (one cycle) loads that one, where the cipher asks for it
 *   START    none: waits for the first block, or for the end of the message
 *   AD       one of AD, whose result is added to the sum
 *   DATA     a full one, forward or backward, that is given
 *   PARTIAL  zero, whose result is added to the block that waits
 *   TAG      the checksum, which gives the tag, or the verdict on the one that came
 */
enum phase { IDLE, NEW_KEY, START, AD, DATA, PARTIAL, TAG };

struct mode {
    enum phase phase;
    bit decrypting;
    bit ends;               /* the block under way is the last one */
    uint_t(INDEX_BITS) index; /* of the next block */
    uint_t(NONCE_BITS) nonce;
    block_t checksum;
    block_t auth;           /* the sum of AD */
};

/* What is there between two messages: a new key, or the nonce. */
static inline void begin(struct mode *m, struct cipher *cipher) {
    if (wire_read(key_update)) {
        take_key(cipher, stream_read(key));
        m->phase = RUNS_NEW_KEY ? NEW_KEY : IDLE;
        return;
    }
    struct bdi npub = stream_read(bdi);
    *m = (struct mode){START, wire_read(decrypt), npub.eoi, 0, npub.data >> (BLOCK_BITS - NONCE_BITS), 0, 0};
}

static inline void run_mode(struct mode *m, struct cipher *cipher) {
    if (m->phase == IDLE && !cipher->running) {
        begin(m, cipher);
        return;
    }

    /* The block that is done leaves, and the next one comes. */
    bit done = !cipher->running;
    bit ends_ad = m->phase == AD && done, ends_data = m->phase == DATA && done, ends_partial = m->phase == PARTIAL && done;
    bit ends_tag = m->phase == TAG && done;
    bit loads_next = done && m->phase != TAG && m->phase != NEW_KEY;
    bit awaits_next = loads_next && !m->ends, loads_tag = loads_next && m->ends;
    struct bdi block = any(struct bdi);
    if (awaits_next) block = stream_peek(bdi);
    bit loads_ad = awaits_next && block.type == SEGMENT_AD;
    bit loads_data = awaits_next && block.type != SEGMENT_AD && !block.partial;
    bit loads_partial = awaits_next && block.type != SEGMENT_AD && block.partial;
    if (loads_ad || loads_data || ends_partial || (ends_tag && m->decrypting)) block = stream_read(bdi);
    block_t output = cipher->state ^ (m->phase == PARTIAL ? block.data : (block_t)0) ^ (m->phase == TAG ? m->auth : (block_t)0);
    if (ends_data || ends_partial || (ends_tag && !m->decrypting)) {
        stream_write(bdo, (struct bdo){output, m->phase == PARTIAL ? block.size : (size_in_bytes_t)BLOCK_BYTES});
    }

    /* The end of a partial block is padding, which `block` holds. */
    byte_mask_t of_result = !m->decrypting ? (byte_mask_t)0 : ends_data ? (byte_mask_t)~0 : ends_partial ? block.valid_bytes : (byte_mask_t)0;
    if ((loads_data && !m->decrypting) || ends_partial) m->checksum ^= block.data;
    m->checksum ^= cipher->state & byte_enable(of_result);
    if (ends_ad) m->auth ^= cipher->state;
    if (ends_tag) {
        if (m->decrypting) stream_write(msg_auth, output == block.data);
        m->phase = IDLE;
        return;
    }

    run_cipher(cipher, (struct load){
        .now = done,
        .backward = loads_data && m->decrypting,
        .is_ad = loads_ad,
        .is_tag = loads_tag,
        .is_partial = awaits_next ? block.partial : (bit)(m->phase == PARTIAL),
        .nonce = m->nonce,
        .index = m->index,
        .offered = block,
        .block = (loads_ad || loads_data ? block.data : (block_t)0) | (loads_tag ? m->checksum : (block_t)0),
    });

    if (awaits_next) {
        m->index = loads_ad && block.eot ? (uint_t(INDEX_BITS))0 : (uint_t(INDEX_BITS))(m->index + (COUNTS_PARTIAL || !loads_partial));
        m->ends = block.eoi;
    }
    if (loads_ad) m->phase = AD;
    else if (loads_data) m->phase = DATA;
    else if (loads_partial) m->phase = PARTIAL;
    else if (loads_tag) m->phase = TAG;
    else if (m->phase == NEW_KEY) m->phase = IDLE;
}

#endif
