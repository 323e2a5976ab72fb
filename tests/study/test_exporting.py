import pytest
from fakes import FakeStages, fake_plan

from cryptagon.errors import CryptagonError
from cryptagon.fpga import Design
from cryptagon.study import exporting
from cryptagon.study.exporting import pending


class StagesWithDesign(FakeStages):
    def design(self, product) -> Design:
        return Design(product.entry.name, "CipherCore", product.core.sources)


@pytest.fixture
def faked(monkeypatch, tmp_path):
    """A study of two algorithms whose stages do nothing; `faults` are raised by (label, stage)."""

    def fake(**faults) -> list[FakeStages]:
        made = []

        def stages(plan, memo):
            made.append(StagesWithDesign(plan=plan, **faults))
            return made[-1]

        monkeypatch.setattr(exporting, "plan", lambda what: fake_plan(tmp_path, "alpha", "beta"))
        monkeypatch.setattr(exporting, "Stages", stages)
        return made

    return fake


def test_each_core_is_prepared_and_told_about(faked):
    faked()
    told = []
    cores = pending("both.toml")
    assert [core.label for core in cores] == ["alpha hls", "alpha rtl", "beta hls", "beta rtl"]
    export = cores[1].prepare(lambda stage, text: told.append((stage, text)))
    assert told == [("core", ""), ("cycles", ""), ("cycles", "counting")]
    assert export.design.name == "alpha" and export.rules.no_bram
    fields = export.record.fields
    assert (
        fields["algorithm"],
        fields["approach"],
        fields["scope"],
        fields["cycles"]["encryption"],
    ) == ("alpha", "rtl", "unit", 8.0)
    assert set(fields["tools"]) == {"zig-cc", "verilator", "g++"}


def test_one_approach_and_another_scope(faked):
    faked()
    cores = pending("both.toml", ("hls",), "core")
    assert [core.label for core in cores] == ["alpha hls", "beta hls"]
    assert cores[0].prepare(lambda stage, text: None).record.fields["scope"] == "core"


def test_core_that_fails_is_not_exported(faked):
    faked(faults={("alpha hls", "cycles"): CryptagonError("wrong answer")})
    with pytest.raises(CryptagonError, match="wrong answer"):
        pending("both.toml")[0].prepare(lambda stage, text: None)
