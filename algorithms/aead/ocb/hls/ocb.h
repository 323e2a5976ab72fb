/* The parts of OCB (RFC 7253) that its cores share. */
#ifndef OCB_H
#define OCB_H

#include "aes_both_round.h"

typedef uint_t(6) bottom_t;
typedef uint_t(29) index_t;
typedef uint_t(30) doublings_t; /* one for each zero below the lowest 1 */

/* Times x or x^8, where x^128 = x^7 + x^2 + x + 1; or Stretch moved to the left by one bit or eight. Bits 129 to 192 of Stretch are sums of bits
 * of Ktop eight places apart. Those two are the first one of what has been moved so far and the ninth, so Ktop alone is kept. */
static inline block_t step_l(block_t l, bit by_eight, bit stretch) {
    uint_t(15) leaves = by_eight ? (byte_t)(l >> 120) : (byte_t)(l >> 127);
    byte_t enters = by_eight ? (byte_t)(l >> 120) ^ (byte_t)(l >> 112) : (byte_t)((bit)(l >> 127) ^ (bit)(l >> 119));
    uint_t(15) low = stretch ? (uint_t(15))enters : leaves ^ leaves << 1 ^ leaves << 2 ^ leaves << 7;
    return (by_eight ? l << 8 : l << 1) ^ low;
}

#endif
