"""The layout with fused tables: words of 32 or 64 bits, whichever needs fewer look-ups."""

from collections.abc import Iterator, Sequence

from cryptagon.errors import CryptagonError
from cryptagon.spt.code.dialect import function
from cryptagon.spt.code.layouts.fused import FusedFunction, Fuser, Kinds
from cryptagon.spt.code.layouts.packing import packed
from cryptagon.spt.code.layouts.sources import Parts, Workshop
from cryptagon.spt.code.layouts.sums import FusedTables
from cryptagon.spt.code.names import free
from cryptagon.spt.model import Figure
from cryptagon.spt.rewrite.graphs import needed
from cryptagon.spt.rewrite.inline import without_calls
from cryptagon.spt.rounds import rounds

SIZES = (32, 64)
PLAIN = Kinds()
LOADS = {
    "load_bytes": """/* A number of so many bytes, the most significant first. */
static inline uintBITS_t load_bytes(const uint8_t *bytes, int count) {
    uintBITS_t x = 0;
    for (int i = 0; i < count; i++) x = x << 8 | bytes[i];
    return x;
}""",
    "store_bytes": """static inline void store_bytes(uint8_t *bytes, uintBITS_t x, int count) {
    for (int i = count - 1; i >= 0; i--, x >>= 8) bytes[i] = (uint8_t)x;
}""",
    "load_word": """/* As many bytes as a word has; compilers make one instruction of it. */
static inline uintBITS_t load_word(const uint8_t *bytes) {
    return LOADED;
}""",
    "store_word": """static inline void store_word(uint8_t *bytes, uintBITS_t x) {
    STORED
}""",
}


class Fusing:
    """All functions of a cipher on words of one size."""

    def __init__(self, shop: Workshop, bits: int, kinds: Kinds = PLAIN) -> None:
        self.bits, self.tables, self.kinds = bits, FusedTables(bits), kinds
        self.program = shop.cipher.halves.program
        self.made: dict[tuple[str, frozenset[str]], FusedFunction] = {}
        self.taken = shop.taken | set(shop.names.values()) | {"load_word", "store_word"}

    def function(self, figure: Figure, data: frozenset[str]) -> FusedFunction:
        """The function of a figure, made once; those of its rounds are before it."""
        key = (figure.name, data)
        if key not in self.made:
            name = free(f"{figure.name}_words", self.taken)
            self.taken.add(name)
            whole = without_calls(self.program, figure)
            fuser = Fuser(
                self.program,
                whole,
                data,
                self.tables,
                name,
                self.function,
                set(self.taken),
                self.kinds,
            )
            self.made[key] = fuser.function()
        return self.made[key]


def tables(shop: Workshop) -> Parts:
    """The layout."""
    return _parts(shop, *best(shop))


def best(shop: Workshop, kinds: Kinds = PLAIN) -> tuple[Fusing, FusedFunction]:
    """The functions on words of the size that needs the fewest look-ups; of two that need as many,
    that with the smaller tables.

    Raises CryptagonError where neither size will do.
    """
    made: list[tuple[tuple[int, int, int, int], Fusing, FusedFunction]] = []
    refused: CryptagonError | None = None
    for bits in SIZES:
        fusing = Fusing(shop, bits, kinds)
        try:
            top = fusing.function(shop.cipher.rounds, frozenset({shop.cipher.data.name}))
        except CryptagonError as fault:
            refused = fault
            continue
        made.append(
            (
                (_reads(top), bits * sum(map(len, fusing.tables.names)), _steps(top), bits),
                fusing,
                top,
            )
        )
    if not made:
        assert refused
        raise refused
    _, fusing, top = min(made, key=lambda one: one[0])
    return fusing, top


def _reads(one: FusedFunction) -> int:
    """Look-ups for a block."""
    return one.text.count("_fused_") + sum(
        _reads(block.function) * len(rounds(*block.node.numbers)) for block in one.blocks
    )


def _steps(one: FusedFunction) -> int:
    """Lines that are done for a block."""
    return one.text.count("\n") + sum(
        _steps(block.function) * len(rounds(*block.node.numbers)) for block in one.blocks
    )


