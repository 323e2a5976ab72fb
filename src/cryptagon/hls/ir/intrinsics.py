"""The functions that the compiler calls in LLVM IR for what LLVM has no instruction for, and what
LLVM is told of them.
"""

MUX = "cg.mux."
# convergent: nothing may move it, or the array would be kept instead of the value
MUX_EFFECTS = "nounwind willreturn convergent memory(none)"
READS = "nounwind willreturn memory(inaccessiblemem: read)"
WRITES = "nounwind willreturn memory(inaccessiblemem: readwrite)"
