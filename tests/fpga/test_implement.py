"""Small designs through the real tools."""

import json
import sys

import pytest

from cryptagon.catalog import Effort, Rules
from cryptagon.errors import CryptagonError, OutOfMemoryError
from cryptagon.fpga import (
    QUICK,
    Attempt,
    Design,
    Implementation,
    implement,
    plan_synthesis,
    synthesise,
)
from cryptagon.fpga.effort import merit
from cryptagon.toolchain import Tool, find, tools_of

pytestmark = pytest.mark.slow

MEMORY = """\
module unit #(parameter WORDS = 1024) (
  input logic clk, input logic we, input logic [$clog2(WORDS)-1:0] a, input logic [15:0] d, output logic [15:0] q
);
  logic [15:0] memory [0:WORDS-1];
  always_ff @(posedge clk) begin
    if (we) memory[a] <= d;
    q <= memory[a];
  end
endmodule
"""
TABLE = """\
module unit(input logic clk, input logic [5:0] a, output logic [3:0] q);
  logic [5:0] a_q;
  always_ff @(posedge clk) a_q <= a;
  always_ff @(posedge clk)
    case (a_q)
"""


def broken_tool(name: str, version: str = "") -> Tool:
    """A tool that must not be called, with the version of the real one."""
    return Tool(
        name,
        (sys.executable, "-c", "raise SystemExit('this tool was called')"),
        {},
        version or find(name).version,
    )


def test_a_counter(build, ecp5, counter):
    seen = []
    result = implement(
        counter,
        ecp5,
        Effort(seeds=(1, 2), frequency_rounds=2, strategies=("default", "narrow")),
        progress=seen.append,
    )
    assert result.ok
    assert result.ffs == 8
    assert 8 <= (result.luts or 0) <= 20  # eight carry bits, and a few LUTs for the reset
    assert (result.brams, result.dsps) == (0, 0)
    assert 200 < (result.fmax_mhz or 0) < 1000
    assert [(attempt.strategy, attempt.seed) for attempt in result.attempts[:2]] == [
        ("default", 1),
        ("narrow", 1),
    ]
    assert len(result.attempts) == 4
    assert (result.attempts[2].requested_mhz or 0) > 200
    assert [attempt.seed for attempt in result.attempts] == [1, 1, 1, 2]
    assert result.seeds == (1, 2)
    assert merit(result, "throughput_per_area") == max(
        merit(attempt, "throughput_per_area") for attempt in result.attempts
    )
    assert result.critical_path[0].startswith("count")
    assert set(result.tools) == {"yosys", "nextpnr-ecp5"}
    assert [step.done for step in seen] == [1, 2, 3, 4, 5, 6]
    assert {step.planned for step in seen} == {6}
    assert not any(step.cached for step in seen)


def test_figures_are_those_of_the_report_and_the_netlist(build, ecp5, design):
    text = "module unit(input logic clk, output logic [15:0] q); always_ff @(posedge clk) q <= q + 1'b1; endmodule\n"
    result = implement(design("unit", text), ecp5, QUICK)
    report = json.loads((result.folder / "report.json").read_text())
    assert result.fmax_mhz == pytest.approx(report["fmax"]["clk"]["achieved"], abs=1e-3)
    assert result.luts == report["utilization"]["TRELLIS_COMB"]["used"]
    assert (
        16 <= (result.luts or 0) <= 24
    )  # two LUT4s for each carry cell of two bits, and the ends of the chain
    assert result.ffs == 16


def test_a_second_run_calls_no_tool(build, ecp5, counter, monkeypatch):
    first = implement(counter, ecp5, QUICK)
    for module in ("synthesis", "routing", "implementation"):
        monkeypatch.setattr(f"cryptagon.fpga.{module}.find", broken_tool)
    seen = []
    assert implement(counter, ecp5, QUICK, progress=seen.append) == first
    assert all(step.cached for step in seen)
    assert len(seen) == 2


