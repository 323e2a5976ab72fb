"""Designs made to any size, each of a shape that another part of the compiler has to bear:
`SHAPES[name](size)` gives the C source.

`size` is about the number of operations in the datapath's XLS IR before optimisation; the
benchmarks count them exactly.
"""

from collections.abc import Callable

HEAD = """#include <cryptagon.h>
#include <stdint.h>
STREAM_IN(uint32_t, in)
STREAM_OUT(uint32_t, out)
"""
UNROLLED_AT_ONCE = 500  # iterations; LLVM refuses to unroll a loop to more than 16,384 instructions
ROTATED = "(x << 7 | x >> 25)"


def chain(size: int) -> str:
    """One long chain of additions, rotations and logic in one cycle, unrolled."""
    step = f"x = ({ROTATED} + (x ^ {{i}} * 0x9e3779b9)) ^ (x & x >> 3);"
    return _one_cycle(_unrolled(size // 10, step))


def states(size: int) -> str:
    """A function cut by waits, reads and writes into many states, each of which computes a
    little.
    """
    cuts = ["wait();", "x ^= stream_read(in);", "wait();", "stream_write(out, x);"]
    steps = [
        f"x = {ROTATED} + (x ^ {i * 2654435761 % 2**32}u); {cuts[i % 4]}"
        for i in range(max(1, size // 7))
    ]
    return _function(
        "uint32_t x = stream_read(in);\n" + "\n".join(steps) + "\nstream_write(out, x);"
    )


def registers(size: int) -> str:
    """A long ring of registers, all of which change in every cycle."""
    count = max(4, size // 2)
    update = "".join(
        f"UNROLL for (int i = {low}; i < {min(low + UNROLLED_AT_ONCE, count)}; i++) next[i] = (r[i] ^ x) + r[(i + 1) % {count}];\n"
        f"UNROLL for (int i = {low}; i < {min(low + UNROLLED_AT_ONCE, count)}; i++) r[i] = next[i];\n"
        for low in range(0, count, UNROLLED_AT_ONCE)
    )
    body = f"uint32_t x = stream_read(in), next[{count}];\n{update}stream_write(out, r[0]);"
    return _function(body, f"REGISTER uint32_t r[{count}] = {{}};\n")


def branches(size: int) -> str:
    """Switches of many cases and branches after one another, which merge in wide selections."""
    cases = 64
    parts = []
    for part in range(max(1, size // (cases * 6))):
        arms = " ".join(
            f"case {i}: y = (x ^ {part * cases + i}u) + y; break;" for i in range(cases)
        )
        parts.append(
            f"switch (x >> {part % 26} & {cases - 1}) {{ {arms} }}\nif (y & 1) x = {ROTATED} + y; else y ^= x;"
        )
    return _one_cycle("uint32_t y = x;\n" + "\n".join(parts) + "\nx ^= y;")


def arrays(size: int) -> str:
    """One large array of registers that is read and written by variable indices."""
    count = max(4, size // 7)
    body = f"""uint32_t x = stream_read(in);
    uint32_t y = a[x % {count}] + a[(x >> 8) % {count}];
    a[(x >> 16) % {count}] = y;
    stream_write(out, y);"""
    return _function(body, f"REGISTER uint32_t a[{count}] = {{}};\n")


def tables(size: int) -> str:
    """Many look-ups in one table of constants."""
    words = ", ".join(str((i * 167 + 13) % 256) for i in range(256))
    return _one_cycle(
        _unrolled(size // 7, "x = (x << 8 | x >> 24) ^ (uint32_t)table[(x >> 5 ^ {i}) & 255];"),
        f"ROM uint8_t table[256] = {{{words}}};\n",
    )


SHAPES: dict[str, Callable[[int], str]] = {
    shape.__name__: shape for shape in (chain, states, registers, branches, arrays, tables)
}


def _one_cycle(body: str, before: str = "") -> str:
    return _function(f"uint32_t x = stream_read(in);\n{body}\nstream_write(out, x);", before)


def _function(body: str, before: str = "") -> str:
    return f"{HEAD}{before}HARDWARE void design(void) {{\n{body}\n}}\n"


def _unrolled(count: int, step: str) -> str:
    """`count` times the statement `step`, in which {i} is the number of the iteration."""
    starts = range(0, max(1, count), UNROLLED_AT_ONCE)
    loops = [(start, min(start + UNROLLED_AT_ONCE, max(1, count))) for start in starts]
    return "\n".join(
        f"UNROLL for (uint32_t i = {low}; i < {high}; i++) {step.replace('{i}', 'i')}"
        for low, high in loops
    )
