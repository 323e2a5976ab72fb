"""The begin of an algorithm of Cryptagon, made of an implementation in software."""

import re
import shutil
from pathlib import Path

from cryptagon.catalog import algorithm
from cryptagon.catalog.newcomer import copy_algorithm
from cryptagon.classes import class_named
from cryptagon.errors import CryptagonError
from cryptagon.kat import file_name, make_records, write_kat
from cryptagon.reference import INCLUDE, ReferenceCipher
from cryptagon.software.plan import plan
from cryptagon.software.report import Report
from cryptagon.software.wrappers import of_function

_CORE = """\
/* {title}: a skeleton. It compiles, moves every block as the hardware API does, and is not the cipher yet: the lines marked TODO are where its
 * primitives belong. Those that compile alone are in primitives/. `cryptagon verify` says what does not agree yet. */
#define KEY_BITS {key}
#define BLOCK_BITS {block}
#include <cipher_core.h>

#define TAG_BLOCKS {tag_blocks}

typedef block_t state_t; /* TODO: the state of the cipher, and what it is made of */

/* TODO: the permutation or block cipher with its mode; a loop that stays rolled takes one cycle an iteration. */
static inline state_t absorb(state_t state, block_t block, size_in_bytes_t size) {{
    return (state << 1 | state >> (BLOCK_BITS - 1)) ^ block ^ size;
}}

HARDWARE void cipher_core(void) {{
    REGISTER static cipher_key_t key;
    if (wire_read(key_update)) {{
        key = stream_read(key);
        return;
    }}

    /* Initialisation. TODO: the state from the key and the nonce, which comes in blocks of BLOCK_BITS. */
    stream_peek(bdi);
    bit decrypting = wire_read(decrypt);
    state_t state = (state_t)key;
    struct bdi block;
    do {{
        block = stream_read(bdi);
        state = absorb(state, block.data, block.size);
    }} while (!block.eot);

    /* Associated data. TODO: padding and separation of domains. */
    while (!block.eoi && stream_peek(bdi).type == SEGMENT_AD) {{
        block = stream_read(bdi);
        state = absorb(state, block.data, block.size);
    }}

    /* The message: a block in, a block out. */
    while (!block.eoi) {{
        block = stream_read(bdi);
        block_t output = (block.data ^ state) & byte_enable(block.valid_bytes); /* TODO: the key stream */
        stream_write(bdo, (struct bdo){{output, block.size}});
        state = absorb(state, decrypting ? output : block.data, block.size);
    }}

    /* The tag leaves, or is compared with the one that came. TODO: the tag of the cipher. */
    bit right = 1;
    for (int i = 0; i < TAG_BLOCKS; i++) {{
        state = absorb(state, (block_t)key, BLOCK_BYTES);
        if (decrypting) right &= stream_read(bdi).data == state;
        else stream_write(bdo, (struct bdo){{state, BLOCK_BYTES}});
    }}
    if (decrypting) stream_write(msg_auth, right);
}}
"""


