"""One cipher in one layout as a header and a source: the schedule, the groups of blocks, the
modes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from cryptagon.spt.code.dialect import function
from cryptagon.spt.code.figures import Writer
from cryptagon.spt.code.layouts.cipher import Cipher
from cryptagon.spt.code.layouts.modes import HEADER, modes
from cryptagon.spt.code.names import free, functions_of, member
from cryptagon.spt.code.portable import Sources, declaration, from_bytes, parameter
from cryptagon.spt.code.words import Words
from cryptagon.spt.model import Figure, Port
from cryptagon.spt.rewrite.graphs import needed

FIXED = "Constant time: no address and no branch depends on the key or on the data."
VARIABLE = "Not constant time: it reads tables at addresses that depend on the key and on the data."
_LOADS = frozenset(
    f"{do}_{what}" for do in ("load", "store") for what in ("bytes", "slices", "word")
)
_OTHERS = """
BLOCK GROUP LANES STREAM MOST LANE vec k sums_of transposed count_up ctr_part ecb_part in_parts run_part
"""
OURS = _LOADS | frozenset(_OTHERS.split())
"""Names that every layout keeps for itself."""


@dataclass
class Parts:
    """What is of one layout.

    `keys` is the type of the round keys, `filled` the statements that fill `keys` from `values` of
    the schedule, and `functions` what these and `NAME_group` need, the last of them that function;
    it takes `group` blocks.
    """

    layout: str
    keys: str
    filled: Sequence[str]
    functions: Sequence[str]
    group: str = "1"
    constant_time: bool = False
    heads: Sequence[str] = field(default_factory=tuple)
    """Definitions before all else."""


@dataclass
class Workshop:
    """What the makers of layouts share: the cipher, its outside name, C names, and the writer of
    what is as in scalar C.
    """

    cipher: Cipher
    dialect: Words

    def __post_init__(self) -> None:
        self.name = free(self.cipher.figure.name, set())
        outside = {
            f"{self.name}_{one}" for one in ("schedule", "ecb", "ctr", "keys", "group", "part")
        }
        self.taken = outside | OURS | {"memcpy", "pthread_t", "pthread_create", "pthread_join"}
        ports = {parameter_name(one) for one in self.cipher.figure.inputs} | {
            parameter_name(self.cipher.result)
        }
        self.keys, self.values = free("keys", ports), free("values", ports)
        self.names = functions_of(self.cipher.halves.program, self.name, self.taken)
        self.writer = Writer(self.cipher.halves.program, self.dialect, self.names)

    def written(self, top: Figure | None) -> list[str]:
        """Scalar functions of a figure and of what it calls."""
        figures = needed(self.cipher.halves.program, top.name) if top else []
        return [text for one in figures for text in self.writer.written(one)]

    def value(self, name: str) -> str:
        """What the schedule gives for an input of the rounds."""
        schedule = self.cipher.schedule
        return (
            f"{self.values}.{member(name)}"
            if schedule and len(schedule.outputs) > 1
            else self.values
        )

    @property
    def key_ports(self) -> Sequence[Port]:
        """What the rounds take of the key."""
        return [one for one in self.cipher.rounds.inputs if one.name != self.cipher.data.name]


def sources(shop: Workshop, parts: Parts, command: str) -> Sources:
    """The files. `command` is what made them."""
    cipher, name = shop.cipher, shop.name
    bodies = shop.written(cipher.schedule)
    single = list(single_of(shop))
    schedule = schedule_of(shop, parts)
    headed = HEADER.format(
        name=name, block=cipher.block, layout=parts.layout, command=command, timing=FIXED if parts.constant_time else VARIABLE,
        guard=f"{name.upper()}_H", taken=shop.keys, keys=parts.keys, parameters="".join(f", {parameter(one)}" for one in cipher.keys),
        declared=declaration(cipher.figure, name),
    )  # fmt: skip
    first = f"/* {name}, layout {parts.layout}, made from a figure by `{command}`.\n * {FIXED if parts.constant_time else VARIABLE} */"
    includes = (
        f'{first}\n#include <pthread.h>\n#include <string.h>\n#include "{cipher.figure.name}.h"'
    )
    types = [] if parts.layout == "scalar" else list(shop.dialect.types.values())
    helpers = shop.dialect.helpers.values()
    sections = [
        includes,
        *parts.heads,
        *types,
        *helpers,
        *bodies,
        *parts.functions,
        schedule,
        modes(name, cipher.block, parts.group),
    ]
    entry = function(declaration(cipher.figure, name), single)
    return Sources(
        cipher.figure.name, headed, "\n\n".join([*sections, entry]) + "\n", parts.constant_time
    )


def schedule_of(shop: Workshop, parts: Parts) -> str:
    """The function that fills the round keys."""
    head = f"void {shop.name}_schedule({', '.join([f'{shop.name}_keys *{shop.keys}', *map(parameter, shop.cipher.keys)])})"
    return function(head, [*_values(shop), *parts.filled])


def _values(shop: Workshop) -> Iterator[str]:
    """Bytes of the key to values, and what the schedule makes of them."""
    schedule = shop.cipher.schedule
    taken = {one.name for one in schedule.inputs} if schedule else set[str]()
    for one in shop.cipher.keys:
        if one.name in taken:
            yield from from_bytes(
                shop.dialect, one, f"{parameter_name(one)}_value", free("i", {parameter_name(one)})
            )
        else:
            yield f"(void){parameter_name(one)};"
    if schedule:
        arguments = ", ".join(f"{parameter_name(one)}_value" for one in schedule.inputs)
        yield f"const {shop.writer.result_type(schedule)} {shop.values} = {shop.names[schedule.name]}({arguments});"
    else:
        yield f"(void){shop.keys};"


def parameter_name(port: Port) -> str:
    """A port as a parameter."""
    return free(port.name, set())


def single_of(shop: Workshop) -> Iterator[str]:
    """The body of the function that takes one block under one key."""
    data, result = shop.cipher.data, shop.cipher.result
    given, made = parameter_name(data), parameter_name(result)
    out = (
        f"{result.name}_out"
        if result.name in {one.name for one in shop.cipher.figure.inputs}
        else made
    )
    yield f"{shop.name}_keys {shop.keys};"
    yield f"{shop.name}_schedule({', '.join([f'&{shop.keys}', *map(parameter_name, shop.cipher.keys)])});"
    yield f"{shop.name}_ecb(&{shop.keys}, {given}, {free(out, set())}, 1, 1);"
