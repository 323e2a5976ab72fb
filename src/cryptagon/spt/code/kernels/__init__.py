"""Kernels of OpenCL and CUDA from figures: the layouts of C, a work item for each group of
blocks.
"""

from cryptagon.spt.code.kernels.check import verify_kernel
from cryptagon.spt.code.kernels.generate import KernelSources, generate_kernel
from cryptagon.spt.code.kernels.targets import TARGETS as KERNEL_TARGETS

__all__ = ["KERNEL_TARGETS", "KernelSources", "generate_kernel", "verify_kernel"]
