"""Projects for boards: their program in C and in Python sends the right buffers and prints the
right log; their Verilog is whole; what cannot be exported is refused before anything is written.
"""

import importlib.util
import json
import re
import subprocess
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from board_projects import entry_of, exported_project

from cryptagon.errors import CryptagonError
from cryptagon.simulate.levels import Stream
from cryptagon.testbed.boards import export as exporting
from cryptagon.testbed.boards import messages
from cryptagon.testbed.boards.board import board
from cryptagon.testbed.boards.export import Export, export_board
from cryptagon.testbed.boards.manifest import BoardManifest, digests
from cryptagon.testbed.boards.reading import read_measurement
from cryptagon.testbed.boards.recipe import checksum, generated, image_of
from cryptagon.testbed.boards.zynq import FILES
from cryptagon.toolchain import compiler, find, run
from cryptagon.vendor.manifest import read_manifest

PROBE = Path(__file__).with_name("board_probe.c")
STUBS = Path(__file__).with_name("xilinx_stubs")


def images_of(manifest: BoardManifest) -> list[list[tuple[int, bytes]]]:
    """Of each message the buffers with their devices."""
    return [
        [
            (
                image.device,
                image_of(
                    [one.piece for one in image.pieces], generated(message.seed, message.size)
                ),
            )
            for image in message.images
        ]
        for message in manifest.messages
    ]


def test_the_files_are_those_of_the_manifest(zedboard):
    manifest = zedboard.manifest
    assert digests(zedboard.folder, list(manifest.files)) == manifest.files
    written = {
        path.relative_to(zedboard.folder).as_posix()
        for path in zedboard.folder.rglob("*")
        if path.is_file()
    }
    assert written - set(manifest.files) == {"manifest.json", "README.md", "program/messages.c"}
    assert manifest.export in (zedboard.folder / "program" / "messages.c").read_text()


def test_the_program_in_c_sends_the_buffers_of_the_manifest(zedboard, tmp_path):
    """Built for this machine, with a platform that tells what it is given."""
    program = zedboard.folder / "program"
    sources = [*(program / f"{name}.c" for name in ("measure", "transfers", "messages")), PROBE]
    for source in sources:
        flags = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-fno-sanitize=undefined"]
        made = str(tmp_path / f"{source.stem}.o")
        run([*find("zig-cc").argv, *flags, f"-I{program}", "-c", source, "-o", made], cwd=tmp_path)
    objects = sorted(tmp_path.glob("*.o"))
    run([*compiler().argv, *objects, "-o", tmp_path / "probe"], cwd=tmp_path)
    said = subprocess.run(
        [tmp_path / "probe"], capture_output=True, text=True, check=True, timeout=60
    ).stdout
    sent = re.findall(r"^probe: device (\d+) bytes (\d+) crc (\w+)$", said, re.MULTILINE)
    assert sent == [
        (str(device), str(len(image)), checksum(image))
        for message in images_of(zedboard.manifest)
        for device, image in message
    ]
    assert "testbed: end 10\n" in said and "ticks 18446744073709551615 " in said


def test_the_program_for_the_zedboard_compiles(zedboard, tmp_path):
    """For its processor, with headers that only name what Xilinx' have."""
    program = zedboard.folder / "program"
    for source in sorted(program.glob("*.c")):
        run(
            [*find("zig-cc").argv, "-target", "arm-freestanding-eabi", "-mcpu=cortex_a9", "-std=c99", "-Wall",
             "-Wextra", "-Werror", "-O2", f"-I{STUBS}", "-c", str(source), "-o", str(tmp_path / f"{source.stem}.o")],
            cwd=tmp_path,
        )  # fmt: skip