def test_parameters_reach_the_top_module(build, ecp5, counter):
    wide = Design("counter", "counter", counter.sources, {"WIDTH": 12})
    assert implement(wide, ecp5, QUICK).ffs == 12


def test_a_table_becomes_logic(build, ecp5, design):
    rows = "".join(
        f"      {n}: q <= 4'd{(n * n * 7 + n) % 16 if n % 5 else n % 16};\n" for n in range(64)
    )
    result = implement(design("unit", TABLE + rows + "    endcase\nendmodule\n"), ecp5, QUICK)
    assert result.ok
    assert (result.brams, result.ffs) == (0, 6 + 4)
    assert (
        4 <= (result.luts or 0) <= 4 * 4 + 2
    )  # a table of six inputs is at most four LUT4s and multiplexers a bit


def test_a_block_ram_breaks_the_rules_and_is_reported(build, ecp5, design):
    # A target whose options do not keep block RAM out: the netlist tells.
    careless = ecp5.model_copy(update={"no_bram": ()})
    result = implement(design("unit", MEMORY), careless, QUICK)
    assert result.status == "the rules allow no block RAM, and the netlist has 1"
    assert result.fmax_mhz is None
    allowed = implement(design("unit", MEMORY), careless, QUICK, rules=Rules(no_bram=False))
    assert allowed.brams == 1


def test_without_block_ram_a_memory_is_of_lut4s_and_each_ram_counts_six(build, ecp5, design):
    registered = MEMORY.replace("input logic [15:0] d", "input logic [15:0] d_d").replace(
        "memory[a] <= d;", "memory[a] <= d;\n    d <= d_d;"
    )
    registered = registered.replace("logic [15:0] memory", "logic [15:0] d;\n  logic [15:0] memory")
    result = implement(design("unit", registered, WORDS=16), ecp5, QUICK)
    assert result.ok
    used = json.loads((result.folder / "report.json").read_text())["utilization"]
    assert (
        used["TRELLIS_RAMW"]["used"] == 4
    )  # a DPR16X4 is 16 words of 4 bits: four LUT4s for data, two for its write port
    assert result.luts == used["TRELLIS_COMB"]["used"] + 2 * 4
    assert (result.luts or 0) >= 4 * 6
    assert result.brams == 0


def test_a_design_that_does_not_fit_is_a_result_with_the_reason(build, small_part, design):
    effort = Effort(seeds=(1, 2, 3), frequency_rounds=2, strategies=("default",))
    result = implement(
        design("unit", MEMORY, WORDS=1 << 17), small_part, effort, rules=Rules(no_bram=False)
    )
    assert not result.ok
    assert "DP16KD" in result.status
    assert len(result.attempts) == 1  # other seeds cannot help


def test_a_design_without_a_clock_has_area_but_no_frequency(build, ecp5, design):
    result = implement(
        design(
            "unit", "module unit(input logic a, b, output logic q); assign q = a & b; endmodule\n"
        ),
        ecp5,
        QUICK,
    )
    assert "no path leads from register to register" in result.status
    assert (result.ffs, result.fmax_mhz) == (0, None)
    assert result.luts


def test_a_syntax_error_names_file_and_line(build, ecp5, design):
    unit = design("unit", "module unit(input logic a);\n  assign b = ;\nendmodule\n")
    with pytest.raises(CryptagonError, match="syntax error") as caught:
        implement(unit, ecp5, QUICK)
    assert caught.value.where == f"{unit.sources[0]}:2"
    assert [path.name.partition("-")[0] for path in (build / "fpga" / "unit").iterdir()] == [
        "synth"
    ]
    assert all(path.name.endswith(".failed") for path in (build / "fpga" / "unit").iterdir())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("module unit; missing u(); endmodule\n", "missing"),
        ("module other; endmodule\n", "unit"),
        (
            "module unit(input logic a, b, output logic q); always_comb if (a) q = b; endmodule\n",
            "[Ll]atch",
        ),
    ],
)
def test_what_cannot_be_synthesised_is_explained(build, ecp5, design, text, why):
    with pytest.raises(CryptagonError, match=why):
        implement(design("unit", text), ecp5, QUICK)


