"""The Verilog against the native run of the same C."""
