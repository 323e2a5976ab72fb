/* What goes in and out of every step: a key and a block, an encrypted block. Byte 0 of the standard is the most significant one. */
typedef uint_t(8) byte_t;
typedef uint_t(128) block_t;

struct job { block_t key, block; };

STREAM_IN(struct job, in)
STREAM_OUT(block_t, out)

static inline byte_t byte_of(block_t block, int i) {
    return block >> (120 - 8 * i);
}

static inline block_t byte_at(byte_t byte, int i) {
    return (block_t)byte << (120 - 8 * i);
}
