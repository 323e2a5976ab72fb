"""Libraries that cannot be mapped to, told before anything is built; and a whole run on a small
core.
"""

import json

import pytest

from cryptagon.asic import library_file, read_library

INVERTER = 'cell (INV) { area : 1; pin (A) { direction : input; } pin (Y) { direction : output; function : "!A"; } }'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "library (a) {\n  cell (NAND2) {\n    area : ;\n  }\n}",
            ("this is no liberty file", "cells.lib:3", "a value for area"),
        ),
        ("hello", ("this is no liberty file", "cells.lib:1", "after hello")),
        (
            f"library (a) {{ capacitive_load_unit (1, pf); {INVERTER} }}",
            ("no NAND of two inputs", "no gate equivalent", "cells.lib"),
        ),
    ],
    ids=["broken", "other", "no NAND"],
)
def test_a_library_that_will_not_do(workplace, text, told):
    (workplace.folder / "cells.lib").write_text(text)
    result = workplace.cryptagon("asic", "toy", "--liberty", "cells.lib")
    assert result.returncode == 1 and "Traceback" not in result.stderr
    assert all(words in result.stderr for words in told), result.stderr


def test_a_library_and_a_strategy_that_are_not_there(workplace):
    result = workplace.cryptagon("asic", "toy", "--liberty", "none.lib")
    assert (
        result.returncode == 1
        and "the liberty file cannot be read" in result.stderr
        and "none.lib" in result.stderr
    )
    result = workplace.cryptagon("asic", "toy", "--strategy", "slow")
    assert result.returncode == 2 and "'slow' is not one of" in result.stderr
    result = workplace.cryptagon("asic", "toi")
    assert result.returncode == 1 and "toy" in result.stderr


@pytest.mark.slow
def test_a_core_from_source_to_gate_equivalents(workplace):
    arguments = ("asic", "toy", "--approach", "rtl", "--scope", "core", "--strategy", "area")
    result = workplace.cryptagon(*arguments, "--json")
    assert result.returncode == 0, result.stderr
    (found,) = json.loads(result.stdout)
    (netlist,) = found["netlists"]
    cells = read_library(library_file("nangate45")).cells
    area = sum(count * cells[name].area for name, count in netlist["cells"].items())
    assert netlist["gate_equivalents"] == pytest.approx(area / cells["NAND2_X1"].area)
    assert netlist["throughput_mbps"] == pytest.approx(
        found["work"]["bits"] * netlist["fmax_mhz"] / found["cycles"]["encryption"]
    )
    assert found["estimate"] is True and [level["level"] for level in found["verification"]] == [
        "reference",
        "core",
        "unit",
    ]
    assert len(list(workplace.results.glob("toy_rtl_NangateOpenCellLibrary_core_*.json"))) == 1
    shown = workplace.cryptagon(*arguments)
    assert shown.returncode == 0 and "before layout" in shown.stdout and "Dummy" in shown.stdout