def test_a_tool_that_is_killed_is_no_result(build, ecp5, counter, monkeypatch):
    killed = Tool(
        "nextpnr-ecp5", (sys.executable, "-c", "import os; os.kill(os.getpid(), 9)"), {}, "1"
    )
    monkeypatch.setattr("cryptagon.fpga.routing.find", lambda name: killed)
    with pytest.raises(OutOfMemoryError, match="SIGKILL"):
        implement(counter, ecp5, QUICK)
    monkeypatch.undo()
    monkeypatch.setenv("CRYPTAGON_BUILD", str(build))
    assert implement(counter, ecp5, QUICK).ok


def test_the_best_depends_on_the_objective(tmp_path):
    fast = Attempt("a", 1, 200.0, "ok", tmp_path, luts=2000, ffs=1, brams=0, dsps=0, fmax_mhz=150.0)
    small = Attempt(
        "b", 1, 200.0, "ok", tmp_path, luts=1000, ffs=1, brams=0, dsps=0, fmax_mhz=100.0
    )
    failed = Attempt("c", 1, 200.0, "does not fit", tmp_path)
    assert max([failed, fast, small], key=lambda attempt: merit(attempt, "throughput")) is fast
    assert (
        max([failed, fast, small], key=lambda attempt: merit(attempt, "throughput_per_area"))
        is small
    )
    assert merit(failed, "throughput") == 0


def test_an_implementation_is_its_best_attempt(build, ecp5, counter):
    result = implement(counter, ecp5, QUICK)
    assert isinstance(result, Implementation)
    assert vars(result.attempts[0]).items() <= vars(result).items()


def hanging(name: str) -> Tool:
    """A tool that never ends, with the version of the real one."""
    return Tool(
        name, (sys.executable, "-c", "import time; time.sleep(600)"), {}, find(name).version
    )


@pytest.mark.parametrize("module", ["routing", "synthesis"])
def test_a_tool_that_hangs_is_a_result_with_the_reason_and_is_not_kept(
    build, ecp5, counter, monkeypatch, module
):
    name = {"routing": "nextpnr-ecp5", "synthesis": "yosys"}[module]
    if module == "routing":
        assert not synthesise(plan_synthesis(counter, ecp5, "default", Rules())).problem
    with monkeypatch.context() as patch, tools_of("test", limit_s=0.5):
        patch.setattr(f"cryptagon.fpga.{module}.find", lambda asked: hanging(name))
        result = implement(counter, ecp5, QUICK)
    assert "did not finish within 0.5 s" in result.status
    assert (result.fmax_mhz, result.luts) == (None, None)
    assert implement(counter, ecp5, QUICK).ok


def test_a_damaged_netlist_or_report_is_made_again_and_never_a_zero(build, ecp5, counter, caplog):
    first = implement(counter, ecp5, QUICK)
    (netlist,), (report,) = (
        list(build.glob(f"fpga/counter/*/{name}.json")) for name in ("netlist", "report")
    )
    for file, text in (
        (netlist, netlist.read_text()[:1000]),
        (report, '{"utilization": {}, "fmax": {}, "critical_paths": []}'),
    ):
        file.write_text(text)
        assert implement(counter, ecp5, QUICK) == first
        assert (
            f"{file.parent} is damaged and is made again: {file.name} is not as it was made"
            in caplog.text
        )


def test_a_report_in_a_form_that_is_not_known_is_an_error_and_is_not_kept(
    build, ecp5, counter, monkeypatch
):
    strange = Tool(
        "nextpnr-ecp5", (sys.executable, "-c", "open('report.json', 'w').write('{}')"), {}, "1"
    )
    monkeypatch.setattr("cryptagon.fpga.routing.find", lambda name: strange)
    for _ in range(2):
        with pytest.raises(CryptagonError, match="this is no report of nextpnr"):
            implement(counter, ecp5, QUICK)
