"""Intel families with adaptive logic modules: estimates."""

from cryptagon.fpga.families.base import Family

# The ALUTs of adaptive logic modules, of up to six inputs each; two small ones share a module.
FAMILY = Family(
    name="intel-alm",
    synthesis="synth_intel_alm",
    router="",
    no_pads=("-noiopad", "-noclkbuf"),
    ffs="MISTRAL_FF",
    brams="MISTRAL_M10K",
    dsps="MISTRAL_MUL.*",
    models=(
        "+/intel_alm/common/alm_sim.v",
        "+/intel_alm/common/mem_sim.v",
    ),
    netlist_luts={
        **{f"MISTRAL_ALUT{n}": 1 for n in range(2, 7)},
        "MISTRAL_NOT": 1,
        "MISTRAL_ALUT_ARITH": 1,
        "MISTRAL_MLAB": 2,
    },
    read_pins={"MISTRAL_MLAB": "B1ADDR"},
)
