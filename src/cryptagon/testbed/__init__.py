"""The testbed: a unit behind DMA, a timer and FIFOs between two clocks, as on a board, in
simulation (docs/testbed.md).
"""
