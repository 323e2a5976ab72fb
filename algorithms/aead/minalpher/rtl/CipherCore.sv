// Minalpher v1.1: two permutations, a round of each a cycle, 18 cycles a block of AD or data.
//
// `data` encrypts or decrypts. `mac` takes AD, then ciphertext: in an encryption what `data` has just given, in a decryption what `data` takes, two
// cycles behind it. The last half of a round is in the cycle in which the next block is loaded.
//
// In the cycle in which data is loaded, and in the next one, the tweak is multiplied by y: it belongs to the block in `data` then.
//
//   state   what happens in it
//   Idle    takes a new key; or the nonce, from which `data` makes L, the tweak of data, and `mac` that of AD
//   Start   keeps the tweak of AD
//   Ad      takes AD; before a last block that is not full, the tweak is multiplied by y + 1; then keeps the tweak of data
//   Data    takes data, gives what `data` has made of the block before
//   Tag     gives the tag, or the verdict
module CipherCore (
  input  logic         clk,
  input  logic         rst,

  input  logic [127:0] key,
  input  logic         key_valid,
  output logic         key_ready,
  input  logic         key_update,
  input  logic         decrypt,

  input  logic [255:0] bdi,
  input  logic         bdi_valid,
  output logic         bdi_ready,
  input  logic [3:0]   bdi_type,
  input  logic         bdi_eot,
  input  logic         bdi_eoi,
  input  logic         bdi_partial,
  input  logic [5:0]   bdi_size,
  input  logic [31:0]  bdi_valid_bytes,
  input  logic [31:0]  bdi_pad_loc,

  output logic [255:0] bdo,
  output logic         bdo_valid,
  input  logic         bdo_ready,
  output logic [5:0]   bdo_size,

  output logic         msg_auth,
  output logic         msg_auth_valid,
  input  logic         msg_auth_ready
);

  localparam logic [4:0] Rounds = 5'd17;
  localparam logic [3:0] TypeAd = 4'd1;

  typedef enum logic [2:0] {Idle, Start, Ad, Data, Tag} state_e;
  state_e fsm_q, fsm_d;

  logic         decrypt_q;
  logic         twisted_q;   // the tweak is that of a last block of AD that is not full
  logic         follows_q;   // `data` holds a block
  logic         advances_q;  // `data` was loaded in the cycle before
  logic         second_q;    // `mac` takes what `data` took two cycles before
  logic         ended_q;     // the last block of data has been taken
  logic [127:0] key_q;
  logic [103:0] nonce_q;
  logic [4:0]   data_round_q, mac_round_q;  // Rounds when all are done
  logic [255:0] data_q, mac_q;
  logic [255:0] tweak_q;     // zero until Start
  logic [255:0] sum_q;       // what `mac` has made so far is this and what it holds; zero until Start

  // ---- what this cycle does ----
  logic data_done, mac_done, step;
  logic takes_key, takes_npub, starts, is_ad, switches, twists, takes_ad, loads_data, ends, tags;
  logic takes_data, takes_output, fills_mac, is_last;

  assign data_done = data_round_q == Rounds;
  assign mac_done = mac_round_q == Rounds;

  assign takes_key = fsm_q == Idle && key_update;
  assign takes_npub = fsm_q == Idle && !key_update;
  assign starts = fsm_q == Start && mac_done;
  assign is_ad = fsm_q == Ad && mac_done && bdi_type == TypeAd;
  assign switches = fsm_q == Ad && mac_done && bdi_type != TypeAd;
  assign twists = is_ad && bdi_partial && !twisted_q;
  assign takes_ad = is_ad && !twists;
  assign loads_data = fsm_q == Data && data_done && !ended_q;
  assign ends = fsm_q == Data && data_done && ended_q;
  assign tags = fsm_q == Tag && mac_done;

  assign takes_data = second_q || (loads_data && !decrypt_q);
  assign takes_output = !decrypt_q && (ends || (loads_data && follows_q));
  assign fills_mac = takes_npub || takes_ad || takes_output || second_q;
  assign is_last = ends || ((second_q || takes_ad) && bdi_eot);

  // ---- handshakes: a cycle waits for all that it takes and gives ----
  logic needs_bdi, gives_bdo, gives_verdict;

  assign needs_bdi = takes_npub || (fsm_q == Ad && mac_done) || loads_data || second_q || gives_verdict;
  assign gives_bdo = ends || (loads_data && follows_q) || (tags && !decrypt_q);
  assign gives_verdict = tags && decrypt_q;
  assign step = (!takes_key || key_valid) && (!needs_bdi || bdi_valid) && (!gives_bdo || bdo_ready) && (!gives_verdict || msg_auth_ready);

  assign key_ready = takes_key;
  assign bdi_ready = (takes_npub || takes_ad || takes_data || gives_verdict) && (!gives_bdo || bdo_ready) && (!gives_verdict || msg_auth_ready);
  assign bdo_valid = gives_bdo && (!needs_bdi || bdi_valid);
  assign msg_auth_valid = gives_verdict && bdi_valid;

  always_comb begin
    fsm_d = fsm_q;
    if (takes_npub) fsm_d = Start;
    if (starts) fsm_d = Ad;
    if (switches) fsm_d = Data;
    if (ends) fsm_d = Tag;
    if (tags) fsm_d = Idle;
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      fsm_q <= Idle;
      {twisted_q, follows_q, advances_q, second_q, ended_q} <= '0;
    end else if (step) begin
      fsm_q <= fsm_d;
      twisted_q <= twists;
      follows_q <= fsm_q == Data && (follows_q || loads_data);
      advances_q <= loads_data;
      second_q <= advances_q && decrypt_q;
      ended_q <= fsm_q == Data && (ended_q || (takes_data && bdi_eot));
    end
  end

  always_ff @(posedge clk) begin
    if (rst) key_q <= '0;
    else if (takes_key && key_valid) key_q <= key;
    if (takes_npub && bdi_valid) {nonce_q, decrypt_q} <= {bdi[255-:104], decrypt};
  end

  // ---- the permutations ----
  logic         backward;
  logic [3:0]   data_constant;
  logic [255:0] data_shuffled, mac_shuffled, data_mixed, mac_mixed;

  // Backward the constants come the other way round, and before the mixing: behind it the rows 0 and 2 have changed places, and so have 1 and 3.
  assign backward = decrypt_q && fsm_q == Data;
  assign data_constant = backward ? (4'd0 - data_round_q[3:0]) ^ 4'd2 : data_round_q[3:0];

  MinalpherShuffle u_data_shuffle (
    .state(data_q),
    .shuffled(data_shuffled)
  );

  MinalpherMix u_data_mix (
    .state(data_shuffled),
    .constant(data_constant),
    .mixed(data_mixed)
  );

  MinalpherShuffle u_mac_shuffle (
    .state(mac_q),
    .shuffled(mac_shuffled)
  );

  MinalpherMix u_mac_mix (
    .state(mac_shuffled),
    .constant(mac_round_q[3:0]),
    .mixed(mac_mixed)
  );

  // ---- the tweaks ----
  // Times y in GF((2^8)^32), where y^32 = y^3 + y^2 + x and x^8 = x^7 + x^5 + x + 1; and divided by it.
  function automatic logic [255:0] by_y(input logic [255:0] a);
    logic [7:0] carry;
    carry = a[255:248];
    by_y = {a[247:0], 8'h00} ^ {224'b0, carry, carry, 8'h00, {carry[6:0], 1'b0} ^ (8'hA3 & {8{carry[7]}})};
  endfunction

  function automatic logic [255:0] over_y(input logic [255:0] a);
    logic [7:0] carry;
    carry = {1'b0, a[7:1]} ^ (8'hD1 & {8{a[0]}});
    over_y = {8'h00, a[255:8]} ^ {carry, 224'b0, carry, carry, 8'h00};
  endfunction

  logic [255:0] next_tweak, data_tweak, mac_tweak, seed;

  assign next_tweak = by_y(tweak_q);
  assign data_tweak = by_y(next_tweak);
  assign mac_tweak = next_tweak ^ (tweak_q & {256{is_last || twists}});
  assign seed = {key_q, 24'h400000, nonce_q};  // from which the tweak of data is made

  always_ff @(posedge clk) begin
    if (rst || (tags && step)) tweak_q <= '0;
    else if (step && starts) tweak_q <= mac_shuffled ^ {key_q, 128'b0};
    else if (step && switches) tweak_q <= over_y(data_shuffled ^ seed);
    else if (step && (is_ad || loads_data || advances_q)) tweak_q <= mac_tweak;
  end

  // ---- what is loaded ----
  logic [255:0] output_block, input_block, mac_input, total;

  assign output_block = data_shuffled ^ tweak_q;
  assign input_block = takes_npub ? {key_q, 24'h400000, bdi[255-:104]} : bdi;
  assign total = mac_shuffled ^ sum_q;
  assign mac_input = (takes_output ? output_block : takes_npub ? {key_q, 128'b0} : bdi) ^ mac_tweak;

  always_ff @(posedge clk) begin
    if (rst) data_round_q <= '0;
    else if (step && (takes_npub || loads_data)) data_round_q <= '0;
    else if (step && !data_done) data_round_q <= data_round_q + 1'b1;

    if (rst) mac_round_q <= '0;
    else if (step && fills_mac) mac_round_q <= '0;
    else if (step && !mac_done) mac_round_q <= mac_round_q + 1'b1;
  end

  always_ff @(posedge clk) begin
    if (step && (takes_npub || loads_data)) data_q <= input_block ^ data_tweak;
    else if (step && !data_done) data_q <= data_mixed;

    if (step && fills_mac) mac_q <= mac_input ^ (total & {256{is_last}});
    else if (step && !mac_done) mac_q <= mac_mixed;

    if (rst || (tags && step)) sum_q <= '0;
    else if (step && (starts || takes_ad || takes_output || second_q)) sum_q <= (total & {256{!is_last}}) ^ mac_tweak;
  end

  assign bdo = tags ? {total[255:128], 128'b0} : output_block;
  assign bdo_size = tags ? 6'd16 : 6'd32;
  assign msg_auth = total[255:128] == bdi[255:128];

  logic unused_inputs;
  assign unused_inputs = ^{bdi_eoi, bdi_size, bdi_valid_bytes, bdi_pad_loc};

endmodule
