"""A failing program is made small, and still fails."""

from cryptagon.hls.random_programs import random_design, shrink


def test_program_shrinks_to_the_statement_that_matters():
    design = random_design(seed=1, number=2)
    assert len(design.source.splitlines()) > 80
    culprit = next(line for line in design.source.splitlines() if line.startswith("register_ ^= "))

    def fails(candidate):  # as if this access were compiled wrongly, given at least three items
        braces = candidate.source.count("{") == candidate.source.count("}")
        return braces and culprit.split("stream_read")[0] in candidate.source and len(candidate.items["b"]) >= 3

    small = shrink(design, fails)
    assert fails(small) and len(small.source.splitlines()) < 12 and len(small.items["b"]) < 6 and small.items["a"] == []
