// Xoodyak as an authenticated cipher: a round of Xoodoo a cycle, 13 cycles a block. With WITH_HASH also as a hash function, on the same permutation.
//
// A block is added in a cycle of its own, so that nothing but the round is between the registers of the state. The padding and the colours go with it:
// that of the Up that follows, too. Byte i of the state has the bits from 8 i on; blocks have their first byte most significant, and are turned.
//
//   state    a cycle
//   Idle     takes the key, or the nonce, which is added with the key, or the first block of a message to hash
//   Round    a round
//   Add      adds a block; the output of one of data leaves
//   Tag      gives the tag, or takes the one that came and tells whether it is right; gives half a digest, the first one in the cycle of a round
module CipherCore (
  input  logic         clk,
  input  logic         rst,

  input  logic [127:0] key,
  input  logic         key_valid,
  output logic         key_ready,
  input  logic         key_update,

  input  logic         decrypt,

  input  logic [351:0] bdi,
  input  logic         bdi_valid,
  output logic         bdi_ready,
  input  logic [3:0]   bdi_type,
  input  logic         bdi_eot,
  input  logic         bdi_eoi,
  input  logic         bdi_partial,
  input  logic [5:0]   bdi_size,
  input  logic [43:0]  bdi_valid_bytes,
  input  logic [43:0]  bdi_pad_loc,

  output logic [191:0] bdo,
  output logic         bdo_valid,
  input  logic         bdo_ready,
  output logic [4:0]   bdo_size,

  output logic         msg_auth,
  output logic         msg_auth_valid,
  input  logic         msg_auth_ready
);

  localparam logic [3:0] AssociatedData = 4'd1;
  localparam logic [3:0] HashMessage = 4'd7;
  localparam logic [3:0] LastRound = 4'd11;
  localparam int unsigned DataBytes = 24;
  localparam int unsigned AdBytes = 44;
  localparam int unsigned HashBytes = 16;

`ifdef WITH_HASH
  localparam logic Hashes = 1'b1;
`else
  localparam logic Hashes = 1'b0;
