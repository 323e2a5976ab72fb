"""Random designs of clocked C do in Verilog what they do natively, and have no undefined
behaviour.
"""

import argparse

import pytest
from batches import Outcomes, by_day_and_night
from random_programs import __main__ as command
from random_programs.campaign import failures_of
from random_programs.features import FEATURES, features_of
from random_programs.generator import design_of, random_program
from selection import one_of, only

from cryptagon.hls.check.expectation import expect
from cryptagon.hls.memory import inferred_rams
from cryptagon.hls.native import NativeDesign

PROGRAMS = [random_program(3, number) for number in range(100)]
DESIGNS = {design.name: design for design in map(design_of, PROGRAMS[:10])}
EVERY_DAY = {"random_3_0", "random_3_3", "random_3_6"}
"""What is compiled in a moment; `make nightly` runs thousands."""


@pytest.fixture(scope="module")
def random_outcomes(tmp_path_factory):
    designs = list(DESIGNS.values())
    return Outcomes(tmp_path_factory.mktemp("random"), by_day_and_night(designs, EVERY_DAY))


@pytest.mark.slow
@pytest.mark.parametrize("name", only(EVERY_DAY, DESIGNS))
def test_verilog_does_what_the_native_run_does(random_outcomes, name):
    random_outcomes[name].check()


STRUCTS = [
    design_of(program)
    for program in PROGRAMS
    if not {"structs", "structs in structs", "bit-fields"}.isdisjoint(features_of(program))
][:24]


@pytest.mark.nightly
@pytest.mark.parametrize("design", STRUCTS, ids=[one.name for one in STRUCTS])
def test_small_arrays_as_memories_do_the_same(design, monkeypatch):
    """Few programs have arrays that are large enough to become memories."""
    monkeypatch.setattr(inferred_rams, "MOST_IN_REGISTERS", 12)
    assert not failures_of([design])


def test_programs_have_every_feature():
    found = {feature for program in PROGRAMS for feature in features_of(program)}
    assert found == set(FEATURES)


CHECKED = (
    "-fsanitize=undefined,integer-divide-by-zero",
    "-fsanitize-trap=undefined,integer-divide-by-zero",
    "-O0",
)


@pytest.mark.parametrize("name", one_of(3, [*DESIGNS]))
def test_programs_have_no_undefined_behaviour(tmp_path, name):
    """Checks for it do not strike, and what variables without a value would hold does not
    matter.
    """
    design = DESIGNS[name]
    source = tmp_path / "unit.c"
    source.write_text(design.source)
    zeros, pattern = (
        NativeDesign.build(
            source, tmp_path, options=(*CHECKED, f"-ftrivial-auto-var-init={content}")
        )
        for content in ("zero", "pattern")
    )
    expected = expect(NativeDesign.build(source, tmp_path), design.stimulus).items
    assert any(expected.values())
    assert (
        expect(zeros, design.stimulus, noise=2).items
        == expect(pattern, design.stimulus, noise=3).items
        == expected
    )


def test_a_run_goes_on_only_with_the_same_programs_and_compiler(tmp_path):
    asked = argparse.Namespace(seed=1, first=0, count=50, summary=tmp_path / "summary.json")
    begun = command.resumed(asked)
    begun["batches"].append(25)
    command.write(asked.summary, begun)
    assert command.resumed(asked)["batches"] == [25]
    assert command.resumed(argparse.Namespace(**{**vars(asked), "seed": 2}))["batches"] == []
    command.write(asked.summary, {**begun, "compiler": "another"})
    assert command.resumed(asked)["batches"] == []
