"""The program of the testbed in Python, for PYNQ: the same registers, messages and log as the one in
C (program/).
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ADDRESS, LENGTH, CONTROL, RECEIVED = 0, 4, 8, 12  # registers of a DMA engine
BUSY, REFUSED, FAILED, MARKED = 1, 2, 4, 8  # bits of its status
TIMER_CONTROL, TIMER_LOW, TIMER_HIGH = 0, 4, 8  # of the first register block
DEVICE, STOP, START = 16, 0, 1
SHOWN = 64  # bytes of an answer's end in the log
MOST_POLLS = 1 << 22


class Pynq:
    """The board: its registers, and buffers that the DMA engines see."""

    def __init__(self, bitstream: str, manifest: dict[str, Any]) -> None:
        """Load the bitstream; the .hwh file must lie beside it."""
        from pynq import (  # noqa: PLC0415 - on the board alone  # pyright: ignore[reportMissingImports]
            MMIO,
            Overlay,
            allocate,
        )

        self.overlay = Overlay(bitstream)
        self.registers = MMIO(manifest["register_base"], 4096)
        self.allocate = allocate

    def read32(self, address: int) -> int:
        """A register by its address in bytes."""
        return self.registers.read(address)

    def write32(self, address: int, value: int) -> None:
        """Set a register."""
        self.registers.write(address, value)

    def buffer(self, content: bytes) -> tuple[Any, int]:
        """A buffer in memory that holds `content`, and its address for DMA."""
        made = self.allocate(shape=(-(-len(content) // 128) * 128,), dtype="u1")
        made[: len(content)] = memoryview(content)
        made.flush()
        return made, made.device_address

    def content(self, buffer: Any, size: int) -> bytes:  # noqa: ANN401 - of pynq
        """The first `size` bytes of a buffer that a DMA engine wrote."""
        buffer.invalidate()
        return bytes(buffer[:size])

    def free(self, buffer: Any) -> None:  # noqa: ANN401 - of pynq
        """Give it back."""
        buffer.freebuffer()


class Fault(Exception):  # noqa: N818 - it is the log's word
    """A transfer that did not end well: its device, and how."""


def measure_all(
    manifest: dict[str, Any],
    board: Any,  # noqa: ANN401 - a Pynq, or what is like it
    put: Callable[[str], None] = print,
) -> None:
    """All messages of a manifest through the unit, one after the other; `put` takes lines of the log.

    The board's name in the log is that of the manifest.
    """
    for line in ("begin 1", *(f"{name} {value}" for name, value in _head(manifest))):
        put("testbed: " + line)
    measured = 0
    for number, message in enumerate(manifest["messages"], start=1):
        try:
            put("testbed: " + _measure(number, message, board))
        except Fault as fault:
            put(f"testbed: fault message {number} device {fault.args[0]} {fault.args[1]}")
            break
        measured += 1
    put(f"testbed: end {measured}")


def load(path: str) -> dict[str, Any]:
    """The manifest in a file."""
    return json.loads(Path(path).read_text(encoding="utf-8"))


def _head(manifest: dict[str, Any]) -> Iterator[tuple[str, str]]:
    unit = [manifest[name] for name in ("algorithm", "variant", "approach")]
    yield "board", manifest["board"]
    yield "export", manifest["export"]
    yield "unit", "-".join(filter(None, unit))
    yield "clock", f"unit_hz {manifest['unit_hz']} bus_hz {manifest['bus_hz']}"


def _measure(number: int, message: dict[str, Any], board: Any) -> str:  # noqa: ANN401
    stream = _generated(message["seed"])
    inputs = [
        (one["device"], board.buffer(_image(one, stream)), one["bytes"])
        for one in message["images"]
    ]
    size = message["output_bytes"]
    output = message["output_device"], board.buffer(bytes(size)), size
    try:
        ticks, came, marked = _run(board, inputs, output)
        answer = board.content(output[1][0], min(came, size))
    finally:
        for _, (buffer, _), _ in (*inputs, output):
            board.free(buffer)
    end = answer[-SHOWN:].hex()
    times = f"message {number} size {message['size']} ticks {ticks} bytes {came} marked {marked}"
    return f"{times} crc {zlib.crc32(answer):08x} answer {end}"


def _run(board: Any, inputs: list[Any], output: Any) -> tuple[int, int, int]:  # noqa: ANN401
    """Cycles of the timer, bytes that came, and whether the unit marked an error."""
    board.write32(TIMER_CONTROL, START)
    for device, (_, address), size in (output, *inputs):
        board.write32(device * DEVICE + ADDRESS, address)
        board.write32(device * DEVICE + LENGTH, size)
        board.write32(device * DEVICE + CONTROL, START)
    status = _finish(board, output[0])
    board.write32(TIMER_CONTROL, STOP)
    for device, _, _ in inputs:
        _finish(board, device)
    low = board.read32(TIMER_LOW)  # which keeps the high half for the next read
    ticks = low | board.read32(TIMER_HIGH) << 32
    return ticks, board.read32(output[0] * DEVICE + RECEIVED), int(bool(status & MARKED))


def _finish(board: Any, device: int) -> int:  # noqa: ANN401
    for _ in range(MOST_POLLS):
        status = board.read32(device * DEVICE + CONTROL)
        for bit, word in ((REFUSED, "refused"), (FAILED, "failed")):
            if status & bit:
                raise Fault(device, word)
        if not status & BUSY:
            return status
    raise Fault(device, "hangs")


def _image(image: dict[str, Any], stream: Iterator[int]) -> bytes:
    parts = (
        bytes.fromhex(one["literal"]) or bytes(next(stream) for _ in range(one["generated"]))
        for one in image["pieces"]
    )
    return b"".join(parts)


def _generated(seed: int) -> Iterator[int]:
    """Bytes of xorshift32, the lowest of each state first."""
    state = seed
    while True:
        state ^= state << 13 & 0xFFFFFFFF
        state ^= state >> 17
        state ^= state << 5 & 0xFFFFFFFF
        yield from state.to_bytes(4, "little")
