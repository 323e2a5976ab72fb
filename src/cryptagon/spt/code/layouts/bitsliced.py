"""The bit-sliced layout: as many blocks at once as a vector register has bits, tables as gates, in
constant time.
"""

from collections.abc import Iterator, Sequence

from cryptagon.spt.code.dialect import function, indented
from cryptagon.spt.code.layouts.slice_helpers import SliceHelpers
from cryptagon.spt.code.layouts.slicing import Slicer
from cryptagon.spt.code.layouts.sources import Parts, Workshop
from cryptagon.spt.code.names import free
from cryptagon.spt.code.words import WORD, words_of
from cryptagon.spt.model import Figure
from cryptagon.spt.rewrite.inline import without_calls

VECTORS = """/* Bits of a vector register, and blocks at a time: 128, 256 or 512. */
#ifndef LANES
#if defined __AVX512F__
#define LANES 512
#elif defined __AVX2__
#define LANES 256
#else
#define LANES 128
#endif
#endif

typedef uint64_t vec __attribute__((vector_size(LANES / 8)));

/* The same bit in all blocks, from all ones or all zeros of 64 bits. */
#define LANE(bits) ((vec){0} | (uint64_t)(bits))"""

TRANSPOSED = """/* Bit j of row i, in each 64 bits of the rows, becomes bit i of row j. */
static inline void transposed(vec rows[64]) {
    uint64_t mask = 0x00000000ffffffff;
    for (int half = 32; half; half /= 2, mask ^= mask << half) {
        for (int i = 0; i < 64; i = ((i | half) + 1) & ~half) {
            const vec moved = (rows[i] >> half ^ rows[i + half]) & mask;
            rows[i + half] ^= moved;
            rows[i] ^= moved << half;
        }
    }
}

/* Bits `low` and above, 64 at most, of LANES blocks. Element j of row i is of block 64 j + i. */
static inline void load_slices(vec *slices, const uint8_t *in, int first, int bytes) {
    uint64_t words[64][LANES / 64];
    vec rows[64];
    for (int i = 0; i < LANES; i++) {
        const uint8_t *const at = in + i * BYTES + first;
        uint64_t word = 0;
        if (bytes == 8)
            word = (uint64_t)at[0] << 56 | (uint64_t)at[1] << 48 | (uint64_t)at[2] << 40 | (uint64_t)at[3] << 32 |
                   (uint64_t)at[4] << 24 | (uint64_t)at[5] << 16 | (uint64_t)at[6] << 8 | at[7];
        else
            for (int j = 0; j < bytes; j++) word = word << 8 | at[j];
        words[i % 64][i / 64] = word;
    }
    memcpy(rows, words, sizeof rows);
    transposed(rows);
    for (int i = 0; i < 8 * bytes; i++) slices[i] = rows[i];
}

static inline void store_slices(const vec *slices, uint8_t *out, int first, int bytes) {
    uint64_t words[64][LANES / 64];
    vec rows[64];
    for (int i = 0; i < 64; i++) rows[i] = i < 8 * bytes ? slices[i] : LANE(0);
    transposed(rows);
    memcpy(words, rows, sizeof rows);
    for (int i = 0; i < LANES; i++) {
        uint8_t *const at = out + i * BYTES + first;
        const uint64_t word = words[i % 64][i / 64];
        if (bytes == 8)
            for (int j = 0; j < 8; j++) at[j] = (uint8_t)(word >> (56 - 8 * j));
        else
            for (int j = 0; j < bytes; j++) at[j] = (uint8_t)(word >> 8 * (bytes - 1 - j));
    }
}"""