def write_skeleton(report: Report, folder: Path, block_bits: int = 0) -> list[Path]:
    """An algorithm in a folder that is not there yet: algorithm.toml as `cryptagon new` makes it,
    the C as its reference, known answers, a core in C to fill in, the functions that compile alone,
    and a README with the plan; the files that were written, in that order.

    `block_bits` is the block of the cipher where trial does not find it. Raises CryptagonError where
    the folder is there, for a name that is none, and where the block is not known.
    """
    kind = report.folder.kind
    block = block_bits or 8 * report.sizes.get("block", 0)
    if kind == "aead" and not block:
        why = "which bytes of a ciphertext hang on the first one of the message does not tell it"
        fix = "give it: --block BITS, as the specification has it"
        raise CryptagonError(
            "the block of this cipher is not known", where=str(report.folder.path), why=why, fix=fix
        )
    folder = copy_algorithm(class_named(kind).dummy, folder)
    for name in ("rtl", "hls", "kat", "reference"):
        shutil.rmtree(folder / name, ignore_errors=True)
    (folder / "hls").mkdir()
    _reference(report, folder / "reference")
    written = [_description(report, folder, block), folder / "reference"]
    written += _known_answers(report, folder)
    if kind == "aead":
        core = folder / "hls" / "core.c"
        sizes = {"key": 8 * report.sizes["key"], "block": block}
        tag_blocks = -(-8 * report.sizes["tag"] // block)
        core.write_text(_CORE.format(title=folder.name, tag_blocks=tag_blocks, **sizes))
        written.append(core)
    written += _primitives(report, folder)
    readme = folder / "README.md"
    readme.write_text(plan(report, folder.name, block))
    return [*written, readme]


def _reference(report: Report, place: Path) -> None:
    """The C, and the headers of SUPERCOP that it includes and does not bring."""
    shutil.copytree(report.folder.path, place, ignore=shutil.ignore_patterns(".*"))
    texts = [file.read_bytes() for file in place.glob("*.[ch]")]
    for header in INCLUDE.glob("crypto_*.h"):
        if not (place / header.name).exists() and any(
            header.name.encode() in text for text in texts
        ):
            shutil.copyfile(header, place / header.name)


def _description(report: Report, folder: Path, block: int) -> Path:
    """algorithm.toml with what is known; the rest says that it is to be filled in."""
    file = folder / "algorithm.toml"
    text = file.read_text(encoding="utf-8")
    values = {name: str(8 * size) for name, size in report.sizes.items()}
    if report.folder.kind == "aead":
        values["block"] = str(block)
    for name, bits in values.items():
        text = re.sub(rf"^{name} = \d+$", f"{name} = {bits}", text, flags=re.MULTILINE)
    text = re.sub(
        r"^notes = .*$", 'notes = "TODO: what a reader should know."', text, flags=re.MULTILINE
    )
    for name in (
        "description",
        "rounds",
        "cycles",
        "cycles_per_ad_block",
        "cycles_per_data_block",
        "cycles_per_message",
    ):
        text = re.sub(rf'^{name} = ".*"$', f'{name} = "TODO"', text, flags=re.MULTILINE)
    head, mark, rest = text.partition("[specification]")
    rest = re.sub(
        r'^title = ".*"$', 'title = "TODO: the specification"', rest, count=1, flags=re.MULTILINE
    )
    file.write_text(f"{head}{mark}{rest}", encoding="utf-8")
    return file


def _known_answers(report: Report, folder: Path) -> list[Path]:
    """Those that are there, and of a cipher the corner cases answered by its own reference."""
    place = folder / "kat"
    place.mkdir()
    lines = ["# Known answers\n", "| file | from |", "|---|---|"]
    for file in report.files:
        shutil.copyfile(file, place / file.name)
        lines.append(f"| `{file.name}` | beside the software |")
    if report.folder.kind == "aead":
        chosen = algorithm(folder)
        own = place / f"corners_{file_name(chosen.sizes.key, chosen.sizes.npub)}"
        cipher = ReferenceCipher.build(folder / "reference")
        write_kat(own, make_records(cipher, chosen.sizes))
        lines.append(f"| `{own.name}` | the golden model in `reference/` |")
    (place / "SOURCES.md").write_text("\n".join(lines) + "\n")
    return sorted(place.iterdir())


def _primitives(report: Report, folder: Path) -> list[Path]:
    """A design a function that compiles alone, around the C in reference/."""
    found = report.obstacles.primitives if report.obstacles else ()
    if not found:
        return []
    place = folder / "hls" / "primitives"
    place.mkdir()
    unit = place / "reference.h"
    includes = [f'#include "../../reference/{file.name}"\n' for file in report.folder.sources]
    unit.write_text("/* All C of the reference, as one file. */\n" + "".join(includes))
    files = []
    for one in found:
        file = place / f"{one.function.name}.c"
        file.write_text(of_function(one.function, unit.name))
        files.append(file)
    return files
