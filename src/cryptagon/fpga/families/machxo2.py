"""Lattice MachXO2 and MachXO3."""

from cryptagon.fpga.families.base import Family
from cryptagon.fpga.families.trellis import TRELLIS_CELLS, TRELLIS_LUTS, TRELLIS_READS
from cryptagon.fpga.pin_wrapper import Pins

# Of two clocks one often fails to reach a slice on its dedicated wires.
FAMILY = Family(
    name="machxo2",
    synthesis="synth_lattice",
    router="machxo2",
    pins=Pins(clocks=1, capture=True),
    ffs="TRELLIS_FF",
    brams="DP8KC|PDPW8KC|SP8KC|FIFO8KB",
    dsps="",
    placed_luts=TRELLIS_LUTS,
    models=("+/lattice/cells_sim_xo3.v",),
    netlist_luts=TRELLIS_CELLS,
    read_pins=TRELLIS_READS,
    wrapper_luts={"LUT4": 1},
)
