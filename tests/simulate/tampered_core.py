"""A small core and its cipher in Python, and the many ways in which the core can be made to
misbehave.

The cipher is that of algorithms/aead/dummy. The core misbehaves while its key ends in MAGIC and the
number of a defect, so that one build serves all defects; without MAGIC it is right.
"""

from dataclasses import dataclass
from pathlib import Path

from cryptagon.core import VerilogCore

MAGIC = 0xFA17
DEFECTS = {
    "none": 0,
    "wrong tag": 1,
    "hangs on data": 2,
    "drops valid": 3,
    "changes waiting data": 4,
    "accepts forgeries": 5,
    "valid needs ready": 6,
    "wrong size": 7,
    "one block too many": 8,
    "no verdict": 9,
    "takes keys unasked": 10,
    "wrong ciphertext": 11,
    "unset register": 12,
    "ignores key_update": 13,
    "verdict of the wrong kind": 14,
    "data needs ready": 15,
}

SOURCE = """
module CipherCore (
    input logic clk, input logic rst,
    input logic [127:0] key, input logic key_valid, output logic key_ready, input logic key_update, input logic decrypt,
    input logic [127:0] bdi, input logic bdi_valid, output logic bdi_ready, input logic [3:0] bdi_type, input logic bdi_eot,
    input logic bdi_eoi, input logic bdi_partial, input logic [4:0] bdi_size, input logic [15:0] bdi_valid_bytes,
    input logic [15:0] bdi_pad_loc,
    output logic [127:0] bdo, output logic bdo_valid, input logic bdo_ready, output logic [4:0] bdo_size,
    output logic msg_auth, output logic msg_auth_valid, input logic msg_auth_ready
);
  typedef enum logic [2:0] {Idle, Blocks, TagOut, TagIn, Verdict, Extra} state_e;
  state_e state_q;
  logic [127:0] key_q, s_q, mask, text, tag, unset_q;
  logic decrypt_q, ok_q;
  logic [7:0] count_q;
  logic [7:0] defect;

  assign defect = key_q[23:8] == 16'hFA17 ? key_q[7:0] : 8'd0;
  for (genvar i = 0; i < 16; i++) begin : g_mask
    assign mask[8*i +: 8] = {8{bdi_valid_bytes[i]}};
  end
  assign text = bdi_type == 4'd5 ? (bdi ^ s_q) & mask : bdi & mask;
  assign tag = {s_q[126:0], s_q[127]} ^ key_q;

  logic is_data, give_data;
  assign is_data = bdi_type == 4'd4 || bdi_type == 4'd5;
  assign give_data = state_q == Blocks && is_data && bdi_valid && defect != 8'd2;

  assign key_ready = state_q == Idle && (key_update || defect == 8'd10);
  always_comb begin
    unique case (state_q)
      Idle: bdi_ready = !key_update || defect == 8'd13;
      Blocks: bdi_ready = is_data ? bdo_ready && bdo_valid : 1'b1;
      TagIn: bdi_ready = 1'b1;
      default: bdi_ready = 1'b0;
    endcase
  end

  always_comb begin
    bdo_valid = give_data || state_q == TagOut || state_q == Extra;
    bdo = give_data ? bdi ^ s_q : tag;
    bdo_size = give_data ? bdi_size : 5'd16;
    if (defect == 8'd1 && state_q == TagOut) bdo[0] = !bdo[0];
    if (defect == 8'd3 && count_q[1:0] == 2'd0) bdo_valid = 1'b0;
    if (defect == 8'd4) bdo[7:0] = bdo[7:0] ^ count_q;
    if (defect == 8'd6) bdo_valid = bdo_valid && bdo_ready;
    if (defect == 8'd7 && give_data) bdo_size = 5'd16;
    if (defect == 8'd11 && give_data) bdo[127] = !bdo[127];
    if (defect == 8'd12) bdo = bdo ^ unset_q;
    if (defect == 8'd15 && bdo_ready) bdo[127] = !bdo[127];
  end
  assign msg_auth = ok_q || defect == 8'd5;
  assign msg_auth_valid = state_q == Verdict && defect != 8'd9 || defect == 8'd14 && state_q == TagOut;

  always_ff @(posedge clk) begin
    count_q <= count_q + 8'd1;
    if (key_valid && key_ready) key_q <= key;
    if (state_q == Extra && rst) unset_q <= '0;
    if (bdi_valid && bdi_ready) begin
      decrypt_q <= decrypt;
      if (state_q == Idle) s_q <= key_q ^ bdi;
      else if (state_q == Blocks) s_q <= {s_q[126:0], s_q[127]} ^ text ^ 128'(bdi_size);
      else ok_q <= bdi == tag;
    end
    if (rst) begin
      state_q <= Idle;
      count_q <= 8'd0;
    end else begin
      unique case (state_q)
        Idle, Blocks: if (bdi_valid && bdi_ready) state_q <= bdi_eoi ? (decrypt ? TagIn : TagOut) : Blocks;
        TagIn: if (bdi_valid) state_q <= Verdict;
        Verdict: if (msg_auth_ready) state_q <= Idle;
        TagOut: if (bdo_valid && bdo_ready) state_q <= defect == 8'd8 ? Extra : Idle;
        default: if (bdo_ready) state_q <= Idle;
      endcase
    end
  end
  logic unused;
  assign unused = ^{bdi_partial, bdi_pad_loc, decrypt_q};
endmodule
"""


def write_core(folder: Path, *changes: tuple[str, str]) -> VerilogCore:
    """The core as a file in `folder`, with pieces of its text replaced: (old, new), each found once
    at least.
    """
    text = SOURCE
    for old, new in changes:
        assert old in text, f"there is nothing to replace: {old}"
        text = text.replace(old, new, 1)
    file = folder / "CipherCore.sv"
    file.write_text(text)
    return VerilogCore((file,))


def key_of(defect: str) -> bytes:
    """A key under which the core has this defect."""
    return bytes(13) + MAGIC.to_bytes(2, "big") + bytes([DEFECTS[defect]])


def _rotated(value: int) -> int:
    return (value << 1 | value >> 127) & (1 << 128) - 1


@dataclass(frozen=True)
class DummyCipher:
    """KEY = NPUB = TAG = BLOCK = 128 bits; see algorithms/aead/dummy."""

    def encrypt(self, key: bytes, nonce: bytes, ad: bytes, pt: bytes, /) -> bytes:
        output, tag = self._run(key, nonce, ad, pt, decrypt=False)
        return output + tag

    def decrypt(self, key: bytes, nonce: bytes, ad: bytes, ct: bytes, /) -> bytes | None:
        output, tag = self._run(key, nonce, ad, ct[:-16], decrypt=True)
        return output if tag == ct[-16:] else None

    def _run(
        self, key: bytes, nonce: bytes, ad: bytes, data: bytes, *, decrypt: bool
    ) -> tuple[bytes, bytes]:
        state = int.from_bytes(key, "big") ^ int.from_bytes(nonce, "big")
        for start in range(0, len(ad), 16):
            block = ad[start : start + 16]
            state = _rotated(state) ^ int.from_bytes(block.ljust(16, b"\0"), "big") ^ len(block)
        output = b""
        for start in range(0, len(data), 16):
            block = data[start : start + 16]
            given = bytes(left ^ right for left, right in zip(block, state.to_bytes(16, "big")))
            plain = given if decrypt else block
            state = _rotated(state) ^ int.from_bytes(plain.ljust(16, b"\0"), "big") ^ len(block)
            output += given
        return output, (_rotated(state) ^ int.from_bytes(key, "big")).to_bytes(16, "big")
