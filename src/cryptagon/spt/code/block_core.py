"""A block cipher's core in C for hardware (docs/block-ciphers.md) from two figures: one encrypts,
one decrypts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cryptagon.errors import CryptagonError
from cryptagon.spt.code import step_core
from cryptagon.spt.code.architecture import BASIC, Architecture
from cryptagon.spt.code.dialect import function, indented
from cryptagon.spt.code.exact import Exact
from cryptagon.spt.code.figures import Writer
from cryptagon.spt.code.names import functions_of, member
from cryptagon.spt.code.walk_core import LOCALS, registers, walk_function
from cryptagon.spt.model import Figure, Port, Program, Type
from cryptagon.spt.rewrite import chained_rows, for_hardware, for_walks, in_rows
from cryptagon.spt.rewrite.both_ways import BothWays, both_ways
from cryptagon.spt.rewrite.either import CHOICE, either
from cryptagon.spt.rewrite.graphs import needed
from cryptagon.spt.rewrite.keys_ahead import keys_ahead
from cryptagon.spt.rewrite.merge import merged
from cryptagon.spt.rewrite.one_step import OneStep, one_step
from cryptagon.spt.rewrite.setup import Apart, with_setup_apart

KEY, TEXT = "key", "text"
"""The ports of a cipher that is drawn: it takes both, and gives the text."""
KEPT = (
    "key",
    "block",
    "result",
    "task",
    "block_t",
    "cipher_key_t",
    "kept_key",
    "text",
    "next",
    "fresh",
)
"""The names of `block_cipher.h` and of the core's function."""
MODULE = "block_cipher_core"


def generate_block(
    encrypt: tuple[Program, str],
    decrypt: tuple[Program, str],
    sizes: tuple[int, int],
    architecture: Architecture = BASIC,
) -> str:
    """The core of a cipher with keys and blocks of these sizes in bits, of two figures in their
    programs.

    Raises CryptagonError for a figure that has other ports than such a cipher, and for a pipeline,
    which blocks both ways do not make.
    """
    key, block = sizes
    if architecture.stages:
        fix = "draw one direction, as a kernel"
        raise CryptagonError(
            f"no core for both directions is {architecture}",
            why="its architecture is basic, x2, x3, …",
            fix=fix,
        )
    for program, name in (encrypt, decrypt):
        _check(program.by_name[name], key, block)
    head = f"/* {encrypt[1]} and {decrypt[1]}, made from figures by `cryptagon`. */"
    head += f"\n#define KEY_BITS {key}\n#define BLOCK_BITS {block}\n#include <block_cipher.h>"
    source = _in_one_loop(encrypt, decrypt) if architecture.rounds == 1 else None
    source = source or _of_two(encrypt, decrypt, architecture)
    return "\n\n".join([head, *source]) + "\n"


def _in_one_loop(encrypt: tuple[Program, str], decrypt: tuple[Program, str]) -> list[str] | None:
    """The core of a walk or of a step; None where both directions are neither."""
    if walk := _walk(encrypt, decrypt):
        return _of_walk(walk)
    step = step_of(encrypt, decrypt)
    return _of_step(step) if step else None


def _walk(encrypt: tuple[Program, str], decrypt: tuple[Program, str]) -> BothWays | None:
    """Both directions as one walk, where they are."""
    one, other = (
        with_setup_apart(for_walks(*figure), figure[1], KEY) for figure in (encrypt, decrypt)
    )
    if one.setup or not other.setup:
        return None
    programs, names = (
        (one.program, other.program, other.program),
        (one.rest, other.rest, other.setup),
    )
    whole, (first, second, setup) = merged(programs, names)
    found = both_ways(whole, (first, second, setup), KEY, TEXT)
    return keys_ahead(found) if found else None


def _of_walk(walk: BothWays) -> list[str]:
    """The core of a walk: its step is one unit."""
    dialect = Exact(unit=walk.step)
    figures = walk.program.by_name
    ports = [*figures[walk.step].inputs, *figures[walk.key].outputs]
    names = functions_of(walk.program, MODULE, {*KEPT, *LOCALS, *registers(ports)})
    writer = Writer(walk.program, dialect, names)
    return _source(writer, walk_function(walk, writer, f"HARDWARE void {MODULE}(void)", TEXT))


def step_of(encrypt: tuple[Program, str], decrypt: tuple[Program, str]) -> OneStep | None:
    """Both directions, and what is made of the key, as one step; None where they are not."""
    whole, called = _together(encrypt, decrypt)
    if called[0] != called[2] or called[0] == called[1]:
        return None
    return one_step(chained_rows(whole, *called[:2]), called[0], called[1], KEY, TEXT)


def _of_step(step: OneStep) -> list[str]:
    """The core of a step."""
    taken = {*KEPT, *step_core.LOCALS, *step_core.registers(step)}
    names = functions_of(step.program, MODULE, taken)
    writer = Writer(step.program, Exact(exclusive=True), names)
    head = f"HARDWARE void {MODULE}(void)"
    return _source(writer, step_core.step_function(step, writer, head, KEY, TEXT))


