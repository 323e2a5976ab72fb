"""What the C of every layout has in common: its header, and ECB and CTR over many blocks, with
threads.
"""

HEADER = """/* {name}: a block cipher with blocks of {block} bytes, layout {layout}.
 *
 * Made from a figure by `{command}`.
 * {timing}
 *
 * Values are bytes, the most significant first. `{name}_schedule` is called once for a key.
 * ECB takes whole blocks. CTR takes any number of bytes; the counter is a block, which is counted up as one number.
 * Output and input are the same memory or do not overlap. `threads` is 1 or more. */
#ifndef {guard}
#define {guard}

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {{
#endif

{keys}

void {name}_schedule({name}_keys *{taken}{parameters});
void {name}_ecb(const {name}_keys *keys, const uint8_t *in, uint8_t *out, size_t blocks, int threads);
void {name}_ctr(const {name}_keys *keys, const uint8_t counter[{block}], const uint8_t *in, uint8_t *out, size_t bytes, int threads);

/* One block under one key. */
{declared};

#ifdef __cplusplus
}}
#endif

#endif
"""

MODES = """/* Whole blocks, GROUP at a time; the last group may be part of one. */
static void ecb_part(const NAME_keys *keys, const uint8_t *in, uint8_t *out, size_t blocks) {
    for (; blocks >= GROUP; blocks -= GROUP, in += GROUP * BLOCK, out += GROUP * BLOCK) NAME_group(keys, in, out);
    if (blocks) {
        uint8_t rest[GROUP * BLOCK] = {0};
        memcpy(rest, in, blocks * BLOCK);
        NAME_group(keys, rest, rest);
        memcpy(out, rest, blocks * BLOCK);
    }
}

/* The counter and `more`, as one number of BLOCK bytes. */
static void count_up(uint8_t *counter, uint64_t more) {
    for (int i = BLOCK - 1; i >= 0 && more; i--) {
        more += counter[i];
        counter[i] = (uint8_t)more;
        more >>= 8;
    }
}

static void ctr_part(const NAME_keys *keys, const uint8_t *start, const uint8_t *in, uint8_t *out, size_t bytes) {
    enum { STREAM = GROUP < 16 ? 16 : GROUP };
    uint8_t counter[BLOCK], stream[STREAM * BLOCK];
    memcpy(counter, start, BLOCK);
    while (bytes) {
        const size_t part = bytes < sizeof stream ? bytes : sizeof stream, blocks = (part + BLOCK - 1) / BLOCK;
        for (size_t i = 0; i < blocks; i++) {
            memcpy(stream + i * BLOCK, counter, BLOCK);
            count_up(counter, 1);
        }
        ecb_part(keys, stream, stream, blocks);
        size_t done = 0;
        for (; done + 8 <= part; done += 8) {
            uint64_t a, b;
            memcpy(&a, in + done, 8);
            memcpy(&b, stream + done, 8);
            a ^= b;
            memcpy(out + done, &a, 8);
        }
        for (; done < part; done++) out[done] = in[done] ^ stream[done];
        in += part, out += part, bytes -= part;
    }
}

typedef struct {
    const NAME_keys *keys;
    const uint8_t *in;
    uint8_t *out;
    size_t bytes;
    uint8_t counter[BLOCK];
    int counts;
} NAME_part;

static void *run_part(void *given) {
    const NAME_part *part = given;
    if (part->counts)
        ctr_part(part->keys, part->counter, part->in, part->out, part->bytes);
    else
        ecb_part(part->keys, part->in, part->out, part->bytes / BLOCK);
    return NULL;
}

/* Each thread takes the same number of groups, the caller the last ones. A thread that cannot be had is done without. */
static void in_parts(NAME_part all, int threads) {
    enum { MOST = 64 };
    pthread_t started[MOST];
    NAME_part parts[MOST];
    const size_t groups = all.bytes / ((size_t)GROUP * BLOCK), wanted = threads < 1 ? 1 : threads > MOST ? MOST : (size_t)threads;
    const size_t share = groups / wanted * GROUP * BLOCK;
    int running = 0;
    for (; share && running + 1 < (int)wanted; running++) {
        parts[running] = all;
        parts[running].bytes = share;
        if (pthread_create(&started[running], NULL, run_part, &parts[running])) break;
        all.in += share, all.out += share, all.bytes -= share;
        count_up(all.counter, share / BLOCK);
    }
    run_part(&all);
    for (int i = 0; i < running; i++) pthread_join(started[i], NULL);
}

void NAME_ecb(const NAME_keys *keys, const uint8_t *in, uint8_t *out, size_t blocks, int threads) {
    in_parts((NAME_part){.keys = keys, .in = in, .out = out, .bytes = blocks * BLOCK}, threads);
}

void NAME_ctr(const NAME_keys *keys, const uint8_t counter[BLOCK], const uint8_t *in, uint8_t *out, size_t bytes, int threads) {
    NAME_part all = {.keys = keys, .in = in, .out = out, .bytes = bytes, .counts = 1};
    memcpy(all.counter, counter, BLOCK);
    in_parts(all, threads);
}"""


def modes(name: str, block: int, group: str) -> str:
    """ECB and CTR of a cipher `name` whose function `NAME_group` takes so many blocks at once."""
    return f"enum {{ BLOCK = {block}, GROUP = {group} }};\n\n" + MODES.replace("NAME", name)
