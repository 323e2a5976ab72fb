/* Loops of every kind, arrays as registers and memories, a peek, a question, a shared function, and a state that is kept. */
#include <cryptagon.h>
#include <stdint.h>

struct item {
    uint_t(24) data;
    bit last;
};

STREAM_IN(struct item, in)
STREAM_IN(uint16_t, seed)
STREAM_OUT(uint_t(24), out)
STREAM_DEPTH(out, 4)

REGISTER uint_t(24) runs = 5;

SHARED_UNITS(2) static uint_t(24) mixed(uint_t(24) x, uint_t(24) y) {
    return (x ^ y << 3) + y;
}

static void put(uint_t(24) value) {
    stream_write(out, value);
}

HARDWARE void loops(void) {
    DISTRIBUTED_RAM static uint_t(24) memory[16];
    uint_t(24) rows[2][3] = {{1, 2}, {4}};
    uint_t(24) key = stream_read(seed) + runs;
    for (;;) {
        expect_cycles_between(1, 60);
        uint_t(24) next = stream_peek(in).data;
        struct item one = stream_read(in);
        uint_t(24) sum = any(uint_t(24));
        sum = next ^ one.data ^ key;
        UNROLL for (int i = 0; i < 3; i++) sum = mixed(sum, rows[i & 1][i]);
        UNROLL_BY(2) for (int i = 0; i < 8; i++) sum = mixed(sum, i);
        int left = 4;
        while (left) {
            memory[(sum + left) & 15] += left;
            left--;
            wait();
        }
        do {
            cycles(2);
            sum = mixed(sum, memory[sum & 15]);
        } while (!(sum & 1) && ++left < 9);
        rows[one.last][1] += sum;
        if (stream_has(seed) && one.last) key += 1;
        runs++;
        put(sum + runs);
    }
}
