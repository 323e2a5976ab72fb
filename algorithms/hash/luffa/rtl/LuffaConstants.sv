// The constants of the steps of Luffa: those that are added to word 0 and to word 4 of each sub-state.
module LuffaConstants (
  input  logic [2:0]       step,
  output logic [2:0][31:0] c0,
  output logic [2:0][31:0] c4
);

  always_comb begin
    unique case (step)
      3'd0: begin
        c0 = {32'hfc20_d9d2, 32'hb6de_10ed, 32'h3039_94a6};
        c4 = {32'he25e_72c1, 32'h0168_5f3d, 32'he033_7818};
      end
      3'd1: begin
        c0 = {32'h3455_2e25, 32'h70f4_7aae, 32'hc0e6_5299};
        c4 = {32'he623_bb72, 32'h05a1_7cf4, 32'h441b_a90d};
      end
      3'd2: begin
        c0 = {32'h7ad8_818f, 32'h0707_a3d4, 32'h6cc3_3a12};
        c4 = {32'h5c58_a4a4, 32'hbd09_caca, 32'h7f34_d442};
      end
      3'd3: begin
        c0 = {32'h8438_764a, 32'h1c1e_8f51, 32'hdc56_983e};
        c4 = {32'h1e38_e2e7, 32'hf427_2b28, 32'h9389_217f};
      end
      3'd4: begin
        c0 = {32'hbb6d_e032, 32'h707a_3d45, 32'h1e00_108f};
        c4 = {32'h78e3_8b9d, 32'h144a_e5cc, 32'he5a8_bce6};
      end
      3'd5: begin
        c0 = {32'hedb7_80c8, 32'haeb2_8562, 32'h7800_423d};
        c4 = {32'h2758_6719, 32'hfaa7_ae2b, 32'h5274_baf4};
      end
      3'd6: begin
        c0 = {32'hd984_7356, 32'hbaca_1589, 32'h8f5b_7882};
        c4 = {32'h36ed_a57f, 32'h2e48_f1c1, 32'h2688_9ba7};
      end
      3'd7: begin
        c0 = {32'ha2c7_8434, 32'h40a4_6f3e, 32'h96e1_db12};
        c4 = {32'h703a_ace7, 32'hb923_c704, 32'h9a22_6e9d};
      end
    endcase
  end

endmodule
