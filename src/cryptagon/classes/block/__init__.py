"""Iterative block ciphers: `BlockCipher` (docs/block-ciphers.md), encryption and decryption in one
core.
"""

from pathlib import Path

from cryptagon import prove
from cryptagon.catalog import Variant
from cryptagon.classes.base import AlgorithmClass, Setting
from cryptagon.classes.block.model import MODULE, BlockCipher
from cryptagon.classes.block.tests import BlockTests, known_answers
from cryptagon.core import VerilogCore
from cryptagon.results import Work


class BlockClass(AlgorithmClass):
    """Block ciphers."""

    name = "block"
    title = "block ciphers"
    model = BlockCipher
    module = MODULE
    contract = "docs/block-ciphers.md"
    dummy = "dummy_block"

    def work(self, algorithm: BlockCipher) -> Work:
        """A block encrypted under the key of the one before."""
        return Work(name="block", bits=algorithm.sizes.block, cycles="encryption")

    def known_answer_files(self, algorithm: BlockCipher) -> tuple[Path, ...]:
        """Those of kat/."""
        return algorithm.answer_files

    def tests(self, algorithm: BlockCipher, variant: Variant, setting: Setting) -> BlockTests:
        """The known answers in both directions, and blocks in a row that the reference software
        answers.
        """
        records = known_answers(algorithm, setting)
        return BlockTests(algorithm, variant, tuple(records), setting.seeds, setting.thorough)

    def proof(self, algorithm: BlockCipher, core: VerilogCore) -> prove.Subject:
        """The rules of docs/block-ciphers.md: no result without a block."""
        return prove.stream_design(core, MODULE, algorithm.ports, asked_by=("block",))


CLASS = BlockClass()
