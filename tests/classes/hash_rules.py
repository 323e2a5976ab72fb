"""The padding of hash functions whose cores are not here yet, and a core that adds up whatever
blocks it is given.
"""

from pathlib import Path

from cryptagon.classes.hash.model import Hash
from cryptagon.core import VerilogCore

BITS = {"of": "bits", "bytes": 8, "order": "big"}
MARK = {"bytes": 1, "value": 0x80}

# name: bits of a block, bits of a word, [padding]
RULES = {
    "sha256": (512, 32, {"marker": MARK, "count": BITS}),
    "sha3_256": (1088, 64, {"marker": {"bytes": 1, "value": 0x06}, "final": 0x80}),
    "blake": (512, 64, {"marker": MARK, "final": 0x01, "count": BITS}),
    "cubehash": (256, 64, {"marker": MARK}),
    "echo": (
        1536,
        64,
        {
            "marker": MARK,
            "before": {"bytes": 2, "value": 1},
            "count": {"of": "bits", "bytes": 16, "order": "little"},
        },
    ),
    "fugue": (32, 32, {"count": BITS}),
    "groestl": (512, 64, {"marker": MARK, "count": {"of": "blocks", "bytes": 8, "order": "big"}}),
    "hamsi": (32, 32, {"marker": MARK, "count": BITS}),
    "jh": (
        512,
        64,
        {
            "marker": MARK,
            "before": {"bytes": 47},
            "count": {"of": "bits", "bytes": 16, "order": "big"},
        },
    ),
    "keccak_r2": (1088, 64, {"marker": {"bytes": 4, "value": 0x01208801}}),
    "shavite3": (
        512,
        64,
        {
            "marker": MARK,
            "count": {"of": "bits", "bytes": 8, "order": "little"},
            "after": {"bytes": 2, "value": 1},
        },
    ),
    "simd": (
        512,
        64,
        {
            "count": {"of": "bits", "bytes": 8, "order": "little"},
            "after": {"bytes": 56, "value": 0},
        },
    ),
    "skein": (512, 64, {}),
    "one_word": (64, 64, {"marker": {"bytes": 1, "value": 0x06}, "final": 0x80}),
    "wide_words": (512, 128, {"marker": MARK, "count": BITS}),
}

FOLD = """// Adds up blocks: each is folded to 256 bits, with `block_bytes` above them. It takes a block a cycle, and the next
// message while two digests wait.
module HashCore (
  input logic clk, input logic rst,
  input logic [{block}-1:0] block, input logic block_valid, output logic block_ready,
  input logic block_last, input logic [{size}-1:0] block_bytes,
  output logic [255:0] digest, output logic digest_valid, input logic digest_ready
);
  logic [255:0] folded, sum_q, sum_d, waiting_q;
  logic         waits_q, take, give;
  always_comb begin
    folded = 256'(block_bytes) << 100;
    for (int i = 0; i < {block}; i++) folded[i % 256] ^= block[i];
  end
  assign sum_d = {{sum_q[250:0], sum_q[255:251]}} ^ folded;
  assign block_ready = !waits_q;
  assign take = block_valid && block_ready;
  assign give = digest_valid && digest_ready;
  always_ff @(posedge clk) begin
    if (rst) {{sum_q, waits_q, digest_valid}} <= '0;
    else begin
      if (take) sum_q <= block_last ? '0 : sum_d;
      if (give) {{digest_valid, digest, waits_q}} <= {{waits_q, waiting_q, 1'b0}};
      if (take && block_last) begin
        if (digest_valid && !give) {{waits_q, waiting_q}} <= {{1'b1, sum_d}};
        else {{digest_valid, digest}} <= {{1'b1, sum_d}};
      end
    end
  end
endmodule
"""


def function(name: str) -> Hash:
    """A hash function that pads by one of the rules; its digest is what `folded` says."""
    block, w, padding = RULES[name]
    return Hash.model_validate(
        {
            "name": name,
            "class": "hash",
            "title": name,
            "specification": {"title": "none", "version": "1", "date": "2026-01-01"},
            "sizes": {"block": block, "digest": 256},
            "bus": {"w": w},
            "padding": padding,
            "architecture": {"description": "none", "cycles": "N"},
            "folder": Path(name),
        }
    )


def fold_core(one: Hash, folder: Path) -> VerilogCore:
    """The core that adds up blocks, for this function."""
    source = folder / "HashCore.sv"
    source.write_text(FOLD.format(block=one.sizes.block, size=one.block_bytes.bit_length()))
    return VerilogCore((source,))


def folded(one: Hash, message: bytes) -> bytes:
    """What that core makes of a message."""
    size, ones = one.block_bytes, (1 << 256) - 1
    padded, total = one.padding.padded(message, size), 0
    for start in range(0, len(padded), size):
        block = int.from_bytes(padded[start : start + size], "big")
        part = max(0, min(size, len(message) - start)) << 100
        while block:
            part ^= block & ones
            block >>= 256
        total = (total << 5 & ones | total >> 251) ^ part
    return total.to_bytes(32, "big")
