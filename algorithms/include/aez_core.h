/* The core of AEZ, versions 4 and 5: a round of AES a cycle. What differs between them is how keys make a call of the cipher, which the file that
 * includes this says before:
 *
 *   FIRST_INDEX      what the index of the first block of AD or the first pair is, modulo 8
 *   first_multiple   the running multiple that goes with it
 *   tweak_of         what is added to the text of a call; `counted` calls take their number from the index, and the running multiple
 *   first_key, next_key, last_key   the round keys of a call
 *
 * A call of the cipher takes 4 cycles, or 10 of the long one. Its result is added to a register in the last one. Between calls, bytes are moved by
 * half a byte a cycle where a message does not end with a block.
 *
 * The text is the plaintext with 16 bytes of zeros behind it, or the ciphertext with the tag. In the words of the specification it is made of pairs,
 * of u and v, and of x and y; a text of fewer than 32 bytes is made of two halves.
 *
 *   a, b   a pair; or u, and x; or the halves
 *   c      what is there of v, or of the last block of a message
 *   s      S; at the end y, and then the tag
 *
 *   phase                  call, and what becomes of it             after it
 *   IDLE                   (none) takes a key, or the nonce
 *   TAU, NONCE             (3, 1), (4, 0): begin delta
 *   AD                     (none) takes a block of AD
 *   AD_UPPER, AD_LOWER     (5, i): into delta
 *   PRF                    (-1, 3) of delta: the tag of no data
 *   LOAD                   (none) takes the first block of data
 *   FIRST_1, FIRST_2       (1, i), (0, 0): a pair, first pass       it goes into the FIFO; the next block is taken
 *   TURN, TURN_C           (none) b and c turned, c turned
 *   ALIGNED                (none) x is in b, v in c
 *   HASH_U, HASH_V         (0, 4), (0, 5): into X                   both go into the FIFO
 *   TAKE_Y                 (none) zeros, or the tag, are y
 *   MAKE_S_1, MAKE_S_2     (0, 1), (-1, 1): x and y, and S          both go into the FIFO
 *   POP                    (none) takes them from the FIFO
 *   SECOND_1 to 3          (2, i), (0, 0), (1, i): a pair           it leaves
 *   MAKE_U, MAKE_V         (-1, 4), (-1, 5): u and v
 *   SUM_U, SUM_V           (0, 4), (0, 5): into Y
 *   LAST_1, LAST_2         (-1, 2), (0, 2): x and y
 *   GIVE, GIVE_REST        (none) the last blocks leave
 *   TINY_*                 (0, 6): the halves
 *   END                    (none) the tag leaves, or the verdict
 */
#ifndef AEZ_CORE_H
#define AEZ_CORE_H

#define TAG_BYTES 16
#define TINY_ROUNDS 8

enum phase {
    IDLE, TAU, NONCE, AD, AD_UPPER, AD_LOWER, PRF, LOAD, FIRST_1, FIRST_2, TURN, TURN_C, ALIGNED, HASH_U, HASH_V, TAKE_Y, MAKE_S_1, MAKE_S_2, POP,
    SECOND_1, SECOND_2, SECOND_3, MAKE_U, SUM_U, MAKE_V, SUM_V, LAST_1, LAST_2, GIVE, GIVE_REST, TINY_TEXT, TINY_SPLIT, TINY_ROUND, TINY_JOIN, TINY_GIVE,
    TINY_TAG, END
};

enum source { OF_A, OF_B, OF_C, OF_S, OF_DELTA };

/* All ones in the first `count` half bytes. */
static inline half_t first_nibbles(uint_t(6) count) {
    half_t mask = 0;
    UNROLL for (int i = 0; i < 32; i++) mask |= (half_t)(count > i ? 0xf : 0) << (124 - 4 * i);
    return mask;
}

/* The first bit behind so many half bytes. */
static inline half_t padding(uint_t(6) count) {
    half_t mark = 0;
    UNROLL for (int i = 0; i < 32; i++) mark |= (half_t)(count == i) << (127 - 4 * i);
    return mark;
}

static inline block_t block_of(half_t upper, half_t lower) {
    return (block_t)upper << 128 | lower;
}

static inline half_t upper_of(block_t block) {
    return block >> 128;
}

