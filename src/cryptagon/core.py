"""The Verilog core: the artifact at which hand-written RTL and HLS become the same thing."""

import hashlib
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class VerilogCore:
    """Verilog or SystemVerilog files whose top module is `CipherCore` (docs/cipher-core.md), or
    `Kernel` (docs/kernels.md).
    """

    sources: tuple[Path, ...]

    @property
    def digest(self) -> str:
        """SHA-256 over the files' names and contents, in order; 64 hexadecimal digits."""
        state = hashlib.sha256()
        for source in self.sources:
            state.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
        return state.hexdigest()