def _of_two(
    encrypt: tuple[Program, str], decrypt: tuple[Program, str], architecture: Architecture
) -> list[str]:
    """The core of two figures with loops of their own, or of what they repeat in common."""
    whole, called = _together(encrypt, decrypt)
    if architecture.rounds == 1:
        whole = in_rows(whole, *called)
    directions = [_Direction(whole, *called[place : place + 2]) for place in (0, 2)]
    names = functions_of(whole, MODULE, KEPT)
    writer = Writer(whole, Exact(exclusive=True), names, architecture.rounds)
    core = function(f"HARDWARE void {MODULE}(void)", list(_core(writer, directions)))
    return _source(writer, core)


def _together(
    encrypt: tuple[Program, str], decrypt: tuple[Program, str]
) -> tuple[Program, list[str]]:
    """One program of both, and what is called in it: to encrypt and for the key of it, to decrypt
    and for the key of that. What does either is called for both.
    """
    apart = _apart(encrypt, decrypt)
    names_of = [name for one in apart for name in (one.rest, one.setup or one.rest)]
    whole, called = merged([one.program for one in apart for _ in range(2)], names_of)
    one = (
        either(whole, called[0], called[2])
        if called[1] == called[3] or not apart[0].setup
        else None
    )
    if not one:
        return whole, called
    whole, both = one
    whole = Program(tuple(needed(whole, both, called[1])), whole.definitions)
    return whole, [both, called[1] if apart[0].setup else both] * 2


def _source(writer: Writer, core: str) -> list[str]:
    """The figures of the writer as functions, before the core what they turn out to need."""
    bodies = [text for one in writer.program.figures for text in writer.written(one)]
    return [*writer.dialect.types.values(), *writer.dialect.helpers.values(), *bodies, core]


def _apart(encrypt: tuple[Program, str], decrypt: tuple[Program, str]) -> list[Apart]:
    """Both for hardware.

    What is made of the key alone is kept where encryption needs it: registers for decryption alone
    do not pay.
    """
    programs = [(for_hardware(*one), one[1]) for one in (encrypt, decrypt)]
    apart = [with_setup_apart(*one, KEY) for one in programs]
    return apart if apart[0].setup else [Apart(*one) for one in programs]


@dataclass(frozen=True)
class _Direction:
    """The figure of a direction, and the one that is done for a key; both are one where
    nothing is.
    """

    program: Program
    rest: str
    setup: str

    def kept(self) -> tuple[Port, ...]:
        """What is made of the key and kept."""
        return self.program.by_name[self.setup].outputs if self.setup != self.rest else ()

    def called(self, writer: Writer) -> str:
        """The direction, for the kept key and the block."""
        given = {KEY: "kept_key", TEXT: "next.data", CHOICE: "next.decrypt"} | {
            one.name: f"{self.setup}_{one.name}" for one in self.kept()
        }
        return f"{writer.names[self.rest]}({', '.join(given[one.name] for one in self.program.by_name[self.rest].inputs)})"


def _check(figure: Figure, key: int, block: int) -> None:
    wanted = {KEY: Type(key), TEXT: Type(block)}
    inputs, outputs = (
        {one.name: one.type for one in ports} for ports in (figure.inputs, figure.outputs)
    )
    if inputs == wanted and outputs == {TEXT: Type(block)}:
        return
    said = ", ".join(f"{one.name}: {one.type}" for one in (*figure.inputs, *figure.outputs))
    why = f"its ports are {said}; the cipher has keys of {key} bits and blocks of {block}"
    fix = f"draw input {KEY}: {key}, input {TEXT}: {block} and output {TEXT}: {block}"
    raise CryptagonError(
        f"figure {figure.name} is no block cipher of these sizes", why=why, fix=fix
    )


def _core(writer: Writer, directions: Sequence[_Direction]) -> Iterator[str]:
    """A block that has a new key waits at its stream until the key is here, and what is made of it:
    so a block begins in one place.
    """
    setups = {one.setup: one for one in directions if one.kept()}
    yield "cipher_key_t kept_key = 0;"
    for setup, one in setups.items():
        for port in one.kept():
            yield f"{writer.dialect.type(port.type)} {setup}_{port.name} = 0;"
    yield "bit fresh = 0; /* the key of the block that is offered is here */"
    yield from ("for (;;) {", "    const struct task next = stream_peek(block);")
    yield from ("    if (next.new_key && !fresh) {", "        kept_key = stream_read(key);")
    for setup, one in setups.items():
        yield from indented(indented(list(_set_up(writer, setup, one))))
    yield from ("        fresh = 1;", "        continue;", "    }")
    yield from ("    stream_read(block);", "    fresh = 0;")
    encrypt, decrypt = (one.called(writer) for one in directions)
    text = encrypt if encrypt == decrypt else "text"
    if encrypt != decrypt:
        yield "    block_t text;"
        yield f"    if (next.decrypt) text = {decrypt};"
        yield f"    else text = {encrypt};"
    yield from (f"    stream_write(result, {text});", "}")


def _set_up(writer: Writer, setup: str, direction: _Direction) -> Iterator[str]:
    """What is made of the key, to where it is kept."""
    figure = writer.program.by_name[setup]
    made = f"{setup}_made"
    yield f"const {writer.result_type(figure)} {made} = {writer.names[setup]}(kept_key);"
    for port in direction.kept():
        part = f".{member(port.name)}" if len(figure.outputs) > 1 else ""
        yield f"{setup}_{port.name} = {made}{part};"
