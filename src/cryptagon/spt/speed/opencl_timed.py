"""A kernel through OpenCL as a program that says how fast it encrypts, as those in C do.

Arguments: the folder with `kernel` and `keys`, the figure, bytes of a block, the layout; then ctr or
ecb, threads, bytes of the message, seconds. The device has as many threads as its environment says.
"""

import sys
import time
from pathlib import Path

from cryptagon.spt.speed.device import Device

LEAST = 1 << 21
"""Bytes that one launch encrypts at least: a launch alone takes some 50 microseconds."""
LAUNCHES = 8
"""Begun before the first one is waited for."""


def main(given: list[str]) -> None:
    """Prints bytes a second: of one thread of the time that processors gave to it, of several of
    the time that went by.
    """
    folder, name, block, layout, mode, threads, count, seconds = given
    device = Device(
        (Path(folder) / "kernel").read_text(encoding="utf-8"),
        name,
        (Path(folder) / "keys").read_bytes(),
        int(block),
        layout,
    )
    size = max(LEAST, int(count)) // int(block) * int(block)
    message = device.buffer(bytes(size))
    now = time.perf_counter if int(threads) > 1 else time.process_time
    device.launch(mode, message, message, size)
    device.finish()
    start, done = now(), 0
    while (taken := now() - start) < float(seconds) or not done:
        for _ in range(LAUNCHES):
            device.launch(mode, message, message, size)
        device.finish()
        done += LAUNCHES
    print(f"{done * size / taken:.0f}")


if __name__ == "__main__":
    main(sys.argv[1:])
