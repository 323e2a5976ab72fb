"""From clang's LLVM IR to one clean function; no pass here moves work from one clock cycle to
another.
"""
