// Fits a CipherCore with more ports than a device has pins into four of them, with a register at every port, so that the core alone sets Fmax.
//
// Inputs come from a shift register. Outputs are captured, then folded three at a time into a ring of registers that turns towards the one output
// pin: no output can be optimised away, and no logic of the wrapper lies between the core and a register. Only for measuring: it cannot run a
// message at speed. Subtract the wrapper's own cost (docs/hardware-api.md) when the core alone is to be counted.
module PinWrapper #(
    parameter int unsigned KEY = 128,
    parameter int unsigned BLOCK = 128
) (
    input  logic clk,
    input  logic rst,
    input  logic shift_in,
    output logic fold_out
);
  localparam int unsigned SZ = $clog2(BLOCK / 8 + 1);
  localparam int unsigned INPUTS = KEY + 1 + 2 + BLOCK + 1 + 4 + 3 + SZ + 2 * (BLOCK / 8) + 2;
  localparam int unsigned OUTPUTS = 1 + 1 + BLOCK + 1 + SZ + 2;
  localparam int unsigned FOLDS = (OUTPUTS + 2) / 3;

  logic [INPUTS-1:0] inputs_q;
  logic [OUTPUTS-1:0] outputs, outputs_q;
  logic [3*FOLDS-1:0] padded;
  logic [FOLDS-1:0] fold_q;

  logic [KEY-1:0] key;
  logic key_valid, key_ready, key_update;
  logic decrypt;
  logic [BLOCK-1:0] bdi;
  logic bdi_valid, bdi_ready;
  logic [3:0] bdi_type;
  logic bdi_eot, bdi_eoi, bdi_partial;
  logic [SZ-1:0] bdi_size;
  logic [BLOCK/8-1:0] bdi_valid_bytes, bdi_pad_loc;
  logic [BLOCK-1:0] bdo;
  logic bdo_valid, bdo_ready;
  logic [SZ-1:0] bdo_size;
  logic msg_auth, msg_auth_valid, msg_auth_ready;

  assign {key, key_valid, key_update, decrypt, bdi, bdi_valid, bdi_type, bdi_eot, bdi_eoi, bdi_partial, bdi_size, bdi_valid_bytes, bdi_pad_loc,
      bdo_ready, msg_auth_ready} = inputs_q;
  assign outputs = {key_ready, bdi_ready, bdo, bdo_valid, bdo_size, msg_auth, msg_auth_valid};
  assign padded = (3 * FOLDS)'(outputs_q);
  assign fold_out = fold_q[FOLDS-1];

  always_ff @(posedge clk) begin
    inputs_q <= {inputs_q[INPUTS-2:0], shift_in};
    outputs_q <= outputs;
  end

  for (genvar i = 0; i < FOLDS; i++) begin : g_fold
    always_ff @(posedge clk) fold_q[i] <= ^padded[3*i+:3] ^ fold_q[(i+FOLDS-1)%FOLDS];
  end

  CipherCore u_cipher_core (
      .clk(clk),
      .rst(rst),
      .key(key),
      .key_valid(key_valid),
      .key_ready(key_ready),
      .key_update(key_update),
      .decrypt(decrypt),
      .bdi(bdi),
      .bdi_valid(bdi_valid),
      .bdi_ready(bdi_ready),
      .bdi_type(bdi_type),
      .bdi_eot(bdi_eot),
      .bdi_eoi(bdi_eoi),
      .bdi_partial(bdi_partial),
      .bdi_size(bdi_size),
      .bdi_valid_bytes(bdi_valid_bytes),
      .bdi_pad_loc(bdi_pad_loc),
      .bdo(bdo),
      .bdo_valid(bdo_valid),
      .bdo_ready(bdo_ready),
      .bdo_size(bdo_size),
      .msg_auth(msg_auth),
      .msg_auth_valid(msg_auth_valid),
      .msg_auth_ready(msg_auth_ready)
  );
endmodule
