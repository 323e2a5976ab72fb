/* HS1-SIV v2: 16 cycles a block in each of two passes, four rows of 16 bytes.
 *
 * Three things go on at once, all in the same 16 steps:
 *
 *   NH          a row of the block in `text` with one key: two products, 4 steps a hash, and one behind for the products themselves
 *   polynomial  15 bits of its key, 4 steps a hash, 5 steps behind
 *   ChaCha      12 rounds, and 4 steps in which a row of key stream leaves and a row of the next input enters
 *
 * In these last 4 steps the next block enters `text`, row by row: AD or plaintext, the lengths, a tag, or what the key stream makes of a block that
 * has been in the FIFO.
 *
 *   phase   in these 16 steps
 *   IDLE    (waits at step 12) takes a key, or the nonce
 *   KEY     ChaCha makes the keys
 *   FETCH   (waits at step 12) nothing is in `text` yet
 *   ABSORB  hashes a block of AD or plaintext, or the lengths
 *   SIGN    hashes the tag
 *   SETTLE  the polynomial of a last block ends; ChaCha's input enters
 *   TAG     ChaCha makes the tag
 *   STREAM  ChaCha makes key stream; the block before leaves, and is hashed on decryption
 *   LAST    the last block leaves, and is hashed on decryption; the tag leaves on encryption
 *
 * Encryption: ABSORB...  SETTLE TAG SIGN SETTLE STREAM... LAST. Decryption: ABSORB... SIGN SETTLE STREAM... LAST (ABSORB) SETTLE TAG.
 */
#define KEY_BITS 128
#define BLOCK_BITS 512
#define TWO_PASS
#include <cipher_core.h>

#include "hs1.h"

#define TAG_BYTES 16
#define ENTERS 12   /* the first step in which rows enter */
#define SETTLED 5   /* the step in which the last hash of the block before is there */
#define LAST_KEYS 2 /* the block of key stream that has the last keys */

enum phase { IDLE, KEY, FETCH, ABSORB, SIGN, SETTLE, TAG, STREAM, LAST };
enum source { NOTHING, BLOCK, LENGTHS, OLD_TAG };

static inline row_t row_at(block_t block, uint_t(2) i) {
    row_t upper = (bit)i ? (row_t)(block >> 256) : (row_t)(block >> 384), lower = (bit)i ? (row_t)block : (row_t)(block >> 128);
    return (bit)(i >> 1) ? lower : upper;
}

/* All ones in the first bytes of a row, at most 15. */
static inline row_t first_bytes(uint_t(4) count) {
    row_t mask = 0;
    UNROLL for (int i = 0; i < 15; i++) mask |= (row_t)(count > i ? 0xff : 0) << (120 - 8 * i);
    return mask;
}

/* The two keys of polynomials in a row of key stream. */
static inline uint_t(60) field_key(row_t row, int i) {
    return (uint_t(60))word_of(row, 2 * i + 1) << 32 | word_of(row, 2 * i);
}

/* The bits of a key that are due: 15, the uppermost ones first. */
static inline uint_t(15) key_bits(uint_t(60) key, uint_t(2) i) {
    uint_t(30) half = (bit)(i >> 1) ? (uint_t(30))key : (uint_t(30))(key >> 30);
    return (bit)i ? (uint_t(15))half : (uint_t(15))(half >> 15);
}

