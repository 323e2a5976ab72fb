"""The Verilog around the datapath and of it."""
