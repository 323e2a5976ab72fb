"""A cipher as kernels: bit-sliced, or with fused tables where tables are read well; and C for the
host that makes the round keys.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cryptagon.errors import CryptagonError
from cryptagon.spt.code.dialect import function
from cryptagon.spt.code.kernels.targets import SHIM, SHIM_VECTORS, TARGETS, Target
from cryptagon.spt.code.kernels.texts import (
    COMMON,
    GIVEN_OUT,
    KERNELS,
    ON_CPU,
    SLICED,
    SLICED_REGISTERS,
    TRANSPOSED,
    WORDWISE,
)
from cryptagon.spt.code.layouts.bitsliced import Slicing, filled, keys_of_slices, spreads
from cryptagon.spt.code.layouts.cipher import cipher_of
from cryptagon.spt.code.layouts.fused import Kinds
from cryptagon.spt.code.layouts.modes import HEADER
from cryptagon.spt.code.layouts.packing import packed
from cryptagon.spt.code.layouts.sources import (
    FIXED,
    VARIABLE,
    Parts,
    Workshop,
    schedule_of,
    single_of,
)
from cryptagon.spt.code.layouts.steady import Steady
from cryptagon.spt.code.layouts.tables import best, filled_words, keys_type, listed_tables
from cryptagon.spt.code.portable import declaration, parameter
from cryptagon.spt.code.words import Words
from cryptagon.spt.model import Program

LAYOUTS = {"opencl": ("bitsliced", "tables"), "cuda": ("bitsliced",)}
"""Of each target; the first where none is named.

CUDA reads tables of constants one address at a time.
"""
HOST = """/* {name}: the round keys of its kernels, layout {layout}, made from a figure by `{command}`.
 * {timing} */
#ifndef {guard}_KEYS_H
#define {guard}_KEYS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {{
#endif

{keys}

/* The key as bytes, the most significant first. The structure is what kernels take at `keys`. */
void {name}_schedule({name}_keys *{taken}{parameters});

#ifdef __cplusplus
}}
#endif

