// MixColumns of `to_encrypt`, or InvMixColumns of `to_decrypt`, each on all four columns of a block.
module AesBothMixColumns (
  input  logic         decrypt,
  input  logic [127:0] to_encrypt,
  input  logic [127:0] to_decrypt,
  output logic [127:0] mixed
);

  for (genvar c = 0; c < 4; c++) begin : gen_column
    AesBothMixColumn u_mix_column (
      .decrypt,
      .to_encrypt(to_encrypt[32*c+:32]),
      .to_decrypt(to_decrypt[32*c+:32]),
      .mixed(mixed[32*c+:32])
    );
  end

endmodule
