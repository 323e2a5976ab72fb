"""The shared hardware is clean for Verilator and for Yosys at every bus width, and refuses
parameters that it cannot serve.
"""

import sys
from pathlib import Path

import pytest

from cryptagon import paths
from cryptagon.errors import CryptagonError
from cryptagon.toolchain import find, run

HDL = sorted((paths.repository() / "hdl" / "caesar-1.0").glob("*.sv"))
CORE = paths.repository() / "algorithms" / "aead" / "dummy" / "rtl" / "CipherCore.sv"
CORES = Path(__file__).parent / "cores"
PADDED = {"PAD_STYLE": 1, "PAD_AD": 3, "PAD_DATA": 7}
REFUSED = [
    ({"W": 24}, "W must be a power of two"),
    ({"SW": 12}, "SW must be a power of two"),
    ({"W": 256}, "BLOCK must be a multiple of W"),
    ({"BLOCK": 144}, "BLOCK must be a multiple of W"),
    ({"AD_BLOCK": 48}, "AD_BLOCK must be a multiple of W"),
    ({"ANY_SEGMENTS": 2}, "ANY_SEGMENTS is 0 or 1"),
    ({"KEY": 80, "SW": 32}, "KEY must be a multiple of SW"),
    ({"TAG": 100}, "NPUB and TAG must be whole bytes"),
    ({"PAD_DATA": 8}, "masks of three bits"),
    ({"NSEC": 100}, "NSEC must be whole bytes"),
    ({"NSEC": 128, "ANY_SEGMENTS": 1}, "NSEC does not go with ANY_SEGMENTS"),
    ({"EXPANDS": 2}, "EXPANDS is 0 or 1"),
    ({"EXPANDS": 1}, "padding of incomplete and of empty data"),
    ({"EXPANDS": 1, "PAD_STYLE": 1, "PAD_DATA": 3}, "padding of incomplete and of empty data"),
    ({"EXPANDS": 1, **PADDED, "BLOCK": 96}, "a BLOCK that is a power of two"),
    ({"EXPANDS": 1, **PADDED, "ANY_SEGMENTS": 1}, "does not go with ANY_SEGMENTS"),
]


def lint(folder, top: str, sources, parameters: dict[str, int], log=None) -> None:
    tool = find("verilator")
    settings = [f"-G{name}={value}" for name, value in parameters.items()]
    run(
        [*tool.argv, "--lint-only", "-Wall", "--top-module", top, *settings, *map(str, sources)],
        cwd=folder,
        env=tool.env,
        log=log,
    )


def elaborate(folder, top: str, sources, parameters: dict[str, int], log=None) -> None:
    """Yosys, in a process of its own: its faults end the process."""
    settings = " ".join(f"-chparam {name} {value}" for name, value in parameters.items())
    passes = [
        f"read_verilog -sv {' '.join(map(str, sources))}",
        f"hierarchy -check -top {top} {settings}",
        "proc",
    ]
    passes += ["check -assert", "select -assert-none t:$dlatch t:$adff t:$aldff"]
    calls = "".join(f"ys.run_pass({text!r}, design); " for text in passes)
    run(
        [sys.executable, "-c", f"from pyosys import libyosys as ys; design = ys.Design(); {calls}"],
        cwd=folder,
        log=log,
    )


@pytest.mark.parametrize("check", [lint, elaborate])
@pytest.mark.parametrize("sw", [8, 32, 64])
@pytest.mark.parametrize("w", [8, 16, 32, 64, 128])
def test_wrapper_is_clean(tmp_path, check, w, sw):
    check(tmp_path, "AEAD", [*HDL, CORE], {"W": w, "SW": sw, **PADDED})


@pytest.mark.parametrize("check", [lint, elaborate])
@pytest.mark.parametrize("w", [8, 32, 128])
def test_wrapper_with_segments_of_any_length_is_clean(tmp_path, check, w):
    check(tmp_path, "AEAD", [*HDL, CORE], {"W": w, "ANY_SEGMENTS": 1, **PADDED})


@pytest.mark.parametrize("check", [lint, elaborate])
@pytest.mark.parametrize("data", [5, 7])
@pytest.mark.parametrize("w", [8, 32, 128])
def test_wrapper_of_ciphertext_that_expands_is_clean(tmp_path, check, w, data):
    parameters = {"W": w, **PADDED, "PAD_DATA": data, "EXPANDS": 1}
    check(tmp_path, "AEAD", [*HDL, CORES / "expands" / "CipherCore.sv"], parameters)


@pytest.mark.parametrize("check", [lint, elaborate])
@pytest.mark.parametrize("w", [8, 32, 128])
def test_wrapper_with_a_secret_message_number_is_clean(tmp_path, check, w):
    check(tmp_path, "AEAD", [*HDL, CORE], {"W": w, "NSEC": 128, **PADDED})


@pytest.mark.parametrize("check", [lint, elaborate])
def test_wrapper_of_two_passes_is_clean(tmp_path, check):
    shared = [source for source in HDL if source.stem != "AEAD"]
    check(tmp_path, "AEADTwoPass", [*shared, CORES / "two_pass" / "CipherCore.sv"], PADDED)


@pytest.mark.parametrize("ad_block", [64, 256])
def test_wrapper_with_blocks_of_two_widths_is_clean(tmp_path, ad_block):
    macros = tmp_path / "widths.sv"
    macros.write_text(f"`define AD_BLOCK {ad_block}\n")
    lint(
        tmp_path,
        "AEAD",
        [macros, *HDL, CORES / "unequal_blocks" / "CipherCore.sv"],
        {"AD_BLOCK": ad_block, **PADDED},
    )


@pytest.mark.parametrize("check", [lint, elaborate])
@pytest.mark.parametrize(
    ("parameters", "message"), REFUSED, ids=[message for _, message in REFUSED]
)
def test_parameters_are_refused(tmp_path, check, parameters, message):
    log = tmp_path / "log"
    with pytest.raises(CryptagonError):
        check(tmp_path, "AEAD", [*HDL, CORE], parameters, log)
    assert message in log.read_text()
