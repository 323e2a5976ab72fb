// The memory at a memory port: requests in order, each read answered after a random number of cycles, with random pauses.
// Without stalls it takes a request each cycle and answers a read in the next cycle. In the end its contents are those of the file EXPECTED.
// OPEN: nothing is known of the contents in the end. What it shows while it answers nothing is noise.
// A reset brings back what it held in the beginning; `resets`, those in mid-run so far, is the last word of what it prints.
module MemoryModel #(
  parameter int WIDTH = 32,
  parameter int ADDRESS = 4,
  parameter int WORDS = 16,
  parameter bit OPEN = 0,
  parameter string NAME = "",
  parameter string FILE = "",
  parameter string EXPECTED = ""
) (
  input logic clk,
  input logic rst,
  input logic [7:0] stall,
  input int cycle,
  input int resets,
  input logic request_valid,
  output logic request_ready,
  input logic write,
  input logic [ADDRESS-1:0] address,
  input logic [WIDTH-1:0] write_data,
  input logic [WIDTH/8-1:0] byte_enables,
  output logic response_valid,
  input logic response_ready,
  output logic [WIDTH-1:0] read_data,
  output logic moved,
  output logic done,
  output logic failed
);
  localparam int DEPTH = 8;  // reads under way at most
  localparam int MOST = 20;  // differences that are told

  logic [WIDTH-1:0] beginning [WORDS];
  logic [WIDTH-1:0] content [WORDS];
  logic [WIDTH-1:0] expected [WORDS];
  int differing_first, differing;

  initial begin
    $readmemh(FILE, beginning);
    failed = 1'b0;
    differing_first = 0;
    if (!OPEN) begin
      $readmemh(EXPECTED, expected);
      for (int i = 0; i < WORDS; i++) if (beginning[i] != expected[i]) differing_first++;
    end
  end

  logic [WIDTH-1:0] waiting [DEPTH];
  int first, count;
  logic [WIDTH-1:0] word;

  assign read_data = response_valid ? waiting[first] : ~waiting[first];
  assign moved = (request_valid && request_ready) || (response_valid && response_ready);
  assign done = OPEN || differing == 0;

  // What was offered and not taken must stay; what is written counts only with a write.
  logic pending;
  logic [ADDRESS:0] asked;
  logic [WIDTH+WIDTH/8-1:0] given;

  always_comb begin
    word = int'(address) < WORDS ? content[address] : '0;
    for (int i = 0; i < WIDTH / 8; i++) if (byte_enables[i]) word[8*i+:8] = write_data[8*i+:8];
  end

  always_ff @(posedge clk) begin
    request_ready <= 8'($urandom) >= stall && count < DEPTH - 2;
    pending <= !rst && request_valid && !request_ready;
    asked <= {write, address};
    given <= {write_data, byte_enables};
    if (rst) begin
      first <= 0;
      count <= 0;
      request_ready <= 1'b0;
      response_valid <= 1'b0;
      differing <= differing_first;
      for (int i = 0; i < WORDS; i++) content[i] <= beginning[i];
    end else begin
      automatic int next = first, left = count;
      if (response_valid && response_ready) begin
        next = (first + 1) % DEPTH;
        left = count - 1;
      end
      if (request_valid && request_ready) begin
        if (int'(address) >= WORDS) begin
          $display("outside %s %0d %h %0d", NAME, cycle, address, resets);
          failed <= 1'b1;
        end
        if (!write) begin
          waiting[(next+left)%DEPTH] <= int'(address) < WORDS ? content[address] : '0;
          left++;
        end else if (int'(address) < WORDS) begin
          content[address] <= word;
          if (!OPEN)
            differing <= differing + int'(word != expected[address]) - int'(content[address] != expected[address]);
        end
      end
      if (pending && (!request_valid || asked != {write, address} || (write && given != {write_data, byte_enables}))) begin
        $display("withdrawn %s %0d %0d", NAME, cycle, resets);
        failed <= 1'b1;
      end
      response_valid <= left > 0 && ((response_valid && !response_ready) || 8'($urandom) >= stall);
      first <= next;
      count <= left;
    end
  end

  final begin
    automatic int told = 0;
    if (!OPEN)
      for (int i = 0; i < WORDS; i++)
        if (content[i] != expected[i] && told < MOST) begin
          $display("content %s %0d %h %h %0d", NAME, i, content[i], expected[i], resets);
          told++;
        end
  end
endmodule
