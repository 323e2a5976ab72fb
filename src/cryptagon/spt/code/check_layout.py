"""The C of a layout, compiled and run: single blocks, ECB and CTR give what the interpreter gives,
whatever the number of blocks.
"""

import random
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.spt.code.check_c import FLAGS, answered, to_bytes, verify_c
from cryptagon.spt.code.layouts.cipher import Cipher, cipher_of
from cryptagon.spt.interpreter import evaluate
from cryptagon.spt.model import Program, Type, Value
from cryptagon.toolchain import find, run

DISTINCT = 48
"""Blocks that the interpreter computes; longer messages consist of these in another order."""
LENGTHS = (1, 2, 63, 64, 65, 200, 511, 513, 1025)
"""Blocks of the messages: below, at and above the vectors of every layout."""
PROGRAM = """#include <stdio.h>
#include <stdlib.h>
#include "{name}.h"

/* Reads: the key, the counter; then for each message mode, threads and length, and the message. Writes what it becomes. */
int main(void) {{
    static uint8_t {declared}, counter[{block}];
    {name}_keys round_keys;
    uint32_t given[3];
    if ({read}fread(counter, sizeof counter, 1, stdin) != 1) return 1;
    {name}_schedule(&round_keys{arguments});
    while (fread(given, sizeof given, 1, stdin) == 1) {{
        uint8_t *message = malloc(given[2]);
        if (!message || fread(message, given[2], 1, stdin) != 1) return 1;
        if (given[0])
            {name}_ctr(&round_keys, counter, message, message, given[2], (int)given[1]);
        else
            {name}_ecb(&round_keys, message, message, given[2] / {block}, (int)given[1]);
        if (fwrite(message, given[2], 1, stdout) != 1) return 1;
        free(message);
    }}
    return 0;
}}
"""
Message = tuple[int, int, bytes]
"""Whether it is CTR, the number of threads, what is given."""


def verify_layout(program: Program, name: str, folder: Path, flags: Sequence[str] = ()) -> int:
    """Compiles the C of a layout in `folder` and compares it with the interpreter; gives the number
    of blocks compared.

    `flags` are further ones for the compiler. Raises CryptagonError where something differs.
    """
    place = folder.resolve()

    def compile_(main: Path, check: Path) -> None:
        tool = find("zig-cc")
        command = [*tool.argv, *FLAGS, *flags, "-pthread", f"-I{place}", "-o", check, main]
        run([*command, place / f"{name}.c"], cwd=main.parent, env=tool.env)

    singles = verify_c(program, name, folder, [*flags, "-pthread"])
    return singles + verify_modes(program, name, place / f"{name}.c", compile_)


def verify_modes(
    program: Program, name: str, source: Path, compile_: Callable[[Path, Path], None]
) -> int:
    """Compares ECB and CTR of many blocks with the interpreter; gives the number of blocks.

    `compile_` makes a program (its second argument) of a main function in C (its first) that
    includes `NAME.h`, and of the functions that this declares, which came from `source`.

    Raises CryptagonError where something differs.
    """
    return _Check(cipher_of(program, name), source, compile_).run()


