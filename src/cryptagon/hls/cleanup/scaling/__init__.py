"""What would take LLVM quadratic time in large designs, kept from it; the hardware is the same
without.
"""