`endif

  // Between messages: what Down adds beside key and nonce, which are the number of the nonce's bytes, the padding and the colour.
  localparam logic [383:0] AtRest = {8'h02, 104'd0, 8'h01, 8'h10, 256'd0};

  // What a message to hash has there: the colour of its first block.
  localparam logic [383:0] HashAtRest = {8'h01, 376'd0};

  typedef enum logic [1:0] {
    Idle,
    Round,
    Add,
    Tag
  } state_e;
  state_e fsm_q, fsm_d;

  logic [383:0] state_q;
  logic [127:0] key_q;
  logic [3:0]   round_q;
  logic         decrypt_q, eoi_q, absorbs_q;  // absorbs_q: AD has not begun
  logic         hash_q, squeezed_q;  // the message is one to hash; the first half of its digest is out

  // ---- control ----
  logic is_ad, is_hash, is_data, has_output, last_round, take, squeeze, done;

  assign is_ad = bdi_type == AssociatedData;
  assign is_hash = Hashes && bdi_type == HashMessage;
  assign is_data = !is_ad && !is_hash;
  assign has_output = is_data && bdi_size != 6'd0;
  assign last_round = round_q == LastRound;
  assign take = bdi_valid && bdi_ready;
  assign squeeze = fsm_q == Tag && hash_q && !squeezed_q && bdo_ready;
  assign done = fsm_q == Tag && (decrypt_q ? take : bdo_ready) && !squeeze;
  assign key_ready = fsm_q == Idle && key_update;

  always_comb begin
    unique case (fsm_q)
      Idle: bdi_ready = !key_update;
      Add: bdi_ready = bdo_ready || !has_output;
      Tag: bdi_ready = decrypt_q && msg_auth_ready;
      default: bdi_ready = 1'b0;
    endcase
  end

  always_comb begin
    fsm_d = fsm_q;
    unique case (fsm_q)
      Idle, Add: if (take) fsm_d = Round;
      Round: if (last_round) fsm_d = eoi_q ? Tag : Add;
      Tag: if (done) fsm_d = Idle; else if (squeeze) fsm_d = Round;
    endcase
  end

  always_ff @(posedge clk) begin
    if (rst) fsm_q <= Idle;
    else fsm_q <= fsm_d;
  end

  always_ff @(posedge clk) begin
    if (key_valid && key_ready) key_q <= turned_key;
    if (fsm_q == Idle) {decrypt_q, absorbs_q, hash_q, squeezed_q} <= {decrypt, 1'b1, is_hash, 1'b0};
    else if (squeeze) squeezed_q <= 1'b1;
    if (fsm_q == Add && take) absorbs_q <= 1'b0;
    if (take) eoi_q <= bdi_eoi;
    round_q <= ((fsm_q == Round && !last_round) || squeeze) ? round_q + 4'd1 : 4'd0;
  end

  // ---- bytes in the order of the state: wiring, and two gates for the padding of each byte ----
  logic [127:0] turned_key;
  logic [351:0] block, padded;
  logic [43:0]  valid_bytes;

  for (genvar i = 0; i < 16; i++) begin : g_turned_key
    assign turned_key[8*i+:8] = key[8*(15-i)+:8];
  end
  for (genvar i = 0; i < AdBytes; i++) begin : g_block
    assign block[8*i+:8] = bdi[8*(AdBytes-1-i)+:8];
    assign valid_bytes[i] = bdi_valid_bytes[AdBytes-1-i];
    // 0x80 of the unit to 0x01
    assign padded[8*i+:8] = {block[8*i+7] && !bdi_pad_loc[AdBytes-1-i], block[8*i+1+:6], block[8*i] || bdi_pad_loc[AdBytes-1-i]};
  end

  // ---- what is added ----
  logic [383:0] kept, added;
  logic         add_key;
  logic [127:0] first, second;

  // Decryption has the ciphertext in place of the state, in the bytes of the message.
  always_comb begin
    kept = '1;
    for (int i = 0; i < DataBytes; i++) kept[8*i+:8] = {8{!(decrypt_q && is_data && valid_bytes[i] && fsm_q == Add)}};
  end

  assign add_key = fsm_q == Idle && !is_hash;
  assign first = add_key ? key_q : padded[127:0];
  assign second = add_key ? block[127:0] : padded[255:128];

  always_comb begin
    added = {32'd0, padded[351:256], second, first};
    if (fsm_q == Add) begin
      added[8*DataBytes] ^= is_data && !bdi_partial;
      added[8*AdBytes] ^= is_ad && !bdi_partial;
      added[383-:8] ^= {is_ad && bdi_eot, is_data && bdi_eot, 4'd0, {2{absorbs_q && !is_hash}}};
    end
    added[8*HashBytes] ^= is_hash && !bdi_partial;
    if (fsm_q == Idle && is_hash) added ^= AtRest ^ HashAtRest;
  end

  // ---- Xoodoo ----
  logic [383:0] after_round;

  XoodooRound u_round (
    .x    (state_q ^ {383'd0, squeeze}),  // the padding of the empty block between both halves of a digest
    .round(round_q),
    .y    (after_round)
  );

  always_ff @(posedge clk) begin
    if (rst || done) state_q <= AtRest;
    else if (fsm_q == Round || squeeze) state_q <= after_round;
    else if (take) state_q <= (state_q & kept) ^ added;
  end

  // ---- outputs ----
  logic [191:0] rate;

  for (genvar i = 0; i < DataBytes; i++) begin : g_rate
    assign rate[8*i+:8] = state_q[8*(DataBytes-1-i)+:8];
  end

  assign bdo = fsm_q == Tag ? rate : bdi[351-:192] ^ rate;
  assign bdo_size = fsm_q == Tag ? 5'd16 : bdi_size[4:0];
  assign bdo_valid = fsm_q == Tag ? !decrypt_q : fsm_q == Add && bdi_valid && has_output;

  assign msg_auth = bdi[351-:128] == rate[191-:128];
  assign msg_auth_valid = fsm_q == Tag && decrypt_q && bdi_valid;

endmodule
