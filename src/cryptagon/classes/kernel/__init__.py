"""Kernels: plain stream designs with ports of their own (docs/kernels.md), measured by the time of
a job.
"""

from pathlib import Path

from cryptagon import prove
from cryptagon.catalog import Kernel, Variant
from cryptagon.classes.base import AlgorithmClass, Setting
from cryptagon.classes.kernel.tests import MODULE, KernelTests
from cryptagon.core import VerilogCore
from cryptagon.results import Work


class KernelClass(AlgorithmClass):
    """Stream designs."""

    name = "kernel"
    title = "kernels"
    model = Kernel
    module = MODULE
    contract = "docs/kernels.md"
    dummy = "dummy_kernel"

    def work(self, algorithm: Kernel) -> Work:
        """The job that its description names."""
        return Work(name=algorithm.measured.name, cycles="alone")

    def known_answer_files(self, algorithm: Kernel) -> tuple[Path, ...]:
        """Those of kat/, in JSON."""
        return algorithm.answer_files

    def tests(self, algorithm: Kernel, variant: Variant, setting: Setting) -> KernelTests:
        """The known answers."""
        return KernelTests(algorithm, variant, setting.seeds)

    def proof(self, algorithm: Kernel, core: VerilogCore) -> prove.Subject:
        """The rules of docs/kernels.md."""
        return prove.kernel(algorithm, core)


CLASS = KernelClass()
