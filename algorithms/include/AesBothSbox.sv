// The AES S-box or its inverse (FIPS 197, 5.1.1 and 5.3.2) by one inversion.
//
// The S-box is A inv, with the affine map A and inv(inv(x)) = x; so its inverse is inv A^-1 = A^-1 (A inv) A^-1.
module AesBothSbox (
  input  logic       decrypt,
  input  logic [7:0] to_encrypt,
  input  logic [7:0] to_decrypt,
  output logic [7:0] y
);

  function automatic logic [7:0] undo_affine(input logic [7:0] x);
    undo_affine = {x[6:0], x[7]} ^ {x[4:0], x[7:5]} ^ {x[1:0], x[7:2]} ^ 8'h05;
  endfunction

  logic [7:0] x, substituted;

  assign x = decrypt ? undo_affine(to_decrypt) : to_encrypt;

  AesSbox u_sbox (
    .x,
    .y(substituted)
  );

  assign y = decrypt ? undo_affine(substituted) : substituted;

endmodule
