"""The HLS tools that are exported to: their names, parts and clocks, and the scripts that call
them.
"""

import re
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from cryptagon.catalog import targets
from cryptagon.errors import CryptagonError
from cryptagon.hlstools.directives import BAMBU, VITIS
from cryptagon.vendor import part

SCRIPTS = Path(str(files("cryptagon.hlstools") / "scripts"))
BAMBU_DEVICES = (
    "xc4vlx100-10ff1513", "xc5vlx110t-1ff1136", "xc5vlx330t-2ff1738", "xc5vlx50-3ff1153", "xc6vlx240t-1ff1156",
    "xc7a100t-1csg324-VVD", "xc7vx330t-1ffg1157", "xc7vx485t-2ffg1761-VVD", "xc7vx690t-3ffg1930-VVD",
    "xc7z020-1clg484-VVD", "xc7z045-2ffg900-VVD", "xcku060-3ffva1156-VVD", "xcu280-2Lfsvh2892-VVD",
    "xcu55c-2Lfsvh2892-VVD", "LFE335EA8FN484C", "LFE5U85F8BG756C", "LFE5UM85F8BG756C", "5CSEMA5F31C6",
    "5SGXEA7N2F45C1", "EP2C70F896C6", "EP4SGX530KH40C2", "nx1h35S", "nx1h140tsp", "nx2h540tsc", "nangate45",
    "asap7-BC", "asap7-TC", "asap7-WC",
)  # fmt: skip
"""What Bambu's option --device-name takes (March 2025)."""
ALIKE = 4
"""Letters at the beginning in which a part and a device of its family agree: xc7a, 5cse, lfe5."""


@dataclass(frozen=True)
class HlsTool:
    """A tool: its name here, for people, the script that runs it, and the command for that script."""

    name: str
    title: str
    script: str
    command: str

    def device(self, number: str) -> str:
        """The device that the tool knows for a part or one of our targets.

        Raises CryptagonError for a part that it does not know.
        """
        asked = targets()[number].part if number in targets() else number
        if self.name == VITIS:
            return part("vivado", asked).number
        return nearest(asked)


def nearest(number: str) -> str:
    """The device of Bambu whose name begins most like a part.

    Raises CryptagonError where none is of its family.
    """
    plain = _plain(number)
    alike = {name: _letters_alike(_plain(name), plain) for name in BAMBU_DEVICES}
    best = max(BAMBU_DEVICES, key=lambda name: alike[name])
    if alike[best] < ALIKE:
        raise CryptagonError(
            f'Bambu has no device like "{number}"', fix=f"it has: {', '.join(BAMBU_DEVICES)}"
        )
    return best


def _letters_alike(one: str, other: str) -> int:
    """In how many letters two texts agree from the beginning on."""
    pairs = zip(one, other)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _plain(number: str) -> str:
    return re.sub(r"[^a-z0-9]", "", number.lower())


HLS_TOOLS = {
    one.name: one
    for one in (
        HlsTool(VITIS, "Vitis HLS", "run.tcl", "vitis-run --mode hls --tcl run.tcl"),
        HlsTool(BAMBU, "Bambu", "run.sh", "sh run.sh"),
    )
}
"""By name."""


def script(tool: HlsTool, top: str, device: str, period: float) -> str:
    """The script of a tool, with the top function, the device and the clock period in ns filled in."""
    text = (SCRIPTS / tool.script).read_text(encoding="utf-8")
    for name, value in {"top": top, "device": device, "period": f"{period:g}"}.items():
        text = text.replace(f"@{name}@", value)
    return text
