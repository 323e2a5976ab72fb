"""Every variant of every kernel gives the known answers at every level, in the cycles that its source promises."""

import pytest

from cryptagon.catalog import kernel, kernels
from cryptagon.errors import CryptagonError
from cryptagon.simulate.streams import MANY
from cryptagon.study.kernels import KernelDesign, designs

# Cycles of the measured unit of work; between short answers in a row.
CYCLES = {
    "aes128_encrypt basic hls": (11, 11),
    "aes128_encrypt basic rtl": (11, 11),
    "aes128_encrypt folded hls": (51, 51),
    "aes128_encrypt x2 hls": (6, 6),
    "aes128_encrypt x4 hls": (4, 4),
    "aes128_encrypt pipelined hls": (11, 1),
    "ascon_p basic hls": (13, 13),
    "ascon_p folded2 hls": (25, 25),
    "ascon_p folded4 hls": (49, 49),
    "ascon_p x2 hls": (7, 7),
    "ascon_p x4 hls": (4, 4),
    "ascon_p pipelined hls": (13, 1),
    "aes128_decrypt basic hls": (16, 16),
    "aes128_decrypt swift_key hls": (13, 13),
    "blowfish basic hls": (16 * (521 + 650), 16 * (521 + 1) + 1),
    "blowfish x2 hls": (8 * (521 + 650), 8 * (521 + 1) + 1),
    "sha1 basic hls": (20480, 81),
    "sha1 basic rtl": (20480, 80),
    "sha1 x2 hls": (10240, 41),
    "sha1 x4 hls": (5120, 21),
    "sha1 sha0 hls": (20480, 20481),
}
DESIGNS = [design for one in kernels().values() for design in designs(one)]


# Up to two hundred S-boxes, each logic of its own; tables that take 521 encryptions a key.
SLOW = {"blowfish x2 hls", "aes128_encrypt x2 hls", "aes128_encrypt x4 hls", "aes128_encrypt pipelined hls"}


def as_parameter(design):
    marks = [pytest.mark.slow] if design.label in SLOW else []
    return pytest.param(design, id=design.label.replace(" ", "-"), marks=marks)


@pytest.mark.parametrize("design", [as_parameter(design) for design in DESIGNS])
def test_design_gives_the_known_answers_in_the_promised_cycles(design):
    assert design.verify_reference() == len(design.answers)
    if design.approach == "hls":
        assert design.verify_native() == len(design.answers)
    modes = 4 + 2 + len(design.bench.ports)  # of stalls, gaps and resets, long stalls on each port
    assert design.verify_verilog() == modes * len(design.answers) + MANY
    if design.label in CYCLES:
        cycles = design.cycles()
        assert (cycles.alone, cycles.between) == CYCLES[design.label]


def test_cycles_are_promised_for_designs_that_exist():
    assert CYCLES.keys() <= {design.label for design in DESIGNS}


def tampered(tmp_path, old, new):
    """SHA-1 with one thing changed in its C."""
    sha1 = kernel("sha1")
    folder = tmp_path / "sha1"
    (folder / "hls").mkdir(parents=True)
    for name in ("algorithm.toml", "kat"):
        (folder / name).symlink_to(sha1.folder / name)
    text = sha1.hls_source.read_text()
    assert old in text
    (folder / "hls" / "core.c").write_text(text.replace(old, new))
    changed = kernel(folder)
    return KernelDesign(changed, "hls", changed.variants[0])


def test_wrong_answer_is_found_natively_and_in_verilog(tmp_path):
    design = tampered(tmp_path, "0x6ed9eba1", "0x6ed9eba0")
    with pytest.raises(CryptagonError, match="answers wrongly in a native run"):
        design.verify_native()
    with pytest.raises(CryptagonError, match="wrong output on digest"):
        design.verify_verilog()


def test_other_ports_than_declared_are_found(tmp_path):
    design = tampered(tmp_path, "uint_t(160), digest)", "uint_t(161), digest)")
    with pytest.raises(CryptagonError, match="ports of this core are not those of the contract"):
        design.verify_verilog()
