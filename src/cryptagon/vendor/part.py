"""Part numbers of AMD/Xilinx and Intel/Altera: which family they belong to, and whether a report
means the same part.
"""

import re
from dataclasses import dataclass

from cryptagon.errors import CryptagonError

# Beginning of a part number: the family as the tool calls it, inputs of its LUTs.
_VIVADO = {
    "xc7a": ("Artix-7", 6), "xc7k": ("Kintex-7", 6), "xc7v": ("Virtex-7", 6), "xc7s": ("Spartan-7", 6), "xc7z": ("Zynq-7000", 6),
    "xcku": ("Kintex UltraScale", 6), "xcvu": ("Virtex UltraScale", 6), "xczu": ("Zynq UltraScale+", 6), "xcau": ("Artix UltraScale+", 6),
    "xcu": ("Alveo", 6), "xcvc": ("Versal AI Core", 6), "xcvm": ("Versal Prime", 6), "xcvp": ("Versal Premium", 6),
}  # fmt: skip
_ISE = {
    "xc5v": ("virtex5", 6), "xc6v": ("virtex6", 6), "xc6s": ("spartan6", 6),
    "xc7a": ("artix7", 6), "xc7k": ("kintex7", 6), "xc7v": ("virtex7", 6), "xc7z": ("zynq", 6),
}  # fmt: skip
_QUARTUS = {
    "ep4ce": ("Cyclone IV E", 4), "ep4cg": ("Cyclone IV GX", 4), "ep4sg": ("Stratix IV", 6), "ep4se": ("Stratix IV", 6),
    "10cl": ("Cyclone 10 LP", 4), "10m": ("MAX 10", 4), "5c": ("Cyclone V", 6), "5a": ("Arria V", 6), "5s": ("Stratix V", 6),
    "10cx": ("Cyclone 10 GX", 6), "10a": ("Arria 10", 6), "1s": ("Stratix 10", 6), "ag": ("Agilex 7", 6),
}  # fmt: skip
FAMILIES = {"vivado": _VIVADO, "ise": _ISE, "quartus": _QUARTUS}
EXAMPLES = {"vivado": "xc7a100tcsg324-1", "ise": "xc6vlx240tff1156-1", "quartus": "5CSEBA6U23I7"}
_TEMPERATURE_GRADES = ("", "e", "i", "c", "q", "m")


@dataclass(frozen=True)
class Part:
    """A part as `tool` spells it; `family` is the tool's name for it.

    Device, package and speed are apart for ISE alone.
    """

    tool: str
    number: str
    family: str
    lut_inputs: int
    device: str = ""
    package: str = ""
    speed: str = ""

    @property
    def lut(self) -> str:
        """What one look-up table is: the unit of area."""
        return "ALUT" if self.tool == "quartus" and self.lut_inputs > 4 else f"LUT{self.lut_inputs}"

    def is_meant_by(self, reported: str) -> bool:
        """Whether a report's spelling of a part means this one: without hyphens, `xc`, or the
        temperature grade at the end.
        """
        own, other = _plain(self.number), _plain(reported)
        if self.tool == "ise":
            own = _plain(self.device + self.package + self.speed)
        return own.startswith(other) and own[len(other) :] in _TEMPERATURE_GRADES


def part(tool: str, number: str) -> Part:
    """The part of that number.

    Raises CryptagonError for a family that the tool does not know, and for a spelling that is none.
    """
    plain = number.lower()
    families = FAMILIES[tool]
    beginning = next(
        (start for start in sorted(families, key=len, reverse=True) if plain.startswith(start)),
        None,
    )
    if beginning is None or not re.fullmatch(r"[a-z0-9-]+", plain):
        known = ", ".join(f"{start}… ({family})" for start, (family, _) in families.items())
        raise CryptagonError(
            f'unknown part "{number}" for {tool}',
            why=f"parts begin with {known}",
            fix=f"a part is written as {EXAMPLES[tool]}",
        )
    family, inputs = families[beginning]
    if tool != "ise":
        return Part(tool, number, family, inputs)
    found = re.fullmatch(
        r"(?P<device>xc\w+?t?l?)-?(?P<package>[a-z]{2,3}\d{3,4})-(?P<speed>\dl?)", plain
    )
    found = found or re.fullmatch(
        r"(?P<device>xc\w+?)-(?P<speed>\dl?)-?(?P<package>[a-z]{2,3}\d{3,4})", plain
    )
    if found is None:
        raise CryptagonError(
            f'"{number}" is no device with package and speed grade',
            why="ISE takes the three apart",
            fix=f"a part is written as {EXAMPLES[tool]}",
        )
    return Part(tool, number, family, inputs, **found.groupdict())


def _plain(number: str) -> str:
    return number.lower().removeprefix("xc").replace("-", "")
