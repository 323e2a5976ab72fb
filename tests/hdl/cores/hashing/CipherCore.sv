// Hashes alone, to see every block and flag that a unit gives: all of them go into the state, and the digest is cut from it.
//
// `HASH_BLOCK and `DIGEST are bits; a file in front of this one defines them.
module CipherCore (
  input  logic         clk,
  input  logic         rst,

  input  logic [127:0] key,
  input  logic         key_valid,
  output logic         key_ready,
  input  logic         key_update,
  input  logic         decrypt,

  input  logic [127:0] bdi,
  input  logic         bdi_valid,
  output logic         bdi_ready,
  input  logic [3:0]   bdi_type,
  input  logic         bdi_eot,
  input  logic         bdi_eoi,
  input  logic         bdi_partial,
  input  logic [4:0]   bdi_size,
  input  logic [15:0]  bdi_valid_bytes,
  input  logic [15:0]  bdi_pad_loc,

  output logic [127:0] bdo,
  output logic         bdo_valid,
  input  logic         bdo_ready,
  output logic [4:0]   bdo_size,

  output logic         msg_auth,
  output logic         msg_auth_valid,
  input  logic         msg_auth_ready
);

  localparam int unsigned Blocks = (`DIGEST + `HASH_BLOCK - 1) / `HASH_BLOCK;
  localparam int unsigned LastBytes = (`DIGEST - (Blocks - 1) * `HASH_BLOCK) / 8;

  logic [127:0] state_q;
  logic         gives_q;
  logic [7:0]   left_q;

  logic [127:0] flags;
  assign flags = {77'd0, bdi_type, decrypt, bdi_eot, bdi_eoi, bdi_partial, 6'(bdi_size), 5'd0, bdi_valid_bytes, bdi_pad_loc};

  always_ff @(posedge clk) begin
    if (rst) {state_q, gives_q} <= '0;
    else if (bdi_valid && bdi_ready) begin
      state_q <= {state_q[120:0], state_q[127:121]} ^ bdi ^ flags;
      gives_q <= bdi_eot;
      left_q <= 8'(Blocks - 1);
    end else if (bdo_valid && bdo_ready) begin
      state_q <= (left_q == '0) ? '0 : {state_q[118:0], state_q[127:119]};
      gives_q <= left_q != '0;
      left_q <= left_q - 8'd1;
    end
  end

  assign bdi_ready = !gives_q && !key_update;
  assign key_ready = !gives_q && key_update && state_q == '0;
  assign bdo = state_q;
  assign bdo_valid = gives_q;
  assign bdo_size = (left_q == '0) ? 5'(LastBytes) : 5'(`HASH_BLOCK / 8);
  assign {msg_auth, msg_auth_valid} = '0;

  logic unused;
  assign unused = ^{key, key_valid, msg_auth_ready};
endmodule
