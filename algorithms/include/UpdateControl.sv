// Control of an authenticated cipher that updates its state once a cycle and takes a block of 32 bytes with each update.
//
// START rests until the nonce comes and runs `LastOfStart` updates behind it; BLOCKS takes AD and data; FINISH takes the lengths in its first
// cycle and runs `LastOfFinish` updates behind it; in TAG the tag leaves, or is compared with the one that came.
module UpdateControl #(
  parameter  int unsigned LastOfStart = 10,
  parameter  int unsigned LastOfFinish = 7,
  localparam int unsigned CountBits = $clog2((LastOfStart > LastOfFinish ? LastOfStart : LastOfFinish) + 1)
) (
  input  logic        clk,
  input  logic        rst,

  input  logic        key_valid,
  output logic        key_ready,
  input  logic        key_update,
  input  logic        decrypt,

  input  logic        bdi_valid,
  output logic        bdi_ready,
  input  logic [3:0]  bdi_type,
  input  logic        bdi_eot,
  input  logic        bdi_eoi,
  input  logic [5:0]  bdi_size,

  output logic        bdo_valid,
  input  logic        bdo_ready,
  output logic [5:0]  bdo_size,

  output logic        msg_auth_valid,
  input  logic        msg_auth_ready,

  output logic                 in_start,
  output logic                 in_blocks,
  output logic                 in_finish,
  output logic                 in_tag,
  output logic [CountBits-1:0] count,         // cycles of START or FINISH before this one
  output logic                 rests,         // the first cycle of START: the nonce, or a key, may come
  output logic                 decrypts,      // a block of ciphertext is offered
  output logic                 compares,      // the tag that came is offered, or will be
  output logic                 step,          // the state changes with the end of this cycle
  output logic                 message_done,
  output logic                 key_transfer,
  output logic [31:0]          ad_length,     // in bytes
  output logic [31:0]          data_length
);

  localparam logic [3:0] SegmentAd = 4'd1;
  localparam logic [3:0] SegmentCiphertext = 4'd5;
  localparam logic [5:0] TagBytes = 6'd16;

  typedef enum logic [1:0] {START, BLOCKS, FINISH, TAG} phase_t;

  phase_t               phase_q, phase_d;
  logic [CountBits-1:0] count_q;
  logic [31:0]          ad_length_q, length_q, length_d;  // of AD, once it ended; of what is under way
  logic                 decrypt_q;
  logic                 last_q;  // the nonce ended the input

  logic bdi_transfer, is_data, phase_done;
  assign key_transfer = key_valid && key_ready;
  assign bdi_transfer = bdi_valid && bdi_ready;
  assign is_data = bdi_type != SegmentAd;

  assign in_start = phase_q == START;
  assign in_blocks = phase_q == BLOCKS;
  assign in_finish = phase_q == FINISH;
  assign in_tag = phase_q == TAG;
  assign count = count_q;
  assign rests = in_start && count_q == '0;
  assign decrypts = in_blocks && bdi_type == SegmentCiphertext;
  assign compares = in_tag && decrypt_q;
  assign ad_length = ad_length_q;
  assign data_length = length_q;

  // ---- ports ----
  assign key_ready = rests && key_update;
  assign bdo_valid = in_tag ? !decrypt_q : in_blocks && is_data && bdi_valid;
  assign bdo_size = in_tag ? TagBytes : bdi_size;
  assign msg_auth_valid = compares && bdi_valid;

  always_comb begin
    unique case (phase_q)
      START:   bdi_ready = rests && !key_update;
      BLOCKS:  bdi_ready = bdo_ready || !is_data;
      FINISH:  bdi_ready = 1'b0;
      default: bdi_ready = decrypt_q && msg_auth_ready;
    endcase
  end

  // ---- phases ----
  assign step = in_finish || (in_start && !rests) || bdi_transfer;
  assign message_done = in_tag && ((bdo_valid && bdo_ready) || (msg_auth_valid && msg_auth_ready));

  always_comb begin
    unique case (phase_q)
      START:   phase_done = count_q == CountBits'(LastOfStart);
      BLOCKS:  phase_done = bdi_transfer && bdi_eoi;
      FINISH:  phase_done = count_q == CountBits'(LastOfFinish);
      default: phase_done = message_done;
    endcase
  end

  always_comb begin
    unique case (phase_q)
      START:   phase_d = last_q ? FINISH : BLOCKS;
      BLOCKS:  phase_d = FINISH;
      FINISH:  phase_d = TAG;
      default: phase_d = START;
    endcase
  end

  always_ff @(posedge clk) begin
    if (rst) phase_q <= START;
    else if (phase_done) phase_q <= phase_d;
  end

  always_ff @(posedge clk) begin
    if (rst || phase_done) count_q <= '0;
    else if (step && !in_blocks) count_q <= count_q + 1'b1;
  end

  always_ff @(posedge clk) begin
    if (rests) begin
      decrypt_q <= decrypt;
      last_q <= bdi_eoi;
    end
  end

  // ---- lengths ----
  // Only the last block of a type is not full: the lower bits are zero before it.
  assign length_d = {length_q[31:5] + 27'(bdi_size[5]), bdi_size[4:0]};

  always_ff @(posedge clk) begin
    if (rests) begin
      length_q <= '0;
      ad_length_q <= '0;
    end else if (bdi_transfer) begin
      if (!is_data && bdi_eot) {ad_length_q, length_q} <= {length_d, 32'd0};
      else length_q <= length_d;
    end
  end

endmodule
