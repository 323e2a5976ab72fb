"""Hash functions: `HashCore` alone and in a unit that loads, pads and unloads
(docs/hash-interface.md).
"""

from pathlib import Path

from cryptagon import prove
from cryptagon.catalog import Variant
from cryptagon.classes.base import AlgorithmClass, Setting
from cryptagon.classes.hash.known_answers import answer_files, known_answers
from cryptagon.classes.hash.model import Hash
from cryptagon.classes.hash.tests import CONTRACT, MODULE, HashTests
from cryptagon.core import VerilogCore
from cryptagon.results import Work


class HashClass(AlgorithmClass):
    """Hash functions."""

    name = "hash"
    title = "hash functions"
    model = Hash
    module = MODULE
    interface = "sha3"
    contract = CONTRACT
    dummy = "dummy_hash"

    def work(self, algorithm: Hash) -> Work:
        """A block in a long message."""
        return Work(name="block", bits=algorithm.sizes.block, cycles="block")

    def known_answer_files(self, algorithm: Hash) -> tuple[Path, ...]:
        """Those of kat/, with Len, Msg and MD."""
        return algorithm.answer_files

    def tests(self, algorithm: Hash, variant: Variant, setting: Setting) -> HashTests:
        """Known answers, and what they lack, answered by the reference software."""
        answers = known_answers(
            algorithm, answer_files(algorithm, setting.known_answers), quick=setting.quick
        )
        return HashTests(algorithm, variant, tuple(answers), setting)

    def proof(self, algorithm: Hash, core: VerilogCore) -> prove.Subject:
        """The rules of the streams: no more digests than blocks."""
        return prove.stream_design(core, MODULE, algorithm.ports, asked_by=("block",))


CLASS = HashClass()
