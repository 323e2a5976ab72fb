/* POET v2 with AES-128 and AES-4: a round of the block cipher and one of a hash in each cycle, 10 cycles a block of AD or data.
 *
 * The last round of a block and the key addition that begins the next one share a cycle, a slot (round 0). Rounds 1 to 9 follow.
 *
 * A message has two chains, X over the block cipher and Y under it. Blocks enter at one of them and leave at the other: in an encryption they
 * enter at X, in a decryption at Y. In rounds 1 to 4 `hashed` is what left the block cipher and `waiting` what entered it; in round 5 they change
 * places, and rounds 6 to 9 hash the other one. AES-4 adds a key in front of each of its rounds, and its fifth one when it is used.
 *
 *   phase      what happens in its slot
 *   IDLE       takes the nonce and loads L; or copies a new key, which stays on offer
 *   KEY_HASH   loads 2
 *   KEY_START  keeps the key of the hash
 *   KEY_TAKE   takes the key, unless it was withdrawn, and begins to make the round keys of the hash
 *   KEY_MASK   loads 1
 *   KEY_CIPHER keeps L and loads 0
 *   KEY_END    keeps the key of the block cipher
 *   AD         takes and loads full blocks of AD; then the last one with the beginning of the nonce, which is moved to where it begins before
 *   PAD        loads the end of the nonce with its padding
 *   TAU        loads the sum of the header
 *   START      keeps tau, where both chains begin; then only the first hash
 *   DATA       takes and loads data; keeps the last block, and loads the length
 *   TAG        (not in a slot) takes the tag in a decryption, tau in an encryption; it is moved to where it begins
 *   LAST       loads the last block
 *   FINISH     gives what the last block became; loads tau, or in a decryption hashes X once more before that
 *   CHECK      (decryption) loads tau
 *   SPLIT      makes the rest of the tag; it is moved to where it begins
 *   END        gives the tag, or the verdict
 */
#define KEY_BITS 128
#define BLOCK_BITS 128
#include <cipher_core.h>

#include "aes_both_round.h"
#include "poet.h"

enum phase {
    IDLE, KEY_HASH, KEY_START, KEY_TAKE, KEY_MASK, KEY_CIPHER, KEY_END,
    AD, PAD, TAU, START, DATA, TAG, LAST, FINISH, CHECK, SPLIT, END
};

#define ALL_BYTES ((byte_mask_t)0xffff)

enum { HASH_KEYS = 5, CHANGE = 5 /* the round in which the chains change places */ };

typedef uint_t(4) round_t;
typedef uint_t(4) moves_t;

