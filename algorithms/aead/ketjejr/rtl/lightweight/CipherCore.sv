// Ketje-Jr v2 (2016), two slices of the state a cycle: a round of Keccak-p*[200], so a step of 16 bits, in 4 cycles.
//
// Each lane is a shift register; its bits 0 and 1 belong to the slices that are due. A pass over all slices is the end of one round and the beginning
// of the next: pi, chi and iota, then what is added between the two, then theta. The lanes are turned (rho) as the last slices come in. The first slice
// needs a parity of the last one, and gets it then.
// Before the first round three passes take in the nonce, the first two doing no more than pi: bytes are put where the passes behind move them from.
// A block takes two passes; the state waits in the second one where there is no second half.
module CipherCore (
  input  logic        clk,
  input  logic        rst,

  input  logic [95:0] key,
  input  logic        key_valid,
  output logic        key_ready,
  input  logic        key_update,
  input  logic        decrypt,

  input  logic [31:0] bdi,
  input  logic        bdi_valid,
  output logic        bdi_ready,
  input  logic [3:0]  bdi_type,
  input  logic        bdi_eot,
  input  logic        bdi_eoi,
  input  logic        bdi_partial,
  input  logic [2:0]  bdi_size,
  input  logic [3:0]  bdi_valid_bytes,
  input  logic [3:0]  bdi_pad_loc,

  output logic [31:0] bdo,
  output logic        bdo_valid,
  input  logic        bdo_ready,
  output logic [2:0]  bdo_size,

  output logic        msg_auth,
  output logic        msg_auth_valid,
  input  logic        msg_auth_ready
);

  localparam int WIDTH = 2;  // slices a cycle
  localparam int PLACE_BITS = $clog2(8 / WIDTH);

  localparam logic [3:0] FIRST_OF_6 = 4'd6;
  localparam logic [3:0] LAST_ROUND = 4'd11;

  // The twelve last constants of Keccak-p[200], the last one on top; what is above them is never asked for.
  localparam logic [127:0] ROUND_CONSTANTS = 128'h80_02_03_89_8b_8b_0a_09_88_8a_09_81;

  // The distances of rho by lane, the last lane on top, modulo 8.
  localparam logic [74:0] DISTANCES = {
    3'd6, 3'd0, 3'd5, 3'd2, 3'd2,
    3'd0, 3'd5, 3'd7, 3'd5, 3'd1,
    3'd7, 3'd1, 3'd3, 3'd2, 3'd3,
    3'd4, 3'd7, 3'd6, 3'd4, 3'd4,
    3'd3, 3'd4, 3'd6, 3'd1, 3'd0
  };

  // The bytes of the key pack and of the padding, at both ends of key and nonce.
  localparam logic [199:0] CONSTANTS = {8'h81, 80'd0, 8'h01, 96'd0, 8'd14};

  typedef enum logic [2:0] {NONCE, BEGIN, AD, DATA, STRIDE, TAG} phase_t;

  // From where pi brings lane `i`; also the lane where the cipher has byte `i`.
  function automatic int lane(input int i);
    lane = (i % 5 + 3 * (i / 5)) % 5 + 5 * (i % 5);
  endfunction

  phase_t                phase_q, phase_d;
  logic                  second_q;  // the second half of a block
  logic [1:0]            blocks_q;  // done of the nonce or of the tag
  logic [3:0]            round_q;   // that a pass ends
  logic [PLACE_BITS-1:0] place_q;   // of the slices that are due
  logic [24:0][7:0]      state_q, state_d;
  logic [4:0]            parity_q;  // of the slice before those that are due
  logic [95:0]           key_q;
  logic [1:0][15:0]      output_q;  // the first bytes of both halves, and the second ones
  logic                  decrypt_q;
  logic                  mismatch_q;  // some bit of the received tag was wrong

  logic key_transfer, bdi_transfer;
  assign key_transfer = key_valid && key_ready;
  assign bdi_transfer = bdi_valid && bdi_ready;

  // ---- what this pass does ----
  logic in_nonce, starts, absorbs, in_tag, pass_done;
  logic last_half, lacks_half, third_block, due, step, moves;
  logic [1:0] valid;
  assign in_nonce = phase_q == NONCE;
  assign starts = in_nonce && blocks_q[1];
  assign absorbs = phase_q == AD || phase_q == DATA;
  assign in_tag = phase_q == TAG;
  assign pass_done = &place_q;
  assign third_block = blocks_q[1];
  assign valid = second_q ? bdi_valid_bytes[1:0] : bdi_valid_bytes[3:2];
  assign last_half = bdi_eot && (second_q || !bdi_valid_bytes[1]);
  assign lacks_half = absorbs && second_q && !bdi_valid_bytes[1];
  assign due = in_nonce || absorbs || (in_tag && decrypt_q);
  assign step = (bdi_valid || !due) && (!bdo_valid || bdo_ready) && (!msg_auth_valid || msg_auth_ready) && !key_ready;
  assign moves = step && !lacks_half;

  // ---- bits of the slices that are due ----
  logic [3:0][WIDTH-1:0]  input_bits;  // the first byte on top
  logic [12:1][WIDTH-1:0] key_bits;
  logic [WIDTH-1:0]       constant;
  logic [1:0][WIDTH-1:0]  half;
  for (genvar i = 0; i < 4; i++) begin : gen_input_bits
    logic [7:0] lane_bits;
    assign lane_bits = bdi[8 * i +: 8];
    assign input_bits[i] = lane_bits[WIDTH * place_q +: WIDTH];
  end
  for (genvar i = 1; i < 13; i++) begin : gen_key_bits
    logic [7:0] lane_bits;
    assign lane_bits = key_q[8 * (12 - i) +: 8];
    assign key_bits[i] = lane_bits[WIDTH * place_q +: WIDTH] & {WIDTH{starts}};
  end
  logic [7:0] round_constant;
  assign round_constant = ROUND_CONSTANTS[8 * round_q +: 8];
  assign constant = round_constant[WIDTH * place_q +: WIDTH] & {WIDTH{!in_nonce}};
  assign half = second_q ? {input_bits[0], input_bits[1]} : {input_bits[2], input_bits[3]};

  // Behind the bytes of a step: two bits that say what they are of, and the 1 that begins the padding. The other end of it is in byte 2.
  logic [7:0]       marks, ends;
  logic [WIDTH-1:0] mark, end_mark;
  assign marks = {5'd0, absorbs, in_tag || (absorbs && (phase_q == DATA ^ last_half)), phase_q == DATA};
  assign ends = {4'd0, absorbs || in_tag, 3'd0};
  assign mark = marks[WIDTH * place_q +: WIDTH];
  assign end_mark = ends[WIDTH * place_q +: WIDTH];

  // ---- the end of a round: pi, chi, iota ----
  logic [24:0][WIDTH-1:0] b, c;
  for (genvar i = 0; i < 25; i++) begin : gen_chi
    localparam int ROW = i / 5 * 5;
    assign b[i] = state_q[lane(i)][WIDTH-1:0];
    assign c[i] = b[i] ^ (~b[ROW + (i + 1) % 5] & b[ROW + (i + 2) % 5] & {WIDTH{!in_nonce}}) ^ (i == 0 ? constant : '0);
  end

  // ---- what is added ----
  logic [24:0][WIDTH-1:0] d;
  logic [1:0][WIDTH-1:0]  rate, output_half;
  logic [1:0]             fills;  // bytes of the half that the message fills
  logic                   replaces;
  assign rate = {c[lane(1)], c[lane(0)]};
  assign fills = {absorbs && valid[0], absorbs && valid[1]};
  assign replaces = phase_q == DATA && decrypt_q;
  assign output_half = rate ^ (phase_q == DATA ? half : '0);

  always_comb begin
    d = c;
    for (int i = 0; i < 4; i++) begin
      if (in_nonce && blocks_q == 2'd0) d[lane(lane(lane(14 + i)))] ^= input_bits[3 - i];
      if (in_nonce && blocks_q == 2'd1) d[lane(lane(18 + i))] ^= input_bits[3 - i];
      if (starts && i < 2) d[lane(22 + i)] ^= input_bits[3 - i];
    end
    for (int i = 1; i < 13; i++) d[lane(i)] ^= key_bits[i];

    if (fills[0]) d[lane(0)] = half[0] ^ (replaces ? '0 : c[lane(0)]);
    else d[lane(0)] ^= mark;
    if (fills[1]) d[lane(1)] = half[1] ^ (replaces ? '0 : c[lane(1)]);
    else if (fills[0]) d[lane(1)] ^= mark;
    d[lane(2)] ^= end_mark ^ (fills[1] ? mark : '0);
  end

  // ---- the beginning of the next round: theta ----
  logic [4:0][WIDTH-1:0]  parity;
  logic [4:0][WIDTH:0]    parities;  // with the slice before
  logic [24:0][WIDTH-1:0] e;
  for (genvar x = 0; x < 5; x++) begin : gen_parity
    assign parity[x] = (d[x] ^ d[x + 5] ^ d[x + 10] ^ d[x + 15] ^ d[x + 20]) & {WIDTH{!in_nonce || starts}};
    assign parities[x] = {parity[x], parity_q[x]};
  end

  // ---- the state: theta's rest and rho with the last slices ----
  logic permutes, message_done;
  assign permutes = pass_done && (!in_nonce || starts);
  assign message_done = pass_done && in_tag && second_q && third_block;
  for (genvar i = 0; i < 25; i++) begin : gen_lanes
    localparam int LEFT = (i + 4) % 5;
    localparam int RIGHT = (i + 1) % 5;
    localparam int DISTANCE = int'(DISTANCES[3 * i +: 3]);
    logic [7:0] shifted, complete;
    assign e[i] = d[i] ^ parity[LEFT] ^ parities[RIGHT][WIDTH-1:0];
    assign shifted = {e[i], state_q[i][7:WIDTH]};
    assign complete = shifted ^ {7'd0, parity[RIGHT][WIDTH-1]};
    assign state_d[i] = permutes ? 8'({complete, complete} >> (8 - DISTANCE)) : shifted;
  end

  always_ff @(posedge clk) begin
    for (int i = 0; i < 25; i++) begin
      if (rst || (step && message_done)) state_q[lane(lane(lane(lane(i))))] <= CONSTANTS[8 * i +: 8];
      else if (moves) state_q[lane(lane(lane(lane(i))))] <= state_d[lane(lane(lane(lane(i))))];
    end
  end

  always_ff @(posedge clk) begin
    for (int x = 0; x < 5; x++) begin
      if (rst) parity_q[x] <= 1'b0;
      else if (step) parity_q[x] <= parity[x][WIDTH-1] && !pass_done;
    end
  end

  // ---- outputs ----
  logic [1:0][15:0] collected;
  logic             wrong;
  for (genvar i = 0; i < 2; i++) begin : gen_output
    assign collected[i] = {output_half[i], output_q[i][15:WIDTH]};
  end
  assign bdo = {collected[0][7:0], collected[1][7:0], collected[0][15:8], collected[1][15:8]};
  assign bdo_size = in_tag ? 3'd4 : bdi_size;
  assign bdo_valid = pass_done && second_q && (in_tag ? !decrypt_q : phase_q == DATA && bdi_size != 3'd0 && bdi_valid);

  assign wrong = half != output_half;
  assign msg_auth = !mismatch_q && !wrong;
  assign msg_auth_valid = message_done && decrypt_q && bdi_valid;

  assign key_ready = in_nonce && blocks_q == 2'd0 && place_q == '0 && key_update;
  assign bdi_ready = pass_done && due && (in_nonce || second_q) && (!bdo_valid || bdo_ready)
                  && (!msg_auth_valid || msg_auth_ready) && !key_ready;

  // ---- control ----
  logic turns, phase_done;
  assign turns = step && pass_done;

  always_comb begin
    unique case (phase_q)
      NONCE:    {phase_done, phase_d} = {starts, BEGIN};
      BEGIN:    {phase_done, phase_d} = {round_q == LAST_ROUND - 4'd1, AD};
      AD:       {phase_done, phase_d} = {second_q && bdi_eot, DATA};
      DATA:     {phase_done, phase_d} = {second_q && bdi_eot, STRIDE};
      STRIDE:   {phase_done, phase_d} = {round_q == LAST_ROUND - 4'd1, TAG};
      default:  {phase_done, phase_d} = {message_done, NONCE};
    endcase
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      phase_q <= NONCE;
      place_q <= '0;
      second_q <= 1'b0;
      blocks_q <= 2'd0;
    end else if (step) begin
      place_q <= place_q + 1'b1;
      if (pass_done) begin
        if (phase_done) phase_q <= phase_d;
        second_q <= !second_q && (in_tag || absorbs);
        if (in_nonce || (in_tag && second_q)) blocks_q <= third_block ? 2'd0 : blocks_q + 2'd1;
      end
    end
  end

  always_ff @(posedge clk) begin
    if (turns) begin
      if (in_nonce) round_q <= 4'd0;
      else if (phase_q == DATA && second_q && bdi_eot) round_q <= FIRST_OF_6;
      else if (round_q != LAST_ROUND) round_q <= round_q + 4'd1;
    end
  end

  always_ff @(posedge clk) begin
    if (key_transfer) key_q <= key;
    if (step) begin
      output_q <= collected;
      mismatch_q <= in_tag && (mismatch_q || wrong);
      if (in_nonce) decrypt_q <= decrypt;
    end
  end

  logic unused_inputs;
  assign unused_inputs = ^{bdi_type, bdi_eoi, bdi_partial, bdi_pad_loc, bdi_transfer};

endmodule
