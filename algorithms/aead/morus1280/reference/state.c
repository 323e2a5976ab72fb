/* The state update of MORUS-1280. */
#include "state.h"

static uint64_t rotate_left(uint64_t word, int by) {
    return word << by | word >> (64 - by);
}

/* The whole element turned left by `words` times 64 bits. */
static morus_block turn(const morus_block *x, int words) {
    morus_block turned;
    for (int i = 0; i < WORDS; i++) turned.word[(i + words) % WORDS] = x->word[i];
    return turned;
}

void morus_update(morus_state *state, const morus_block *message) {
    static const int bits[ELEMENTS] = {13, 46, 38, 7, 4}, words[ELEMENTS] = {1, 2, 3, 2, 1};
    for (int round = 0; round < ELEMENTS; round++) {
        morus_block *s[ELEMENTS]; /* as the round sees them, its own element first */
        for (int i = 0; i < ELEMENTS; i++) s[i] = &state->s[(round + i) % ELEMENTS];
        for (int i = 0; i < WORDS; i++) {
            const uint64_t input = round == 0 ? 0 : message->word[i];
            s[0]->word[i] = rotate_left(s[0]->word[i] ^ (s[1]->word[i] & s[2]->word[i]) ^ s[3]->word[i] ^ input, bits[round]);
        }
        *s[3] = turn(s[3], words[round]);
    }
}

morus_block morus_keystream(const morus_state *state) {
    const morus_block *s = state->s, turned = turn(&s[1], 3);
    morus_block keystream;
    for (int i = 0; i < WORDS; i++) keystream.word[i] = s[0].word[i] ^ turned.word[i] ^ (s[2].word[i] & s[3].word[i]);
    return keystream;
}
