"""The host's side of CUDA, whole but for the GPU: a stand-in for nvcc compiles the kernels and the
host's programs with a stand-in for the runtime of CUDA, for this processor.
"""

import json
import os
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from drawing import FIGURES

from cryptagon import paths
from cryptagon.cli import main
from cryptagon.errors import CryptagonError
from cryptagon.spt import program_of
from cryptagon.spt.code import generate_kernel
from cryptagon.spt.code.layouts.cipher import cipher_of
from cryptagon.spt.speed import bench, cuda
from cryptagon.spt.speed.contestants import speed

SHIM = paths.repository() / "tests" / "spt" / "cuda"
NVCC = """#!{python}
# nvcc of wood: what is for CUDA is compiled as C++ with a stand-in for its runtime.
import subprocess, sys
sources, flags = [], {{"-arch=native": [], "-O3": ["-O1"]}}
for one in sys.argv[1:]:
    kind = "c++" if one.endswith(".cu") else "c" if one.endswith(".c") else ""
    sources += ["-x", kind, one, "-x", "none"] if kind else flags.get(one, [one])
sys.exit(subprocess.run([*{compiler}, "-I{shim}", "-w", *sources, "-lstdc++"]).returncode)
"""
NO_GPU = bool(cuda.why_no_cuda())
needs_gcc = pytest.mark.skipif(
    not shutil.which("gcc") or not shutil.which("g++"), reason="gcc and g++ are not here"
)


@pytest.fixture
def nvcc(tmp_path, monkeypatch):
    """The stand-in, found as nvcc is."""
    place = tmp_path / "toolkit" / "bin" / "nvcc"
    place.parent.mkdir(parents=True)
    place.write_text(NVCC.format(python=sys.executable, compiler=["gcc"], shim=SHIM))
    place.chmod(0o755)
    monkeypatch.setenv("PATH", f"{place.parent}:{os.environ['PATH']}")
    found = cuda.nvcc()
    assert found and found.argv[0] == str(place)
    return found


@pytest.fixture
def gpu(nvcc, monkeypatch):
    """A machine that says that it has all."""
    monkeypatch.setattr(cuda, "why_no_cuda", lambda: "")


def made(name, tmp_path):
    program = program_of(FIGURES / f"{name}.uxf")
    folder = tmp_path / "made"
    folder.mkdir()
    return program, generate_kernel(program, name, "cuda"), folder


@needs_gcc
@pytest.mark.parametrize(
    "name",
    [
        "toy_feistel",
        pytest.param("simon96_96", marks=pytest.mark.slow),
        pytest.param("aes128", marks=pytest.mark.nightly),
    ],
)
def test_the_gpus_answers_equal_the_interpreter(name, nvcc, tmp_path):
    program, kernel, folder = made(name, tmp_path)
    assert cuda.verify_on_gpu(program, kernel, folder, nvcc) > 1000


@needs_gcc
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("blockIdx.x * blockDim.x", "blockIdx.x * 1"),
        ("0x0123", "0x3210"),
        ("(number < whole ? number : first)", "(first)"),
        ("item_ % SIDE", "item_"),
        ("low % 4 * 8", "low % 3 * 8"),
    ],
)
def test_a_kernel_that_is_wrong_on_the_gpu_is_told(right, wrong, nvcc, tmp_path):
    program, kernel, folder = made("speck64_128", tmp_path)
    assert right in kernel.kernel
    broken = type(kernel)(**{**vars(kernel), "kernel": kernel.kernel.replace(right, wrong)})
    with pytest.raises(CryptagonError, match="is not what the interpreter gives") as told:
        cuda.verify_on_gpu(program, broken, folder, nvcc)
    assert str(told.value.where).endswith("speck64_128.cu")


@needs_gcc
def test_kernels_that_do_not_compile_are_told(nvcc, tmp_path):
    program, kernel, folder = made("toy_feistel", tmp_path)
    broken = type(kernel)(**{**vars(kernel), "kernel": "this is no C\n"})
    with pytest.raises(CryptagonError, match="nvcc does not compile") as told:
        cuda.verify_on_gpu(program, broken, folder, nvcc)
    assert "nvcc --version" in told.value.fix


@needs_gcc
@pytest.mark.parametrize(
    ("fault", "said"), [("memory", "out of memory"), ("launch", "launch fail")]
)
def test_a_fault_of_the_gpu_is_told(fault, said, nvcc, tmp_path, monkeypatch):
    program, kernel, folder = made("toy_feistel", tmp_path)
    monkeypatch.setenv("FAKE_GPU", fault)
    with pytest.raises(CryptagonError) as told:
        cuda.verify_on_gpu(program, kernel, folder, nvcc)
    assert said in told.value.why


@needs_gcc
def test_the_table_has_the_gpu(gpu, tmp_path):
    """Rows of ECB and CTR with their share of 3,352 GB/s by two."""
    run = ["spt", "bench", str(FIGURES / "toy_feistel.uxf"), "--rounds", "1", "--seconds", "0.002"]
    found = json.loads(CliRunner().invoke(main, [*run, "--json"]).stdout)
    rows = [one for one in found["rows"] if one["name"] == "CUDA, bitsliced"]
    assert [(one["mode"], one["gpu"]) for one in rows] == [("ecb", True), ("ctr", True)]
    for one in rows:
        assert one["of_peak"] == pytest.approx(one["median"] * 1e6 / (2619e6 * 2 * 5120 / 8 / 2))
    assert all(one["of_peak"] is None for one in found["rows"] if one not in rows)
    assert "NVIDIA H100 of wood; peak is 1,676,160 MB/s" in found["gpu"]
    assert "CUDA" not in found["missing"]
    shown = CliRunner().invoke(main, run).output
    assert "of peak" in shown and "GPU" in shown and "two transfers a clock" in shown


