"""What programs that others published do beside computing: include headers of folders, clear keys
through a pointer to `memset`, have volatile and atomic variables, functions that nothing calls and
that need what is nowhere, a `main` of their own, functions that shall not be inlined, and instructions of a processor.
"""

from pathlib import Path

import pytest

from cryptagon.errors import CryptagonError
from cryptagon.hls.check import CDesign, cosimulate
from cryptagon.hls.source.constant_pointers import by_their_names
from cryptagon.hls.source.frontend import translate

HEAD = "#include <cryptagon.h>\nSTREAM_IN(uint_t(8), in)\nSTREAM_OUT(unsigned, out)\n"
CLEARED = f"""{HEAD}
#include <memory.h>

static unsigned twice(unsigned x) {{ return 2 * x; }}
static unsigned (*const volatile by_pointer)(unsigned) = twice;
static void clear(void *v, size_t n)
{{
    static void *(*const volatile fill)(void *, int, size_t) = &memset;
    fill(v, 0x1a5, n);
}}
static void *copy(void *target, const void *source, size_t n)
{{
    static void *(*const volatile by)(void *, const void *, size_t) = memcpy;
    return by(target, source, n);
}}

HARDWARE void unit(void)
{{
    unsigned char bytes[4], copied[4];
    for (int i = 0; i < 4; i++) bytes[i] = stream_read(in);
    unsigned char *p = copy(copied, bytes, sizeof bytes);
    clear(bytes, sizeof bytes - 1);
    stream_write(out, by_pointer(p[1]) + (bytes[1] << 16) + (bytes[3] << 8));
}}
"""
WIPED = f"""{HEAD}
#include <string.h>

struct secret {{ unsigned char key[4]; int length; }};
static volatile unsigned calls;

/* A comparison in constant time, with every volatile of a library for processors. */
static int equal(const unsigned char *x, const unsigned char *y)
{{
    const volatile unsigned char *volatile p = x;
    const volatile unsigned char *volatile q = y;
    volatile unsigned short differ = 0;
    for (int i = 0; i < 4; i++) differ |= p[i] ^ q[i];
    calls++;
    return 1 & (differ - 1) >> 8;
}}

HARDWARE void unit(void)
{{
    unsigned char bytes[4], same[4] = {{1, 2, 3, 4}};
    volatile struct secret kept;
    struct secret nothing = {{{{0}}, 3}};
    for (int i = 0; i < 4; i++) bytes[i] = stream_read(in);
    unsigned found = equal(bytes, same);
    kept = nothing;
    for (volatile unsigned char *volatile p = bytes; p != bytes + 4; p++) *p = kept.length + kept.key[0];
    stream_write(out, found | calls << 8 | bytes[2] << 16);
}}
"""
SHARED_BY_THREADS = f"""{HEAD}
#include <stdatomic.h>

static _Atomic unsigned total;
static atomic_int lock;
static _Thread_local unsigned calls;
static _Atomic short low;

static unsigned counted(unsigned x)
{{
    int free = 0, none = 9;
    unsigned before = atomic_load_explicit(&total, memory_order_relaxed);
    calls++;
    while (!atomic_compare_exchange_weak(&lock, &free, 1)) free = 0;
    total += x; low -= x;
    atomic_fetch_or(&total, 64); atomic_fetch_and(&total, ~1u);
    atomic_thread_fence(memory_order_seq_cst);
    bool taken = !atomic_compare_exchange_strong(&lock, &none, 5) && none == 1;
    unsigned more = __atomic_fetch_max((unsigned *)&total, x * 2, __ATOMIC_RELAXED);
    more ^= __atomic_fetch_min((int *)&lock, -3, __ATOMIC_ACQ_REL);
    return before + more + taken + (unsigned short)low + atomic_exchange(&lock, 0) + total;
}}

HARDWARE void unit(void)
{{
    unsigned x = stream_read(in);
    stream_write(out, counted(x));
    stream_write(out, counted(x ^ 77));
    stream_write(out, calls);
}}
"""
FOR_A_PROCESSOR = f"""{HEAD}
#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <sys/types.h>
#if defined(__SSE2__) || defined(__x86_64__) || defined(__k8__)
#include <emmintrin.h>
static unsigned twice(unsigned x) {{ return _mm_cvtsi128_si32(_mm_add_epi32(_mm_set1_epi32(x), _mm_set1_epi32(x))); }}
#else
static unsigned twice(unsigned x) {{ return 2 * x; }}
#endif
#if defined(__unix__) || defined(__linux__)
#include <unistd.h>
static long page(void) {{ return sysconf(_SC_PAGESIZE); }}
#else
static long page(void) {{ return 4096; }}
#endif
ssize_t days(const struct timespec *now) {{ return errno == EBADMSG ? -1 : now->tv_sec / 86400; }}
int year(const time_t *now) {{ return gmtime(now)->tm_year + page(); }}
unsigned read_from(const char *name)
{{
    char text[20], number[20];
    FILE *file = fopen(name, "r");
    if (!file || !fgets(text, sizeof text, file)) exit(EXIT_FAILURE);
    fclose(file);
    fwrite(text, 1, 4, stdout);
    errno = sqrt(2.0) > time(NULL) ? EINVAL : 0;
    sprintf(number, "%" PRIu32, (uint32_t)rand());
    return strtoul(text, NULL, 16) + atoi(number);
}}
HARDWARE void unit(void) {{ stream_write(out, twice(stream_read(in))); }}
"""
UNREACHED = f"""{HEAD}
extern void random_bytes(unsigned char *target, unsigned long size);
unsigned key_of_chance(void) {{ unsigned char key; random_bytes(&key, 1); return key; }}
__attribute__((noinline)) static unsigned one_more(unsigned x) {{ return x + 1; }}
HARDWARE void unit(void) {{ stream_write(out, one_more(stream_read(in))); }}
int main(void) {{ unit(); return 7; }}
"""
DESIGNS = [
    CDesign("cleared", CLEARED, {"in": [1, 2, 3, 4, 250, 251, 252, 253]}),
    CDesign("wiped", WIPED, {"in": [1, 2, 3, 4, 1, 2, 3, 5, 1, 2, 3, 4]}),
    CDesign("unreached", UNREACHED, {"in": [7, 255]}),
    CDesign("threads", SHARED_BY_THREADS, {"in": [7, 255, 0, 128]}),
    CDesign("processor", FOR_A_PROCESSOR, {"in": [7, 255]}),
]


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory):
    return cosimulate(DESIGNS, tmp_path_factory.mktemp("published"))


