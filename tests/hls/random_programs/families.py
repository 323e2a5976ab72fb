"""Families of constructs beyond the plain ones. A program draws a few of them, so that one with a
family has much of it; one with none is as it was before there were families.
"""

import random
from functools import partial

from random_programs.block_maker import BlockMaker
from random_programs.effects import EffectMaker
from random_programs.jump_maker import EnumMaker, JumpMaker
from random_programs.literals import LiteralMaker, size
from random_programs.statement_maker import StatementMaker

FAMILIES = (
    "records",  # structs in structs, and calls that give structs to calls
    "unions",
    "bit-fields",
    "enums",
    "jumps",
    "statics",
    "effects",  # assignments and reads inside expressions
    "literals",
    "sizes",
    "casts",
    "blocks",  # memcpy, memset and memcmp of whole variables
    "function pointers",
)


def families_of(seed: int, number: int) -> frozenset[str]:
    """The families that a program has, by a choice of its own."""
    choose = random.Random(f"{seed} {number} families")
    return frozenset(choose.sample(FAMILIES, choose.choice((0, 3, 4, 5, 7))))


def add_families(statements: StatementMaker) -> None:
    """Adds what makes the constructs of a program's families."""
    make = statements.make
    if make.has("jumps"):
        statements.more += [JumpMaker(statements).block] * 3
    if make.has("enums"):
        statements.more += [EnumMaker(statements).switch] * 2
    if make.has("effects"):
        statements.more += [EffectMaker(statements).statement] * 5
    if make.has("literals"):
        literals = LiteralMaker(make)
        make.literal = literals.record
        make.more.append(literals.element)
    if make.has("sizes"):
        make.more.append(partial(size, make))
    if make.has("blocks"):
        blocks = BlockMaker(statements)
        statements.more += [blocks.statement] * 3
        make.more.append(blocks.order)
