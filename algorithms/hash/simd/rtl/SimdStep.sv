// A step of the four Feistel ladders A, B, C and D of four words each.
module SimdStep (
  input  logic [15:0][31:0] s,        // A is words 0 to 3
  input  logic [3:0][31:0]  add,      // the words of the expansion, or of the chain value
  input  logic [4:0]        r,        // distances to the left: of A
  input  logic [4:0]        t,        // and of the sum
  input  logic              majority, // MAJ, and not IF
  input  logic [1:0]        partner,  // word j takes word j XOR `partner` of A
  output logic [15:0][31:0] y
);

  function automatic logic [31:0] turned(input logic [31:0] x, input logic [4:0] n);
    turned = x;
    if (n[0]) turned = {turned[30:0], turned[31]};
    if (n[1]) turned = {turned[29:0], turned[31:30]};
    if (n[2]) turned = {turned[27:0], turned[31:28]};
    if (n[3]) turned = {turned[23:0], turned[31:24]};
    if (n[4]) turned = {turned[15:0], turned[31:16]};
  endfunction

  for (genvar j = 0; j < 4; j++) begin : gen_ladder
    logic [31:0] a, b, c, f, other;
    assign a = s[j];
    assign b = s[4+j];
    assign c = s[8+j];
    assign f = majority ? (a & b) | (a & c) | (b & c) : (a & b) | (~a & c);
    assign other = (partner == 2'd1) ? y[4+(j^1)] : (partner == 2'd2) ? y[4+(j^2)] : y[4+(j^3)];
    assign y[j] = turned(s[12+j] + add[j] + f, t) + other;
    assign y[4+j] = turned(a, r);
    assign y[8+j] = b;
    assign y[12+j] = c;
  end

endmodule
