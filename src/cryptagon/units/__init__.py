"""Units of others beside ours: VHDL and Verilog behind the CAESAR or the LWC hardware API, read
where they lie, checked with their own test vectors, and measured by the same place and route.
"""
