/* The dummy kernel: one word a cycle, and one cycle for the sum (docs/kernels.md).
 * Change first: the streams and their structs, as algorithm.toml declares them; then what is done with an item. */
#include <cryptagon.h>

typedef uint_t(32) word_t;

struct word {
    word_t data;
    bit last; /* of its sum */
};

STREAM_IN(struct word, word)
STREAM_OUT(word_t, sum)

HARDWARE void dummy_kernel(void) {
    word_t sum = 0;
    struct word word;
    do {
        word = stream_read(word);
        sum = (sum << 1 | sum >> 31) ^ word.data;
    } while (!word.last);
    wait(); /* the sum leaves from the register */
    stream_write(sum, sum);
}
