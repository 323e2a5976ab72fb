"""Variants of an authenticated cipher: macros of the C and of the Verilog, and C of their own
beside the plain one.
"""

import shutil
from dataclasses import replace

import pytest
from fakes import fake_implementation

from cryptagon import paths
from cryptagon.analysis import groups
from cryptagon.analysis.metrics import AREA
from cryptagon.approaches import entries_of, made
from cryptagon.catalog import Entry, algorithm
from cryptagon.catalog.macros import recorded_variant, with_macros
from cryptagon.classes import Setting, class_of
from cryptagon.errors import CryptagonError
from cryptagon.results import Store, load_all, placed
from cryptagon.study.levels import LevelChecks, verilog_core
from cryptagon.study.measurements import measurement
from cryptagon.study.plan import contest_of, planned
from cryptagon.study.product import Product

VARIANTS = """
[[variants]]
description = "one block a cycle"

[[variants]]
name = "slow"
defines = { WAITS = "1" }
approaches = ["hls"]

[[variants]]
name = "flat"
hls_source = "flat.c"

[[variants]]
name = "shifted"
verilog_defines = { SHIFTED = "1" }
approaches = ["rtl"]
"""
SMALL = """
[[variants]]
name = "small"
hls_source = "small.c"
rtl_folder = "small"

[[variants]]
name = "by_hand"
rtl_folder = "small"
"""
PLAIN_LOOP = "while (!block.eoi) {"
NO_SAMPLES = Setting("caesar-1.0", sample=True)


@pytest.fixture
def toy(tmp_path):
    """The dummy cipher in four variants: of `slow` each block waits a cycle, `flat` is C of its
    own, `shifted` is wrong RTL.
    """
    folder = tmp_path / "toy"
    shutil.copytree(paths.repository() / "algorithms" / "aead" / "dummy", folder)
    description, core, rtl = (
        folder / "algorithm.toml",
        folder / "hls" / "core.c",
        folder / "rtl" / "CipherCore.sv",
    )
    description.write_text(description.read_text().replace('"dummy"', '"toy"') + VARIANTS)
    text = core.read_text()
    assert text.count(PLAIN_LOOP) == 1
    core.write_text(
        text.replace(PLAIN_LOOP, f"{PLAIN_LOOP}\n#ifdef WAITS\n            wait();\n#endif")
    )
    (folder / "hls" / "flat.c").write_text(text.replace("a >> (BLOCK_BITS - 1)", "a >> 127"))
    verilog = rtl.read_text()
    rtl.write_text(
        verilog.replace(
            "module CipherCore",
            "`ifdef SHIFTED\nmodule Wrong; endmodule\n`endif\nmodule CipherCore",
            1,
        )
    )
    return algorithm(folder)


def entry_of(toy, label: str) -> Entry:
    return next(entry for entry in entries_of(toy) if entry.label == label)


def test_each_variant_is_by_the_approaches_that_have_it(toy):
    assert [entry.label for entry in entries_of(toy)] == [
        "toy hls",
        "toy slow hls",
        "toy flat hls",
        "toy rtl",
        "toy shifted rtl",
    ]


def test_sources_of_variants_keep_apart(toy):
    plain, slow, flat = (
        entry_of(toy, label) for label in ("toy hls", "toy slow hls", "toy flat hls")
    )
    assert [[file.name for file in one.sources] for one in (plain, slow, flat)] == [
        ["core.c"],
        ["core.c"],
        ["flat.c"],
    ]
    before = [one.source_digest for one in (plain, slow, flat)]
    assert len(set(before)) == 3
    flat.c_source.write_text(flat.c_source.read_text() + "\n")
    assert [one.source_digest == digest for one, digest in zip((plain, slow, flat), before)] == [
        True,
        True,
        False,
    ]


def test_c_that_is_not_there_is_told_with_its_line(toy):
    (toy.folder / "hls" / "flat.c").unlink()
    with pytest.raises(CryptagonError, match='the C of the variant "flat" is not there') as fault:
        list(entries_of(toy))
    line = toy.file.read_text().splitlines().index('hls_source = "flat.c"') + 1
    assert fault.value.where == f"{toy.file}:{line}"


@pytest.fixture
def small(toy):
    """The toy with one variant of C and RTL of its own, and one of RTL of its own alone."""
    toy.file.write_text(toy.file.read_text() + SMALL)
    shutil.copy(toy.folder / "hls" / "core.c", toy.folder / "hls" / "small.c")
    (toy.folder / "rtl" / "small").mkdir()
    shutil.copy(toy.folder / "rtl" / "CipherCore.sv", toy.folder / "rtl" / "small" / "Other.sv")
    return algorithm(toy.folder)


def test_a_variant_may_have_rtl_of_its_own(small):
    assert [entry.label for entry in entries_of(small)][-3:] == [
        "toy shifted rtl",
        "toy small rtl",
        "toy by_hand rtl",
    ]
    assert "toy small hls" in [entry.label for entry in entries_of(small)]
    chosen = entry_of(small, "toy small rtl")
    assert [file.name for file in chosen.sources] == ["Other.sv"]
    assert [file.name for file in verilog_core(chosen).sources] == ["Other.sv"]


