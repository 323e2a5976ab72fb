"""Names of a figure as names in C: each stays as it was drawn, unless it means something else
there.
"""

import re
from collections.abc import Collection

from cryptagon.spt.model import Figure, Port, Program

_OF_C = """
alignas alignof asm auto bool break case char const constexpr continue default do double else enum extern false float for goto if inline int
long main nullptr register restrict return short signed sizeof static static_assert struct switch thread_local true typedef typeof union
typeof_unqual unsigned void volatile while memcmp memcpy memmove memset linux unix
_Alignas _Alignof _Atomic _BitInt _Bool _Complex _Generic _Imaginary _Noreturn _Pragma _Static_assert _Thread_local
"""
_OF_HLS = "HARDWARE REGISTER ROM SHARED UNROLL any bit cycles int_t uint_t wait"
_OF_CPP = """
and and_eq ap_int ap_uint asm bitand bitor catch char16_t char32_t class compl const_cast decltype delete dynamic_cast explicit export
friend mutable namespace new noexcept not not_eq operator or or_eq private protected public reinterpret_cast static_cast template this
throw try typeid typename using virtual wchar_t xor xor_eq
"""
_OF_KERNELS = """
kernel global local constant private half uchar ushort uint ulong image2d_t sampler_t event_t vec word
threadIdx blockIdx blockDim gridDim
"""
WORDS = frozenset(f"{_OF_C} {_OF_CPP} {_OF_HLS} {_OF_KERNELS}".split())
"""What C, C++, OpenCL and CUDA, and the headers that generated sources include, keep for
themselves.
"""
OURS = re.compile(
    r"(get|put|move)_bits|bits\d+(_of_\d+)?|array\d*(x\d+)?|u?int\d+_t|U?INT\d+_(C|MAX|MIN)|"
    r"(xor|and|or|not|add|sub|mul|rotl|rotr|shl|shr|load|store)_\d+|\w+_(sources|doubled|times_[0-9a-f]+|of_\d+|value|scanned|fused_\d+)"
)
"""The names of helpers, types and macros of generated sources; with an underscore behind it none of
them is one.
"""


MAKER = "cryptagon spt build"
"""The command that makes sources, where no other one is told."""


def member(name: str) -> str:
    """A port as a member of a structure."""
    return f"{name}_" if name in WORDS else name


def free(name: str, taken: Collection[str]) -> str:
    """The name, with underscores behind it until nothing else has it."""
    while name in taken or name in WORDS or OURS.fullmatch(name):
        name += "_"
    return name


def functions_of(program: Program, top: str, kept: Collection[str] = ()) -> dict[str, str]:
    """The C names of figures and definitions.

    `top` is the function that others call, beside which there may be one on values; `kept` is what
    else the source has names for.
    """
    names: dict[str, str] = {}
    for one in (
        *(figure.name for figure in program.figures),
        *(definition.name for definition in program.definitions),
    ):
        names.setdefault(
            one, free(f"{one}_values" if one == top else one, {top, *kept, *names.values()})
        )
    return names


def locals_of(figure: Figure, taken: Collection[str]) -> dict[str, str]:
    """The C names of the inputs and nodes of a figure."""
    names: dict[str, str] = {}
    for one in (*(port.name for port in figure.inputs), *(node.name for node in figure.nodes)):
        names[one] = free(one, {*taken, *names.values()})
    return names


def parameters(figure: Figure) -> tuple[Port, ...]:
    """What the function of a figure takes: its inputs, and the number of the round where it counts
    rounds.
    """
    index = figure.index
    return (*figure.inputs, Port(index.name, index.type)) if index else figure.inputs
