// Ketje-Jr v2 (2016): one round of Keccak-p*[200] a cycle, so a step of 16 bits a cycle and 2 cycles a block of 32.
//
// Everything that is added to the state before a permutation is added in the cycle of its first round. The first two words of the nonce are put
// into the state, with constants around them; the third and the key are added with the first round.
// The permutation is the twisted one; the state is kept as Keccak has it, so that a byte of the cipher is a lane on its way back through pi.
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

  localparam logic [3:0] FIRST_OF_6 = 4'd6;
  localparam logic [3:0] LAST_ROUND = 4'd11;

  // The bytes of the key pack and of the padding, at both ends of key and nonce.
  localparam logic [199:0] CONSTANTS = {8'h81, 80'd0, 8'h01, 96'd0, 8'd14};

  typedef enum logic [2:0] {NONCE, BEGIN, AD, DATA, STRIDE, TAG} phase_t;

  // The lane where the cipher has byte `i`.
  function automatic int lane(input int i);
    lane = (i % 5 + 3 * (i / 5)) % 5 + 5 * (i % 5);
  endfunction

  phase_t           phase_q, phase_d;
  logic             second_q;  // the second half of a block
  logic [1:0]       blocks_q;  // done of the nonce or of the tag
  logic [3:0]       round_q;  // the last one where a step is due
  logic [24:0][7:0] state_q, next;
  logic [95:0]      key_q;
  logic [15:0]      first_half_q;  // of the output
  logic             decrypt_q;
  logic             mismatch_q;  // some block of the received tag was wrong

  logic key_transfer, bdi_transfer;
  assign key_transfer = key_valid && key_ready;
  assign bdi_transfer = bdi_valid && bdi_ready;

  // ---- the half of the block that is due ----
  logic [15:0] half;
  logic [1:0]  valid;
  logic        absorbs, ends_block, last_half, has_output;
  assign half = second_q ? bdi[15:0] : bdi[31:16];
  assign valid = second_q ? bdi_valid_bytes[1:0] : bdi_valid_bytes[3:2];
  assign absorbs = phase_q == AD || phase_q == DATA;
  assign ends_block = second_q || !bdi_valid_bytes[1];
  assign last_half = ends_block && bdi_eot;
  assign has_output = phase_q == DATA && ends_block && bdi_size != 3'd0;

  // ---- what is added before the round ----
  logic       starts, replaces;
  logic [2:0] mark;  // behind the bytes: two bits that say what they are of, and the 1 that begins the padding
  logic [1:0][7:0] output_half;
  assign starts = phase_q == NONCE;
  assign mark = {1'b1, phase_q == DATA ^ last_half, phase_q == DATA};
  assign replaces = phase_q == DATA && decrypt_q;
  assign output_half = {state_q[lane(0)], state_q[lane(1)]} ^ (phase_q == DATA ? half : 16'd0);

  logic [24:0][7:0] x;
  logic [2:0][7:0]  added;
  always_comb begin
    added = '0;
    if (absorbs) begin
      added = {8'd8, half[7:0], half[15:8] & {8{valid[1]}}};  // an empty block has a byte of padding
      if (!valid[1]) added[0][2:0] |= mark;
      if (valid == 2'b10) added[1][2:0] |= mark;
      if (valid[0]) added[2][2:0] |= mark;
    end
    if (phase_q == TAG) added = {8'd8, 8'd0, 8'd2};
  end

  for (genvar i = 0; i < 25; i++) begin : gen_added
    if (i < 2) begin : gen_rate
      assign x[lane(i)] = (state_q[lane(i)] & ~{8{replaces && valid[1 - i]}}) ^ added[i] ^ (i == 1 && starts ? key_q[95:88] : 8'd0);
    end else if (i < 13) begin : gen_key
      assign x[lane(i)] = state_q[lane(i)] ^ (starts ? key_q[8 * (12 - i) +: 8] : 8'd0) ^ (i == 2 ? added[2] : 8'd0);
    end else if (i == 22 || i == 23) begin : gen_nonce
      assign x[lane(i)] = state_q[lane(i)] ^ (starts ? bdi[8 * (25 - i) +: 8] : 8'd0);
    end else begin : gen_rest
      assign x[lane(i)] = state_q[lane(i)];
    end
  end

  // ---- the round ----
  logic [3:0] round;
  assign round = (phase_q == DATA && last_half) ? FIRST_OF_6 : round_q;

  KetjeRound u_round (
    .a    (x),
    .round(round),
    .next (next)
  );

  // ---- outputs ----
  logic third_block, wrong;
  assign third_block = blocks_q == 2'd2;
  assign wrong = bdi != {first_half_q, output_half};

  assign bdo = {second_q ? first_half_q : output_half, output_half};
  assign bdo_size = phase_q == TAG ? 3'd4 : bdi_size;
  assign bdo_valid = phase_q == TAG ? second_q && !decrypt_q : has_output && bdi_valid;

  assign msg_auth = !mismatch_q && !wrong;
  assign msg_auth_valid = phase_q == TAG && second_q && decrypt_q && bdi_valid && third_block;

  assign key_ready = starts && blocks_q == 2'd0 && key_update;

  always_comb begin
    unique case (phase_q)
      NONCE:   bdi_ready = !key_ready;
      AD:      bdi_ready = ends_block;
      DATA:    bdi_ready = ends_block && (bdo_ready || !has_output);
      TAG:     bdi_ready = second_q && decrypt_q && (msg_auth_ready || !third_block);
      default: bdi_ready = 1'b0;
    endcase
  end

  // ---- control ----
  logic loads, step, phase_done;
  assign loads = starts && bdi_transfer && !bdi_eot;

  always_comb begin
    unique case (phase_q)
      NONCE:    step = bdi_transfer && bdi_eot;
      AD, DATA: step = bdi_valid && (bdo_ready || !has_output);
      TAG:      step = !second_q || (decrypt_q ? bdi_transfer : bdo_ready);
      default:  step = 1'b1;
    endcase
  end

  logic second_follows;
  assign second_follows = !second_q && (phase_q == TAG || (absorbs && bdi_valid_bytes[1]));

  always_comb begin
    unique case (phase_q)
      NONCE:    phase_done = step;
      AD, DATA: phase_done = step && last_half;
      TAG:      phase_done = step && second_q && third_block;
      default:  phase_done = round_q == LAST_ROUND;
    endcase
  end

  always_comb begin
    unique case (phase_q)
      NONCE:   phase_d = BEGIN;
      BEGIN:   phase_d = AD;
      AD:      phase_d = DATA;
      DATA:    phase_d = STRIDE;
      STRIDE:  phase_d = TAG;
      default: phase_d = NONCE;
    endcase
  end

  always_ff @(posedge clk) begin
    if (rst) phase_q <= NONCE;
    else if (phase_done) phase_q <= phase_d;
  end

  always_ff @(posedge clk) begin
    if (rst) second_q <= 1'b0;
    else if (step) second_q <= second_follows;
  end

  always_ff @(posedge clk) begin
    if (starts) round_q <= {3'd0, step};  // 0 is there before the third word of a nonce is
    else if (step && round != LAST_ROUND) round_q <= round + 4'd1;
  end

  always_ff @(posedge clk) begin
    if (rst) blocks_q <= 2'd0;
    else if (loads || (step && (starts || (phase_q == TAG && second_q)))) blocks_q <= third_block ? 2'd0 : blocks_q + 2'd1;
  end

  for (genvar i = 0; i < 25; i++) begin : gen_state
    if (i >= 14 && i < 18) begin : gen_first_word
      always_ff @(posedge clk) begin
        if (step || (loads && blocks_q == 2'd0)) state_q[lane(i)] <= starts && !bdi_eot ? bdi[8 * (17 - i) +: 8] : next[lane(i)];
      end
    end else if (i >= 18 && i < 22) begin : gen_second_word
      always_ff @(posedge clk) begin
        if (step || loads) state_q[lane(i)] <= starts && !bdi_eot ? bdi[8 * (21 - i) +: 8] : next[lane(i)];
      end
    end else begin : gen_constants
      always_ff @(posedge clk) begin
        if (loads) state_q[lane(i)] <= CONSTANTS[8 * i +: 8];
        else if (step) state_q[lane(i)] <= next[lane(i)];
      end
    end
  end

  always_ff @(posedge clk) begin
    if (key_transfer) key_q <= key;
    if (bdi_transfer) begin
      decrypt_q <= decrypt;
      mismatch_q <= phase_q == TAG && (mismatch_q || wrong);
    end
    if (!second_q) first_half_q <= output_half;
  end

  logic unused_inputs;
  assign unused_inputs = ^{bdi_type, bdi_eoi, bdi_partial, bdi_pad_loc};

endmodule