def test_rtl_of_a_variant_changes_no_other_core(small):
    plain, own = entry_of(small, "toy rtl"), entry_of(small, "toy small rtl")
    assert [file.name for file in plain.sources] == ["CipherCore.sv"]
    before = plain.source_digest, own.source_digest
    own.sources[0].write_text(own.sources[0].read_text() + "\n")
    assert plain.source_digest == before[0] and own.source_digest != before[1]


def test_a_variant_with_c_and_rtl_of_its_own_is_compared_with_that_rtl(small):
    assert small.counterpart(small.variant("small")) is None
    assert small.counterpart(small.variant("flat")) == small.variants[0]


def test_rtl_that_is_not_there_is_told_with_its_line(small):
    (small.folder / "rtl" / "small" / "Other.sv").unlink()
    with pytest.raises(
        CryptagonError, match='the RTL of the variant "small" is not there'
    ) as fault:
        list(entries_of(small))
    line = small.file.read_text().splitlines().index('rtl_folder = "small"') + 1
    assert fault.value.where == f"{small.file}:{line}"


def test_a_variant_that_is_unknown_is_answered_with_those_that_are_close(toy):
    with pytest.raises(CryptagonError, match='unknown variant "flatt" of toy') as fault:
        toy.variant("flatt")
    assert fault.value.fix == "did you mean flat?"


@pytest.mark.slow
@pytest.mark.parametrize(
    "levels", [("native",), pytest.param(("native", "core"), marks=pytest.mark.nightly)], ids=len
)
def test_each_variant_is_verified_with_its_own_macros_and_source(toy, levels):
    checks = [
        check for part in LevelChecks(toy, NO_SAMPLES, levels, ("hls",)).parts() for check in part()
    ]
    assert [(check.what, check.level) for check in checks if not check.fault] == [
        (what, level) for what in ("hls", "hls slow", "hls flat") for level in levels
    ]
    states = {
        entry.label: made(entry, class_of(toy).module).text
        for entry in entries_of(toy)
        if entry.approach == "hls"
    }
    assert states == {"toy hls": "4 states", "toy slow hls": "5 states", "toy flat hls": "4 states"}


def test_macros_reach_the_verilog_of_their_variant_alone(toy):
    plain, shifted = (
        verilog_core(entry_of(toy, label)) for label in ("toy rtl", "toy shifted rtl")
    )
    assert [file.name for file in plain.sources] == ["CipherCore.sv"]
    assert [file.name for file in shifted.sources] == ["variant_defines.sv", "CipherCore.sv"]
    assert shifted.sources[0].read_text() == "`define SHIFTED 1\n"


def test_macros_of_a_variant_reach_the_reference(toy):
    source = toy.reference_folder / "encrypt.c"
    source.write_text(f"#ifdef WAITS\n#error with macros\n#endif\n{source.read_text()}")
    bench = class_of(toy).tests(toy, toy.variant("slow"), NO_SAMPLES)
    with pytest.raises(CryptagonError, match="the reference software does not compile") as fault:
        bench.check_reference()
    assert "with macros" in fault.value.why
    assert class_of(toy).tests(toy, toy.variant(""), NO_SAMPLES).check_reference() > 0


def test_results_of_variants_keep_apart_and_c_of_its_own_is_compared_with_the_plain_rtl(
    toy, tmp_path
):
    plan = planned(contest_of(toy), [toy], "toy")
    store, (part, *_) = Store(tmp_path / "results"), plan.targets
    luts = {"toy rtl": 100, "toy hls": 110, "toy flat hls": 120, "toy slow hls": 130}
    for label, number in luts.items():
        found = replace(fake_implementation(), luts=number)
        store.save(
            measurement(
                plan,
                Product(entry_of(toy, label), cycles={"encryption": 1.0}, implementation=found),
                part,
            )
        )
    assert len(list(store.folder.iterdir())) == len(luts)
    (group,) = groups(placed(load_all(store.folder)))
    ratios = {
        one.label: [
            ratio.other_over_baseline for name in one.ratios if (ratio := one.ratio(name, AREA))
        ]
        for one in group.comparisons
    }
    assert ratios == {"Dummy": [1.1], "Dummy flat": [1.2], "Dummy slow": []}


def test_a_record_with_macros_names_its_variant(toy):
    """Several macros, values with a sign, and a variant that has no name."""
    for base, macros in (("slow", {"WAITS": "-1"}), ("", {"WAITS": "2", "BLOCK_BITS": "-1"})):
        given = with_macros(toy, macros, [base])
        chosen = given.variant(base)
        assert chosen.name != base and chosen.known_as == base
        found = recorded_variant(toy, chosen.name)
        assert found == chosen and found.defines == {**toy.variant(base).defines, **macros}
        # The C of other variants is none of its sources: a record is of the same ones later.
        assert given.sources("hls", chosen) == toy.sources("hls", found)
        assert not any(file.name == "flat.c" for file in given.sources("hls", chosen))
    for name in ("slow", "", "flat", "shifted"):
        assert recorded_variant(toy, name) is toy.variant(name)
    assert recorded_variant(toy, "slow WAITS=1-2").defines["WAITS"] == "1-2"
    for name, told in (
        ("slow WAITED=1", "no C of toy reads the macro WAITED"),
        ("flatt WAITS=1", 'unknown variant "flatt" of toy'),
        ("slow WAITS", 'unknown variant "slow WAITS" of toy'),
    ):
        with pytest.raises(CryptagonError, match=told):
            recorded_variant(toy, name)
