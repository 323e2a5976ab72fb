"""A proof that a core's Verilog does in each cycle what the LLVM IR says that it was made from
(docs/equivalence.md).
"""

from cryptagon.hls.proof.outcome import Fault, Part, Proof, Standing, check_proof
from cryptagon.hls.proof.prove import LIMIT_S, prove

__all__ = ["LIMIT_S", "Fault", "Part", "Proof", "Standing", "check_proof", "prove"]