HARDWARE void hs1siv(void) {
    enum phase phase = IDLE;
    uint_t(4) step = ENTERS;
    enum source source = NOTHING; /* of the block that enters, where it is no key stream */

    DISTRIBUTED_RAM row_t nh_keys[8];
    row_t cipher_key[2]; /* ChaCha's, without the hash */
    uint_t(60) field_keys[4];

    uint_t(96) nonce = any(uint_t(96));
    row_t tag = any(row_t);
    word_t ad_bytes = 0, data_bytes = 0;
    uint_t(26) waiting = 0; /* blocks in the FIFO */
    bit decrypting = 0, ends = 0, has_tag = 0, has_data = 0;
    bit fresh = 0; /* nothing of the message is hashed yet */

    block_t text = any(block_t);
    bit full = 0;                                     /* it has to leave */
    bit hashing = 0, first = 0, last = 0, is_tag = 0; /* first and last of what is hashed */
    uint_t(2) last_row = 0;

    struct factors factors = any(struct factors);
    bit has_factors = 0;
    nh_t nh = any(nh_t);

    struct loose sum = any(struct loose);
    field_t h = any(field_t), hash[4], result[4];
    uint_t(16) digits = 0;                /* of the key, that are due */
    bit starts = 0, keeps = 0, gives = 0; /* first, not the tag, and last, of the block whose polynomial it is */

    row_t state[4], input = any(row_t);
    word_t counter = 0; /* of the block of key stream in work */

    UNROLL for (int i = 0; i < 2; i++) cipher_key[i] = any(row_t);
    UNROLL for (int i = 0; i < 4; i++) {
        field_keys[i] = any(uint_t(60));
        state[i] = any(row_t);
        hash[i] = result[i] = any(field_t);
    }

    for (;;) {
        expect_cycles(1);
        uint_t(2) part = step, group = step >> 2;
        bit at_row_0 = part == 0, at_row_1 = part == 1, at_row_3 = part == 3;
        bit entering = group == 3, decides = step == ENTERS;

        /* What the next row of ChaCha's input is made of. */
        field_t result_before[4] = {result[0], result[1], result[2], result[3]};
        row_t key_before[2] = {cipher_key[0], cipher_key[1]};
        uint_t(96) nonce_before = nonce;
        word_t counter_before = counter;

        /* What this step does. */
        bit takes_key = phase == IDLE && wire_read(key_update), takes_npub = phase == IDLE && !takes_key;
        bit may_fetch = decides && (phase == FETCH || ((phase == ABSORB || phase == LAST) && !last));
        bit awaits_block = may_fetch && !ends, awaits_tag = may_fetch && ends && decrypting && !has_tag;
        bit takes_lengths = may_fetch && ends && !awaits_tag;
        bit in_stream = phase == STREAM && entering, ends_stream = waiting == 1;
        bit enters_block = !decides && entering && source == BLOCK;
        struct bdi block = any(struct bdi);
        if (takes_npub || awaits_block || awaits_tag || enters_block) block = stream_peek(bdi);
        bit is_data = block.type != SEGMENT_AD;
        bit defers = awaits_block && block.type == SEGMENT_CIPHERTEXT; /* until the tag is there */
        bit takes_block = (awaits_block && !defers) || enters_block;
        bit hashes_tag = awaits_tag && has_data;
        bit makes_tag = phase == TAG && decides;
        bit verifies = makes_tag && decrypting, tells_tag = phase == LAST && step == 1 && !decrypting;
        bit waits = takes_npub || defers || (awaits_tag && !has_data);
        bit makes_keys = phase == KEY && entering, last_keys = (uint_t(2))counter == LAST_KEYS, wants_key = makes_keys && (at_row_0 || at_row_1);
        bit ends_keys = makes_keys && part == 2 && last_keys;

        bit queues = defers || (takes_block && at_row_3 && is_data);
        if (takes_npub || defers || awaits_tag || (takes_block && at_row_3)) block = stream_read(bdi);
        block_t queued = any(block_t);
        cipher_key_t user_key = any(cipher_key_t);
        if (wants_key) user_key = at_row_1 && last_keys ? stream_read(key) : stream_peek(key);
        if (in_stream) queued = at_row_3 ? stream_read(fdi) : stream_peek(fdi);

        /* Lengths. */
        if (awaits_block && !is_data) ad_bytes += block.size;
        if (awaits_block && is_data) data_bytes += block.size;
        uint_t(6) rest = data_bytes;
        uint_t(2) whole_rows = rest >> 4, lengths_row = whole_rows + ((uint_t(4))rest != 0);
        bit has_room = lengths_row != 0; /* for the lengths behind the last data */
        bit is_last = in_stream ? ends_stream : is_data && block.eot;

        /* ChaCha: a round, or a row of key stream and one of the next input. */
        word_t next_counter = counter + 1;
        row_t output = sum_of_rows(state[0], input), output_bytes = bytes_of(output);
        if (entering) {
            UNROLL for (int i = 0; i < 3; i++) state[i] = state[i + 1];
            state[3] = at_row_3 ? (row_t)next_counter << 96 | (uint_t(96))input : input;
        } else {
            chacha_round(state);
        }

        /* NH, the products one step behind. */
        nh_t nh_before = nh;
        if (has_factors && !waits) nh = add_products(at_row_1 ? without_excess[last_row] : nh, factors);
        if (!waits) {
            factors = factors_of(bytes_of(row_at(text, 0)), nh_keys[(uint_t(3))group + part]);
            has_factors = hashing && part <= last_row;
        }

        /* The polynomial, five steps behind. What it needs of a hash is fetched in the step before. */
        field_t value = reduced(sum), hash_before[2] = {hash[0], hash[1]};
        struct loose earlier = at_row_1 ? (struct loose){turned((field_t)nh_before, 16), 0} : (struct loose){turned(sum.low, 15), sum.carries};
        if (at_row_1 && gives) {
            UNROLL for (int i = 0; i < 3; i++) result[i] = result[i + 1];
            result[3] = value == (field_t)-1 ? (field_t)0 : value;
        }
        if (at_row_1 && keeps) {
            UNROLL for (int i = 0; i < 3; i++) hash[i] = hash[i + 1];
            hash[3] = value;
        }
        if (!waits) {
            uint_t(4) behind = step - SETTLED + 1;
            sum = add_digits(earlier, h, digits);
            digits = digits_of(key_bits(field_keys[behind >> 2], behind));
            /* The hash before, if it is kept, goes behind the others in the next step. */
            if (at_row_0) h = (group == 0 ? starts : first) ? (field_t)1 : keeps ? hash_before[1] : hash_before[0];
        }
        if (step == SETTLED) {
            starts = first;
            keeps = hashing && !is_tag;
            gives = hashing && last;
        }

        /* What leaves. */
        bit leaves = step == 0 && full, leaves_short = phase == LAST && rest != 0;
        if (queues) stream_write(fdo, block.data);
        if (leaves || tells_tag) {
            block_t out = (block_t)(tells_tag ? tag : row_at(text, 0)) << 384 | (text & (((block_t)1 << 384) - 1));
            stream_write(bdo, (struct bdo){out, tells_tag ? (size_in_bytes_t)TAG_BYTES : leaves_short ? (size_in_bytes_t)rest : (size_in_bytes_t)BLOCK_BYTES});
        }
        if (verifies) stream_write(msg_auth, output_bytes == tag);

        /* A row enters. */
        row_t row = row_at(text, 0);
        if (entering) {
            row = 0;
            if (takes_block || hashes_tag) row = row_at(block.data, part);
            if (in_stream) row = row_at(queued, part);
            if (in_stream || phase == TAG) row ^= output_bytes;
            if (in_stream && ends_stream && rest != 0) {
                if (part == whole_rows) row &= first_bytes(rest);
                if (part > whole_rows) row = 0;
            }
            if (takes_lengths || ((takes_block || in_stream) && is_last && has_room && part == lengths_row))
                row |= row_of(bytes_reversed(ad_bytes), 0, bytes_reversed(data_bytes), 0);
        }
        if (!waits) text = text << 128 | row;

        /* Keys and tags. */
        uint_t(4) key_row = (uint_t(4))(uint_t(2))counter << 2 | part;
        if (phase == KEY && entering) {
            if (key_row == 0) cipher_key[0] = output;
            if (key_row == 1) cipher_key[1] = output;
            if (key_row >= 2 && key_row <= 8) nh_keys[(uint_t(3))(key_row - 2)] = output;
            if (key_row == 9) UNROLL for (int i = 0; i < 2; i++) field_keys[i] = field_key(output, i);
            if (key_row == 10) UNROLL for (int i = 0; i < 2; i++) field_keys[2 + i] = field_key(output, i);
        }
        if (awaits_tag) tag = row_at(block.data, 0);
        if (makes_tag && !decrypting) tag = output_bytes;

        /* What the message is. */
        if (takes_npub) {
            decrypting = wire_read(decrypt);
            nonce = bytes_of(row_at(block.data, 0)) >> 32;
            ad_bytes = data_bytes = 0;
            waiting = 0;
            has_tag = has_data = 0;
            fresh = 1;
        }
        if (takes_key) nonce = (uint_t(96))0x00100010 << 64 | (uint_t(96))0x0040040c << 32;
        if (takes_npub || defers || (takes_block && at_row_3)) ends = block.eoi;
        if (awaits_block && is_data) has_data = 1;
        if (awaits_tag) has_tag = 1;
        if (queues) waiting++;
        if (in_stream && at_row_3) waiting--;
        if (entering && at_row_3) counter = next_counter;
        if (takes_key || (step == SETTLED && phase == SETTLE)) counter = takes_key || !is_tag ? (word_t)-1 : (word_t)0;

        /* The next block. */
        if (decides) source = takes_block ? BLOCK : takes_lengths ? LENGTHS : hashes_tag ? OLD_TAG : NOTHING;
        bit enters_tag = phase == TAG || source == OLD_TAG, enters_data = source == BLOCK || phase == STREAM;
        enum phase next = phase;
        if (step == 15) {
            full = phase == STREAM;
            hashing = source != NOTHING || phase == TAG || (phase == STREAM && decrypting);
            if (hashing) {
                is_tag = enters_tag;
                first = enters_tag || fresh;
                last = !enters_data || (is_last && has_room);
                last_row = !enters_data ? (uint_t(2))0 : last ? lengths_row : (uint_t(2))3;
                if (!enters_tag) fresh = 0;
            }
            switch (phase) {
            case KEY: break;
            case SETTLE: next = is_tag ? STREAM : TAG; break;
            case TAG: next = SIGN; break;
            case STREAM: next = ends_stream ? LAST : STREAM; break;
            default: next = source == NOTHING ? SETTLE : source == OLD_TAG ? SIGN : ABSORB;
            }
        }

        uint_t(4) after = waits ? (uint_t(4))ENTERS : (uint_t(4))(step + 1);
        if (phase == SETTLE && step == SETTLED) after = ENTERS;
        if (takes_key) {
            next = KEY;
            after = ENTERS - 1;
        }
        if (takes_npub) next = FETCH;
        if (ends_keys || tells_tag || verifies) {
            next = IDLE;
            after = ENTERS;
        }
        if (makes_tag && !decrypting && !has_data) {
            next = LAST;
            after = 1;
        }
        phase = next;
        step = after;

        /* The row of ChaCha's input for the next step. */
        if (!waits) {
            bit second = (uint_t(2))after == 2;
            field_t low = second ? result_before[2] : result_before[0], high = second ? result_before[3] : result_before[1];
            row_t key_row = (second ? key_before[1] : key_before[0]) ^ row_of(low, low >> 32, high, high >> 32);
            row_t key_or_nonce = (uint_t(2))after == 3 ? (row_t)counter_before << 96 | nonce_before : wants_key ? bytes_of(user_key) : key_row;
            input = (uint_t(2))after == 0 ? row_of(0x61707865, 0x3320646e, 0x79622d32, 0x6b206574) : key_or_nonce;
        }
    }
}
