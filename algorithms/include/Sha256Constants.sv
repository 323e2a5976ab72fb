// The constants of the rounds (FIPS 180-4, 4.2.2).
module Sha256Constants (
  input  logic [5:0]  round,
  output logic [31:0] y
);

  always_comb begin
    unique case (round)
      6'd0:  y = 32'h428a_2f98; 6'd1:  y = 32'h7137_4491; 6'd2:  y = 32'hb5c0_fbcf; 6'd3:  y = 32'he9b5_dba5;
      6'd4:  y = 32'h3956_c25b; 6'd5:  y = 32'h59f1_11f1; 6'd6:  y = 32'h923f_82a4; 6'd7:  y = 32'hab1c_5ed5;
      6'd8:  y = 32'hd807_aa98; 6'd9:  y = 32'h1283_5b01; 6'd10: y = 32'h2431_85be; 6'd11: y = 32'h550c_7dc3;
      6'd12: y = 32'h72be_5d74; 6'd13: y = 32'h80de_b1fe; 6'd14: y = 32'h9bdc_06a7; 6'd15: y = 32'hc19b_f174;
      6'd16: y = 32'he49b_69c1; 6'd17: y = 32'hefbe_4786; 6'd18: y = 32'h0fc1_9dc6; 6'd19: y = 32'h240c_a1cc;
      6'd20: y = 32'h2de9_2c6f; 6'd21: y = 32'h4a74_84aa; 6'd22: y = 32'h5cb0_a9dc; 6'd23: y = 32'h76f9_88da;
      6'd24: y = 32'h983e_5152; 6'd25: y = 32'ha831_c66d; 6'd26: y = 32'hb003_27c8; 6'd27: y = 32'hbf59_7fc7;
      6'd28: y = 32'hc6e0_0bf3; 6'd29: y = 32'hd5a7_9147; 6'd30: y = 32'h06ca_6351; 6'd31: y = 32'h1429_2967;
      6'd32: y = 32'h27b7_0a85; 6'd33: y = 32'h2e1b_2138; 6'd34: y = 32'h4d2c_6dfc; 6'd35: y = 32'h5338_0d13;
      6'd36: y = 32'h650a_7354; 6'd37: y = 32'h766a_0abb; 6'd38: y = 32'h81c2_c92e; 6'd39: y = 32'h9272_2c85;
      6'd40: y = 32'ha2bf_e8a1; 6'd41: y = 32'ha81a_664b; 6'd42: y = 32'hc24b_8b70; 6'd43: y = 32'hc76c_51a3;
      6'd44: y = 32'hd192_e819; 6'd45: y = 32'hd699_0624; 6'd46: y = 32'hf40e_3585; 6'd47: y = 32'h106a_a070;
      6'd48: y = 32'h19a4_c116; 6'd49: y = 32'h1e37_6c08; 6'd50: y = 32'h2748_774c; 6'd51: y = 32'h34b0_bcb5;
      6'd52: y = 32'h391c_0cb3; 6'd53: y = 32'h4ed8_aa4a; 6'd54: y = 32'h5b9c_ca4f; 6'd55: y = 32'h682e_6ff3;
      6'd56: y = 32'h748f_82ee; 6'd57: y = 32'h78a5_636f; 6'd58: y = 32'h84c8_7814; 6'd59: y = 32'h8cc7_0208;
      6'd60: y = 32'h90be_fffa; 6'd61: y = 32'ha450_6ceb; 6'd62: y = 32'hbef9_a3f7; 6'd63: y = 32'hc671_78f2;
    endcase
  end

endmodule