HARDWARE void AEZ(void) {
    enum phase phase = IDLE, behind_turns = IDLE;
    struct keys keys = any(struct keys);
    half_t a = any(half_t), b = any(half_t), c = any(half_t), s = any(half_t), delta = any(half_t), sum = any(half_t), state = any(half_t), running = any(half_t);
    uint_t(3) index = 0;    /* of a block of AD, or of a pair, modulo 8; `running` is the multiple of a key that goes with it */
    uint_t(27) waiting = 0; /* pairs in the FIFO */
    uint_t(4) round = 0;
    enum round_key which = KEY_J;
    uint_t(6) nibbles = 0;  /* of what is not a whole block: v, or u alone, or a half */
    uint_t(6) turns = 0;
    uint_t(3) feistel = 0;
    bit decrypting = 0, ends = 0, has_u = 0, has_lower = 0, pads_upper = 0, pads_lower = 0, ad_ends = 0;

    for (;;) {
        expect_cycles(1);
        /* The call of this phase. */
        enum source source = OF_A;
        uint_t(3) j = 0, i = 0;
        bit calls = 1, is_long = 0, pads = 0, counted = 0;
        uint_t(2) direction = decrypting ? 2 : 1;
        uint_t(3) reverse = decrypting ? 1 : 2;
        switch (phase) {
        case TAU: j = 3, i = 1; break;
        case NONCE: source = OF_C, j = 4; break;
        case AD_UPPER: j = 5, counted = !pads_upper; break;
        case AD_LOWER: source = OF_B, j = 5, counted = !pads_lower; break;
        case PRF: source = OF_DELTA, is_long = 1, i = 3; break;
        case FIRST_1: source = OF_B, j = 1, counted = 1; break;
        case FIRST_2: break;
        case HASH_U: case SUM_U: i = 4; break;
        case HASH_V: case SUM_V: source = OF_C, pads = 1, i = has_u ? 5 : 4; break;
        case MAKE_S_1: i = direction; break;
        case MAKE_S_2: source = OF_B, is_long = 1, i = direction; break;
        case SECOND_1: source = OF_S, j = 2, counted = 1; break;
        case SECOND_2: source = OF_B; break;
        case SECOND_3: j = 1, counted = 1; break;
        case MAKE_U: source = OF_S, is_long = 1, i = 4; break;
        case MAKE_V: source = OF_S, is_long = 1, i = has_u ? 5 : 4; break;
        case LAST_1: source = OF_S, is_long = 1, i = reverse; break;
        case LAST_2: source = OF_B, i = reverse; break;
        case TINY_ROUND: source = OF_B, pads = 1, i = 6; break;
        default: calls = 0;
        }

        /* A round. */
        half_t text = source == OF_A ? a : source == OF_B ? b : source == OF_C ? c : source == OF_S ? s : (half_t)0;
        if (pads) text |= padding(nibbles);
        if (source == OF_DELTA || phase == TINY_ROUND) text ^= delta;
        if (phase == TINY_ROUND) text ^= decrypting ? (uint_t(3))~feistel : feistel;
        half_t tweak = tweak_of(keys, running, is_long, j, counted ? index : i, counted);
        bit begins = round == 0, done = calls && round == (is_long ? 9 : 3);
        enum round_key now = begins ? first_key(is_long, j) : which;
        half_t round_key = now == KEY_I ? keys.i : now == KEY_J ? keys.j : now == KEY_L ? keys.l : last_key(tweak, j);
        half_t y = aes_round(begins ? text ^ tweak : state) ^ round_key;
        half_t mask = first_nibbles(nibbles);

        /* What comes. */
        bit takes_key = phase == IDLE && wire_read(key_update), takes_npub = phase == IDLE && !takes_key;
        bit looks = phase == FIRST_1 && done, loads = phase == LOAD || (phase == FIRST_2 && done);
        bit takes_tag = (phase == TAKE_Y || phase == TINY_TEXT || (phase == PRF && done)) && decrypting;
        struct bdi block = any(struct bdi);
        if (takes_key) {
            cipher_key_t all = stream_read(key);
            keys = (struct keys){(half_t)(all >> 256), (half_t)(all >> 128), (half_t)all};
        }
        bit reads = takes_npub || phase == AD || loads || takes_tag;
        if (looks || reads) block = stream_peek(bdi);
        bit is_short = block.size < 16, defers = looks && block.eot && is_short;
        if (reads || defers) block = stream_read(bdi);
        half_t upper = upper_of(block.data), lower = block.data;
        block_t popped = any(block_t);
        if (phase == POP) popped = stream_read(fdi);

        /* What goes. */
        bit has_rest = has_u || nibbles != 0;
        half_t a_and_y = a ^ y, b_and_y = b ^ y, s_and_y = s ^ y;
        half_t tag = phase == PRF ? y : s;
        bit tells = phase == END || (phase == PRF && done);
        if (phase == FIRST_2 && done) stream_write(fdo, block_of(a, b_and_y));
        if (phase == HASH_V && done) stream_write(fdo, block_of(a, c));
        if (phase == MAKE_S_2 && done) stream_write(fdo, block_of(a_and_y, b));
        bit gives = (phase == SECOND_3 && done) || phase == GIVE || phase == GIVE_REST || phase == TINY_GIVE || (tells && !decrypting);
        struct bdo out = {block_of(a, b), BLOCK_BYTES};
        if (phase == SECOND_3) out.data = block_of(b_and_y, a);
        if (phase == GIVE && !has_u) out = (struct bdo){block_of(b, c), (size_in_bytes_t)((nibbles >> 1) + 16)};
        if (phase == GIVE_REST) out = (struct bdo){block_of(c, 0), (size_in_bytes_t)(nibbles >> 1)};
        if (phase == TINY_GIVE) out = (struct bdo){block_of(b, 0), (size_in_bytes_t)((uint_t(4))(nibbles - 16))};
        if (tells) out = (struct bdo){block_of(tag, 0), TAG_BYTES};
        if (gives) stream_write(bdo, out);
        if (tells && decrypting) stream_write(msg_auth, phase == PRF ? y == upper : s == 0);

        enum phase next = phase;
        bit starts_index = 0, counts_index = 0;
        switch (phase) {
        case IDLE:
            if (takes_npub) {
                decrypting = wire_read(decrypt);
                a = 128, c = upper | (half_t)1 << 31;
                has_u = 0, nibbles = 0, waiting = 0, feistel = 0, sum = 0;
                starts_index = 1;
                next = TAU;
            }
            break;
        case TAU:
            if (done) delta = y, next = NONCE;
            break;
        case NONCE:
            if (done) delta ^= y, next = AD;
            break;
        case AD:
            a = upper, b = lower;
            pads_upper = is_short, has_lower = block.size > 16, pads_lower = block.size != 32;
            ad_ends = block.eot, ends = block.eoi;
            next = AD_UPPER;
            break;
        case AD_UPPER: case AD_LOWER:
            if (done) {
                delta ^= y;
                counts_index = 1;
                next = phase == AD_UPPER && has_lower ? AD_LOWER : !ad_ends ? AD : ends ? PRF : LOAD;
                starts_index = next == LOAD;
            }
            break;
        case PRF:
            if (done) next = IDLE;
            break;
        case FIRST_1:
            if (done && !defers) a = a_and_y, next = FIRST_2;
            if (defers) {
                c = upper, nibbles = block.size << 1, has_u = 1;
                turns = block.size << 1, behind_turns = ALIGNED, next = TURN;
            }
            break;
        case LOAD: case FIRST_2:
            if (phase == FIRST_2 && done) {
                sum ^= b_and_y;
                waiting++;
                counts_index = 1;
            }
            if (loads && is_short) { /* the only block */
                c = upper, nibbles = 16 + block.size;
                turns = block.size << 1, behind_turns = TINY_TEXT, next = TURN_C;
            } else if (loads && block.eot) {
                b = upper, c = lower, nibbles = (block.size - 16) << 1;
                turns = (block.size - 16) << 1, behind_turns = ALIGNED, next = block.size == 16 ? TAKE_Y : TURN;
            } else if (loads) {
                a = upper, b = lower, next = FIRST_1;
            }
            break;
        case TURN: {
            block_t turned = block_of(b, c) << 4 | b >> 124;
            b = upper_of(turned), c = turned;
            turns--;
            if (turns == 0) next = behind_turns;
            if (turns == 0 && behind_turns == ALIGNED && (uint_t(5))nibbles != 0) turns = 32 - nibbles, next = TURN_C;
            break;
        }
        case TURN_C:
            c = c << 4 | c >> 124;
            turns--;
            if (turns == 0) next = behind_turns;
            break;
        case ALIGNED:
            if (nibbles == 32) a = c, c = 0, nibbles = 0, has_u = 1;
            next = has_u ? HASH_U : HASH_V;
            break;
        case HASH_U:
            if (done) sum ^= y, next = HASH_V;
            break;
        case HASH_V:
            if (done) sum ^= y, next = TAKE_Y;
            break;
        case TAKE_Y:
            a = decrypting ? upper : (half_t)0;
            next = MAKE_S_1;
            break;
        case MAKE_S_1:
            if (done) b = b_and_y ^ delta ^ sum, next = MAKE_S_2;
            break;
        case MAKE_S_2:
            if (done) s = a_and_y ^ b, sum = 0, starts_index = 1, next = POP;
            break;
        case POP:
            if (waiting != 0) a = upper_of(popped), b = popped, next = SECOND_1;
            else if (has_rest && feistel == 0) a = upper_of(popped), c = popped, feistel = 1, next = has_u ? MAKE_U : MAKE_V;
            else s = upper_of(popped), b = popped, next = LAST_1;
            break;
        case SECOND_1:
            if (done) a = a_and_y, b = b_and_y, sum ^= a_and_y, next = SECOND_2;
            break;
        case SECOND_2:
            if (done) a = a_and_y, next = SECOND_3;
            break;
        case SECOND_3:
            if (done) waiting--, counts_index = 1, next = POP;
            break;
        case MAKE_U:
            if (done) a = a_and_y, next = SUM_U;
            break;
        case SUM_U:
            if (done) sum ^= y, next = MAKE_V;
            break;
        case MAKE_V:
            if (done) c = (c ^ y) & mask, next = SUM_V;
            break;
        case SUM_V:
            if (done) sum ^= y, next = POP;
            break;
        case LAST_1:
            if (done) b = b_and_y, next = LAST_2;
            break;
        case LAST_2:
            if (done) {
                half_t last = s_and_y ^ delta ^ sum;
                s = b, b = last;
                next = GIVE;
                if (nibbles != 0) turns = nibbles, behind_turns = POP, next = TURN_C;
            }
            break;
        case GIVE: next = has_u && nibbles != 0 ? GIVE_REST : END; break;
        case GIVE_REST: next = END; break;
        case TINY_TEXT:
            b = c, c = decrypting ? upper : (half_t)0;
            turns = 64 - (nibbles << 1), behind_turns = TINY_SPLIT, next = TURN;
            break;
        case TINY_SPLIT:
            a = b & mask;
            turns = nibbles, behind_turns = TINY_ROUND, next = TURN;
            break;
        case TINY_ROUND:
            if (done) {
                half_t kept = (a ^ y) & mask;
                a = b & mask, b = kept;
                if (feistel == TINY_ROUNDS - 1) c = kept, turns = nibbles, behind_turns = TINY_JOIN, next = TURN_C;
                feistel++;
            }
            break;
        case TINY_JOIN:
            b = c, c = a;
            turns = 32 - nibbles, behind_turns = TINY_GIVE, next = TURN;
            break;
        case TINY_GIVE:
            turns = (nibbles - 16) << 1, behind_turns = TINY_TAG, next = TURN;
            break;
        case TINY_TAG: s = b, next = END; break;
        default: next = IDLE;
        }
        /* After the last call the rest is turned back. */
        if (phase == TURN_C && turns == 0 && behind_turns == POP) turns = 64 - nibbles, behind_turns = GIVE, next = TURN;

        if (starts_index) index = FIRST_INDEX, running = first_multiple(keys, phase == IDLE);
        else if (counts_index) {
            if (index == (uint_t(3))(FIRST_INDEX + 7)) running = twice(running);
            index++;
        }
        if (calls) {
            state = y;
            which = next_key(now, is_long, j);
            round = done ? (uint_t(4))0 : (uint_t(4))(round + 1);
        }
        phase = next;
    }
}

#endif
