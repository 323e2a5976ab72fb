/* A step of a word of a tweakey of Deoxys or Joltik: the permutation h on its sixteen elements, and a product with each of them. The file that
 * includes this defines BLOCK_BITS and element_step(x, word, backward): x of that word in the next round, or in the one before. */
#ifndef TWEAKEY_STEP_H
#define TWEAKEY_STEP_H

#define ELEMENT_BITS (BLOCK_BITS / 16)

/* Element i goes to place h(i), as in the designers' software. Both directions are made and one of them is chosen: a product behind the choice
 * would have to wait for it. */
static inline block_t step_word(block_t tk, int word, bit backward) {
    static const int h[16] = {1, 6, 11, 12, 5, 10, 15, 0, 9, 14, 3, 4, 13, 2, 7, 8};
    block_t forth = 0, back = 0;
    UNROLL for (int i = 0; i < 16; i++) {
        int here = BLOCK_BITS - ELEMENT_BITS * (i + 1), there = BLOCK_BITS - ELEMENT_BITS * (h[i] + 1);
        forth |= (block_t)element_step(tk >> here, word, 0) << there;
        back |= (block_t)element_step(tk >> there, word, 1) << here;
    }
    return backward ? back : forth;
}

#endif