def _parts(shop: Workshop, fusing: Fusing, top: FusedFunction) -> Parts:
    name, bits = shop.name, fusing.bits
    functions = [
        one
        for made in fusing.made.values()
        for one in (made.text, packed(shop, made, bits, fusing.taken))
    ]
    listed = listed_tables(fusing)
    group = function(
        f"static void {name}_group(const {name}_keys *keys, const uint8_t *in, uint8_t *out)",
        list(_group(shop, top, bits)),
    )
    keys = keys_type(shop, top, bits)
    filled = filled_words(shop, top)
    selects = any("_array[" in made.text for made in fusing.made.values())
    schedule = any(
        node.operation in ("sbox", "select") for one in _figures(shop) for node in one.nodes
    )
    steady = not fusing.tables.names and not selects and not schedule
    return Parts(
        "tables",
        keys,
        filled,
        [*listed, *_loads(bits, group), *functions, group],
        constant_time=steady,
    )


def _figures(shop: Workshop) -> Sequence[Figure]:
    """Those of the schedule."""
    schedule = shop.cipher.schedule
    return needed(shop.cipher.halves.program, schedule.name) if schedule else ()


def listed_tables(fusing: Fusing) -> list[str]:
    """The fused tables as arrays."""
    return [
        _table(fusing.tables, fusing.kinds.table, entry, values)
        for values, entry in fusing.tables.names.items()
    ]


def _table(tables_: FusedTables, kind: str, name: str, values: Sequence[int]) -> str:
    digits, per_line = tables_.bits // 4, 8 * 32 // tables_.bits
    entries = [f"0x{value:0{digits}x}" for value in values]
    lines = [
        f"    {', '.join(entries[start : start + per_line])},"
        for start in range(0, len(entries), per_line)
    ]
    head = f"/* {tables_.notes[name]}, and what is linear behind it. */\n{kind} uint{tables_.bits}_t {name}[{len(values)}] = {{"
    return "\n".join([head, *lines, "};"])


def _loads(bits: int, group: str) -> list[str]:
    """The helpers between bytes and words that a function uses."""
    lows = range(bits - 8, -1, -8)
    loaded = " | ".join(
        f"(uint{bits}_t)bytes[{place}]" + (f" << {low}" if low else "")
        for place, low in enumerate(lows)
    )
    stored = "\n    ".join(
        f"bytes[{place}] = (uint8_t){f'(x >> {low})' if low else 'x'};"
        for place, low in enumerate(lows)
    )
    helpers = [text for name, text in LOADS.items() if f"{name}(" in group]
    return [
        text.replace("BITS", str(bits)).replace("LOADED", loaded).replace("STORED", stored)
        for text in helpers
    ]


def _group(shop: Workshop, top: FusedFunction, bits: int) -> Iterator[str]:
    data = shop.cipher.data
    sizes = [min(bits, data.type.width - low) for low in range(0, data.type.width, bits)]
    ends = [data.type.width // 8 - bits // 8 * place for place in range(len(sizes))]
    yield f"uint{bits}_t text[{len(sizes)}], result[{len(sizes)}];"
    for place, (width, end) in enumerate(zip(sizes, ends)):
        whole = width == bits
        yield f"text[{place}] = {f'load_word(in + {end - width // 8})' if whole else f'load_bytes(in, {width // 8})'};"
    yield f"{top.name}(keys->word, text, result);"
    for place, (width, end) in enumerate(zip(sizes, ends)):
        yield (
            f"store_word(out + {end - width // 8}, result[{place}]);"
            if width == bits
            else f"store_bytes(out, result[{place}], {width // 8});"
        )


def keys_type(shop: Workshop, top: FusedFunction, bits: int) -> str:
    """The round keys: words."""
    return f"typedef struct {{\n    uint{bits}_t word[{max(top.count, 1)}];\n}} {shop.name}_keys;"


def filled_words(shop: Workshop, top: FusedFunction) -> list[str]:
    """The statement that fills them."""
    return [
        f"{top.name}_keys({', '.join([f'{shop.keys}->word', *(shop.value(one.name) for one in shop.key_ports)])});"
    ]
