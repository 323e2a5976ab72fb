"""Whether what the datapath gives fits what it is given to: registers, ports, one-bit conditions.

The Verilog around the datapath is text. A value of another width would be cut or filled there
without a word, so its widths are compared before it is written.
"""

from collections.abc import Iterator, Mapping

from cryptagon.errors import CryptagonError
from cryptagon.hls.datapath.lowering import Datapath
from cryptagon.hls.datapath.register_updates import Update
from cryptagon.hls.source.interface import Port


def check_widths(datapath: Datapath, ports: Mapping[str, Port]) -> None:
    """Raises CryptagonError where a signal of the datapath has another width than what it is joined
    with, in bits.
    """
    signals = dict([*datapath.inputs, *datapath.outputs])
    wanted = [pair for update in datapath.updates for pair in _of_update(update)]
    wanted += [pair for port in ports.values() for pair in _of_port(port)]
    for name, width in wanted:
        if signals.get(name, width) != width:
            raise _misfit(f"{name} of {signals[name]} bits", width)
    for update in datapath.updates:
        if update.reset.bit_length() > update.width:
            raise _misfit(f"the constant {update.reset:#x} of {update.register}", update.width)


def _of_update(update: Update) -> Iterator[tuple[str, int]]:
    yield from ((update.register, update.width), (update.clear, 1))
    for load in update.loads:
        yield from ((load.value, load.width), (load.when, 1))


def _of_port(port: Port) -> Iterator[tuple[str, int]]:
    yield f"{port.name}_item" if port.is_output else f"item_{port.name}", port.bits
    yield from ((f"{action}_{port.name}", 1) for action in ("wait", "read", "write", "has"))


def _misfit(value: str, width: int) -> CryptagonError:
    return CryptagonError(
        f"the Verilog would be wrong: {value} meets a width of {width}",
        fix="report this source as a fault of the compiler",
    )