HARDWARE void poet(void) {
    enum phase phase = IDLE;
    round_t round = 0;
    bit backward = 0; /* the direction of the block under way, or of the last one */
    bit decrypting = 0;
    bit follows = 0;          /* a block of data is under way */
    size_in_bytes_t size = 0; /* of the last block of AD that is not full, then of the last one of data */
    byte_mask_t valid_bytes = 0;
    moves_t moves = 0; /* of `rest` that are left, a byte each */
    blocks_t blocks = 0;
    block_t state = any(block_t), round_key = any(block_t);
    block_t start_key = any(block_t); /* where the block under way began */
    block_t hash_keys[HASH_KEYS]; /* the last one is that of this cycle */
    block_t l = any(block_t);
    block_t mask = any(block_t); /* of the header; then the last block of data, and the encrypted length */
    block_t tau = any(block_t); /* a sum until START */
    block_t rest = any(block_t); /* the nonce; then tau or the tag, and what becomes of it */
    block_t hashed = any(block_t), waiting = any(block_t);
    UNROLL for (int i = 0; i < HASH_KEYS; i++) hash_keys[i] = any(block_t);

    for (;;) {
        expect_cycles(1);
        bit running = round != 0, slot = !running && moves == 0;

        if (phase == END && moves == 0) {
            block_t difference = rest ^ (tau & byte_enable(mirrored(~valid_bytes)));
            if (decrypting) stream_write(msg_auth, difference == 0);
            else stream_write(bdo, (struct bdo){rest, BLOCK_BYTES});
            phase = IDLE;
            continue;
        }

        /* What this cycle does. */
        bit copies_key = phase == IDLE && wire_read(key_update), takes_npub = phase == IDLE && !copies_key;
        bit takes_key = phase == KEY_TAKE && wire_read(key_update);
        bit awaits_ad = phase == AD && slot, awaits_data = phase == DATA && slot, takes_tag = phase == TAG && decrypting;
        struct bdi block = any(struct bdi);
        if (awaits_ad) block = stream_peek(bdi);
        bit is_ad = awaits_ad && block.type == SEGMENT_AD;
        bit moves_nonce = is_ad && block.partial && size == 0;
        bit takes_ad = is_ad && !moves_nonce;
        bit loads_nonce = awaits_ad && (!is_ad || (block.partial && size != 0));
        if (takes_npub || takes_ad || awaits_data || takes_tag) block = stream_read(bdi);
        cipher_key_t new_key = any(cipher_key_t);
        if (copies_key) new_key = stream_peek(key);
        if (takes_key) new_key = stream_read(key);

        bit loads_length = awaits_data && block.eot, loads_data = awaits_data && !block.eot;
        bit loads_last = phase == LAST && slot;
        bit finishes = phase == FINISH && slot, rehashes = finishes && decrypting;
        bit loads_tau = (finishes && !decrypting) || (phase == CHECK && slot);
        bit loads_sum = phase == TAU && slot, chains_start = phase == START && slot;
        bit loads_header = takes_npub || takes_ad || loads_nonce || (phase == PAD && slot);
        bit loads_constant = slot && (phase == KEY_HASH || phase == KEY_MASK || phase == KEY_CIPHER);
        bit starts = loads_header || loads_sum || awaits_data || loads_last || loads_tau || loads_constant || takes_key;
        bit starts_hash = chains_start || rehashes;
        bit hash_alone = phase == CHECK || (phase == DATA && !follows);
        bit holds = phase == TAG || phase == LAST || (phase == SPLIT && decrypting); /* neither chain is hashed */

        /* The last round, and what leaves. */
        block_t substituted = substitute_and_shift_either(state, backward), keyed = substituted ^ round_key;
        block_t output = waiting ^ keyed ^ if_set(phase == FINISH, mask);
        if ((awaits_data && follows) || (finishes && size != 0)) {
            stream_write(bdo, (struct bdo){output, finishes ? size : (size_in_bytes_t)BLOCK_BYTES});
        }

        /* What is loaded. Of an empty message there is a block with nothing but padding, which is left out. */
        block_t hash_key = hash_keys[HASH_KEYS - 1];
        block_t hashed_keyed = hashed ^ if_set(!holds, hash_key);
        blocks_t next_blocks = blocks + (blocks_t)(block.size >> 4);
        byte_mask_t from_rest = loads_nonce || loads_last ? ~valid_bytes : phase == PAD ? valid_bytes : (byte_mask_t)0;
        block_t chosen = loads_length ? length_block(next_blocks, block.size) : phase == PAD ? padding_behind(valid_bytes) : (block_t)0;
        block_t constant = (block_t)(phase == KEY_HASH) << 1 | (phase == KEY_MASK || (chains_start && !decrypting));
        block_t input = (if_set(takes_ad || loads_data, block.data) ^ if_set(loads_header || loads_last, mask))
                        ^ ((rest & byte_enable(from_rest)) ^ if_set(loads_sum || loads_tau, tau))
                        ^ (if_set(loads_data || loads_last || loads_tau, hashed_keyed) ^ chosen ^ constant)
                        ^ if_set(loads_sum || chains_start || loads_last, keyed);

        /* The block cipher. */
        bit direction = running ? backward : (bit)(decrypting && (loads_data || loads_last));
        bit turns = starts && direction != backward;
        block_t from = running || turns ? round_key : start_key;
        block_t added = backward ? (block_t)0 : round_key; /* a decryption has added its key before mixing columns */
        if (running) state = mix_columns_either(substituted, keyed, backward) ^ added;
        else if (slot) state = input ^ from;
        block_t next_key = next_round_key_either(from, round, direction);

        /* The hashes. */
        block_t mixed = aes_round(hashed_keyed), was_waiting = waiting;
        if (slot) waiting = loads_length || rehashes ? hashed_keyed : input;
        else if (round == CHANGE) waiting = hashed_keyed;
        if (slot) hashed = (hash_alone || phase == LAST ? was_waiting : keyed) ^ (block_t)(phase == START && decrypting);
        else if (round == CHANGE) hashed = was_waiting;
        else if (running && !holds) hashed = mixed;
        bit makes_hash_key = takes_key || (running && phase == KEY_MASK);
        if (starts || starts_hash || running) {
            block_t turned = makes_hash_key ? from : hash_keys[0];
            UNROLL for (int i = 0; i < HASH_KEYS - 1; i++) hash_keys[i] = hash_keys[i + 1];
            hash_keys[HASH_KEYS - 1] = turned;
        }

        /* What is kept. */
        byte_mask_t keeps_rest = phase == SPLIT ? ALL_BYTES : finishes && decrypting ? valid_bytes : (byte_mask_t)0;
        byte_mask_t adds_tau = phase == TAG ? ALL_BYTES : finishes ? valid_bytes : (byte_mask_t)0;
        byte_mask_t adds_output = phase == SPLIT ? valid_bytes : finishes ? (byte_mask_t)~valid_bytes : (byte_mask_t)0;
        if (moves != 0) {
            rest = rest >> 8 | rest << 120;
            moves--;
        } else if (takes_npub || takes_tag) {
            rest = block.data;
        } else if (phase == TAG || finishes || (phase == SPLIT && slot)) {
            rest = (rest & byte_enable(keeps_rest)) ^ (tau & byte_enable(adds_tau)) ^ (output & byte_enable(adds_output));
        }
        if (takes_npub) tau = 0;
        else if (slot && ((phase == AD && size == 0) || phase == PAD || phase == TAU)) tau ^= keyed;
        else if (chains_start) tau = keyed;
        if (loads_header) mask = times_2(mask);
        else if (awaits_data) mask = block.data & ~((block_t)(block.pad_loc >> 15) << 127);
        else if (slot && (phase == LAST || phase == KEY_CIPHER)) mask = keyed;
        else if (slot && phase == SPLIT) mask = l;
        if (slot && phase == KEY_CIPHER) l = keyed;

        /* Control. */
        if (turns) start_key = round_key;
        if (slot && (phase == KEY_START || phase == KEY_END)) start_key = keyed;
        if (copies_key || takes_key) start_key = new_key;
        if (starts || (running && !hash_alone)) round_key = next_key;
        if (starts) backward = direction;
        if (copies_key) backward = 0;
        if (takes_npub) {
            decrypting = wire_read(decrypt);
            size = 0;
            valid_bytes = 0;
            blocks = 0;
        }
        if (moves_nonce || loads_length) {
            size = block.size;
            valid_bytes = block.valid_bytes;
        }
        if (moves_nonce) moves = block.size;
        if (phase == TAG) moves = size;
        if (phase == SPLIT && slot) moves = -size;
        if (awaits_data) {
            blocks = next_blocks;
            follows = 1;
        }
        if (chains_start) follows = 0;

        if (slot) round = starts ? (round_t)1 : starts_hash ? (round_t)(CHANGE + 1) : (round_t)0;
        else if (running) round = round == 9 || (round == HASH_KEYS - 1 && phase == KEY_MASK) ? (round_t)0 : (round_t)(round + 1);
        switch (phase) {
        case IDLE:
            phase = copies_key ? KEY_HASH : AD;
            break;
        case KEY_HASH:
            phase = KEY_START;
            break;
        case KEY_START:
            if (slot) phase = KEY_TAKE;
            break;
        case KEY_TAKE:
            if (takes_key) phase = KEY_MASK;
            break;
        case KEY_MASK:
            if (slot) phase = KEY_CIPHER;
            break;
        case KEY_CIPHER:
            if (slot) phase = KEY_END;
            break;
        case KEY_END:
            if (slot) phase = IDLE;
            break;
        case AD:
            if (loads_nonce) phase = PAD;
            break;
        case PAD:
            if (slot) phase = TAU;
            break;
        case TAU:
            if (slot) phase = START;
            break;
        case START:
            if (slot) phase = DATA;
            break;
        case DATA:
            if (loads_length) phase = TAG;
            break;
        case TAG:
            phase = LAST;
            break;
        case LAST:
            if (slot) phase = FINISH;
            break;
        case FINISH:
            if (slot) phase = decrypting ? CHECK : SPLIT;
            break;
        case CHECK:
            if (slot) phase = SPLIT;
            break;
        default:
            if (slot) phase = END;
        }
    }
}
