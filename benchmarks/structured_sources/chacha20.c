/* ChaCha20 (RFC 8439, section 2.3): a quarter round a cycle; eight key words, then for each block its counter and nonce. */
#include <cryptagon.h>
#include <stdint.h>

STREAM_IN(uint32_t, key)
STREAM_IN(uint32_t, nonce)
STREAM_IN(bit, last)
STREAM_OUT(uint32_t, out)

static uint32_t left(uint32_t v, int n) {
    return v << n | v >> (32 - n);
}

HARDWARE void chacha20(void) {
    uint32_t start[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    for (int i = 4; i < 12; i++) start[i] = stream_read(key);

    bit ends;
    do {
        ends = stream_read(last);
        for (int i = 12; i < 16; i++) start[i] = stream_read(nonce);

        uint32_t x[16];
        UNROLL for (int i = 0; i < 16; i++) x[i] = start[i];
        for (int r = 0; r < 20; r++) {
            for (int i = 0; i < 4; i++) {
                int turn = r & 1; /* columns, then diagonals */
                int a = i, b = 4 + (i + turn) % 4, c = 8 + (i + 2 * turn) % 4, d = 12 + (i + 3 * turn) % 4;
                uint32_t p = x[a], q = x[b], u = x[c], v = x[d];
                p += q, v = left(v ^ p, 16);
                u += v, q = left(q ^ u, 12);
                p += q, v = left(v ^ p, 8);
                u += v, q = left(q ^ u, 7);
                x[a] = p, x[b] = q, x[c] = u, x[d] = v;
            }
        }
        for (int i = 0; i < 16; i++) stream_write(out, x[i] + start[i]);
    } while (!ends);
}