def python_program(folder: Path) -> Any:
    spec = importlib.util.spec_from_file_location("testbed_pynq", folder / "testbed_pynq.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Pretended:
    """A board on which each message is answered at once: `answers` by their inputs' buffers."""

    def __init__(self, answers: dict[bytes, bytes]) -> None:
        self.answers, self.memory = answers, {0: b""}
        self.registers: dict[int, int] = {8: 1}

    def buffer(self, content: bytes) -> tuple[int, int]:
        address = max(self.memory) + 0x100000
        self.memory[address] = content
        return address, address

    def content(self, buffer: int, size: int) -> bytes:
        return self.memory[buffer][:size]

    def free(self, buffer: int) -> None:
        del self.memory[buffer]

    def write32(self, address: int, value: int) -> None:
        self.registers[address] = value
        device = address // 16
        if device == 1 and address % 16 == 8:
            image = self.memory[self.registers[16]][: self.registers[20]]
            answer = self.answers[image]
            self.memory[self.registers[32]] = answer
            self.registers[44] = len(answer)

    def read32(self, address: int) -> int:
        return 0 if address % 16 == 8 and address > 15 else self.registers.get(address, 77)


def test_the_program_in_python_prints_the_log(zedboard, tmp_path):
    answers = {
        image: bytes.fromhex(message.answer)  # digests are short enough to be there whole
        for message, images in zip(zedboard.manifest.messages, images_of(zedboard.manifest))
        for _, image in images
    }
    program = python_program(zedboard.folder / "pynq")
    board_here, lines = Pretended(answers), []
    manifest = program.load(str(zedboard.folder / "manifest.json"))
    program.measure_all(manifest, board_here, lines.append)
    log = "\n".join(lines) + "\n"
    times = re.compile(r"ticks \d+")
    assert times.sub("", log) == times.sub("", zedboard.log.replace("simulation", "zedboard"))
    assert set(board_here.memory) == {0}


def test_the_notebook_runs(zedboard, monkeypatch, tmp_path):
    notebook = json.loads((zedboard.folder / "pynq" / "testbed.ipynb").read_text())
    assert notebook["nbformat"] == 4
    code = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    (tmp_path / "manifest.json").write_text((zedboard.folder / "manifest.json").read_text())
    monkeypatch.syspath_prepend(zedboard.folder / "pynq")
    monkeypatch.chdir(tmp_path)
    program = importlib.import_module("testbed_pynq")
    monkeypatch.setattr(program, "Pynq", lambda bitstream, manifest: bitstream)
    monkeypatch.setattr(
        program, "measure_all", lambda manifest, board, put: put(f"{board} {manifest['export']}")
    )
    scope: dict[str, Any] = {}
    for cell in code:
        exec(compile(cell, "cell", "exec"), scope)
    assert (tmp_path / "testbed.log").read_text() == f"testbed.bit {zedboard.manifest.export}\n"


def test_the_verilog_is_whole(zedboard, tmp_path):
    """Yosys, with the primitives of the chip, finds every module and every port."""
    yosys = find("yosys")
    share = Path(importlib.import_module("pyosys").__file__ or "").parent / "share" / "xilinx"
    lines = [f'read_verilog -lib "{share / name}"' for name in ("cells_xtra.v", "cells_sim.v")]
    lines += [f'read_verilog -sv "{file}"' for file in sorted((zedboard.folder / "src").iterdir())]
    lines += ["hierarchy -check -top ZynqTestbed", "proc", "check -assert"]
    (tmp_path / "read.ys").write_text("\n".join(lines) + "\n")
    run([*yosys.argv, "read.ys"], cwd=tmp_path, env=yosys.env, log=tmp_path / "log")
    assert "Found and reported 0 problems" in (tmp_path / "log").read_text()


def test_a_cipher_is_exported_and_read(tmp_path):
    exported = exported_project("dummy", "zedboard", tmp_path, (512,))
    log = exported.copy(tmp_path)
    found = read_measurement(log, tmp_path)
    assert [one.size for one in found.measured.transfers] == [512]
    assert {len(message.images) for message in exported.manifest.messages} == {2}  # pdi and sdi


def test_a_vendors_import_does_not_take_it(zedboard):
    with pytest.raises(CryptagonError, match="the manifest cannot be read"):
        read_manifest(zedboard.folder)


def asked(name: str, sizes: tuple[int, ...] = (1_000,), memory: int = 1 << 20) -> Export:
    chosen = replace(board("zedboard"), memory=memory)
    bus = chosen.bus_clock(100.0)
    return Export(entry_of(name, "rtl"), chosen, bus, chosen.unit_clock(100.0, bus), sizes)


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (lambda: asked("sha1"), "no projects for boards of class kernel"),
        (lambda: asked("aes128"), "no projects for boards of class block"),
        (lambda: asked("sha256", memory=1_000), "do not fit on the ZedBoard"),
    ],
)
def test_what_cannot_be_exported_is_refused(wanted, said, tmp_path):
    with pytest.raises(CryptagonError, match=said):
        export_board(wanted(), tmp_path / "project")
    assert not (tmp_path / "project").exists()


def test_a_unit_that_goes_over_its_data_twice_is_refused(tmp_path, monkeypatch):
    work, core = exporting.parts_of(entry_of("dummy", "rtl"))
    streams = [*work.bench.streams, Stream("fdi", 32, True, fed_by="do")]
    twice = SimpleNamespace(bench=SimpleNamespace(streams=streams))
    monkeypatch.setattr(exporting, "parts_of", lambda entry: (twice, core))
    with pytest.raises(CryptagonError, match="dummy rtl goes over its data twice"):
        export_board(asked("dummy"), tmp_path / "project")


def test_answers_that_fill_no_word_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(messages, "_is_known", lambda output, items: False)
    with pytest.raises(CryptagonError, match="no known answer of dummy fills its words"):
        export_board(asked("dummy"), tmp_path / "project")


def test_a_folder_that_holds_something_is_refused(tmp_path):
    (tmp_path / "mine").touch()
    with pytest.raises(CryptagonError, match="the folder is not empty"):
        export_board(asked("sha256"), tmp_path)


def test_nothing_is_left_where_writing_fails(tmp_path, monkeypatch):
    def fails(*arguments: Any) -> str:
        raise OSError("no room")

    monkeypatch.setattr(exporting, "readme", fails)
    with pytest.raises(CryptagonError, match="could not be written"):
        export_board(asked("sha256"), tmp_path / "project")
    assert list(tmp_path.iterdir()) == []


def test_a_wrong_core_is_not_exported(tmp_path, monkeypatch):
    monkeypatch.setattr(
        exporting,
        "simulated_log",
        lambda manifest, core, bench: "testbed: begin 1\ntestbed: broken words\n",
    )
    with pytest.raises(CryptagonError):
        export_board(asked("sha256"), tmp_path / "project")
    assert not (tmp_path / "project").exists()


def test_scripts_are_those_of_the_folder():
    assert {path.name for path in FILES.glob("*.tcl")} == {"project.tcl", "program.tcl", "run.tcl"}
