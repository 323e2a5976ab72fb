"""Kernels run through OpenCL, where the package `pyopencl` and a device are there."""

import ctypes
import tempfile
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from cryptagon.errors import CryptagonError
from cryptagon.spt.code.kernels import KernelSources, generate_kernel
from cryptagon.spt.code.layouts.cipher import cipher_of
from cryptagon.spt.model import Program
from cryptagon.spt.speed.contestants import c_compiler
from cryptagon.toolchain import run

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


def ecb_through_opencl(
    program: Program, name: str, layout: str, keys: Sequence[bytes], text: bytes
) -> bytes:
    """ECB of whole blocks by the kernel of a figure on the first device.

    Raises CryptagonError where there is no OpenCL.
    """
    if why := why_no_opencl():
        raise CryptagonError(
            "kernels cannot be run through OpenCL",
            why=why,
            fix="install pyopencl and pocl-binary-distribution",
        )
    cl: Any = import_module("pyopencl")
    made = generate_kernel(program, name, "opencl", layout)
    context = cl.Context([cl.get_platforms()[0].get_devices()[0]])
    queue = cl.CommandQueue(context)
    built = cl.Program(context, made.kernel).build()
    flags = cl.mem_flags
    round_keys = cl.Buffer(
        context, flags.READ_ONLY | flags.COPY_HOST_PTR, hostbuf=_round_keys(made, keys)
    )
    given = cl.Buffer(context, flags.READ_ONLY | flags.COPY_HOST_PTR, hostbuf=bytearray(text))
    out = cl.Buffer(context, flags.WRITE_ONLY, len(text))
    blocks = len(text) // cipher_of(program, name).block
    items = -(-blocks // 256) if layout == "bitsliced" else blocks
    uint64 = import_module("numpy").uint64
    getattr(built, f"{name}_ecb")(queue, (items,), None, round_keys, given, out, uint64(blocks))
    result = bytearray(len(text))
    cl.enqueue_copy(queue, result, out)
    return bytes(result)


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
