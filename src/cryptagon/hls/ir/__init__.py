"""LLVM IR: its text, the model that it is read into, its debug information, the layout of its
types; graphs and loops.
"""
