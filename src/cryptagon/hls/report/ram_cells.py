"""How many memory cells a RAM becomes on ECP5.

Sizes: Lattice, "ECP5 and ECP5-5G Family Data Sheet" (FPGA-DS-02012), chapter "Architecture":
distributed memory of 16 words of 4 bits, block memory of 18 Kibit with two ports. A cell has one
port that reads beside the one that writes: each read port is a copy.
"""

from cryptagon.hls.memory.rams import Ram

WORDS_OF_LUTS, BITS_OF_LUTS = 16, 4
BLOCK_SHAPES = ((16384, 1), (8192, 2), (4096, 4), (2048, 9), (1024, 18), (512, 36))  # words, bits


def ecp5_cells(ram: Ram) -> dict[str, int]:
    """The cells by type, as Yosys infers them; of a block RAM whose words do not fill its cells it
    may find a mixture with fewer.
    """
    if ram.kind == "distributed":
        lanes = [width for _, width in ram.lanes] if ram.masked else [ram.width]
        columns = sum(-(-width // BITS_OF_LUTS) for width in lanes)
        return {"TRELLIS_DPR16X4": ram.read_ports * columns * -(-ram.words // WORDS_OF_LUTS)}
    blocks = min(-(-ram.words // words) * -(-ram.width // bits) for words, bits in BLOCK_SHAPES)
    return {"DP16KD": ram.read_ports * blocks}