#endif
"""


@dataclass(frozen=True)
class KernelSources:
    """The kernels, and C of the host: a header and a source.

    `shim_header` and `shim` run the kernels as a layout of C, for tests.
    """

    name: str
    kernel_file: str
    kernel: str
    host_header: str
    host: str
    shim_header: str
    shim: str


def generate_kernel(
    program: Program,
    name: str,
    target_name: str,
    layout: str | None = None,
    command: str = "cryptagon spt build",
) -> KernelSources:
    """The kernels of a block cipher.

    Raises CryptagonError where the figure is none, or the target has no such layout.
    """
    target, layouts = TARGETS[target_name], LAYOUTS[target_name]
    layout = layout or layouts[0]
    if layout not in layouts:
        why = f"kernels of {target_name} are {' or '.join(layouts)}"
        raise CryptagonError(
            f"there is no layout {layout} for {target_name}",
            why=why,
            fix=f"write --layout {layouts[0]}, or leave it out",
        )
    shop = Workshop(cipher_of(program, name), Steady() if layout == "bitsliced" else Words())
    parts, device = (_sliced if layout == "bitsliced" else _wordwise)(shop, target)
    host = _host(shop, parts)
    timing = FIXED if parts.constant_time else VARIABLE
    head = f"/* {shop.name}, {target_name}, layout {layout}, made from a figure by `{command}`.\n * {timing} */"
    kernel = "\n\n".join([f"{head}\n{target.prelude}", *device]) + "\n"
    file = f"{name}.{target.suffix}"
    about = {
        "name": shop.name,
        "layout": layout,
        "command": command,
        "timing": timing,
        "keys": parts.keys,
        "taken": shop.keys,
    }
    about |= {"parameters": "".join(f", {parameter(one)}" for one in shop.cipher.keys)}
    header = HOST.format(guard=shop.name.upper(), **about)
    includes = f'{head}\n#include <string.h>\n#include "{name}_keys.h"'
    declared = declaration(shop.cipher.figure, shop.name)
    shim_header = HEADER.format(
        guard=f"{shop.name.upper()}_H", block=shop.cipher.block, declared=declared, **about
    )
    shim = _shim(shop, parts, target, file, layout)
    whole = "\n\n".join([shim, *host, function(declared, list(single_of(shop)))]) + "\n"
    return KernelSources(
        name, file, kernel, header, "\n\n".join([includes, *host]) + "\n", shim_header, whole
    )


def _host(shop: Workshop, parts: Parts) -> list[str]:
    """The schedule in C, and what it needs."""
    bodies, schedule = shop.written(shop.cipher.schedule), schedule_of(shop, parts)
    return [
        *shop.dialect.types.values(),
        *shop.dialect.helpers.values(),
        *bodies,
        *parts.functions,
        schedule,
    ]


def _sliced(shop: Workshop, target: Target) -> tuple[Parts, Sequence[str]]:
    straight = "STRAIGHT " if target.registers else ""
    slicing = Slicing(shop, "GLOBAL const word", "STATIC", straight)
    top = slicing.function(shop.cipher.rounds, frozenset({shop.cipher.data.name}))
    given, at = [], 0
    for port in shop.key_ports:
        given.append(f"keys + {at}")
        at += port.type.width * (port.type.count or 1)
    called = f"{top}({', '.join([*given, 'text', 'result'])})"
    keys = keys_of_slices(shop, target.word)
    parts = Parts(
        "bitsliced",
        keys,
        list(filled(shop)),
        spreads(shop, target.word),
        "LANES",
        constant_time=True,
    )
    item = (SLICED_REGISTERS,) if target.registers else (GIVEN_OUT, SLICED)
    texts = [
        _filled_in(shop, text.replace("STRAIGHT_IF ", straight), "word", target.bits, called)
        for text in (COMMON, TRANSPOSED, *item, KERNELS)
    ]
    return parts, [target.vectors, *slicing.texts, *texts]


def _wordwise(shop: Workshop, target: Target) -> tuple[Parts, Sequence[str]]:
    del target
    fusing, top = best(shop, Kinds("STATIC", "GLOBAL const", "TABLE"))
    bits = fusing.bits
    functions = [packed(shop, made, bits, fusing.taken) for made in fusing.made.values()]
    parts = Parts("tables", keys_type(shop, top, bits), filled_words(shop, top), functions)
    called = f"{top.name}(keys, text, result)"
    texts = [
        _filled_in(shop, text, f"uint{bits}_t", bits, called)
        for text in (COMMON, GIVEN_OUT, WORDWISE, KERNELS)
    ]
    bodies = [made.text for made in fusing.made.values()]
    return parts, ["#define LANES 1", *listed_tables(fusing), *bodies, *texts]


def _filled_in(shop: Workshop, text: str, words: str, bits: int, called: str) -> str:
    width = shop.cipher.data.type.width
    filled = {
        "NAME": shop.name,
        "KEYS": words,
        "WORDS": words,
        "WIDTH": width,
        "BLOCK": shop.cipher.block,
        "COUNT": -(-width // bits),
        "SIZE": bits // 8,
        "CALLED": called,
    }
    return re.sub(
        r"NAME|\b(?:KEYS|WORDS|WIDTH|BLOCK|COUNT|SIZE|CALLED)\b",
        lambda one: str(filled[one[0]]),
        text,
    )


def _shim(shop: Workshop, parts: Parts, target: Target, file: str, layout: str) -> str:
    words = target.word if layout == "bitsliced" else parts.keys.split()[3]
    shim = f"{SHIM}\n{SHIM_VECTORS[target.name]}" if layout == "bitsliced" else SHIM
    text = (
        ON_CPU.replace("SHIM", shim)
        .replace('"FILE"', f'"{file}"')
        .replace("KEYS", words)
        .replace("BLOCK", str(shop.cipher.block))
    )
    modes = ("ecb", "ctr")
    before = [f"#define {shop.name}_{mode} {mode}_item" for mode in modes]
    behind = [f"#undef {shop.name}_{mode}" for mode in modes]
    included = "\n".join([*before, f'#include "{file}"', *behind])
    return text.replace(f'#include "{file}"', included).replace("NAME", shop.name)
