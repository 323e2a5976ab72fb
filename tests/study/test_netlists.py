"""Netlists of the repository's cores answer known answers: one in `make test`, all of them in `make
nightly`.
"""

import json

import pytest
from click.testing import CliRunner

from cryptagon.approaches import entries_of
from cryptagon.catalog import target
from cryptagon.classes import Setting, algorithm, algorithms, class_of
from cryptagon.cli import main
from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.study.levels import verilog_core
from cryptagon.study.netlists import check_netlist
from cryptagon.study.plan import FIRST_TARGET

ENTRIES = [entry for name in algorithms() for entry in entries_of(algorithm(name))]


def test_level_netlist_of_a_core_by_hand():
    result = CliRunner().invoke(
        main, ["verify", "present80", "--level", "netlist", "--approach", "rtl", "--json"]
    )
    assert result.exit_code == 0, result.output
    (check,) = json.loads(result.stdout)
    assert (check["what"], check["level"], check["status"]) == ("rtl", "netlist", "ok") and check[
        "vectors"
    ] > 0


def test_netlist_of_another_core_is_found_wrong(tmp_path):
    (entry,) = [
        one for one in ENTRIES if (one.algorithm.name, one.approach) == ("present80", "rtl")
    ]
    for source in entry.sources:
        (tmp_path / source.name).write_text(
            source.read_text().replace("assign result =", "assign result = 64'd1 ^")
        )
    wrong = VerilogCore(tuple(tmp_path / source.name for source in entry.sources))
    with pytest.raises(CryptagonError, match="the netlist answers wrongly"):
        check_netlist(entry, wrong, Setting(), target(FIRST_TARGET))


@pytest.mark.nightly
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.label)
def test_netlist_of_every_core_answers_rightly(entry):
    setting = Setting(class_of(entry.algorithm).interface)
    assert check_netlist(entry, verilog_core(entry), setting, target(FIRST_TARGET)) > 0