class _Check:
    """A key, blocks under it by the interpreter, and what the C makes of messages of them."""

    def __init__(
        self, cipher: Cipher, source: Path, compile_: Callable[[Path, Path], None]
    ) -> None:
        self.cipher, self.source, self.compile_ = cipher, source, compile_
        choose = random.Random(f"{cipher.figure.name} in modes")
        self.keys: dict[str, Value] = {one.name: _random(choose, one.type) for one in cipher.keys}
        self.counter = (choose.getrandbits(8 * cipher.block) | 0xFFFF_FE00) & (
            (1 << 8 * cipher.block) - 1
        )
        blocks = [choose.getrandbits(8 * cipher.block) for _ in range(DISTINCT)]
        self.known = {_bytes(one, cipher): _bytes(self._interpreted(one), cipher) for one in blocks}
        self.choose = choose

    def _interpreted(self, block: int) -> int:
        values: Mapping[str, Value] = self.keys | {self.cipher.data.name: block}
        found = evaluate(self.cipher.program, self.cipher.figure.name, values)[
            self.cipher.result.name
        ]
        assert isinstance(found, int)
        return found

    def run(self) -> int:
        """ECB of messages of known blocks, then CTR: its key stream is ECB of the counters, of
        which the first are compared as well.
        """
        with tempfile.TemporaryDirectory() as place:
            self.program = Path(place) / "check"
            self._compile(Path(place))
            messages = [self.choose.choices(list(self.known), k=count) for count in LENGTHS]
            given = [
                (0, 1 + number % 3, b"".join(blocks)) for number, blocks in enumerate(messages)
            ]
            wanted = [b"".join(self.known[one] for one in blocks) for blocks in messages]
            self._compare("ECB", given, wanted)
            self._compare("CTR", *self._counted())
        return sum(LENGTHS)

    def _counted(self) -> tuple[list[Message], list[bytes]]:
        size, longest = self.cipher.block, max(LENGTHS)
        counters = [
            _bytes((self.counter + place) % (1 << 8 * size), self.cipher)
            for place in range(longest)
        ]
        (stream,) = self._outputs([(0, 1, b"".join(counters))])
        for place in (0, 1, 2):
            if stream[size * place : size * place + size] != _bytes(
                self._interpreted(int.from_bytes(counters[place], "big")), self.cipher
            ):
                raise self._differs("CTR", place)
        given, wanted = [], []
        for number, count in enumerate(LENGTHS):
            message = self.choose.randbytes(size * count - number % size)
            given.append((1, 1 + number % 3, message))
            wanted.append(bytes(one ^ other for one, other in zip(message, stream)))
        return given, wanted

    def _compare(self, mode: str, given: Sequence[Message], wanted: Sequence[bytes]) -> None:
        for (_, threads, _), found, expected in zip(
            given, self._outputs(given), wanted, strict=True
        ):
            if found != expected:
                place = next(
                    number
                    for number, (one, other) in enumerate(zip(found, expected))
                    if one != other
                )
                raise self._differs(
                    mode,
                    place // self.cipher.block,
                    f"of {len(expected)} bytes with {threads} threads",
                )

    def _differs(self, mode: str, block: int, of: str = "") -> CryptagonError:
        what = f"block {block} of figure {self.cipher.figure.name} in {mode} is not what the interpreter gives"
        return CryptagonError(what, where=str(self.source), why=of)

    def _outputs(self, messages: Sequence[Message]) -> list[bytes]:
        keys = b"".join(to_bytes(self.keys[one.name], one.type) for one in self.cipher.keys)
        data = (
            keys
            + _bytes(self.counter, self.cipher)
            + b"".join(self._message(one) for one in messages)
        )
        found = answered(self.program, data, self.source)
        return list(_parts(found, [len(message) for _, _, message in messages]))

    @staticmethod
    def _message(one: Message) -> bytes:
        mode, threads, message = one
        return (
            b"".join(number.to_bytes(4, "little") for number in (mode, threads, len(message)))
            + message
        )

    def _compile(self, place: Path) -> None:
        name = self.cipher.figure.name
        sizes = {
            f"key{number}": len(to_bytes(self.keys[one.name], one.type))
            for number, one in enumerate(self.cipher.keys)
        }
        text = PROGRAM.format(
            name=name, block=self.cipher.block, declared=", ".join(f"{key}[{size}]" for key, size in sizes.items()) or "nothing[1]",
            read="".join(f"fread({key}, sizeof {key}, 1, stdin) != 1 || " for key in sizes), arguments="".join(f", {key}" for key in sizes),
        )  # fmt: skip
        (place / "main.c").write_text(text, encoding="utf-8")
        self.compile_(place / "main.c", self.program)


def _parts(data: bytes, sizes: Sequence[int]) -> Iterator[bytes]:
    at = 0
    for size in sizes:
        yield data[at : at + size]
        at += size


def _bytes(block: int, cipher: Cipher) -> bytes:
    return block.to_bytes(cipher.block, "big")


def _random(choose: random.Random, type_: Type) -> Value:
    return (
        choose.getrandbits(type_.width)
        if type_.count is None
        else tuple(choose.getrandbits(type_.width) for _ in range(type_.count))
    )
