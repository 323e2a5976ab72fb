"""Verilog and SystemVerilog of the repository passes Verilator's lint with all warnings: every
core, and every interface around one.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from cryptagon.catalog import AlgorithmFolder, Variant
from cryptagon.classes import algorithms, class_named
from cryptagon.errors import CryptagonError
from cryptagon.interfaces import Interface, interfaces
from cryptagon.toolchain import find, run

WAIVED: dict[str, tuple[str, ...]] = {}
"""Options of Verilator by the name of an algorithm, each with the reason beside it.

None is needed.
"""


def designs() -> Iterator[tuple[str, str, Sequence[Path], list[str]]]:
    """Name, top module, files and options: each core alone, and each interface around the first
    core of its class.
    """
    cores = {name: one for name, one in algorithms().items() if one.rtl_sources}
    for name, one in cores.items():
        for variant in one.variants:
            if variant.is_by("rtl"):
                yield (
                    f"{name} {variant.name}".rstrip(),
                    class_named(one.class_).module,
                    one.verilog_sources(variant),
                    _macros(variant),
                )
    for around in interfaces().values():
        inside = [one for one in cores.values() if one.class_ == around.algorithm_class]
        if inside:
            yield (
                around.name,
                around.top_of(inside[0]),
                (*around.sources, *inside[0].rtl_sources),
                _around(around, inside[0]),
            )


def _macros(variant: Variant) -> list[str]:
    return [f"-D{name}={value}" for name, value in variant.verilog_defines.items()]


def _around(around: Interface, algorithm: AlgorithmFolder) -> list[str]:
    parameters = around.parameters(algorithm, around.bus(algorithm, {}))
    return [f"-G{name}={value}" for name, value in parameters.items()] + _macros(
        algorithm.variants[0]
    )


def complaint(top: str, sources: Sequence[Path], options: Sequence[str], folder: Path) -> str:
    """What Verilator says; empty where it finds nothing."""
    tool = find("verilator")
    try:
        run(
            [*tool.argv, "--lint-only", "-Wall", "--top-module", top, *options, *sources],
            cwd=folder,
            env=tool.env,
        )
    except CryptagonError as error:
        return str(error)
    return ""


def test_verilog_is_free_of_warnings(tmp_path):
    found = {
        name: complaint(top, sources, [*WAIVED.get(name, ()), *options], tmp_path)
        for name, top, sources, options in designs()
    }
    assert {name: said for name, said in found.items() if said} == {}
    assert len(found) > 4


def test_a_width_that_does_not_fit_is_found(tmp_path):
    wrong = tmp_path / "Wrong.sv"
    wrong.write_text(
        "module Wrong (\n    input logic [3:0] in,\n    output logic [1:0] out\n);\n  assign out = in;\nendmodule\n"
    )
    assert "WIDTHTRUNC" in complaint("Wrong", [wrong], [], tmp_path)
