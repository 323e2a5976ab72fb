import pytest

from cryptagon.errors import CryptagonError
from cryptagon.vendor import part


@pytest.mark.parametrize(
    ("tool", "number", "family", "inputs"),
    [
        ("vivado", "xc7a100tcsg324-1", "Artix-7", 6),
        ("vivado", "xcku3p-ffva676-2-e", "Kintex UltraScale", 6),
        ("quartus", "5CSEBA6U23I7", "Cyclone V", 6),
        ("quartus", "EP4CE22F17C6", "Cyclone IV E", 4),
        ("quartus", "10CX220YF780E5G", "Cyclone 10 GX", 6),
        ("ise", "xc6slx75l-csg484-1L", "spartan6", 6),
    ],
)
def test_family(tool, number, family, inputs):
    found = part(tool, number)
    assert (found.family, found.lut_inputs) == (family, inputs)


@pytest.mark.parametrize(
    ("number", "device", "package", "speed"),
    [
        ("xc6vlx240tff1156-1", "xc6vlx240t", "ff1156", "1"),
        ("xc6vlx240t-1ff1156", "xc6vlx240t", "ff1156", "1"),
        ("xc6vlx240t-1-ff1156", "xc6vlx240t", "ff1156", "1"),
        ("XC6SLX75L-CSG484-1L", "xc6slx75l", "csg484", "1l"),
        ("xc5vlx30-ff324-3", "xc5vlx30", "ff324", "3"),
        ("xc7k70tfbg484-2", "xc7k70t", "fbg484", "2"),
    ],
)
def test_ise_takes_device_package_and_speed_apart(number, device, package, speed):
    found = part("ise", number)
    assert (found.device, found.package, found.speed) == (device, package, speed)


@pytest.mark.parametrize(
    ("tool", "number", "lut"),
    [
        ("vivado", "xc7a100tcsg324-1", "LUT6"),
        ("quartus", "5CSEBA6U23I7", "ALUT"),
        ("quartus", "EP4CE22F17C6", "LUT4"),
    ],
)
def test_unit_of_area(tool, number, lut):
    assert part(tool, number).lut == lut


def test_part_without_package_is_told():
    with pytest.raises(CryptagonError, match="no device with package and speed grade"):
        part("ise", "xc6vlx240t")


@pytest.mark.parametrize(
    ("tool", "number", "reported", "same"),
    [
        ("vivado", "xc7a100tcsg324-1", "7a100tcsg324-1", True),
        ("vivado", "xc7a100tcsg324-1", "xc7a100tcsg324-2", False),
        ("vivado", "xc7a100tcsg324-1", "xc7a100tcsg324-1L", False),
        ("vivado", "xc7a100tcsg324-1", "xc7a100t", False),
        ("vivado", "xcku3p-ffva676-2-e", "xcku3pffva676-2", True),
        ("vivado", "xcu55c-fsvh2892-2L-e", "xcu55c-fsvh2892-2L-e", True),
        ("vivado", "xcu55c-fsvh2892-2L-e", "xcu55c-fsvh2892-2", False),
        ("quartus", "5csebA6U23I7", "5CSEBA6U23I7", True),
        ("quartus", "5CSEBA6U23I7", "5CSEBA6U23C7", False),
        ("ise", "xc6vlx240t-1ff1156", "xc6vlx240t-ff1156-1", True),
    ],
)
def test_spellings_of_the_same_part(tool, number, reported, same):
    assert part(tool, number).is_meant_by(reported) == same
