"""What the page on the field shows of the repository's own designs: cycles and architecture of
each, and two of them placed.
"""

from cryptagon import classes
from cryptagon.analysis.committed import committed_records
from cryptagon.analysis.documents import NOTHING, days_of, markdown_table
from cryptagon.analysis.grouping import groups
from cryptagon.analysis.naming import shown
from cryptagon.analysis.plain_table import group_table
from cryptagon.analysis.published import cycles_text
from cryptagon.catalog import Algorithm
from cryptagon.study.contest import Contest

MEASURED_IN, PLACED_ON, OWN = "first-look", "ecp5-85f-8", ("aes128gcm", "ascon128a")
"""The designs that are set beside those of others, which study placed them, and on which target."""


def architectures(contest: Contest) -> str:
    """Each algorithm of a contest: block, cycles a block as published and as its algorithm.toml has
    them, and the architecture in words.
    """
    heading = ["algorithm", "architecture here", "block, bits"]
    heading += [
        *(f"{one.by}, {shown(one.approach)}" for one in contest.published),
        "here, both",
        "bits a cycle here",
    ]
    return markdown_table(heading, [_row(name, contest) for name in contest.names], 2)


def _row(name: str, contest: Contest) -> list[str]:
    algorithm = classes.algorithm(name)
    assert isinstance(algorithm, Algorithm)  # the contest is of authenticated ciphers
    bits, cycles = algorithm.sizes.block, algorithm.architecture.cycles_per_data_block
    theirs = [
        cycles_text(one.cycles[name]) if name in one.cycles else NOTHING
        for one in contest.published
    ]
    return [
        algorithm.title,
        algorithm.architecture.description,
        str(bits),
        *theirs,
        cycles,
        f"{bits / float(cycles):.1f}",
    ]


def designers() -> str:
    """The table of the designs that are set beside those of others, from the records of the study
    that placed them.
    """
    found = [
        m for m in committed_records(MEASURED_IN) if m.algorithm in OWN and m.target == PLACED_ON
    ]
    return "\n\n".join(
        f"{group_table(group)}\n\n{days_of(m.date for m in group.measurements)}."
        for group in groups(found)
    )
