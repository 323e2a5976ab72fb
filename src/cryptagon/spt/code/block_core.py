"""A block cipher's core in C for hardware (docs/block-ciphers.md) from two figures: one encrypts, one decrypts."""

from cryptagon.errors import CryptagonError
from cryptagon.spt.code.dialect import function
from cryptagon.spt.code.exact import Exact
from cryptagon.spt.code.figures import Writer
from cryptagon.spt.code.names import functions_of
from cryptagon.spt.model import Figure, Program, Type
from cryptagon.spt.rewrite import for_hardware
from cryptagon.spt.rewrite.merge import merged

KEY, TEXT = "key", "text"
"""The ports of a cipher that is drawn: it takes both, and gives the text."""
KEPT = ("key", "block", "result", "task", "block_t", "cipher_key_t", "kept_key", "text")
"""The names of `block_cipher.h` and of the core's function."""
MODULE = "block_cipher_core"


def generate_block(encrypt: tuple[Program, str], decrypt: tuple[Program, str], key: int, block: int) -> str:
    """The core of a cipher with keys of `key` bits and blocks of `block` bits, of two figures in their programs.

    Raises CryptagonError for a figure that has other ports than such a cipher.
    """
    for program, name in (encrypt, decrypt):
        _check(program.by_name[name], key, block)
    program, tops = merged([for_hardware(*encrypt), for_hardware(*decrypt)], [encrypt[1], decrypt[1]])
    dialect = Exact(exclusive=True)
    names = functions_of(program, MODULE, KEPT)
    writer = Writer(program, dialect, names)
    bodies = [text for one in program.figures for text in writer.written(one)]
    head = f"/* {encrypt[1]} and {decrypt[1]}, made from figures by `cryptagon`. */"
    sizes = f"#define KEY_BITS {key}\n#define BLOCK_BITS {block}\n#include <block_cipher.h>"
    core = _core(names[tops[0]], names[tops[1]])
    return "\n\n".join([f"{head}\n{sizes}", *dialect.types.values(), *dialect.helpers.values(), *bodies, core]) + "\n"


def _check(figure: Figure, key: int, block: int) -> None:
    wanted = {KEY: Type(key), TEXT: Type(block)}
    inputs, outputs = ({one.name: one.type for one in ports} for ports in (figure.inputs, figure.outputs))
    if inputs == wanted and outputs == {TEXT: Type(block)}:
        return
    said = ", ".join(f"{one.name}: {one.type}" for one in (*figure.inputs, *figure.outputs))
    why = f"its ports are {said}; the cipher has keys of {key} bits and blocks of {block}"
    fix = f"draw input {KEY}: {key}, input {TEXT}: {block} and output {TEXT}: {block}"
    raise CryptagonError(f"figure {figure.name} is no block cipher of these sizes", why=why, fix=fix)


def _core(encrypt: str, decrypt: str) -> str:
    """Takes a block, and a key where the block has a new one."""
    lines = [
        "REGISTER cipher_key_t kept_key = 0;",
        "const struct task next = stream_read(block);",
        "if (next.new_key) kept_key = stream_read(key);",
        "block_t text;",
        f"if (next.decrypt) text = {decrypt}(kept_key, next.data);",
        f"else text = {encrypt}(kept_key, next.data);",
        "stream_write(result, text);",
    ]
    return function(f"HARDWARE void {MODULE}(void)", lines)
