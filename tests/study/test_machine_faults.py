"""Every stage of a study through a tool that the machine ends: never a fault of the design."""

from dataclasses import replace
from pathlib import Path

import pytest

from cryptagon.approaches.hls import compile as compilation
from cryptagon.catalog import Rules, algorithm, kernel, target
from cryptagon.core import VerilogCore
from cryptagon.errors import DiskFullError, MachineError, OutOfMemoryError
from cryptagon.fpga import Design, Netlist, place_and_route, plan_route, plan_synthesis, synthesise
from cryptagon.hls.native import NativeDesign
from cryptagon.hls.source import frontend
from cryptagon.reference import ReferenceKernel
from cryptagon.reference.build import build_kernel
from cryptagon.reference.process import ReferenceProcess
from cryptagon.simulate import Simulator, build
from cryptagon.simulate.levels import level_of
from cryptagon.toolchain import Tool

ENDINGS = {
    "killed": ("kill -9 $$", OutOfMemoryError),
    "no memory": ("echo 'std::bad_alloc' >&2; exit 1", OutOfMemoryError),
    "full": ("echo \"cannot write 'x': No space left on device\" >&2; exit 1", DiskFullError),
    "read-only": ("echo 'ERROR: x: Read-only file system' >&2; exit 1", MachineError),
    "not executable": (None, MachineError),
}


@pytest.fixture
def tool(tmp_path, monkeypatch):
    """Writes a tool that ends so: `tool("kill -9 $$")`; its version is asked for first."""
    monkeypatch.setenv("CRYPTAGON_BUILD", str(tmp_path / "build"))

    def make(ending: str | None) -> Path:
        script = tmp_path / "tool"
        script.write_text(f'#!/bin/sh\n[ "$1" = --version ] && exit 0\n{ending}\n')
        script.chmod(0o644 if ending is None else 0o755)
        return script

    return make


@pytest.fixture
def unit(tmp_path):
    (tmp_path / "unit.sv").write_text("module unit; endmodule\n")
    return Design("unit", "unit", (tmp_path / "unit.sv",))


def synthesis(script, unit, _):
    synthesise(
        replace(plan_synthesis(unit, target("ecp5-85f-8"), "default", Rules()), argv=(str(script),))
    )


def routing(script, unit, _):
    plan = plan_synthesis(unit, target("ecp5-85f-8"), "default", Rules())
    place_and_route(
        replace(
            plan_route(Netlist(plan, {}, {}, False), target("ecp5-85f-8"), seed=1, requested_mhz=1),
            argv=(str(script),),
        )
    )


def simulator_build(script, unit, monkeypatch):
    verilator = Tool("verilator", (str(script),), {"VERILATOR_ROOT": str(script.parent)}, "0")
    monkeypatch.setattr(build, "find", lambda name: verilator)
    Simulator.build(VerilogCore(unit.sources), algorithm("dummy"), "core")


def simulation(script, unit, _):
    Simulator(VerilogCore(unit.sources), level_of("core", algorithm("dummy"), 32, 32), script).run(
        []
    )


def native_run(script, *_):
    NativeDesign(script, {}, Path("core.c"), draws_any=False).run([])


def native_build(script, unit, monkeypatch):
    monkeypatch.setattr(frontend.sys, "executable", str(script))
    frontend.llvm_ir_of(unit.sources[0], {})


def reference_run(script, *_):
    ReferenceKernel(kernel("sha1"), script).run({})


def reference_build(script, _, monkeypatch):
    monkeypatch.setenv("CC", str(script))
    build_kernel(kernel("sha1").reference_folder, {})


def compiler(script, unit, monkeypatch):
    monkeypatch.setattr(compilation.sys, "executable", str(script))
    compilation.compile_kept(unit.sources[0], unit.sources[0].parent / "core")


STAGES = (
    synthesis,
    routing,
    simulator_build,
    simulation,
    native_run,
    native_build,
    reference_run,
    reference_build,
    compiler,
)


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.__name__)
def test_a_stage_whose_tool_the_machine_ends_is_the_machines_fault(
    tool, unit, monkeypatch, stage, ending
):
    said, kind = ENDINGS[ending]
    with pytest.raises(MachineError) as caught:
        stage(tool(said), unit, monkeypatch)
    assert type(caught.value) is kind and caught.value.fix


@pytest.mark.parametrize("ending", ["killed", "not executable"])
def test_a_reference_process_that_is_killed_is_the_machines_fault(tool, ending):
    said, kind = ENDINGS[ending]
    with pytest.raises(MachineError) as caught:
        ReferenceProcess(tool(said), "the cipher").sizes()
    assert type(caught.value) is kind


def test_nothing_of_what_the_machine_ended_is_kept(tool, unit, tmp_path):
    for _ in range(2):
        with pytest.raises(OutOfMemoryError):
            routing(tool("kill -9 $$"), unit, None)
    assert [path.suffix for path in (tmp_path / "build" / "fpga" / "unit").iterdir()] == [".failed"]


COMPILER = 'for last; do :; done; echo program > "$last"; chmod +x "$last"; echo run >> {log}'


@pytest.mark.parametrize(
    "harm", [Path.unlink, lambda file: file.write_text("other"), lambda file: file.write_text("")]
)
def test_a_damaged_reference_program_is_made_again(tool, tmp_path, monkeypatch, caplog, harm):
    monkeypatch.setenv("CC", str(tool(COMPILER.format(log=tmp_path / "log"))))
    program = build_kernel(kernel("sha1").reference_folder, {})
    assert build_kernel(kernel("sha1").reference_folder, {}) == program
    harm(program)
    assert (
        build_kernel(kernel("sha1").reference_folder, {}) == program
        and program.read_text() == "program\n"
    )
    assert (tmp_path / "log").read_text().split() == [
        "run"
    ] * 2 and "is damaged and is made again" in caplog.text


@pytest.mark.parametrize(
    "harm", [Path.unlink, lambda file: file.write_text("other"), lambda file: file.write_text("")]
)
def test_a_damaged_simulator_is_made_again(unit, tmp_path, monkeypatch, caplog, harm):
    monkeypatch.setenv("CRYPTAGON_BUILD", str(tmp_path / "build"))
    monkeypatch.setattr(
        build, "_build", lambda folder, *_: (folder / "bench").write_text("program")
    )
    core = VerilogCore(unit.sources)
    program = Simulator.build(core, algorithm("dummy"), "core").program
    harm(program)
    assert (
        Simulator.build(core, algorithm("dummy"), "core").program == program
        and program.read_text() == "program"
    )
    assert "is damaged and is made again" in caplog.text
