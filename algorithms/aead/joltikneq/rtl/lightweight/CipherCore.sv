// Joltik≠-128-64 v1.3, a column of each word a cycle: a round of Joltik-BC-192 in 4 cycles, 132 cycles a block of AD or data.
//
// All words move by a column a cycle, in passes of 4 cycles: the key or the nonce comes in, a block is loaded, or a round is done. Both ShiftRows and
// the permutation of the tweakey move row r by some columns, the latter into the next row too. So a row is a shift register, whose first elements
// wait until it is their turn; and the round adds the tweakey as it enters its rows, in the order of the columns.
module CipherCore (
  input  logic         clk,
  input  logic         rst,

  input  logic [127:0] key,
  input  logic         key_valid,
  output logic         key_ready,
  input  logic         key_update,
  input  logic         decrypt,

  input  logic [63:0]  bdi,
  input  logic         bdi_valid,
  output logic         bdi_ready,
  input  logic [3:0]   bdi_type,
  input  logic         bdi_eot,
  input  logic         bdi_eoi,
  input  logic         bdi_partial,
  input  logic [3:0]   bdi_size,
  input  logic [7:0]   bdi_valid_bytes,
  input  logic [7:0]   bdi_pad_loc,

  output logic [63:0]  bdo,
  output logic         bdo_valid,
  input  logic         bdo_ready,
  output logic [3:0]   bdo_size,

  output logic         msg_auth,
  output logic         msg_auth_valid,
  input  logic         msg_auth_ready
);

  localparam logic [3:0] SEGMENT_AD = 4'd1;

  localparam logic [5:0] FirstConstant = 6'o01;
  localparam logic [5:0] LastConstant = 6'o61;
  localparam logic [5:0] ConstantOf31 = 6'o70;
  localparam logic [5:0] ConstantOf1 = 6'o03;

  localparam logic [63:0] Sbox = 64'he4b2_3809_1a7f_6c5d;
  localparam logic [63:0] InverseSbox = 64'h6834_1eca_5792_df0b;

  // The block that is under way, or done where the cipher does not run.
  typedef enum logic [2:0] {IDLE, START, AD, DATA, PARTIAL, TAG} phase_t;

  // Products in GF(2^4), with x^4 = x + 1.
  function automatic logic [3:0] twice(input logic [3:0] x);
    twice = {x[2:1], x[0] ^ x[3], x[3]};
  endfunction

  function automatic logic [3:0] half(input logic [3:0] x);
    half = {x[0], x[3:2], x[1] ^ x[0]};
  endfunction

  function automatic logic [15:0] column_of(input logic [63:0] block, input logic [1:0] place);
    column_of = block[{~place, 4'd0} +: 16];
  endfunction

  phase_t      phase_q;
  logic [1:0]  place_q;          // of a column in its word
  logic [5:0]  constant_q;
  logic        running_q;        // rounds 1 to 32
  logic        last_q;           // round 32
  logic        backward_q;       // the direction of the block under way
  logic        ends_q;           // the block under way is the last one
  logic        carry_q;          // of the lower half of the number into the upper one
  logic        decrypt_q;
  logic        mismatch_q;       // some nibble of the received tag was wrong
  logic [63:0] numbers_q;        // the nonce, 28 bits of the block's number, 4 without meaning
  logic [63:0] checksum_q;       // of the plaintext
  logic [63:0] auth_q;           // the sum of AD

  // ---- what this cycle does ----
  logic first, pass_done, idle, takes_npub, done, awaits_next, loads_ad, loads_data, loads_partial, loads_tag, leaves, ends_partial, ends_tag;
  assign first = place_q == 2'd0;
  assign pass_done = place_q == 2'd3;
  assign idle = phase_q == IDLE;
  assign takes_npub = idle && !key_update;
  assign done = !running_q && !idle;
  assign awaits_next = done && !ends_q;
  assign loads_ad = awaits_next && bdi_type == SEGMENT_AD;
  assign loads_data = awaits_next && bdi_type != SEGMENT_AD && !bdi_partial;
  assign loads_partial = awaits_next && bdi_type != SEGMENT_AD && bdi_partial;
  assign loads_tag = done && ends_q && phase_q != TAG;
  assign leaves = done && first;
  assign ends_partial = last_q && phase_q == PARTIAL;
  assign ends_tag = last_q && phase_q == TAG;

  // ---- handshakes: a block stays until its last column, a partial one until it leaves ----
  logic tag_leaves, due, takes_block, gives_block, step, moves;
  assign tag_leaves = done && phase_q == TAG;
  assign due = takes_npub || awaits_next || ends_partial || (phase_q == PARTIAL && leaves) || (decrypt_q && (ends_tag || tag_leaves));
  assign takes_block = (pass_done && (takes_npub || loads_ad || loads_data)) || (phase_q == PARTIAL && leaves) || (decrypt_q && tag_leaves);
  assign gives_block = leaves && (phase_q == DATA || phase_q == PARTIAL || (phase_q == TAG && !decrypt_q));

  assign key_ready = idle && key_update && pass_done;
  assign bdi_ready = takes_block && (!gives_block || bdo_ready) && (!msg_auth_valid || msg_auth_ready);
  assign bdo_valid = gives_block && (!due || bdi_valid);
  assign bdo_size = phase_q == PARTIAL ? bdi_size : 4'd8;
  assign msg_auth = !mismatch_q;
  assign msg_auth_valid = tag_leaves && decrypt_q && bdi_valid;

  assign step = (!due || bdi_valid) && (!gives_block || bdo_ready) && (!msg_auth_valid || msg_auth_ready)
             && (!(idle && key_update) || key_valid);
  assign moves = step && !tag_leaves;

  logic        backward, round_forward, round_backward;
  logic [15:0] input_column;
  assign backward = running_q ? backward_q : loads_data && decrypt_q;
  assign round_forward = running_q && !backward_q;
  assign round_backward = running_q && backward_q;
  assign input_column = column_of(bdi, place_q);

  // ---- the tweak: the number begins anew behind AD, and counts from its last column, with the carry in the next pass ----
  logic        restarts, counts, carry_d;
  logic [15:0] number, counted, tweak;
  logic [3:0]  stage;
  assign restarts = done && phase_q == AD && !loads_ad && place_q[1];
  assign number = (numbers_q[63:48] & {16{!restarts}}) | {12'd0, {4{pass_done}}};
  assign counts = pass_done ? done && !loads_partial : place_q == 2'd2 && carry_q;
  assign {carry_d, counted} = {1'b0, number} + 17'(counts);

  // The nibble before a column is where it went in.
  assign stage = {1'b0, awaits_next ? bdi_partial : phase_q == PARTIAL, loads_ad, loads_tag};
  assign tweak[15:12] = first ? stage : numbers_q[3:0] & {4{!loads_ad || pass_done}};
  assign tweak[11:0] = number[15:4] & {12{!loads_ad || place_q[1]}};

  // ---- the subtweakey, and what else is added ----
  //
  // 2^32 is 4, and 4^32 is 3. The second word rests as twice the key's; loading takes half of this, and a quarter of 4 times the tweak; or to decrypt
  // 2 times and 4 times these, the tweakey behind round 32. Before its last step the second word is as it was.
  logic        doubles;
  logic [15:0] added, key_1, key_2;
  logic [15:0] tk1_out, tk2_out, tk3_out, subtweakey;  // row 0 last
  assign doubles = running_q ? !backward_q : backward || idle;
  assign key_1 = column_of(key[127:64], place_q);
  assign key_2 = column_of(key[63:0], place_q);

  for (genvar r = 0; r < 4; r++) begin : gen_tweakey
    localparam int Before = (r + 3) % 4;
    localparam int Behind = (r + 1) % 4;
    logic [3:0]  in1, in2, in3, product2, product3;
    logic [15:0] row1, row2, row3;
    logic        unused_rows;
    assign unused_rows = ^{row1[15:4], row2[15:4], row3};

    assign in1 = idle ? key_1[4*(3-r)+:4] : round_forward ? tk1_out[4*Before+:4] : round_backward ? tk1_out[4*Behind+:4] : row1[3:0];
    assign in2 = idle ? key_2[4*(3-r)+:4] : round_forward ? tk2_out[4*Before+:4] : round_backward ? tk2_out[4*Behind+:4] : row2[3:0];
    assign in3 = round_forward ? tk3_out[4*Before+:4] : round_backward ? tk3_out[4*Behind+:4] : twice(twice(tweak[4*(3-r)+:4]));
    assign product2 = doubles ? twice(in2) : half(in2);
    assign product3 = doubles ? twice(twice(in3)) : half(half(in3));
    assign subtweakey[4*r+:4] = in1 ^ product2 ^ product3;

    // The permutation moves row r by r columns to the right.
    JoltikRow #(.FORWARD((4 - r) % 4), .BACKWARD(Before)) u_tk1 (
      .clk, .moves(moves && !takes_npub), .forward(round_forward), .backward(round_backward), .place(place_q),
      .in(in1), .out(tk1_out[4*r+:4]), .row(row1)
    );
    JoltikRow #(.FORWARD((4 - r) % 4), .BACKWARD(Before)) u_tk2 (
      .clk, .moves(moves && !takes_npub), .forward(round_forward), .backward(round_backward), .place(place_q),
      .in(last_q ? in2 : product2), .out(tk2_out[4*r+:4]), .row(row2)
    );
    JoltikRow #(.FORWARD((4 - r) % 4), .BACKWARD(Before)) u_tk3 (
      .clk, .moves(moves && !takes_npub), .forward(round_forward), .backward(round_backward), .place(place_q),
      .in(product3), .out(tk3_out[4*r+:4]), .row(row3)
    );
  end

  logic [15:0] of_place;
  assign of_place = first ? 16'h0123 : {2{1'b0, constant_q[5:3], 1'b0, constant_q[2:0]}} & {16{place_q == 2'd1}};
  assign added = {subtweakey[3:0], subtweakey[7:4], subtweakey[11:8], subtweakey[15:12]} ^ of_place
               ^ (input_column & {16{loads_ad || loads_data || ends_partial}})
               ^ (checksum_q[63:48] & {16{loads_tag}}) ^ (auth_q[63:48] & {16{ends_tag}});

  // ---- a column of the round, or of the block that is loaded ----
  logic [15:0] substituted, to_mix, result;
  logic [3:0]  a, b, c, d, even, odd, upper, lower, four_even, four_odd, eight_upper, eight_lower;
  logic        mixes;

  for (genvar r = 0; r < 4; r++) begin : gen_state
    logic [3:0]  x;
    logic [15:0] row;
    JoltikRow #(.FORWARD(r), .BACKWARD((4 - r) % 4)) u_state (
      .clk, .moves, .forward(round_forward), .backward(round_backward), .place(place_q),
      .in(result[4*(3-r)+:4]), .out(x), .row
    );
    assign substituted[4*(3-r)+:4] = (backward_q ? InverseSbox[{~x, 2'b00}+:4] : Sbox[{~x, 2'b00}+:4]) & {4{running_q}};
    for (genvar i = 0; i < 4; i++) begin : gen_bdo
      assign bdo[60-4*(4*i+r)+:4] = row[4*i+:4];
    end
  end

  // A decryption mixes the columns when it is loaded, and not in its last round. 9 a = a + 8 a and d a = a + 4 a + 8 a.
  assign to_mix = substituted ^ (added & {16{backward}});
  assign mixes = !(last_q && backward_q);
  assign {a, b, c, d} = to_mix;
  assign even = (a ^ c) & {4{mixes}};
  assign odd = (b ^ d) & {4{mixes}};
  assign upper = (a ^ b) & {4{mixes}};
  assign lower = (c ^ d) & {4{mixes}};
  assign four_even = twice(twice(even));
  assign four_odd = twice(twice(odd));
  assign eight_upper = twice(twice(twice(upper)));
  assign eight_lower = twice(twice(twice(lower)));
  assign result = {a ^ lower ^ four_odd ^ eight_lower, b ^ lower ^ four_even ^ eight_lower,
                   c ^ upper ^ four_odd ^ eight_upper, d ^ upper ^ four_even ^ eight_upper}
                ^ (added & {16{!backward}});

  // ---- the sums: of a partial block that is decrypted the plaintext is added, and its padding, which `bdi` holds ----
  logic        adds_input;
  logic [1:0]  message, adds_result;
  logic [15:0] checksum_d;
  assign message = bdi_valid_bytes[{~place_q, 1'b0}+:2];
  assign adds_input = (loads_data && !decrypt_q) || ends_partial;
  for (genvar i = 0; i < 2; i++) begin : gen_checksum
    assign adds_result[i] = decrypt_q && last_q && (phase_q == DATA || (phase_q == PARTIAL && message[i]));
    assign checksum_d[8*i+:8] = checksum_q[48+8*i+:8]
                              ^ (adds_result[i] ? result[8*i+:8] : input_column[8*i+:8] & {8{adds_input}});
  end

  always_ff @(posedge clk) begin
    if (moves) begin
      numbers_q <= {numbers_q[47:0], takes_npub ? input_column : counted};
      checksum_q <= {checksum_q[47:0], takes_npub ? 16'd0 : checksum_d};
      auth_q <= {auth_q[47:0], takes_npub ? 16'd0 : auth_q[63:48] ^ (result & {16{last_q && phase_q == AD}})};
      mismatch_q <= last_q && (mismatch_q || result != input_column);
      if (pass_done) carry_q <= carry_d;
    end
  end

  // ---- control ----
  always_ff @(posedge clk) begin
    if (rst) begin
      phase_q <= IDLE;
      place_q <= 2'd0;
      running_q <= 1'b0;
      last_q <= 1'b0;
    end else if (step) begin
      if (tag_leaves) phase_q <= IDLE;
      else place_q <= place_q + 2'd1;
      if (pass_done) begin
        running_q <= done || (running_q && !last_q);
        last_q <= running_q && constant_q == (backward_q ? ConstantOf1 : ConstantOf31);
        if (takes_npub) phase_q <= START;
        if (loads_ad) phase_q <= AD;
        if (loads_data) phase_q <= DATA;
        if (loads_partial) phase_q <= PARTIAL;
        if (loads_tag) phase_q <= TAG;
      end
    end
  end

  always_ff @(posedge clk) begin
    if (step) begin
      if (takes_npub) decrypt_q <= decrypt;
      if (done && first) constant_q <= backward ? LastConstant : FirstConstant;
      else if (pass_done) constant_q <= backward ? {!(constant_q[0] ^ constant_q[5]), constant_q[5:1]}
                                                  : {constant_q[4:0], !(constant_q[5] ^ constant_q[4])};
      if (pass_done) begin
        backward_q <= backward;
        if (takes_npub || awaits_next) ends_q <= bdi_eoi;
      end
    end
  end

  logic unused_inputs;
  assign unused_inputs = ^{bdi_eot, bdi_pad_loc};

endmodule