@needs_gcc
def test_wrong_answers_are_not_measured(gpu, tmp_path, monkeypatch):
    monkeypatch.setenv("FAKE_GPU", "launch")
    with pytest.raises(CryptagonError, match="crashes"):
        bench(program_of(FIGURES / "toy_feistel.uxf"), "toy_feistel", rounds=1, seconds=0.002)


@needs_gcc
def test_a_driver_that_does_not_tell_the_clock(nvcc, tmp_path, monkeypatch):
    program, kernel, folder = made("toy_feistel", tmp_path)
    timed = cuda.timing_program(cipher_of(program, "toy_feistel"), kernel, folder, nvcc)
    monkeypatch.setenv("FAKE_GPU", "clock")
    found = cuda.device_of(timed)
    assert found.peak == 0 and "does not tell how fast" in found.about()
    contestant = cuda.Contestant("CUDA, bitsliced", (timed,), threads=False, gpu=True)
    assert speed(contestant, "ctr", 1, 64, 0.001) > 0


@needs_gcc
def test_an_nvcc_that_fails_is_told_in_a_line(gpu, nvcc, tmp_path):
    Path(nvcc.argv[0]).write_text(
        "#!/bin/sh\necho unsupported GNU version\necho on two lines\nexit 1\n"
    )
    program = program_of(FIGURES / "toy_feistel.uxf")
    found, why = cuda.cuda(program, "toy_feistel", tmp_path)
    assert not found and "unsupported GNU version on two lines" in why and "\n" not in why


def test_nvcc_is_found_in_packages_and_by_cuda_home(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CUDA_HOME", raising=False)
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    package = tmp_path / "nvidia" / "cu13"
    home = tmp_path / "home"
    for root in (package, home):
        (root / "bin").mkdir(parents=True)
        (root / "bin" / "nvcc").write_text("")
        (root / "bin" / "nvcc").chmod(0o755)
    (package / "lib").mkdir()
    (package / "lib" / "libcudart_static.a").write_text("")
    found = cuda.nvcc()
    assert found
    if found.argv[0] != "/usr/local/cuda/bin/nvcc":
        assert found.argv == (str(package / "bin" / "nvcc"), f"-L{package / 'lib'}")
    monkeypatch.setenv("CUDA_HOME", str(home))
    found = cuda.nvcc()
    assert found and found.argv == (str(home / "bin" / "nvcc"),)


def driver(count: int, fault: int = 0) -> SimpleNamespace:
    """A driver that finds so many GPUs."""

    def tell(found) -> int:
        found._obj.value = count
        return 0

    return SimpleNamespace(cuInit=lambda _: fault, cuDeviceGetCount=tell)


def test_why_there_is_no_cuda(monkeypatch):
    def none(_):
        raise OSError("no such file")

    monkeypatch.setattr(cuda, "nvcc", lambda: None)
    monkeypatch.setattr(cuda.ctypes, "CDLL", none)
    assert cuda.why_no_cuda() == "there is no driver of NVIDIA here (libcuda.so.1)"
    for one in (driver(0), driver(1, fault=100)):
        monkeypatch.setattr(cuda.ctypes, "CDLL", lambda _, found=one: found)
        assert cuda.why_no_cuda() == "the driver of NVIDIA finds no GPU"
    monkeypatch.setattr(cuda.ctypes, "CDLL", lambda _: driver(1))
    assert "pip install nvidia-cuda-nvcc" in cuda.why_no_cuda()
    monkeypatch.setattr(cuda, "nvcc", lambda: cuda.Tool("nvcc", ("nvcc",)))
    assert cuda.why_no_cuda() == ""


def test_the_table_says_why_cuda_is_missing(monkeypatch):
    monkeypatch.setattr(cuda, "why_no_cuda", lambda: "the driver of NVIDIA finds no GPU")
    run = ["spt", "bench", str(FIGURES / "toy_feistel.uxf"), "--rounds", "1", "--seconds", "0.002"]
    done = CliRunner().invoke(main, run)
    assert done.exit_code == 0 and "CUDA, bitsliced" not in done.stdout
    assert "no CUDA: the driver of NVIDIA finds no GPU\n" in done.stderr
    assert "of peak" not in done.stdout


@pytest.mark.skipif(not cuda.nvcc(), reason="nvcc is not here")
def test_nvcc_compiles_the_hosts_side(tmp_path):
    program, kernel, folder = made("toy_feistel", tmp_path)
    compiler = cuda.nvcc()
    assert compiler
    timed = cuda.timing_program(cipher_of(program, "toy_feistel"), kernel, folder, compiler)
    assert timed.stat().st_size > 0


@pytest.mark.skipif(NO_GPU, reason=cuda.why_no_cuda() or "it is here")
@pytest.mark.parametrize("name", ["aes128", "camellia128", "present80", "simon96_96"])
def test_a_gpu_gives_what_the_interpreter_gives(name, tmp_path):
    program, kernel, folder = made(name, tmp_path)
    compiler = cuda.nvcc()
    assert compiler and cuda.verify_on_gpu(program, kernel, folder, compiler) > 1000
