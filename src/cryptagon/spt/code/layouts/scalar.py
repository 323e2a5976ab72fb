"""The scalar layout: a block at a time, values as they were drawn."""

from collections.abc import Iterator

from cryptagon.spt.code.dialect import function, indented
from cryptagon.spt.code.layouts.sources import Parts, Workshop
from cryptagon.spt.code.names import member
from cryptagon.spt.code.portable import from_bytes, to_bytes
from cryptagon.spt.model import Port
from cryptagon.spt.rewrite.graphs import needed


def scalar(shop: Workshop) -> Parts:
    """The rounds by the writer of portable C; the round keys are a structure of values."""
    cipher, name, program = shop.cipher, shop.name, shop.cipher.halves.program
    shop.written(cipher.schedule)  # its types belong into the header as well
    shared = (
        {one.name for one in needed(program, cipher.schedule.name)}
        if cipher.schedule
        else set[str]()
    )
    own = [one for one in needed(program, cipher.rounds.name) if one.name not in shared]
    bodies = [text for one in own for text in shop.writer.written(one)]
    members = [f"{shop.dialect.type(one.type)} {member(one.name)};" for one in shop.key_ports]
    filled = [
        f"{shop.keys}->{member(one.name)} = {shop.value(one.name)};" for one in shop.key_ports
    ]
    group = function(
        f"static void {name}_group(const {name}_keys *keys, const uint8_t *in, uint8_t *out)",
        list(_group(shop)),
    )
    types = [_guarded(key, text) for key, text in shop.dialect.types.items()]
    keys = "\n".join(
        [*types, "typedef struct {", *indented(members or ["uint8_t unused;"]), f"}} {name}_keys;"]
    )
    reads = any(
        node.operation in ("sbox", "select") for one in program.figures for node in one.nodes
    )
    return Parts("scalar", keys, filled, [*bodies, group], constant_time=not reads)


def _guarded(name: str, text: str) -> str:
    """A type that the headers of several ciphers define."""
    return f"#ifndef CRYPTAGON_{name}\n#define CRYPTAGON_{name}\n{text}\n#endif"


def _group(shop: Workshop) -> Iterator[str]:
    data, dialect = shop.cipher.data, shop.dialect
    if not shop.key_ports:
        yield "(void)keys;"
    yield from from_bytes(dialect, Port("in", data.type), "text", "i")
    arguments = [
        f"keys->{member(one.name)}" if one.name != data.name else "text"
        for one in shop.cipher.rounds.inputs
    ]
    result = shop.names[shop.cipher.rounds.name]
    yield f"const {dialect.type(shop.cipher.result.type)} result = {result}({', '.join(arguments)});"
    yield to_bytes(dialect, shop.cipher.result.type, "result", "out", "i")
