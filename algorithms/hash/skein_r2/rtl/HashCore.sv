// Skein-512-256 of round 2: four rounds a cycle, 19 cycles a block.
//
// A block is taken in a cycle of its own, in which the first subkey is added to it; 18 cycles of four rounds and a subkey follow. The output
// transform is a block of zeros more. The digest leaves with its last subkey. The key is a window of eight of its nine words, which moves by a
// word from subkey to subkey; behind the last one it is where it began.
module HashCore (
  input  logic         clk,
  input  logic         rst,

  input  logic [511:0] block,
  input  logic         block_valid,
  output logic         block_ready,
  input  logic         block_last,
  input  logic [6:0]   block_bytes,

  output logic [255:0] digest,
  output logic         digest_valid,
  input  logic         digest_ready
);

  // The chain value behind the block of the configuration, its first word least significant.
  localparam logic [511:0] INITIAL = {
    64'h7fe63d9bf94edeb8, 64'hafb7174bbd8feee9, 64'h8d5a3e904b1be9c8, 64'hc962dc0fc0046f2c,
    64'h1d2117356504425a, 64'he1a21465ee3fe124, 64'h7a6dac64c047c2b0, 64'h85a195b18b2264ec
  };
  localparam logic [63:0] PARITY = 64'h5555555555555555;  // the sum of the nine words of a key
  localparam logic [4:0] LAST_SUBKEY = 5'd18;
  localparam logic [6:0] COUNTER_BYTES = 7'd8;  // of what the output transform chains, the number of a block of output

  logic [4:0]       s_q;             // the number of the subkey that is added in this cycle
  logic [2:0]       turn_q;          // modulo 3, one-hot
  logic             rest_q;          // subkey 0, a block is taken
  logic             first_q;         // the first block of the message, or the output transform
  logic             last_q;          // the last block of the message, or the output transform
  logic             output_q;        // the output transform
  logic [60:0]      bytes_q;         // of what is chained, before this block in its first cycle, with it then
  logic [7:0][63:0] v_q, v_d, key_q, message_q;

  // ---- control ----
  logic load, step, done, block_end;
  assign block_ready = rest_q && !output_q;
  assign load = rest_q && (output_q || block_valid);
  assign block_end = s_q == LAST_SUBKEY;
  assign digest_valid = block_end && output_q;
  assign done = digest_valid && digest_ready;
  assign step = load || (!rest_q && !digest_valid) || done;

  always_ff @(posedge clk) begin
    if (rst || (step && block_end)) begin
      s_q <= 5'd0;
      turn_q <= 3'b001;
      rest_q <= 1'b1;
    end else if (step) begin
      s_q <= s_q + 5'd1;
      turn_q <= {turn_q[1:0], turn_q[2]};
      rest_q <= 1'b0;
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      first_q <= 1'b1;
      output_q <= 1'b0;
    end else if (step && block_end) begin
      first_q <= last_q;
      output_q <= last_q && !output_q;
    end
  end

  always_ff @(posedge clk) begin
    if (load) last_q <= block_last || output_q;
  end

  // ---- the tweak: bytes chained up to the end of the block, the type, the first and the last block ----
  logic [6:0]  added;
  logic [60:0] bytes_d;
  logic        last;

  assign added = output_q ? COUNTER_BYTES : block_bytes;
  assign bytes_d = bytes_q + 61'(added & {7{rest_q}});
  assign last = output_q || (rest_q ? block_last : last_q);

  always_ff @(posedge clk) begin
    if (rst || (step && block_end && last_q)) bytes_q <= '0;
    else if (load) bytes_q <= bytes_d;
  end

  logic [7:0][63:0] subkey;

  SkeinSubkey u_subkey (
    .key     (key_q),
    .position(64'(bytes_d)),
    .flags   ({last, first_q, 2'b11, {4{output_q}}}),
    .s       (s_q),
    .turn    (turn_q),
    .y       (subkey)
  );

  // ---- the state ----
  logic [7:0][63:0] words, after, chain_d;

  SkeinFourRounds u_rounds (
    .v     (v_q),
    .second(!s_q[0]),
    .y     (after)
  );

  always_comb begin
    for (int i = 0; i < 64; i++) begin  // the first byte of a word is its least significant
      words[i/8][8*(i%8) +: 8] = block[504-8*i +: 8] & {8{!output_q}};
    end
    for (int i = 0; i < 8; i++) begin
      v_d[i] = (rest_q ? words[i] : after[i]) + subkey[i];
      chain_d[i] = v_d[i] ^ message_q[i];
    end
    for (int i = 0; i < 32; i++) digest[248-8*i +: 8] = chain_d[i/8][8*(i%8) +: 8];
  end

  always_ff @(posedge clk) begin
    if (step) v_q <= v_d;
    if (load) message_q <= words;
  end

  always_ff @(posedge clk) begin
    if (rst || done) key_q <= INITIAL;
    else if (step && block_end) key_q <= chain_d;
    else if (step) key_q <= {PARITY ^ key_q[0] ^ key_q[1] ^ key_q[2] ^ key_q[3] ^ key_q[4] ^ key_q[5] ^ key_q[6] ^ key_q[7], key_q[7:1]};
  end

endmodule
