// The message expansion of Hamsi-256: a linear code over GF(4) of length 128 and dimension 16.
//
// Four bits of the block have 16 sums. They are made once for each part of the block; each bit of the result takes one of each part.
module HamsiExpand (
  input  logic [31:0]      block,  // the first byte most significant
  output logic [7:0][31:0] m
);

  // What a pair of bits of the block is multiplied by, as elements of GF(4): those of words 0 to 3, the most significant first, and those of
  // words 4 to 7 for what is multiplied by the root of x^2 + x + 1. The first pair, the least significant one of the first byte, comes last.
  localparam logic [4095:0] CODE = {
    256'ha8ae0008_2079397d_fe739301_b8a92831_171c0000_b26e3344_9e6a837e_58f8485f,
    256'hd0080004_8c768f77_9dc5b050_af4a29da_6ba90000_40ebf9aa_98321c3d_76acc733,
    256'h88230002_5fe7a7b3_99e585aa_8d75f7f1_51ac0000_25e30f14_79e22a4c_1298bd46,
    256'hc04e0001_33b9c010_ae0ebb05_b5a4c63b_c8f10000_0b2de782_6bf648a4_539cbdbf,
    256'h5bd20080_450f18ec_c2c46c55_f362b233_39a60000_4ab753eb_d14e094b_b772b42b,
    256'h4dce0040_3b5bec7e_36656ba8_23633a05_78ab0000_a0cd5a34_5d5ca0f7_727784cb,
    256'ha2b80020_81e7e5f6_f9ce4c04_e2afa0c0_5c720000_c9bacd12_79a90df9_63e92178,
    256'h515c0010_40f372fb_fce72602_71575061_2e390000_64dd6689_3cd406fc_b1f490bc,
    256'hde320800_288350fe_71852ac7_a6bf9f96_e18b0000_5459887d_bf1283d3_1b666a73,
    256'h8f3e0400_0d9dc877_6fc548e1_898d2cd6_14bd0000_2fba37ff_6a72e5bb_247febe6,
    256'ha7b80200_1f128433_60e5f9f2_9e147576_ee260000_124b683e_80c2d68f_3bf3ab2c,
    256'hb7a40100_8a1f31d8_8589d8ab_e6c46464_734c0000_956fa7d6_a29d1297_6ee56854,
    256'he4788000_859673c1_b5fb2452_29cc5edf_045f0000_9c4a93c9_62fc79d0_731ebdc2,
    256'h121b4000_5b17d9e8_8dfacfab_ce36cc72_e6570000_4bb33a25_848598ba_1041003e,
    256'he92a2000_b4578cfc_11fa3a57_3dc90524_97530000_204f6ed3_77b9e80f_a1ec5ec1,
    256'h74951000_5a2b467e_88fd1d2b_1ee68292_cba90000_90273769_bbdcf407_d0f4af61
  };

  logic [7:0][15:0] sums;  // of each four bits those that each number selects

  for (genvar g = 0; g < 8; g++) begin : gen_part
    for (genvar k = 0; k < 16; k++) begin : gen_sum
      assign sums[g][k] = ^(block[24-8*(g/2)+4*(g%2) +: 4] & 4'(k));
    end
  end

  for (genvar i = 0; i < 128; i++) begin : gen_element
    logic [7:0] low, high;
    for (genvar g = 0; g < 8; g++) begin : gen_selected
      localparam logic C0 = CODE[512*g+128+i];
      localparam logic D0 = CODE[512*g+i];
      localparam logic C1 = CODE[512*g+256+128+i];
      localparam logic D1 = CODE[512*g+256+i];
      assign low[g] = sums[g][{D1, C1, D0, C0}];
      assign high[g] = sums[g][{C1 ^ D1, D1, C0 ^ D0, D0}];
    end
    assign m[3-i/32][i%32] = ^low;
    assign m[7-i/32][i%32] = ^high;
  end

endmodule
