"""Programs made from figures: portable C, C for the project's HLS compiler, and their check against
the interpreter.
"""

from cryptagon.spt.code.architecture import BASIC, Architecture
from cryptagon.spt.code.check_c import run_c, verify_c
from cryptagon.spt.code.check_hls import verify_hls
from cryptagon.spt.code.check_layout import verify_layout
from cryptagon.spt.code.check_timing import can_be_checked, verify_timing
from cryptagon.spt.code.kernels import KERNEL_TARGETS, generate_kernel, verify_kernel
from cryptagon.spt.code.layouts import LAYOUTS, cipher_of, generate_layout
from cryptagon.spt.code.portable import Sources, generate_c
from cryptagon.spt.code.streams import Ports, generate_hls, kernel_name
from cryptagon.spt.code.vitis import generate_vitis

__all__ = [
    "BASIC",
    "KERNEL_TARGETS",
    "LAYOUTS",
    "Architecture",
    "Ports",
    "Sources",
    "can_be_checked",
    "cipher_of",
    "generate_c",
    "generate_hls",
    "generate_kernel",
    "generate_layout",
    "generate_vitis",
    "kernel_name",
    "run_c",
    "verify_c",
    "verify_hls",
    "verify_kernel",
    "verify_layout",
    "verify_timing",
]
