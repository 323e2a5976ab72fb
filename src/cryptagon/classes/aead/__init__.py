"""Authenticated ciphers: `CipherCore` (docs/cipher-core.md), alone and behind a hardware API."""

from pathlib import Path

from cryptagon import prove
from cryptagon.catalog import Algorithm, Variant
from cryptagon.classes.aead.hashing import hash_answer_files, hash_tests
from cryptagon.classes.aead.known_answers import known_answer_files, known_answers
from cryptagon.classes.aead.native import run_native
from cryptagon.classes.aead.tests import Bench, TestSet
from cryptagon.classes.base import AlgorithmClass, Setting
from cryptagon.classes.hash import CLASS as HASH_CLASS
from cryptagon.core import VerilogCore
from cryptagon.results import Work

__all__ = ["CLASS", "Aead", "Bench", "TestSet", "known_answer_files", "known_answers", "run_native"]


class Aead(AlgorithmClass):
    """Authenticated encryption with associated data."""

    name = "aead"
    title = "authenticated ciphers"
    model = Algorithm
    module = "CipherCore"
    interface = "caesar-1.0"
    contract = "docs/cipher-core.md"
    dummy = "dummy"

    def work(self, algorithm: Algorithm) -> Work:
        """A block of plaintext in a long message."""
        return Work(name="block of plaintext", bits=algorithm.sizes.block, cycles="encryption")

    def known_answer_files(self, algorithm: Algorithm) -> tuple[Path, ...]:
        """Those of kat/, in the format of the NIST LWC project, and those of the hash function where
        there is one.
        """
        return (*algorithm.kat_files, *hash_answer_files(algorithm))

    def tests(self, algorithm: Algorithm, variant: Variant, setting: Setting) -> Bench:
        """Known answers, and what they lack, answered by the reference software."""
        few = setting.quick or setting.sample
        files = known_answer_files(algorithm, setting.known_answers)
        built = algorithm.of_variant(variant)
        tests = TestSet(
            built,
            known_answers(files, quick=few),
            setting.seeds,
            setting.thorough,
            dict(variant.defines),
            setting.quick,
            hash_tests(built, quick=few),
        )
        return Bench(tests, setting.interface or self.interface, setting.bus_of(algorithm))

    def code(self) -> list[Path]:
        """With those that tell digests."""
        return [*super().code(), *HASH_CLASS.code()]

    def proof(self, algorithm: Algorithm, core: VerilogCore) -> prove.Subject:
        """The rules of docs/cipher-core.md."""
        return prove.cipher(algorithm, core)


CLASS = Aead()
