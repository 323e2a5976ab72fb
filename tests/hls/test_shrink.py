"""A failing program is made small, and still fails."""

from random_programs.generator import design_of, random_program
from random_programs.shrink import shrink


def test_program_shrinks_to_the_statement_that_matters():
    program = next(
        p
        for p in (random_program(3, number) for number in range(50))
        if "UNROLL_BY(2)" in p.c and "memmove" in p.c
    )
    assert len(program.c.splitlines()) > 40
    tried = 0

    def fails(
        design,
    ):  # as if a memmove in a loop were compiled wrongly, given at least three items
        nonlocal tried
        tried += 1
        return (
            "memmove" in design.source
            and "UNROLL_BY(2)" in design.source
            and len(design.items.get("in_1", ())) >= 3
        )

    small = shrink(program, fails)
    assert fails(design_of(small)) and len(small.c.splitlines()) < 22 and tried < 1000
