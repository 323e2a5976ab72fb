"""A figure as a block cipher: the input that changes from block to block, the output of the same
size, and the key.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from cryptagon.errors import CryptagonError
from cryptagon.spt.model import Figure, Port, Program
from cryptagon.spt.rewrite.graphs import needed
from cryptagon.spt.rewrite.schedule import Scheduled, scheduled

DATA = ("text", "block", "state", "plaintext", "ciphertext")
"""Names of the input that is data, where several have the type of the output."""


@dataclass(frozen=True)
class Cipher:
    """A block cipher, and its figure in two: what depends on the key alone and what depends on the
    block.
    """

    program: Program
    figure: Figure
    data: Port
    result: Port
    halves: Scheduled

    @property
    def block(self) -> int:
        """Bytes of a block."""
        return self.data.type.width // 8

    @property
    def keys(self) -> Sequence[Port]:
        """The inputs that are the same for all blocks."""
        return [one for one in self.figure.inputs if one.name != self.data.name]

    @property
    def schedule(self) -> Figure | None:
        """What is computed once for a key."""
        return self.halves.program.by_name[self.halves.schedule] if self.halves.schedule else None

    @property
    def rounds(self) -> Figure:
        """What is computed for each block."""
        return self.halves.program.by_name[self.halves.block]


def cipher_of(program: Program, name: str) -> Cipher:
    """The figure as a block cipher. Raises CryptagonError where it is none."""
    figure = program.by_name[name]
    data = _data(figure)
    if figure.index:
        raise _no_cipher(figure, "it counts rounds")
    if data.type.width % 8:
        raise _no_cipher(figure, f"its block has {data.type.width} bits, which are no bytes")
    alone = Program(tuple(needed(program, name)), program.definitions)
    return Cipher(program, figure, data, figure.outputs[0], scheduled(alone, name, data.name))


def _data(figure: Figure) -> Port:
    if len(figure.outputs) != 1:
        raise _no_cipher(
            figure, f"it has the outputs {', '.join(one.name for one in figure.outputs)}"
        )
    result = figure.outputs[0]
    alike = {
        one.name: one for one in figure.inputs if one.type == result.type and one.type.count is None
    }
    found = (
        list(alike.values()) if len(alike) == 1 else [alike[name] for name in DATA if name in alike]
    )
    if not found:
        raise _no_cipher(
            figure, f"which of its inputs is the block that {result.name} is made of is not clear"
        )
    return found[0]


def _no_cipher(figure: Figure, why: str) -> CryptagonError:
    fix = f"leave --layout out; for a layout a figure has one output, and one input of its type or one that is called {DATA[0]}"
    return CryptagonError(
        f"figure {figure.name} has no layouts: it is no block cipher", why=why, fix=fix
    )
