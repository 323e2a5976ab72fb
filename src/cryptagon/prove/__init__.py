"""The rules of the handshake proved at the ports of a core: for all inputs, all stalls and all
times, not for those of a simulation.
"""

from cryptagon.prove.proof import LIMIT_S, Proof, prove
from cryptagon.prove.questions import RULES
from cryptagon.prove.subject import Subject, cipher, kernel, stream_design
from cryptagon.prove.trace import Trace

__all__ = [
    "LIMIT_S",
    "RULES",
    "Proof",
    "Subject",
    "Trace",
    "cipher",
    "kernel",
    "prove",
    "stream_design",
]
