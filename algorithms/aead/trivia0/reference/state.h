#ifndef STATE_H
#define STATE_H

#include <stdint.h>

/* The stream cipher Trivia-SC: registers A, B and C of 132, 105 and 147 bits, the first bit the most significant one of the first word. */
typedef struct {
    uint64_t a[3], b[2], c[3];
} trivia_state;

/* The hash VPV: four elements of GF(2^32), and three of GF(2^64), the checksum of the code ECCode. */
typedef struct {
    uint32_t tag[4];
    uint64_t checksum[3];
} trivia_hash;

/* 64 bits of key stream; the state has moved by 64 bits behind it. */
uint64_t trivia_update(trivia_state *s);

/* The key stream that the next update gives. */
uint64_t trivia_key_stream(const trivia_state *s);

/* Adds alpha^i-weighted to the tag the pseudo dot product of a block and of the first 64 bits of A, before the update. */
void trivia_add_to_tag(trivia_hash *h, const trivia_state *s, uint64_t block);

/* Adds a block to the checksum. */
void trivia_add_to_checksum(trivia_hash *h, uint64_t block);

#endif
