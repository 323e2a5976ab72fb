"""Plans are data: what they hold and what their digests depend on; nothing runs here."""

import pytest
from test_implement import broken_tool

from cryptagon.catalog import Rules
from cryptagon.errors import CryptagonError
from cryptagon.fpga import Design, Netlist, plan_route, plan_synthesis
from cryptagon.fpga.families import estimated_area, families, family_of, placed_area


def test_the_script_of_a_synthesis(build, ecp5, design):
    plan = plan_synthesis(
        design("unit", "module unit; endmodule", W=32, SW=8), ecp5, "narrow-flow", Rules()
    )
    optimiser, *lines = plan.script.splitlines()
    assert optimiser.startswith('scratchpad -set abc9.script "+&scorr; &sweep; &dch -C 500; ')
    assert optimiser.endswith('&save; &load; &mfs -M 300"')
    assert lines == [
        'read_verilog -sv "sources/unit.sv"',
        "hierarchy -check -top unit -chparam SW 8 -chparam W 32",
        "proc",
        "flatten",
        "opt",
        "memory_map -rom-only",
        "synth_ecp5 -top unit -nobram -nodsp -nowidelut",
        "write_json netlist.json",
        "tee -q -o stat.json stat -json -top unit",
    ]
    assert not plan.folder.exists()


def test_rules_decide_what_yosys_may_use(build, ecp5, counter):
    free = plan_synthesis(counter, ecp5, "default", Rules(no_bram=False, no_dsp=False))
    assert "-nobram" not in free.script
    assert "-nodsp" not in free.script
    assert "-nobram -nodsp" in plan_synthesis(counter, ecp5, "default", Rules()).script


def test_the_digest_follows_content_options_and_parameters_and_not_the_place(build, ecp5, tmp_path):
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
        (folder / "unit.sv").write_text("module unit; endmodule\n")

    def digest(folder, strategy="default", text="", **parameters):
        if text:
            (folder / "unit.sv").write_text(text)
        return plan_synthesis(
            Design("unit", "unit", (folder / "unit.sv",), parameters), ecp5, strategy, Rules()
        ).digest

    same = digest(folders[0])
    assert same == digest(folders[1])
    others = [
        digest(folders[0], "narrow"),
        digest(folders[0], W=1),
        digest(folders[0], W=2),
        digest(folders[1], text="module unit(); endmodule\n"),
    ]
    assert len({same, *others}) == 5


def test_a_route_asks_for_seed_and_frequency(build, ecp5, counter):
    synthesis = plan_synthesis(counter, ecp5, "default", Rules())
    netlist = Netlist(synthesis, {}, {}, cached=False)
    plan = plan_route(netlist, ecp5, seed=7, requested_mhz=123.4)
    options = list(plan.argv)
    assert options[options.index("--seed") + 1] == "7"
    assert options[options.index("--freq") + 1] == "123.4"
    assert {"--85k", "--out-of-context", "--timing-allow-fail"} <= set(options)
    assert options[options.index("--json") + 1] == f"../{synthesis.folder.name}/netlist.json"
    assert plan.digest != plan_route(netlist, ecp5, seed=8, requested_mhz=123.4).digest
    assert plan.digest != plan_route(netlist, ecp5, seed=7, requested_mhz=123.5).digest


def test_another_version_of_a_tool_is_another_plan(build, ecp5, counter, monkeypatch):
    before = plan_synthesis(counter, ecp5, "default", Rules()).digest
    monkeypatch.setattr(
        "cryptagon.fpga.synthesis.find", lambda name: broken_tool(name, version="99")
    )
    assert plan_synthesis(counter, ecp5, "default", Rules()).digest != before


def test_an_unknown_strategy_is_answered_with_the_known_ones(build, ecp5, counter):
    with pytest.raises(CryptagonError, match="narrow") as caught:
        plan_synthesis(counter, ecp5, "magic", Rules())
    assert "magic" in caught.value.what


def test_an_unknown_family_is_told(ecp5):
    with pytest.raises(CryptagonError, match="no back end"):
        family_of(ecp5.model_copy(update={"family": "virtex"}))


def test_area_counts_carry_and_memory_in_lut4s():
    netlist = {"LUT4": 99, "TRELLIS_FF": 7, "DP16KD": 2, "MULT18X18D": 1, "ALU54B": 1, "DCCA": 9}
    area = placed_area(
        families()["ecp5"], {"TRELLIS_COMB": 100, "TRELLIS_RAMW": 3, "DCCA": 9}, netlist, {}
    )
    assert (area.luts, area.ffs, area.brams, area.dsps) == (106, 7, 2, 2)


def test_area_leaves_out_what_the_pin_wrapper_takes():
    netlist, wrapper = {"SB_LUT4": 40, "SB_DFFE": 9}, {"SB_DFF": 12, "SB_LUT4": 5}
    area = placed_area(families()["ice40"], {"ICESTORM_LC": 60}, netlist, wrapper)
    assert (area.luts, area.ffs) == (60 - 12, 9)


def test_an_estimate_counts_the_tables_of_the_netlist():
    area = estimated_area(
        families()["xilinx"],
        {
            "LUT6": 3,
            "LUT2": 4,
            "MUXF7": 9,
            "CARRY4": 1,
            "FDRE": 5,
            "FDSE": 1,
            "RAMB36E1": 1,
            "DSP48E1": 2,
        },
    )
    assert (area.luts, area.ffs, area.brams, area.dsps) == (7, 6, 1, 2)


def test_an_estimate_counts_both_tables_of_a_wide_one():
    """Nexus joins two tables of four inputs in one cell. A search places no strategy whose netlist
    is far larger than another one's, so that each must count what it has.
    """
    area = estimated_area(families()["nexus"], {"LUT4": 3, "WIDEFN9": 2, "FD1P3IX": 5})
    assert (area.luts, area.ffs) == (3 + 2 * 2, 5)


def test_sources_must_be_there_and_have_names_of_their_own(tmp_path):
    with pytest.raises(CryptagonError, match="missing"):
        Design("unit", "unit", (tmp_path / "unit.v",))
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "unit.v").touch()
    with pytest.raises(CryptagonError, match="same file name"):
        Design("unit", "unit", (tmp_path / "a/unit.v", tmp_path / "b/unit.v"))
    with pytest.raises(CryptagonError, match="no name"):
        Design("../unit", "unit", ())
