"""Kernels run through OpenCL, where the package `pyopencl` and a device are there."""

import ctypes
import sys
import tempfile
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from cryptagon.errors import CryptagonError
from cryptagon.spt.code.kernels import KernelSources, generate_kernel
from cryptagon.spt.code.kernels.generate import LAYOUTS
from cryptagon.spt.code.layouts.cipher import cipher_of
from cryptagon.spt.code.portable import size
from cryptagon.spt.model import Program
from cryptagon.spt.speed.contestants import Contestant, c_compiler
from cryptagon.spt.speed.machine import features
from cryptagon.toolchain import run

MODES = ("ecb", "ctr")
KEYS = 1 << 17
"""Bytes that hold the round keys of any figure here."""


def why_no_opencl() -> str:
    """Why kernels cannot be run through OpenCL here; "" where they can."""
    try:
        platforms = import_module("pyopencl").get_platforms()
    except ImportError:
        return "the package pyopencl is not here"
    except Exception as fault:
        return f"OpenCL has no platform here: {fault}"
    return "" if platforms else "OpenCL has no platform here"


def through_opencl(
    program: Program,
    name: str,
    layout: str,
    keys: Sequence[bytes],
    text: bytes,
    *,
    mode: str = "ecb",
) -> bytes:
    """ECB of whole blocks, or CTR from 0 on of any bytes, by the kernel of a figure on the first
    device.

    Raises CryptagonError where there is no OpenCL.
    """
    if why := why_no_opencl():
        raise CryptagonError(
            "kernels cannot be run through OpenCL",
            why=why,
            fix="install pyopencl and pocl-binary-distribution",
        )
    made = generate_kernel(program, name, "opencl", layout)
    block = cipher_of(program, name).block
    device = Device(made.kernel, name, bytes(_round_keys(made, keys)), block, layout)
    given, out = device.buffer(text), device.buffer(bytes(len(text)))
    device.launch(mode, given, out, len(text))
    return device.read(out, len(text))


class Device:
    """The first device, with the kernels of a cipher and round keys."""

    def __init__(self, kernel: str, name: str, keys: bytes, block: int, layout: str) -> None:
        """`block` is in bytes.

        Where the device is a processor with AVX-512, bit-sliced kernels have vectors of 512 bits.
        """
        self.cl: Any = import_module("pyopencl")
        first = self.cl.get_platforms()[0].get_devices()[0]
        wide = first.type & self.cl.device_type.CPU and "avx512vl" in features()
        self.context = self.cl.Context([first])
        self.queue = self.cl.CommandQueue(self.context)
        built = self.cl.Program(self.context, kernel).build(["-DAVX512"] if wide else [])
        self.kernels = {mode: self.cl.Kernel(built, f"{name}_{mode}") for mode in MODES}
        self.block, self.sliced = block, layout == "bitsliced"
        self.blocks = (512 if wide else 256) if self.sliced else 1
        self.keys, self.counter = self.buffer(keys), self.buffer(bytes(block))

    def buffer(self, content: bytes) -> object:
        """Memory of the device with this content."""
        flags = self.cl.mem_flags
        return self.cl.Buffer(
            self.context, flags.READ_WRITE | flags.COPY_HOST_PTR, hostbuf=bytearray(content)
        )

    def launch(self, mode: str, given: object, out: object, count: int) -> None:
        """Begin to encrypt so many bytes; the counter begins with 0.

        A work group is one item of a bit-sliced kernel, whose values take all of a cache.
        """
        number = import_module("numpy").uint64
        operands = (given, out, number(count // self.block))
        if mode == "ctr":
            operands = (self.counter, given, out, number(count))
        items = -(-count // (self.blocks * self.block))
        self.kernels[mode](
            self.queue, (items,), (1,) if self.sliced else None, self.keys, *operands
        )

    def finish(self) -> None:
        """Wait until all is done."""
        self.queue.finish()

    def read(self, buffer: object, count: int) -> bytes:
        """The content of a buffer when all is done."""
        result = bytearray(count)
        self.cl.enqueue_copy(self.queue, result, buffer)
        return bytes(result)


def opencl(program: Program, name: str, place: Path) -> list[Contestant]:
    """The kernels of a cipher through OpenCL, in turn with programs; none where it is not there.

    PoCL takes the number of threads from the environment.
    """
    if why_no_opencl():
        return []
    cipher, found = cipher_of(program, name), list[Contestant]()
    for layout in LAYOUTS["opencl"]:
        try:
            made = generate_kernel(program, name, "opencl", layout)
        except CryptagonError:
            continue  # the layout of C says why
        folder = place / f"opencl_{layout}"
        folder.mkdir()
        (folder / "kernel").write_text(made.kernel, encoding="utf-8")
        keys = _round_keys(made, [bytes(size(one.type)) for one in cipher.keys])
        (folder / "keys").write_bytes(keys)
        timed = "cryptagon.spt.speed.opencl_timed"
        command = (sys.executable, "-m", timed, folder, name, str(cipher.block), layout)
        found.append(Contestant(f"OpenCL, {layout}", command, told="POCL_MAX_PTHREAD_COUNT"))
    return found


def _round_keys(made: KernelSources, keys: Sequence[bytes]) -> bytearray:
    """What the schedule on the host makes of the key."""
    compiler, room = c_compiler(), (ctypes.c_uint64 * (KEYS // 8))()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / f"{made.name}_keys.h").write_text(made.host_header, encoding="utf-8")
        (folder / f"{made.name}_keys.c").write_text(made.host, encoding="utf-8")
        flags = ["-std=c11", "-O1", "-shared", "-fPIC", "-o", "keys.so"]
        run([*compiler.argv, *flags, f"{made.name}_keys.c"], cwd=folder, env=compiler.env)
        getattr(ctypes.CDLL(str(folder / "keys.so")), f"{made.name}_schedule")(room, *keys)
    return bytearray(room)