@pytest.mark.parametrize("name", [one.name for one in DESIGNS])
def test_verilog_does_what_the_native_run_does(outcomes, name):
    outcomes[name].check()


def test_a_constant_pointer_calls_the_function_that_it_points_to(outcomes):
    filled = 0xA5 << 16
    (answers,) = outcomes["cleared"].native.values()
    assert answers == [2 * 2 + filled + (4 << 8), 2 * 251 + filled + (253 << 8)]


def test_volatile_variables_are_variables(outcomes):
    (answers,) = outcomes["wiped"].native.values()
    assert answers == [3 << 16 | 1 << 8 | 1, 3 << 16 | 2 << 8, 3 << 16 | 3 << 8 | 1]


def test_a_function_that_nothing_calls_may_need_what_is_nowhere_and_another_be_noinline(outcomes):
    (answers,) = outcomes["unreached"].native.values()
    assert answers == [8, 256]


def test_atomic_variables_and_those_of_a_thread_are_variables(outcomes):
    (answers,) = outcomes["threads"].native.values()
    assert answers[2::3] == [2, 4, 6, 8]
    assert len(set(answers)) > 8


def test_hardware_takes_what_a_source_has_for_any_processor(outcomes):
    (answers,) = outcomes["processor"].native.values()
    assert answers == [14, 510]


def test_headers_are_those_of_the_compiler_on_every_machine(tmp_path):
    source = tmp_path / "unit.c"
    source.write_text(f"#include <sys/socket.h>\n{FOR_A_PROCESSOR}")
    with pytest.raises(CryptagonError, match=r"there is no file 'sys/socket\.h' to include"):
        translate(source, {})


def test_a_pointer_that_changes_is_left_alone(tmp_path):
    source = tmp_path / "unit.c"
    source.write_text(CLEARED.replace("(*const volatile by_pointer)", "(*volatile by_pointer)"))
    assert "load volatile ptr, ptr @by_pointer" in translate(source, {}).text


def test_modules_without_such_pointers_stay_as_they_are():
    text = (
        "define ptr @f(ptr %p) {\n  %q = call ptr @memset(ptr %p, i32 0, i64 3)\n  ret ptr %q\n}\n"
    )
    assert by_their_names(text) == text


def test_headers_of_a_folder_include_each_other_from_the_sources_folder(tmp_path: Path):
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "first.h").write_text('#include "library/second.h"\n')
    (tmp_path / "library" / "second.h").write_text("#define STEP 5\n")
    source = f'{HEAD}#include "library/first.h"\nHARDWARE void unit(void) {{ stream_write(out, stream_read(in) + STEP); }}\n'
    outcome = cosimulate([CDesign("folders", source, {"in": [1, 2]})], tmp_path)["folders"]
    outcome.check()
    assert outcome.native == {"out": [6, 7]}
