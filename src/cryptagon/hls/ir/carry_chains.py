"""How long sums take on an FPGA, in levels of four-input look-up tables."""


def adder_levels(width: int) -> float:
    """Those of a sum, a difference or an ordered comparison of numbers of `width` bits: a table, and
    the carry chain, of which 16 bits take as long as one.
    """
    return 1 + width / 16
