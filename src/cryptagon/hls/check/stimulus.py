"""What a design is offered: items for each input stream, and values of wires; random, or from a
file.
"""

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.hls.ir.metadata import Field
from cryptagon.hls.memory.ports import MemoryPort
from cryptagon.hls.source.interface import Port
from cryptagon.user_files import read_json

FORM = '{"items": {"STREAM": [7, "0x1f", {"FIELD": 1, ...}, ...]}, "wires": {"WIRE": 1}, "memories": {"PORT": [1, 2, ...]}}'


@dataclass(frozen=True)
class Stimulus:
    """Items by input stream, each with its fields by name; the wires, which hold their values all
    the time; and the elements that memory ports hold in the beginning, from the first one on.
    """

    items: Mapping[str, Sequence[Mapping[str, int]]]
    wires: Mapping[str, int] = field(default_factory=dict)
    memories: Mapping[str, Sequence[int]] = field(default_factory=dict)


def random_stimulus(
    ports: Mapping[str, Port], *, seed: int, count: int, memories: Sequence[MemoryPort] = ()
) -> Stimulus:
    """`count` random items on every input stream, a random value on every wire and random contents
    of every memory port, the same for the same seed.

    Every third field is a corner: all zeros, all ones, the most significant bit alone, or a small
    number.
    """
    choose = random.Random(seed)
    items = {
        port.name: [{part.name: _value(part, choose) for part in port.fields} for _ in range(count)]
        for port in ports.values()
        if _takes(port)
    }
    wires = {
        port.name: choose.getrandbits(port.bits) for port in ports.values() if not port.is_stream
    }
    contents = {
        port.name: port.values_of(choose.randbytes(port.words * port.byte_count))
        for port in memories
    }
    return Stimulus(items, wires, contents)


def _value(part: Field, choose: random.Random) -> int:
    ones = (1 << part.bits) - 1
    if choose.randrange(3):
        return choose.getrandbits(part.bits)
    return choose.choice((0, ones, 1 << part.bits - 1, choose.randrange(8) & ones))


def load_stimulus(
    file: Path, ports: Mapping[str, Port], memories: Sequence[MemoryPort] = ()
) -> Stimulus:
    """The stimulus of a JSON file of the form FORM; a number may be written as text with a prefix.
    What is not named is empty, or 0.

    Raises CryptagonError where the file does not fit the design's ports.
    """
    try:
        content = read_json(file)
        items, wires = dict(content.get("items", {})), dict(content.get("wires", {}))
        given = {name: list(values) for name, values in content.get("memories", {}).items()}
    except (ValueError, AttributeError, TypeError) as error:
        raise CryptagonError(
            "this stimulus cannot be read", where=str(file), why=str(error), fix=f"write {FORM}"
        ) from error
    streams = [port.name for port in ports.values() if _takes(port)]
    plain = [port.name for port in ports.values() if port.kind == "wire_in"]
    outside = [port.name for port in memories]
    for word, known, named in (
        ("input stream", streams, items),
        ("wire", plain, wires),
        ("memory port", outside, given),
    ):
        unknown = sorted(set(named) - set(known))
        if unknown:
            raise CryptagonError(
                f"the design has no {word} '{unknown[0]}'",
                where=str(file),
                fix=f"it has: {', '.join(known) or 'none'}",
            )
    values = {
        port.name: _number(wires.get(port.name, 0), port.bits, file)
        for port in ports.values()
        if not port.is_stream
    }
    offered = {
        port.name: [_item(entry, port, file) for entry in items.get(port.name, [])]
        for port in ports.values()
        if _takes(port)
    }
    contents = {port.name: _content(given.get(port.name, []), port, file) for port in memories}
    return Stimulus(offered, values, contents)


def _takes(port: Port) -> bool:
    return port.kind == "stream_in" and not port.memory


def _content(values: Sequence[object], port: MemoryPort, file: Path) -> list[int]:
    """The elements that a memory port begins with, as far as they are given."""
    if len(values) > port.words:
        raise CryptagonError(
            f"memory port '{port.name}' has {port.words} elements",
            where=str(file),
            why=f"{len(values)} are given",
            fix="give as many, or fewer: the others are 0",
        )
    return [_number(value, port.width, file) for value in values]


def _item(entry: object, port: Port, file: Path) -> dict[str, int]:
    fields = entry if isinstance(entry, dict) else {port.fields[0].name: entry}
    names = [part.name for part in port.fields]
    if sorted(fields) != sorted(names):
        what = f"an item of '{port.name}' must have the fields {', '.join(names)}"
        raise CryptagonError(
            what, where=str(file), why=f"it is {json.dumps(entry)}", fix=f"write {FORM}"
        )
    return {part.name: _number(fields[part.name], part.bits, file) for part in port.fields}


def _number(value: object, bits: int, file: Path) -> int:
    try:
        number = int(value, 0) if isinstance(value, str) else int(value)  # type: ignore[call-overload]
    except (TypeError, ValueError):
        number = -1
    if not 0 <= number < 1 << bits:
        raise CryptagonError(
            f"{value!r} is not an unsigned number of {bits} bits",
            where=str(file),
            fix=f"write {FORM}",
        )
    return number
