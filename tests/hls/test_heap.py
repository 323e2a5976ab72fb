"""Blocks of `malloc` and `new`, and arrays of variable length: what the native run gives comes out
of the Verilog.
"""

import random
from pathlib import Path

from cryptagon.hls import compile_source
from cryptagon.hls.check import CDesign, check_equivalence, cosimulate
from cryptagon.hls.source.verilog_names import module_name

HEAD = """#include <cryptagon.h>
#include <stdlib.h>
#include <string.h>
STREAM_IN(uint_t(8), in)
STREAM_OUT(unsigned, out)
"""
_random = random.Random(2911)
BYTES = [_random.getrandbits(8) for _ in range(60)]

# A context and padded texts, as reference software of ciphers has them: a function that gives a
# block back and is called at two places, a null pointer tested for, sizes that vary.
CONTEXT = f"""{HEAD}
typedef struct {{ unsigned count; unsigned char bytes[8]; }} context_t;
static context_t *begun(unsigned count)
{{
    context_t *c = calloc(1, sizeof *c);
    if (!c) return 0;
    c->count = count;
    return c;
}}
static unsigned char *padded(const unsigned char *from, int length)
{{
    int whole = length * 8 + 1;
    if (whole % 32) whole += 32 - whole % 32;
    unsigned char *to = malloc(whole / 8);
    memcpy(to, from, length);
    memset(to + length, 0x80, 1);
    memset(to + length + 1, 0, whole / 8 - length - 1);
    return to;
}}
HARDWARE void unit(void)
{{
    unsigned char text[8];
    int length = stream_read(in) & 7;
    for (int i = 0; i < length; i++) text[i] = stream_read(in);
    context_t *one = begun(3), *other = begun(5);
    if (one == NULL || other == NULL) return;
    unsigned char *p = padded(text, length), *q = padded(text, length / 2);
    for (int i = 0; i <= length; i++) one->bytes[i % 8] ^= p[i], one->count += i;
    for (int i = 0; i <= length / 2; i++) other->bytes[i % 8] += q[i], other->count += i;
    for (int i = 0; i < 8; i++) stream_write(out, one->bytes[i] << 8 | other->bytes[i]);
    stream_write(out, one->count << 16 | other->count);
    free(p), free(q), free(one), free(other);
}}
"""
IN_LOOP = f"""{HEAD}
HARDWARE void unit(void)
{{
    unsigned sum = 0;
    for (int round = 0; round < 3; round++) {{
        int n = (stream_read(in) & 3) + 1;
        unsigned short *block = malloc(n * sizeof *block);
        for (int i = 0; i < n; i++) block[i] = stream_read(in) << i;
        for (int i = 0; i < n; i++) sum = sum * 3 + block[n - 1 - i];
        free(block);
    }}
    stream_write(out, sum);
}}
"""
LARGER = f"""{HEAD}
HARDWARE void unit(void)
{{
    int n = (stream_read(in) & 3) + 1, more = stream_read(in) & 3;
    unsigned char *block = malloc(n);
    for (int i = 0; i < n; i++) block[i] = stream_read(in);
    unsigned char *larger = realloc(block, n + more);
    for (int i = 0; i < more; i++) larger[n + i] = i * 7;
    unsigned *fixed = calloc(2, sizeof *fixed);
    fixed[1] = 0x1234567;
    fixed = realloc(fixed, 3 * sizeof *fixed);
    fixed[2] = n;
    unsigned sum = 0;
    for (int i = 0; i < n + more; i++) sum = sum * 5 + larger[i];
    stream_write(out, sum ^ fixed[0] ^ fixed[1] ^ fixed[2]);
    free(fixed), free(larger);
}}
"""
# A struct that is large and indexed as a RAM would be, with an array of no elements at its end.
FLEXIBLE = f"""{HEAD}
typedef struct {{ unsigned char bytes[400]; unsigned char rest[]; }} flexible_t;
HARDWARE void unit(void)
{{
    static flexible_t kept;
    unsigned at = stream_read(in);
    kept.bytes[at] += stream_read(in);
    stream_write(out, kept.bytes[at] + at);
}}
"""
VARIABLE = f"""{HEAD}
static unsigned sum(const unsigned char *p, int n)
{{
    unsigned wide[n + 1];
    for (int i = 0; i <= n; i++) wide[i] = i < n ? p[i] * 3 : 9;
    unsigned found = 0;
    for (int i = 0; i <= n; i++) found += wide[n - i] << i;
    return found;
}}
HARDWARE void unit(void)
{{
    int n = stream_read(in) & 7;
    for (int round = 0; round < 2; round++) {{
        unsigned char text[n + 1];
        for (int i = 0; i < n; i++) text[i] = stream_read(in);
        stream_write(out, sum(text, n) + sum(text, n / 2));
    }}
}}
"""
SHARED = f"""{HEAD}
SHARED static unsigned mixed(unsigned x)
{{
    unsigned parts[(x & 3) + 1];
    for (unsigned i = 0; i <= (x & 3); i++) parts[i] = x >> i;
    unsigned *block = malloc(2 * sizeof *block);
    block[0] = parts[x & 3];
    block[1] = x * 5;
    unsigned found = block[0] ^ block[1];
    free(block);
    return found;
}}
HARDWARE void unit(void)
{{
    unsigned x = stream_read(in);
    stream_write(out, mixed(x) + mixed(x + 1));
}}
"""
CPP = """#include <cryptagon.h>
STREAM_IN(uint_t(8), in)
STREAM_OUT(unsigned, out)
class Counter {
    unsigned *counts;
    int size, *least;

  public:
    Counter(int n) : counts(new unsigned[n]), size(n), least(new int(2)) {
        for (int i = 0; i < n; i++) counts[i] = i;
    }
    ~Counter() { delete[] counts; delete least; }
    unsigned add(int i, unsigned x) { return counts[i % size] += x + *least; }
};
HARDWARE void unit()
{
    Counter counter(3 + (stream_read(in) & 7));
    for (int i = 0; i < 12; i++) stream_write(out, counter.add(i, stream_read(in)));
}
"""
C_DESIGNS = {
    "contexts": CONTEXT,
    "in_loop": IN_LOOP,
    "larger": LARGER,
    "flexible": FLEXIBLE,
    "variable": VARIABLE,
    "shared": SHARED,
}
STEPS = " ".join(f"x += x * {i} & {i + 3}; if (x & {1 << i % 7}) x ^= {i * 77};" for i in range(90))
INLINE = f"""{HEAD}
inline unsigned mixed(unsigned x) {{ {STEPS} return x; }}
HARDWARE void unit(void)
{{
    unsigned x = stream_read(in) * 0x10001;
    stream_write(out, mixed(x) ^ mixed(x + 1));
}}
"""
"""A function that is `inline` in C99: another file might have its external definition."""


def test_blocks_are_as_natively(tmp_path: Path) -> None:
    designs = [CDesign(name, source, {"in": BYTES}) for name, source in C_DESIGNS.items()]
    for name, outcome in cosimulate(
        [*designs, CDesign("inline", INLINE, {"in": BYTES})], tmp_path
    ).items():
        assert outcome.agree and outcome.native["out"], name


def test_new_and_delete(tmp_path: Path) -> None:
    source = tmp_path / "unit.cpp"
    source.write_text(CPP)
    result = compile_source(source, tmp_path / "out")
    assert check_equivalence(source, result, tmp_path / "bench").compared["out"] > 5


def test_block_is_called_as_the_pointer_to_it(tmp_path: Path) -> None:
    source = tmp_path / "unit.c"
    source.write_text(CONTEXT)
    verilog = compile_source(source, tmp_path).core.sources[0].read_text()
    assert "to_0" in verilog or "p_0" in verilog


def test_words_of_systemverilog_are_no_names() -> None:
    assert module_name("context") == "context_core"
    assert module_name("before_all") == "before_all"