class Slicing:
    """All functions of a cipher on bit slices."""

    def __init__(
        self,
        shop: Workshop,
        key: str = "const uint64_t",
        static: str = "static inline",
        straight: str = "",
    ) -> None:
        self.program = shop.cipher.halves.program
        self.made: dict[tuple[str, frozenset[str]], tuple[str, str]] = {}
        self.taken = (
            shop.taken
            | set(shop.names.values())
            | {"load_slices", "store_slices", "transposed", "LANE", "slices"}
        )
        self.helpers = SliceHelpers(self.taken, key, static, straight)

    def function(self, figure: Figure, data: frozenset[str]) -> str:
        """The name of the function of a figure, which is made once; those of its rounds are before
        it.
        """
        key = (figure.name, data)
        if key not in self.made:
            name = free(f"{figure.name}_slices", self.taken)
            self.taken.add(name)
            slicer = Slicer(
                self.program,
                without_calls(self.program, figure),
                data,
                self.helpers,
                name,
                self.function,
                set(self.taken),
            )
            self.made[key] = (name, slicer.function())
        return self.made[key][0]

    @property
    def texts(self) -> list[str]:
        """Helpers, then figures."""
        return [*self.helpers.texts.values(), *(text for _, text in self.made.values())]


def bitsliced(shop: Workshop) -> Parts:
    """The layout. A bit of the round keys is a word of zeros or of ones."""
    slicing, name = Slicing(shop), shop.name
    top = slicing.function(shop.cipher.rounds, frozenset({shop.cipher.data.name}))
    keys = keys_of_slices(shop, "uint64_t")
    group = function(
        f"static void {name}_group(const {name}_keys *keys, const uint8_t *in, uint8_t *out)",
        list(_group(shop, top)),
    )
    transposed = TRANSPOSED.replace("BYTES", str(shop.cipher.block))
    functions = [*slicing.texts, *spreads(shop, "uint64_t"), transposed, group]
    return Parts(
        "bitsliced",
        keys,
        list(filled(shop)),
        functions,
        "LANES",
        constant_time=True,
        heads=[VECTORS],
    )


def member_of(name: str) -> str:
    """A value of the schedule in the round keys."""
    return free(name, {"unused"})


def filled(shop: Workshop) -> Iterator[str]:
    """Statements that spread the values of the schedule."""
    for port in shop.key_ports:
        width, place = port.type.width, f"{shop.keys}->{member_of(port.name)}"
        if port.type.count is None:
            yield f"spread_{width}({place}, {shop.value(port.name)});"
        else:
            yield f"for (int i = 0; i < {port.type.count}; i++) spread_{width}({place} + {width} * i, {shop.value(port.name)}.at[i]);"


def keys_of_slices(shop: Workshop, kind: str) -> str:
    """The type of the round keys: a word of zeros or ones for each bit, those of each value
    together.
    """
    members = [
        f"{kind} {member_of(one.name)}[{one.type.width * (one.type.count or 1)}];"
        for one in shop.key_ports
    ]
    return "\n".join(
        ["typedef struct {", *indented(members or [f"{kind} unused;"]), f"}} {shop.name}_keys;"]
    )


def spreads(shop: Workshop, kind: str) -> list[str]:
    """The functions that give each bit of a value a word."""
    texts = []
    for width in sorted({one.type.width for one in shop.key_ports}):
        word = "x.word[i / 64] >> i % 64" if words_of(width) > 1 or width > WORD else "x >> i"
        body = [
            f"for (int i = 0; i < {width}; i++) bits[i] = ({kind})(0 - (uint64_t)({word} & 1));"
        ]
        texts.append(
            function(
                f"static void spread_{width}({kind} *bits, {shop.dialect.word(width)} x)", body
            )
        )
    return texts


def chunks(width: int) -> Sequence[tuple[int, int, int]]:
    """The parts of a block: their lowest bit, first byte and number of bytes."""
    found = []
    for low in range(0, width, WORD):
        size = min(WORD, width - low) // 8
        found.append((low, (width - low) // 8 - size, size))
    return found


def _group(shop: Workshop, top: str) -> Iterator[str]:
    width = shop.cipher.data.type.width
    yield f"vec text[{width}], result[{width}];"
    if not shop.key_ports:
        yield "(void)keys;"
    for low, first, size in chunks(width):
        yield f"load_slices(text + {low}, in, {first}, {size});"
    given = [f"keys->{member_of(one.name)}" for one in shop.key_ports]
    yield f"{top}({', '.join([*given, 'text', 'result'])});"
    for low, first, size in chunks(width):
        yield f"store_slices(result + {low}, out, {first}, {size});"
