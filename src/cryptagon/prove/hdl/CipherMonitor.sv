// Follows the messages of a CipherCore at its ports (docs/cipher-core.md), and says where the core answers or takes what it must not.
//
// `well_formed` falls for good with the first block that the contract does not allow there: what follows is no message, and nothing is asked of the
// core any more. The rest of a message is free: contents, lengths, times.
module CipherMonitor #(
    parameter int unsigned NPUB_BLOCKS = 1,
    parameter int unsigned NSEC_BLOCKS = 0,  // of the secret message number
    parameter int unsigned TAG_BLOCKS = 1,
    parameter int unsigned BLOCK_BYTES = 16,
    parameter int unsigned AD_BYTES = BLOCK_BYTES,
    parameter int unsigned HASH_BLOCK = 0,  // bits of a block to hash and of a digest, as in hdl/lwc-1.2/LWC.sv; 0: the core is no hash function
    parameter int unsigned DIGEST = 0,
    parameter int unsigned SZ = $clog2((AD_BYTES > BLOCK_BYTES ? AD_BYTES : BLOCK_BYTES) + 1),
    parameter logic [2:0] PAD_AD = '0,  // 1 incomplete, 2 complete, 4 empty, as in hdl/AEAD.sv
    parameter logic [2:0] PAD_DATA = '0,
    parameter logic [2:0] PAD_HASH = '0,
    parameter logic EXPANDS = 1'b0,  // the padding of data is encrypted with it
    parameter int unsigned HELD = 4  // blocks that a core may hold: two pairs, while it works on them
) (
    input logic clk,
    input logic rst,
    input logic key_update,
    input logic key_valid,
    input logic key_ready,
    input logic decrypt,
    input logic bdi_valid,
    input logic bdi_ready,
    input logic [3:0] bdi_type,
    input logic bdi_eot,
    input logic bdi_eoi,
    input logic bdi_partial,
    input logic [SZ-1:0] bdi_size,
    input logic bdo_valid,
    input logic bdo_ready,
    input logic msg_auth_valid,
    input logic msg_auth_ready,
    output logic between_messages,  // no block of a message has been taken, or all of its input has
    output logic well_formed,
    output logic settled,  // between messages, and all that is due has come out
    output logic bdo_unasked,
    output logic verdict_unasked,
    output logic key_unasked,
    output logic key_passed_over
);
  typedef enum logic [2:0] {Npub, Nsec, AfterNpub, InAd, AfterAd, InData, Tag, InHash} phase_e;
  localparam int unsigned MostNumbers = NPUB_BLOCKS > NSEC_BLOCKS ? NPUB_BLOCKS : NSEC_BLOCKS;
  localparam int unsigned MostBlocks = MostNumbers > TAG_BLOCKS ? MostNumbers : TAG_BLOCKS;
  localparam int unsigned CountBits = $clog2(MostBlocks) + 1;
  localparam int unsigned HashBytes = HASH_BLOCK / 8;
  localparam int unsigned DigestBlocks = HASH_BLOCK == 0 ? 1 : (DIGEST + HASH_BLOCK - 1) / HASH_BLOCK;
  localparam int unsigned MostAtEnd = TAG_BLOCKS > DigestBlocks ? TAG_BLOCKS : DigestBlocks;
  localparam logic [3:0] TypeAd = 4'd1, TypePlaintext = 4'd4, TypeCiphertext = 4'd5, TypeHash = 4'd7, TypeTag = 4'd8;
  localparam logic [3:0] TypeNpub = 4'd13, TypeNsec = 4'd14, TypeEncryptedNsec = 4'd15;

  phase_e phase_q, phase_d;
  logic [CountBits-1:0] count_q;  // blocks of NPUB, NSEC or TAG so far
  logic decrypt_q, well_formed_q;

  // ---- whether the block on offer is one that may come here ----

  logic [SZ-1:0] class_bytes;
  logic full, is_data, is_nsec, last_npub, last_nsec, last_tag, data_may_lack, may_end, legal;
  logic expanded;  // of ciphertext that holds its padding: blocks are full, and the last one may be called partial
  assign full = bdi_size == class_bytes;
  assign is_data = bdi_type == (decrypt ? TypeCiphertext : TypePlaintext);
  assign last_npub = count_q == CountBits'(NPUB_BLOCKS - 1);
  assign is_nsec = bdi_type == (decrypt ? TypeEncryptedNsec : TypeNsec);
  assign last_nsec = NSEC_BLOCKS != 0 && count_q == CountBits'(NSEC_BLOCKS - 1);
  assign may_end = data_may_lack && !PAD_AD[2];
  assign last_tag = count_q == CountBits'(TAG_BLOCKS - 1);
  assign data_may_lack = !PAD_DATA[2];

  // A block that is not the last of its type is full; without padding nobody offers an empty one.
  logic body, is_ad, is_hash, first_of_type, size_fits;
  logic [2:0] pad;
  assign is_hash = phase_q == InHash || (HashBytes != 0 && between_messages && bdi_type == TypeHash);
  assign body = is_hash || (phase_q != Npub && phase_q != Nsec && phase_q != Tag);
  assign is_ad = bdi_type == TypeAd;
  assign class_bytes = is_hash ? SZ'(HashBytes) : is_ad ? SZ'(AD_BYTES) : SZ'(BLOCK_BYTES);
  assign expanded = EXPANDS && is_data && decrypt;
  assign pad = is_hash ? PAD_HASH : is_ad ? PAD_AD : expanded ? '0 : PAD_DATA;
  assign first_of_type = is_hash ? phase_q != InHash : is_ad ? phase_q == AfterNpub : phase_q != InData;
  always_comb begin
    if (full) size_fits = !(bdi_eot && pad[1]);
    else if (bdi_size == '0) size_fits = bdi_eot && (first_of_type ? pad[2] : pad[1]);
    else size_fits = !expanded && bdi_eot && bdi_size < class_bytes;
  end

  always_comb begin
    if (is_hash) legal = bdi_type == TypeHash && !decrypt && bdi_eoi == bdi_eot;
    else if (phase_q == Npub) legal = bdi_type == TypeNpub && bdi_eot == last_npub && (!bdi_eoi || (last_npub && may_end && NSEC_BLOCKS == 0));
    else if (phase_q == Nsec) legal = is_nsec && bdi_eot == last_nsec && (!bdi_eoi || (last_nsec && may_end));
    else if (phase_q == Tag) legal = bdi_type == TypeTag && bdi_eot == last_tag;
    else if (is_ad) legal = (phase_q == AfterNpub || phase_q == InAd) && (!bdi_eoi || (bdi_eot && data_may_lack));
    else legal = is_data && phase_q != InAd && !(phase_q == AfterNpub && PAD_AD[2]) && bdi_eoi == bdi_eot;
    if (body && (!size_fits || (expanded ? bdi_partial && !bdi_eot : bdi_partial == full))) legal = 1'b0;
    if (!between_messages && decrypt != decrypt_q) legal = 1'b0;
  end
  assign well_formed = well_formed_q && (!bdi_valid || legal);

  // ---- where the message is ----

  logic take;
  assign take = bdi_valid && bdi_ready;
  assign between_messages = phase_q == Npub && count_q == '0;

  always_comb begin
    phase_d = phase_q;
    if (phase_q == Tag) phase_d = last_tag ? Npub : Tag;
    else if (bdi_eoi) phase_d = decrypt ? Tag : Npub;
    else if (is_hash) phase_d = InHash;
    else if (phase_q == Npub) phase_d = !last_npub ? Npub : NSEC_BLOCKS != 0 ? Nsec : AfterNpub;
    else if (phase_q == Nsec) phase_d = last_nsec ? AfterNpub : Nsec;
    else if (bdi_type == TypeAd) phase_d = bdi_eot ? AfterAd : InAd;
    else phase_d = InData;
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      phase_q <= Npub;
      count_q <= '0;
      well_formed_q <= 1'b1;
    end else begin
      well_formed_q <= well_formed;
      if (take) begin
        phase_q <= phase_d;
        count_q <= phase_d == phase_q && !body && !bdi_eot ? count_q + 1'b1 : '0;
        decrypt_q <= decrypt;
      end
    end
  end

  // ---- what the core owes ----

  logic data_block, ends_input, bdo_early, verdict_early, bdo_settled, verdict_settled;
  logic [7:0] at_end, bdo_credit, verdict_credit;
  assign data_block = bdi_valid && (phase_q == Nsec || (is_data && body && (EXPANDS || bdi_size != '0)));
  assign ends_input = bdi_valid && bdi_eoi && phase_q != Tag && !decrypt;
  assign at_end = is_hash ? 8'(DigestBlocks) : 8'(TAG_BLOCKS);
  assign bdo_credit = (data_block ? 8'd1 : 8'd0) + (ends_input ? at_end : 8'd0);
  assign verdict_credit = bdi_valid && phase_q == Tag && last_tag ? 8'd1 : 8'd0;

  // At most so many blocks are owed at once.
  Balance #(
      .MOST(MostAtEnd + HELD)
  ) bdo_balance (
      .clk, .rst, .credit(bdo_credit), .taken(take), .valid(bdo_valid), .ready(bdo_ready), .unasked(bdo_early),
      .settled(bdo_settled)
  );
  Balance #(
      .MOST(1)
  ) verdict_balance (
      .clk, .rst, .credit(verdict_credit), .taken(take), .valid(msg_auth_valid), .ready(msg_auth_ready), .unasked(verdict_early),
      .settled(verdict_settled)
  );

  assign settled = between_messages && bdo_settled && verdict_settled;
  assign bdo_unasked = well_formed && bdo_early;
  assign verdict_unasked = well_formed && verdict_early;
  assign key_unasked = key_valid && key_ready && (!key_update || (well_formed && !between_messages));
  assign key_passed_over = well_formed && take && between_messages && key_update;
endmodule
