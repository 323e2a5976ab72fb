"""Kernels run on a GPU by CUDA, where nvcc, a driver and a GPU are there.

The host's side is a program that nvcc compiles, so that no package is needed but NVIDIA's own.
"""

import ctypes
import os
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.spt.code.check_layout import verify_modes
from cryptagon.spt.code.kernels import KernelSources, generate_kernel
from cryptagon.spt.code.layouts.cipher import Cipher, cipher_of
from cryptagon.spt.code.portable import size
from cryptagon.spt.model import Program
from cryptagon.spt.speed.contestants import Contestant
from cryptagon.spt.speed.cuda_texts import ON_GPU, TIMED
from cryptagon.toolchain import Tool, run

DRIVER = "libcuda.so.1"
FLAGS = ("-O3", "-arch=native")
PACKAGES = (
    "nvidia-cuda-nvcc",
    "nvidia-nvvm",
    "nvidia-cuda-crt",
    "nvidia-cuda-runtime",
    "nvidia-cuda-cccl",
)
"""Of PyPI: what nvcc needs."""


@dataclass(frozen=True)
class Gpu:
    """A GPU by what its driver tells: the clock of its memory in kHz, bits of the bus to it."""

    name: str
    clock: int
    bus: int

    @property
    def peak(self) -> float:
        """Bytes a second that the memory can be read and written at, each byte once.

        Memory of GPUs transfers twice a clock. 0 where the driver does not tell.
        """
        return 2 * self.clock * 1e3 * self.bus / 8 / 2

    def about(self) -> str:
        """What a share of the peak means, as a line."""
        if not self.peak:
            return f"CUDA: {self.name}; its driver does not tell how fast its memory is"
        rate = f"{self.clock / 1e3:,.0f} MHz, {self.bus:,} bits, two transfers a clock"
        return f"CUDA: {self.name}; peak is {self.peak / 1e6:,.0f} MB/s, at which its memory is read and written once ({rate})"


def why_no_cuda() -> str:
    """Why kernels cannot be run by CUDA here, in a line; "" where they can."""
    try:
        driver = ctypes.CDLL(DRIVER)
    except OSError:
        return f"there is no driver of NVIDIA here ({DRIVER})"
    count = ctypes.c_int(0)
    if driver.cuInit(0) or driver.cuDeviceGetCount(ctypes.byref(count)) or not count.value:
        return "the driver of NVIDIA finds no GPU"
    return "" if nvcc() else f"nvcc is not here; pip install {' '.join(PACKAGES)}"


def nvcc() -> Tool | None:
    """The compiler of CUDA: of the PATH, of CUDA_HOME, of /usr/local/cuda, or of PyPI."""
    for path in _places():
        if os.access(path, os.X_OK):
            libraries = path.parent.parent / "lib"
            found = libraries.glob("libcudart_static*")
            return Tool("nvcc", (str(path), *(f"-L{libraries}" for _ in found)))
    return None


def _places() -> Iterator[Path]:
    if path := shutil.which("nvcc"):
        yield Path(path)
    for home in (os.environ.get("CUDA_HOME"), "/usr/local/cuda"):
        if home:
            yield Path(home) / "bin" / "nvcc"
    for folder in sys.path:
        yield from sorted(Path(folder or ".").glob("nvidia/cu[0-9]*/bin/nvcc"))


def cuda(program: Program, name: str, place: Path) -> tuple[list[Contestant], str]:
    """The kernels of a cipher on the first GPU, and a line about it; where there is none, or nvcc
    or the GPU fails, nothing, and a line that says why.

    Before they are measured they give what the interpreter gives. Files are written into `place`.
    Raises CryptagonError where they do not.
    """
    if why := why_no_cuda():
        return [], why
    compiler, folder = nvcc(), place / "cuda"
    assert compiler
    folder.mkdir()
    made = generate_kernel(program, name, "cuda")
    try:
        timed = timing_program(cipher_of(program, name), made, folder, compiler)
        gpu = device_of(timed)
    except CryptagonError as fault:  # a compiler of C++ that nvcc does not know, an old driver
        return [], " ".join(f"{fault.what}: {fault.why}".split())[:300]
    verify_on_gpu(program, made, folder, compiler)
    found = Contestant("CUDA, bitsliced", (timed,), threads=False, gpu=True, peak=gpu.peak)
    return [found], gpu.about()


def verify_on_gpu(program: Program, made: KernelSources, folder: Path, compiler: Tool) -> int:
    """Compares ECB and CTR on the GPU with the interpreter; gives the number of blocks.

    Raises CryptagonError where something differs, or does not compile or run.
    """
    source = _written(cipher_of(program, made.name), made, folder)

    def compile_(main: Path, check: Path) -> None:
        _compile(compiler, folder, check, [main, source])

    return verify_modes(program, made.name, folder / made.kernel_file, compile_)


def timing_program(cipher: Cipher, made: KernelSources, folder: Path, compiler: Tool) -> Path:
    """A program that prints how many bytes the GPU encrypts in a second.

    Raises CryptagonError where it does not compile.
    """
    keys = {f"key{number}": size(one.type) for number, one in enumerate(cipher.keys)}
    declared = ", ".join(f"{key}[{count}] = {{0}}" for key, count in keys.items())
    text = (
        TIMED.replace("KEYS_OF_ZEROS", declared or "unused[1] = {0}")
        .replace("ARGUMENTS", "".join(f", {key}" for key in keys))
        .replace("BLOCK", str(cipher.block))
        .replace("NAME", made.name)
    )
    source = folder / "timed.cu"
    source.write_text(
        _written(cipher, made, folder).read_text(encoding="utf-8") + text, encoding="utf-8"
    )
    _compile(compiler, folder, folder / "timed", [source])
    return folder / "timed"


def device_of(timed: Path) -> Gpu:
    """The GPU that a program of `timing_program` runs on. Raises ToolError where it has none."""
    clock, bus, name = (
        run([timed.resolve(), "device"], cwd=timed.parent).stdout.strip().split(" ", 2)
    )
    return Gpu(name, int(clock), int(bus))


def _written(cipher: Cipher, made: KernelSources, folder: Path) -> Path:
    """The kernels, the key schedule and the host's side in a folder; gives the last one."""
    texts = {
        f"{made.name}.h": made.shim_header,
        made.kernel_file: made.kernel,
        f"{made.name}_keys.h": made.host_header,
        f"{made.name}_keys.c": made.host,
        "on_gpu.cu": ON_GPU.replace("BLOCK", str(cipher.block)).replace("NAME", made.name),
    }
    for file, text in texts.items():
        (folder / file).write_text(text, encoding="utf-8")
    return folder / "on_gpu.cu"


def _compile(compiler: Tool, folder: Path, result: Path, sources: list[Path]) -> None:
    place = folder.resolve()
    inputs = [*(one.resolve() for one in sources), *place.glob("*_keys.c")]
    made = [f"-I{place}", "-o", result.resolve(), *inputs]
    try:
        run([*compiler.argv, *FLAGS, *made], cwd=folder, env=compiler.env)
    except CryptagonError as fault:
        what = "nvcc does not compile the kernels"
        fix = (
            "run `nvcc --version`: this needs nvcc 11.6 or later, and a C++ compiler that it knows"
        )
        raise CryptagonError(what, where=fault.where, why=fault.why, fix=fix) from fault
