// The subkeys of Camellia with a 128-bit key (RFC 3713, 2.2), each a half of KL or KA, turned: a sum of masked windows.
//
// Steps are one-hot, bit n for step n. An encryption goes from 1 to 20, with the FL layers at 7 and 14; a decryption goes from 20 to 1, with the
// subkeys of an FL layer the other way round. Steps 21 to 24 make KA.
module CamelliaSubkeys (
  input  logic [127:0] kl,
  input  logic [127:0] ka,
  input  logic         decrypt,
  input  logic [24:1]  next_step,
  output logic [63:0]  subkey,      // of F, or of FL, in the next step
  input  logic [24:1]  step,
  output logic [63:0]  fl_subkey    // of the inverse of FL in this step
);

  // A window at n is the left half of a key turned by n bits to the left; the right half is the window at n + 64.
  logic [190:0] kl_twice, ka_twice;
  assign kl_twice = {kl, kl[127:65]};
  assign ka_twice = {ka, ka[127:65]};

  // No window reaches these bits, and no FL layer is in these steps.
  logic unused_bits;
  assign unused_bits = ^{step[24:8], step[6:1], kl_twice[190:178], kl_twice[2:0], ka_twice[2:0]};

  // ke1 is k16, and ke2 is k15.
  logic ke1, ke2, ke3, ke4;
  assign ke1 = next_step[7] && !decrypt;
  assign ke2 = next_step[7] && decrypt;
  assign ke3 = next_step[14] && !decrypt;
  assign ke4 = next_step[14] && decrypt;

  // In making KA, the sum with KL after two rounds is one with the second subkey.
  assign subkey = ({64{next_step[1]}} & ka_twice[190-:64])
                ^ ({64{next_step[2]}} & ka_twice[190-64-:64])
                ^ ({64{next_step[3]}} & kl_twice[190-15-:64])
                ^ ({64{next_step[4]}} & kl_twice[190-79-:64])
                ^ ({64{next_step[5]}} & ka_twice[190-15-:64])
                ^ ({64{next_step[6]}} & ka_twice[190-79-:64])
                ^ ({64{next_step[8]}} & kl_twice[190-45-:64])
                ^ ({64{next_step[9]}} & kl_twice[190-109-:64])
                ^ ({64{next_step[10]}} & ka_twice[190-45-:64])
                ^ ({64{next_step[11]}} & kl_twice[190-124-:64])
                ^ ({64{next_step[12]}} & ka_twice[190-60-:64])
                ^ ({64{next_step[13]}} & ka_twice[190-124-:64])
                ^ ({64{ke3}} & kl_twice[190-77-:64])
                ^ ({64{ke4}} & kl_twice[190-13-:64])
                ^ ({64{next_step[15]}} & kl_twice[190-94-:64])
                ^ ({64{next_step[16]}} & kl_twice[190-30-:64])
                ^ ({64{next_step[17] || ke2}} & ka_twice[190-94-:64])
                ^ ({64{next_step[18] || ke1}} & ka_twice[190-30-:64])
                ^ ({64{next_step[19]}} & kl_twice[190-111-:64])
                ^ ({64{next_step[20]}} & kl_twice[190-47-:64])
                ^ ({64{next_step[22]}} & kl[63:0])
                ^ ({64{next_step[21]}} & 64'ha09e667f3bcc908b)
                ^ ({64{next_step[22]}} & 64'hb67ae8584caa73b2)
                ^ ({64{next_step[23]}} & 64'hc6ef372fe94f82be)
                ^ ({64{next_step[24]}} & 64'h54ff53a5f1d36f1c);

  always_comb begin
    if (step[7]) fl_subkey = decrypt ? ka_twice[190-30-:64] : ka_twice[190-94-:64];
    else fl_subkey = decrypt ? kl_twice[190-77-:64] : kl_twice[190-13-:64];
  end

endmodule
