"""Each pass alone: what it makes of a small input. The files in `passes` are named as those of
`cryptagon hls --dump`.

After a change that is meant: `REFRESH_GOLDEN=1 pytest tests/hls/test_passes.py`, then look at what
git says has changed.
"""

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cryptagon.hls import compile_source
from cryptagon.hls.cleanup.loop_statements import LoopStatement
from cryptagon.hls.cleanup.module import TOP, Choices, Module, unit_top
from cryptagon.hls.compiler.dumps import Dumps, Pass, Shown
from cryptagon.hls.compiler.passes import NAMES, PASSES, STATES
from cryptagon.hls.ir.instructions import Location
from cryptagon.hls.ir.metadata import Field, Metadata
from cryptagon.hls.ir.parser import parse_function
from cryptagon.hls.memory.ports import MemoryPort
from cryptagon.hls.memory.rams import Ram
from cryptagon.hls.memory.roms import Tables
from cryptagon.hls.registers.hardware import Surroundings, Unallocated
from cryptagon.hls.source.files import SourceFiles
from cryptagon.hls.source.interface import Port
from cryptagon.hls.source.levels import ANY
from cryptagon.hls.states.calls import Calling
from cryptagon.hls.states.cutting import Cut
from cryptagon.hls.states.subroutines import Subroutine, subroutine_of
from cryptagon.hls.units.shared_functions import SharedFunction

FOLDER = Path(__file__).with_name("passes")
DATA, WORD = (Field("data", 8, 0, 1),), (Field("data", 16, 0, 2),)
PORTS = {
    "in": Port("in", "stream_in", (Field("data", 12, 0, 2),), 2),
    "out": Port("out", "stream_out", (Field("data", 8, 0, 1), Field("last", 1, 2, 1)), 4),
}
RAMS = {
    "cg.register.s": Ram(
        "s", "cg.register.s", "distributed", 1, 4, WORD, 2, (0, 0, 0, 0), Location()
    ),
    "b": Ram("b", "b", "block", 2, 4, WORD, 2, None, Location()),
}
MEMORIES = {name: MemoryPort(name, name, 4, 16, Location()) for name in ("data", "whole")}
SHARED = {
    "mixed": SharedFunction(
        "mixed",
        1,
        (Port("x", "wire_in", WORD, 2),),
        Port("return", "wire_out", WORD, 2),
        Location("unit.c", 3),
    )
}
STATEMENTS = (LoopStatement("cycles", 2, 2, Location("unit.c", 9)),)
# These run LLVM or XLS, or go with what they do: whole designs are their tests.
OF_WHOLE_DESIGNS = {
    "single-copies",  # test_single_copies.py
    "inline",
    "ssa",
    "ram-pointers",
    "unroll",
    "simplify",
    "block-loops",
    "last",
    "dividers",
    "optimise",
    "net-names",
    "unseen-resets",  # test_unseen_resets.py
    "code",
}
ON_TEXT_OF_XLS = {"balance", "outputs", "source-lines"}  # test_balance.py, test_optimised_ir.py
ON_MODULES = NAMES[: NAMES.index("markers")]
CUTTING = [one.name for one in STATES]
FIRST_ITERATIONS = frozenset({"first-iterations"})
NEEDED = {
    "waits": frozenset({"accesses"}),
    "early-constants": FIRST_ITERATIONS,
    "equality-tests": FIRST_ITERATIONS,
    "known-choices": FIRST_ITERATIONS,
    "first-tests": FIRST_ITERATIONS,
}  # beside those without which nothing is cut
ALONE = [name for name in NAMES if name not in OF_WHOLE_DESIGNS | ON_TEXT_OF_XLS]
BY_NAME: dict[str, Pass[Any, Any]] = {one.name: one for one in PASSES}


