// The subkeys of Camellia with a 128-bit key (RFC 3713, 2.2), each a half of KL or KA, turned.
//
// Steps of an encryption are 1 to 20, with the FL layers at 7 and 14; a decryption goes through them from 20 to 1, and through the subkeys of an
// FL layer, too. Steps 21 to 24 make KA.
module CamelliaSubkeys (
  input  logic [127:0] kl,
  input  logic [127:0] ka,
  input  logic         decrypt,
  input  logic [4:0]   next_step,
  output logic [63:0]  subkey,        // of F, or of FL, in the step `next_step`
  input  logic [4:0]   step,
  output logic [63:0]  right_subkey   // of the inverse of FL in the step `step`
);

  // The left half of a key turned by n bits to the left; the right half is the left one after 64 bits more.
  logic [190:0] kl_twice, ka_twice;
  assign kl_twice = {kl, kl[127:65]};
  assign ka_twice = {ka, ka[127:65]};

  always_comb begin
    unique case (next_step)
      5'd1:    subkey = ka_twice[190-:64];
      5'd2:    subkey = ka_twice[190-64-:64];
      5'd3:    subkey = kl_twice[190-15-:64];
      5'd4:    subkey = kl_twice[190-79-:64];
      5'd5:    subkey = ka_twice[190-15-:64];
      5'd6:    subkey = ka_twice[190-79-:64];
      5'd7:    subkey = decrypt ? ka_twice[190-94-:64] : ka_twice[190-30-:64];
      5'd8:    subkey = kl_twice[190-45-:64];
      5'd9:    subkey = kl_twice[190-109-:64];
      5'd10:   subkey = ka_twice[190-45-:64];
      5'd11:   subkey = kl_twice[190-124-:64];
      5'd12:   subkey = ka_twice[190-60-:64];
      5'd13:   subkey = ka_twice[190-124-:64];
      5'd14:   subkey = decrypt ? kl_twice[190-13-:64] : kl_twice[190-77-:64];
      5'd15:   subkey = kl_twice[190-94-:64];
      5'd16:   subkey = kl_twice[190-30-:64];
      5'd17:   subkey = ka_twice[190-94-:64];
      5'd18:   subkey = ka_twice[190-30-:64];
      5'd19:   subkey = kl_twice[190-111-:64];
      5'd20:   subkey = kl_twice[190-47-:64];
      5'd21:   subkey = 64'ha09e667f3bcc908b;
      5'd22:   subkey = 64'hb67ae8584caa73b2 ^ kl[63:0];
      5'd23:   subkey = 64'hc6ef372fe94f82be;
      5'd24:   subkey = 64'h54ff53a5f1d36f1c;
      default: subkey = 'x;
    endcase
  end

  always_comb begin
    if (step == 5'd7) right_subkey = decrypt ? ka_twice[190-30-:64] : ka_twice[190-94-:64];
    else right_subkey = decrypt ? kl_twice[190-77-:64] : kl_twice[190-13-:64];
  end

endmodule
