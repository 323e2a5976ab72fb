"""How every script for Yosys begins: sources are read and the design is elaborated."""

from collections.abc import Iterable, Mapping
from pathlib import Path


def elaborated(
    sources: Iterable[Path | str], top: str, parameters: Mapping[str, int] | None = None
) -> list[str]:
    """The commands that read SystemVerilog from `sources`, as their paths are written, and
    elaborate the module `top` with `parameters`.
    """
    given = [f"-chparam {name} {value}" for name, value in sorted((parameters or {}).items())]
    return [
        *(f'read_verilog -sv "{source}"' for source in sources),
        " ".join(["hierarchy", "-check", "-top", top, *given]),
    ]
