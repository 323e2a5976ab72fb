// The public half of the PreProcessor: takes instructions and headers off the PDI stream, collects words into blocks, pads, and sets the flags.
//
// One block register serves as collector and as output. While it is on offer, one word of the next block is taken ahead into a register of its own:
// a block of n words takes n cycles, a core that needs more never waits for words that are there in time, and no state of this unit, nor pdi_ready,
// has to wait for the core's bdi_ready within a cycle. Where a block is one word, that word enters in the cycle in which the core takes the last one.
//
// The last block of a segment that does not end its type is withheld until the next header is known: if that one is of length zero and ends the
// type, the withheld block is the one that carries `eot`.
// With EXPANDS the padding of data is encrypted with it: the command of a plaintext has the length of its ciphertext. A ciphertext comes in whole blocks,
// with Partial where the last one holds padding; its command does not count that one.
// With NSEC a segment of that many bits, the secret message number, comes behind the nonce, and has a command of its own.
// With HASH_BLOCK a message may be one to hash, of one class alone; its last segment has a command, whose length says nothing.
// With ANY_SEGMENTS a segment may end within a block, and be empty: its bytes wait in a Realigner for those of the next segment of the type.
//
// A message whose instruction or headers are none that this unit serves is refused: the rest of it is read, up to the end of the segment with Last;
// then `refuse` asks the PostProcessor for a FAILURE. `abandon` throws away what the core has of the message, and the core's key with it.
module PublicInput #(
    parameter int unsigned W = 32,
    parameter int unsigned NPUB = 128,
    parameter int unsigned NSEC = 0,  // of the secret message number; 0 where there is none
    parameter int unsigned TAG = 128,
    parameter int unsigned BLOCK = 128,  // of data, NPUB, NSEC and TAG
    parameter int unsigned AD_BLOCK = BLOCK,
    parameter int unsigned PAD_STYLE = 0,  // 0 none, 1 10*
    parameter int unsigned PAD_AD = 0,  // 1 incomplete, 2 complete, 4 empty
    parameter int unsigned PAD_DATA = 0,
    parameter int unsigned ANY_SEGMENTS = 0,  // 1 segments of AD and data of any length
    parameter int unsigned EXPANDS = 0,  // 1 the padding of data is encrypted with it
    parameter int unsigned HASH_BLOCK = 0,  // of a message to hash; 0 where there is none
    parameter int unsigned PAD_HASH = 0,
    localparam int unsigned BDI = (AD_BLOCK > BLOCK) ? AD_BLOCK : BLOCK,
    localparam int unsigned SZ = $clog2(BDI / 8 + 1)
) (
    input logic clk,
    input logic rst,

    input logic [W-1:0] pdi_data,
    input logic pdi_valid,
    output logic pdi_ready,

    output logic key_update,
    input logic key_taken,
    output logic key_drop,  // the key on offer was for a message that is refused
    output logic decrypt,

    output logic refuse,  // until `refused`
    output logic begins,  // a message begins
    output logic begun,  // a command of the message in force has been written
    input logic abandon,
    input logic refused,

    output logic [BDI-1:0] bdi,
    output logic bdi_valid,
    input logic bdi_ready,
    output logic [3:0] bdi_type,
    output logic bdi_eot,
    output logic bdi_eoi,
    output logic bdi_partial,
    output logic [SZ-1:0] bdi_size,
    output logic [BDI/8-1:0] bdi_valid_bytes,
    output logic [BDI/8-1:0] bdi_pad_loc,

    output logic [23:0] command,
    output logic command_valid,
    input logic command_ready
);
  localparam int unsigned BYTES = W / 8;
  localparam int unsigned LOW = $clog2(BYTES);
  localparam int unsigned WORDS = BDI / W;
  localparam int unsigned AD_LAST = AD_BLOCK / W - 1;  // last word of a block
  localparam int unsigned LAST = BLOCK / W - 1;
  localparam logic HASHES = HASH_BLOCK != 0;
  localparam int unsigned HASH_LAST = HASHES ? HASH_BLOCK / W - 1 : LAST;
  localparam logic ONE_WORD = WORDS > 1 && (AD_LAST == 0 || LAST == 0 || HASH_LAST == 0);  // blocks of one word beside longer ones
  localparam int unsigned INDEX = (WORDS > 1) ? $clog2(WORDS) : 1;
  localparam logic [2:0] AD_PADDING = (PAD_STYLE == 0) ? 3'b000 : 3'(PAD_AD);
  localparam logic [2:0] DATA_PADDING = (PAD_STYLE == 0) ? 3'b000 : 3'(PAD_DATA);
  localparam logic [2:0] HASH_PADDING = (PAD_STYLE == 0 || !HASHES) ? 3'b000 : 3'(PAD_HASH);

  localparam logic ANY = ANY_SEGMENTS != 0;
  localparam logic GROWS = EXPANDS != 0;
  localparam logic SECRET = NSEC != 0;
  localparam logic PADS = ANY || (AD_PADDING | DATA_PADDING | HASH_PADDING) != 3'b000;  // whether there are words that no bus word becomes

  typedef enum logic [2:0] {
    Instruction,
    Header,
    Segment,
    Data,
    Padding
  } state_e;
  state_e state_q, state_d, after_segment;

  // The instruction and the header in force.
  logic key_update_q, keyed_q, decrypt_q;
  logic [3:0] type_q;
  logic partial_q, header_eoi_q, eot_q, last_q;
  logic in_npub_q, in_nsec_q, in_ad_q, in_text_q, in_tag_q, in_hash_q;  // the class of the segment in force, or that it must have
  logic ended_q;  // the last segment ended its class
  logic eoi_q;  // bytes have come in a segment with EOI
  logic open_q;  // bytes of this type have come and its end has not
  logic begun_q, refused_q;

  logic [INDEX-1:0] index_q;  // word of the block
  logic hash_begins;  // the word between messages is the instruction HASH
  logic commands;  // the segment in force has a command
  logic header_begin, header_end, segment_done, in_block, block_end;
  logic is_length, fits, cut;
  logic pads_text, partial_block;
  logic command_partial;
  logic [15:0] command_length;

  logic step, load, load_flags, taken, room;
  logic emit, withhold, release_block, ends_type, last_of_input;
  logic bdi_valid_q;

  logic [15:0] length, left;
  logic empty, last_word;
  logic segment_whole;  // of the next bus word, as the SegmentCounter has it
  logic [LOW:0] segment_tail;
  logic [BYTES-1:0] segment_valid;

  // The word for the block: the bus word, or one put together from bytes of several.
  logic whole_word;
  logic [LOW:0] tail;
  logic [BYTES-1:0] word_valid, word_pad;
  logic [W-1:0] bus_word, message_word, word;
  logic complete;  // it goes into the block now: it is full, or ends its type
  logic held, spills;  // bytes wait for a word; they will when this word is gone
  logic release_waiting;  // the block that waits is complete, whether it is the last or not

  // ---------------------------------------------------------------------------------------------------------------- headers
  if (W >= 32) begin : gen_wide_header
    assign length = pdi_data[W-17-:16];
    assign header_begin = 1'b1;
    assign header_end = 1'b1;
  end else begin : gen_narrow_header
    logic [$clog2(32/W)-1:0] header_index_q;

    assign length = 16'({left, pdi_data});
    assign header_begin = header_index_q == '0;
    assign header_end = header_index_q == '1;

    always_ff @(posedge clk) begin
      if (rst) header_index_q <= '0;
      else if (state_q == Header && pdi_valid) header_index_q <= header_index_q + 1'b1;
    end
  end

  always_ff @(posedge clk) begin
    if (state_q == Header && pdi_valid && header_begin) begin
      {type_q, partial_q, header_eoi_q, eot_q, last_q} <= pdi_data[W-1-:8];
    end
  end

  always_ff @(posedge clk) begin
    if (state_q == Instruction) begin
      {in_npub_q, in_ad_q, in_text_q, in_tag_q} <= {!hash_begins, 3'b000};
      {ended_q, eoi_q, open_q} <= '0;
      if (!refused_q) begun_q <= 1'b0;
    end else if (state_q == Header && pdi_valid && header_begin) begin
      if (ended_q) {in_ad_q, in_text_q, in_tag_q, in_npub_q} <= {SECRET ? in_nsec_q : in_npub_q, in_ad_q, in_text_q, in_tag_q};
      ended_q <= 1'b0;
    end else if (segment_done && !is_length) begin
      ended_q <= eot_q;
      eoi_q <= eoi_q || (header_eoi_q && !empty);
      open_q <= !eot_q && (open_q || !empty);
      begun_q <= begun_q || command_valid;
    end
  end

  if (SECRET) begin : gen_secret
    always_ff @(posedge clk) begin
      if (state_q == Instruction) in_nsec_q <= 1'b0;
      else if (state_q == Header && pdi_valid && header_begin && ended_q) in_nsec_q <= in_npub_q;
    end
  end else begin : gen_no_secret
    assign in_nsec_q = 1'b0;
  end

  if (HASHES) begin : gen_hash
    assign hash_begins = pdi_data[W-1-:4] == 4'h8;

    always_ff @(posedge clk) begin
      if (state_q == Instruction) in_hash_q <= hash_begins;
    end
  end else begin : gen_no_hash
    assign {hash_begins, in_hash_q} = 2'b00;
  end

  assign command = {type_q, command_partial, eot_q, last_q, 1'b0, command_length};
  assign commands = in_text_q || in_nsec_q || (in_hash_q && eot_q);
  assign command_valid = state_q == Segment && commands && fits && !(ANY && empty && !eot_q);
  assign begun = begun_q;
  assign begins = state_q == Instruction && state_d == Header;

  // ---------------------------------------------------------------------------------------------------------------- what is served
  // A segment must be of the class that is due, and the last exactly where the message ends. EOI must stand on the last bytes of input, for the core
  // goes by it; a message to hash ends where its only class ends, whatever EOI says. LEN before the nonce, of use to a core that must know lengths ahead, is passed over.
  logic type_fits, last_fits, size_fits, bytes_fit, eoi_fits;
  logic in_one_segment;
  logic [15:0] due_bytes;  // in that one segment

  assign in_one_segment = in_npub_q || in_nsec_q || in_tag_q;
  assign due_bytes = in_tag_q ? 16'(TAG / 8) : in_nsec_q ? 16'(NSEC / 8) : 16'(NPUB / 8);
  assign type_fits =
      (in_npub_q && type_q == 4'd13) || (in_nsec_q && type_q == {3'b111, decrypt_q}) || (in_ad_q && type_q == 4'd1) || (in_text_q && type_q == {3'b010, decrypt_q}) || (in_tag_q && type_q == 4'd8) || (in_hash_q && type_q == 4'd7);
  assign last_fits = last_q == (eot_q && (in_tag_q || in_hash_q || (in_text_q && !decrypt_q)));
  assign bytes_fit = in_one_segment ? eot_q && left == due_bytes : ANY || eot_q || !empty;
  assign eoi_fits = in_tag_q || in_hash_q || (eoi_q ? empty : !(in_text_q && eot_q) || (header_eoi_q && !empty));

  assign is_length = in_npub_q && type_q == 4'd10;
  assign fits = !refused_q && (is_length ? !last_q : type_fits && last_fits && size_fits && eoi_fits);
  assign cut = !ANY && load && last_word && !eot_q && !(block_end && whole_word);  // only the last segment of a class may end within a block

  // The command of a last segment that is padded counts whole blocks: with that of the padding in an encryption, without it in a decryption. A ciphertext
  // must not be too long for its header. One that comes has whole blocks, and its padding in its last segment.
  if (GROWS) begin : gen_expansion
    localparam logic [15:0] IN_BLOCK = 16'(BLOCK / 8 - 1);
    logic whole, pads;

    assign whole = (left & IN_BLOCK) == '0;
    assign pads = eot_q && (!whole ? DATA_PADDING[0] : (empty && !open_q) ? DATA_PADDING[2] : DATA_PADDING[1]);
    assign command_partial = decrypt_q ? partial_q : pads;
    assign command_length = command_partial ? (left & ~IN_BLOCK) + (decrypt_q ? ~IN_BLOCK : IN_BLOCK + 1'b1) : left;

    assign pads_text = in_text_q && !decrypt_q;
    assign partial_block = !(block_end && whole_word) || (in_text_q && decrypt_q && partial_q && ends_type);

    always_comb begin
      size_fits = bytes_fit;
      if (pads_text && pads && (left | IN_BLOCK) == '1) size_fits = 1'b0;
      if (in_text_q && decrypt_q && !(whole && (eot_q ? !empty && (partial_q || DATA_PADDING != '1) : !partial_q))) size_fits = 1'b0;
    end
  end else begin : gen_same_length
    assign {command_partial, command_length, size_fits, pads_text} = {partial_q, left, bytes_fit, in_text_q};
    assign partial_block = !(block_end && whole_word);
  end

  always_ff @(posedge clk) begin
    if (rst || refused) refused_q <= 1'b0;
    else if ((state_q == Segment && !fits) || cut) refused_q <= 1'b1;
    else if (state_q == Instruction && state_d == Header && !hash_begins && (pdi_data[W-1-:3] != 3'b001 || !(keyed_q || key_update_q))) refused_q <= 1'b1;
  end

  // Between messages, the one before is still to be refused; the key that was to be its own goes first.
  assign refuse = state_q == Instruction && refused_q && !key_update_q;
  assign key_drop = state_q == Instruction && refused_q && key_update_q;

  SegmentCounter #(
      .W(W)
  ) u_counter (
      .clk(clk),
      .load(state_q == Header && pdi_valid),
      .length(length),
      .step(step || (state_q == Data && pdi_valid && is_length)),
      .left(left),
      .empty(empty),
      .whole_word(segment_whole),
      .last_word(last_word),
      .tail(segment_tail),
      .valid_bytes(segment_valid)
  );

  // ---------------------------------------------------------------------------------------------------------------- words
  for (genvar i = 0; i < BYTES; i++) begin : gen_byte
    assign bus_word[8*i+:8] = pdi_data[8*i+:8] & {8{segment_valid[i] && (!ANY || state_q == Data)}};
    assign word[8*i+:8] = message_word[8*i+:8] | {word_pad[i], 7'd0};
  end

  if (ANY) begin : gen_any
    logic [LOW:0] entering, waiting;
    logic [LOW+1:0] total;
    logic withheld_q;

    assign entering = (state_q != Data) ? '0 : segment_whole ? (LOW + 1)'(BYTES) : segment_tail;
    assign total = (LOW + 2)'(waiting) + (LOW + 2)'(entering);

    Realigner #(
        .W(W)
    ) u_realigner (
        .clk(clk),
        .clear(state_q == Segment && !open_q),
        .step(step),
        .in(bus_word),
        .in_size(entering),
        .out_size(whole_word ? (LOW + 1)'(BYTES) : '0),
        .out(message_word),
        .held(waiting)
    );

    assign whole_word = total >= (LOW + 2)'(BYTES);
    assign spills = total > (LOW + 2)'(BYTES);
    assign tail = (LOW + 1)'(total);
    assign word_valid = whole_word ? '1 : ~({BYTES{1'b1}} >> tail);
    assign held = waiting != '0;
    assign complete = whole_word || padding_word || (last_word && eot_q);
    assign release_waiting = withheld_q ? eot_q || !empty : open_q && eot_q && empty && !needs_padding;

    always_ff @(posedge clk) begin
      if (state_q == Instruction || release_block) withheld_q <= 1'b0;
      else if (emit && withhold && !refused_q) withheld_q <= 1'b1;
    end
  end else begin : gen_whole_blocks
    assign message_word = bus_word;
    assign {whole_word, tail, word_valid} = {segment_whole, segment_tail, segment_valid};
    assign {complete, held, spills} = 3'b100;
    assign release_waiting = open_q && !padding[1] && (eot_q || !empty);
  end

  // ---------------------------------------------------------------------------------------------------------------- padding
  logic [2:0] padding;  // of the type in force: {empty, complete, incomplete}
  logic needs_padding, padding_word;

  assign padding_word = PADS && state_q == Padding;
  assign padding = in_ad_q ? AD_PADDING : pads_text ? DATA_PADDING : in_hash_q ? HASH_PADDING : 3'b000;
  assign word_pad = ((padding[0] || (padding_word && !held)) && !whole_word) ? {1'b1, {BYTES - 1{1'b0}}} >> tail : '0;

  // After an empty segment, and after a last word that leaves no byte free: a padding word of its own. Bytes that wait then become one, too.
  always_comb begin
    if (state_q == Segment && ANY && open_q) needs_padding = eot_q && (held || (in_block ? padding[0] : padding[1]));
    else if (state_q == Segment) needs_padding = eot_q && (open_q ? padding[1] : padding[2]);
    else if (ANY) needs_padding = eot_q && (spills || (whole_word && (block_end ? padding[1] : padding[0])));
    else needs_padding = whole_word && (block_end ? eot_q && padding[1] : padding[0]);
  end

  // ---------------------------------------------------------------------------------------------------------------- control
  assign taken = bdi_valid_q && bdi_ready;
  assign step = room && ((state_q == Data && pdi_valid && !is_length) || padding_word);
  assign load = step && complete;
  assign segment_done = state_q == Segment && (!commands || command_ready);
  assign block_end = index_q == (in_ad_q ? INDEX'(AD_LAST) : in_hash_q ? INDEX'(HASH_LAST) : INDEX'(LAST));
  assign in_block = index_q != '0;
  assign after_segment = last_q ? Instruction : Header;

  // Of a message that is refused every word is taken, and none reaches the core.
  // A new key must not be announced while a block of the message before it still waits, so an instruction waits for an empty register.
  always_comb begin
    unique case (state_q)
      Instruction: pdi_ready = !bdi_valid_q && !refused_q;
      Header: pdi_ready = 1'b1;
      Data: pdi_ready = room || is_length;
      default: pdi_ready = 1'b0;
    endcase
  end

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      Instruction: if (pdi_valid && pdi_ready && pdi_data[W-1-:4] != 4'h7) state_d = Header;
      Header: if (pdi_valid && header_end) state_d = Segment;
      Segment: if (segment_done) state_d = !empty ? Data : needs_padding ? Padding : after_segment;
      Data: if (last_word && pdi_valid && pdi_ready) state_d = needs_padding ? Padding : after_segment;
      default: if (load) state_d = after_segment;
    endcase
  end

  always_ff @(posedge clk) begin
    if (rst) state_q <= Instruction;
    else state_q <= state_d;
  end

  always_ff @(posedge clk) begin
    if (rst) key_update_q <= 1'b0;
    else if (state_q == Instruction && pdi_valid && pdi_ready && pdi_data[W-1-:4] == 4'h7) key_update_q <= 1'b1;
    else if (key_taken) key_update_q <= 1'b0;

    if (rst || abandon) keyed_q <= 1'b0;
    else if (key_taken) keyed_q <= 1'b1;

    if (state_q == Instruction && pdi_ready) decrypt_q <= pdi_data[W-4];
  end

  always_ff @(posedge clk) begin
    if (state_q == Segment && !(ANY && open_q)) index_q <= '0;
    else if (load) index_q <= block_end ? '0 : index_q + 1'b1;
  end

  // ---------------------------------------------------------------------------------------------------------------- the word ahead
  logic [W-1:0] ahead_q;
  logic ahead_valid_q;

  if (WORDS > 1) begin : gen_ahead
    // Only a word that completes no block goes ahead: it is all message, and needs no flags kept with it.
    logic fits_ahead;

    assign fits_ahead = (ONE_WORD && block_end) ? bdi_ready : state_q == Data && !last_word;
    assign room = !bdi_valid_q || refused_q || (index_q == '0 && !ahead_valid_q && fits_ahead);

    always_ff @(posedge clk) begin
      if (rst || abandon || taken) ahead_valid_q <= 1'b0;
      else if (load && bdi_valid_q) ahead_valid_q <= 1'b1;
      if (!ahead_valid_q) ahead_q <= ANY ? message_word : pdi_data;
    end
  end else begin : gen_no_ahead
    assign room = !bdi_valid_q || refused_q || bdi_ready;
    assign ahead_valid_q = 1'b0;
    assign ahead_q = '0;
  end

  // ---------------------------------------------------------------------------------------------------------------- the block
  // A block of whole words that an empty segment ends is released like one that was withheld.
  assign emit = load && (block_end || padding_word || (last_word && !needs_padding && (!ANY || eot_q)));
  assign withhold = state_q == Data && last_word && !eot_q && !padding[1] && !spills;
  assign release_block = segment_done && fits && release_waiting;

  always_comb begin
    ends_type = eot_q;
    if (state_q == Segment) ends_type = empty;
    if (state_q == Data) ends_type = eot_q && last_word && !needs_padding;
  end

  // Padding of an empty class adds a block after the segment that had EOI.
  always_comb begin
    last_of_input = in_text_q || in_hash_q;
    if (in_npub_q || in_nsec_q) last_of_input = eoi_q && !DATA_PADDING[2] && !AD_PADDING[2];
    if (in_ad_q) last_of_input = eoi_q && !DATA_PADDING[2];
  end

  always_ff @(posedge clk) begin
    if (rst || abandon) bdi_valid_q <= 1'b0;
    else if ((emit && !withhold && !refused_q) || release_block) bdi_valid_q <= 1'b1;
    else if (taken) bdi_valid_q <= 1'b0;
  end

  assign load_flags = load && (WORDS == 1 || !bdi_valid_q || (ONE_WORD && block_end));

  // Before the last word of a block these say something untrue that nobody sees.
  always_ff @(posedge clk) begin
    if (load_flags || release_block) begin
      bdi_eot <= ends_type;
      bdi_eoi <= ends_type && last_of_input;
      bdi_type <= type_q;
    end
    if (load_flags) begin
      bdi_partial <= partial_block;
      bdi_size <= SZ'({index_q, {LOW{1'b0}}}) + (whole_word ? SZ'(BYTES) : SZ'(tail));
    end
  end

  // Words past the first are cleared when the core takes the block: a partial block is zero from its last word on.
  for (genvar i = 0; i < WORDS; i++) begin : gen_word
    logic [W-1:0] word_q;
    logic [BYTES-1:0] valid_q, pad_q;

    if (i == 0) begin : gen_first
      always_ff @(posedge clk) begin
        if (taken && ahead_valid_q) {word_q, valid_q, pad_q} <= {ahead_q, {BYTES{1'b1}}, {BYTES{1'b0}}};
        else if (load && index_q == '0 && (!bdi_valid_q || bdi_ready)) {word_q, valid_q, pad_q} <= {word, word_valid, word_pad};
      end
    end else begin : gen_further
      always_ff @(posedge clk) begin
        if (rst || abandon || taken) {word_q, valid_q, pad_q} <= '0;
        else if (load && index_q == INDEX'(i)) {word_q, valid_q, pad_q} <= {word, word_valid, word_pad};
      end
    end

    assign bdi[BDI-W*(i+1)+:W] = word_q;
    assign bdi_valid_bytes[BDI/8-BYTES*(i+1)+:BYTES] = valid_q;
    assign bdi_pad_loc[BDI/8-BYTES*(i+1)+:BYTES] = pad_q;
  end

  assign bdi_valid = bdi_valid_q;
  assign key_update = key_update_q;
  assign decrypt = decrypt_q;
endmodule