def given(name: str) -> Shown:
    """What a pass is run on: the text as a module; or what the passes from `markers` on have made
    of the function in it.
    """
    text = (FOLDER / f"{name}.before.ll").read_text()
    if name in ON_MODULES:
        inferred = name == "joined-writes"
        ram = replace(RAMS["cg.register.s"], inferred=inferred)
        rams = {ram.variable: ram} if inferred or name.startswith("ram-") else {}
        top = TOP if TOP in text else "f"
        memories = MEMORIES if name == "memory-ports" else {}
        return Module(
            text,
            PORTS,
            "design",
            top=top,
            memories=memories,
            shared=SHARED,
            rams=rams,
            statements=STATEMENTS,
            choices=Choices(
                closing=name == "closed-calls",
                unrolled=frozenset({2}) if name == "loop-notes" else frozenset(),
                copies={1: 4} if name == "loop-notes" else {},
            ),
        )
    operations = {
        operation.call: operation for ram in RAMS.values() for operation in ram.operations()
    }
    called = (function_called(text),) if "@cg_unit_mixed" in text else ()
    cycles = {"clocked-calls": (5, 5)}.get(name)
    mixed = replace(SHARED["mixed"].operation(), cycles=cycles)
    operations |= {mixed.call: mixed} | {one.function.call: one.operation() for one in called}
    function = parse_function(text, TOP, Metadata(text))
    most = {"long-products": 5, "long-cycles": 6}.get(name, ANY)
    made: Any = Cut(function, PORTS, STATEMENTS, operations, most_levels=most)
    enough = {"loops", "stages"} | NEEDED.get(name, frozenset())
    before = [
        one
        for one in PASSES[len(ON_MODULES) : NAMES.index(name)]
        if one.name != "subroutines" and (name not in CUTTING or one.name in enough)
    ]
    for one in before:
        made = one.run(made)
        made = Unallocated(made, around(text)) if one.name == "widening" else made
    return Calling(made, made, called, PORTS) if called else made


def function_called(text: str) -> Subroutine:
    """The shared function of a module as what takes clock cycles."""
    function = SHARED["mixed"]
    cut: Any = Cut(parse_function(text, unit_top(function), Metadata(text)), function.ports)
    for one in STATES[:-1]:
        cut = one.run(cut)
    return subroutine_of(function, text, cut)


def around(text: str) -> Surroundings:
    return Surroundings(
        "design",
        PORTS,
        Tables(text, "design"),
        SourceFiles(Path("unit.c")),
        {"x": "x", "n": "count"},
        {"x": "1", "n": "2"},
    )


@pytest.mark.parametrize("name", ALONE)
def test_pass_alone(name):
    suffix, made = BY_NAME[name].run(given(name)).shown()
    golden = FOLDER / f"{name}.after{suffix}"
    if os.environ.get("REFRESH_GOLDEN"):
        golden.write_text(made)
    assert made == golden.read_text()
    assert made != (FOLDER / f"{name}.before.ll").read_text(), "the pass did nothing"


def test_names_are_told_apart_and_say_what_they_do():
    assert len(set(NAMES)) == len(NAMES) and all(one.says for one in PASSES)
    assert all(name == name.lower() and " " not in name for name in NAMES)


SOURCE = """#include <cryptagon.h>
STREAM_IN(uint_t(8), in)
STREAM_OUT(uint_t(8), out)
SHARED uint_t(8) twice(uint_t(8) x) { return x + x; }
HARDWARE void sums(void) { stream_write(out, twice(stream_read(in))); }
"""


@pytest.fixture(scope="module")
def source(tmp_path_factory) -> Path:
    file = tmp_path_factory.mktemp("dumps") / "sums.c"
    file.write_text(SOURCE)
    return file


def test_dumps_have_stable_names_and_fit_together(source, tmp_path):
    result = compile_source(source, tmp_path, module="", dump=["all"])
    names = [file.name for file in result.dumped]
    assert {file.parent for file in result.dumped} == {tmp_path / "passes"} and len(
        set(names)
    ) == len(names)
    own = [name.split(".")[1:] for name in names if name.startswith("sums.")]
    assert [name for name, when, _ in own if when == "before"] == [
        name
        for name in NAMES
        if name not in ("counters", "subroutines")  # which this needs not
    ]
    assert "sums_unit_twice.lowering.after.ir" in names
    written = {file.name: file.read_text() for file in result.dumped}
    assert written["sums.storage.after.ll"] == written["sums.port-accesses.before.ll"]
    assert written["sums.lowering.after.ir"] == result.datapath.text
    assert written["sums.source-lines.after.v"] in (tmp_path / "sums.v").read_text()


def test_only_what_was_asked_for_is_dumped(source, tmp_path):
    result = compile_source(source, tmp_path, module="", dump=["reset"])
    assert [file.name for file in result.dumped] == [
        f"{design}.reset.{when}.txt"
        for design in ("sums_unit_twice", "sums")
        for when in ("before", "after")
    ]
    assert (
        compile_source(source, tmp_path / "none", module="").dumped == ()
        and not (tmp_path / "none" / "passes").exists()
    )


def test_a_pass_that_runs_again_is_numbered(tmp_path):
    dumps = Dumps("f", tmp_path, frozenset(("any-values",)))
    for _ in range(2):
        dumps.run(BY_NAME["any-values"], given("any-values"))
    assert [file.name for file in dumps.written] == [
        f"f.any-values{again}.{when}.ll" for again in ("", ".2") for when in ("before", "after")
    ]
