"""The reference program of a stream design, as a kernel: one known answer in, its output items out,
as text.
"""

import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from cryptagon.catalog import StreamPort, Variant
from cryptagon.errors import CryptagonError
from cryptagon.reference.build import build_kernel
from cryptagon.toolchain import answer

SECONDS = 60.0
Item = Mapping[str, int]


class StreamDesign(Protocol):
    """What has input streams and one output stream, and reference software for them in a folder."""

    @property
    def reference_folder(self) -> Path: ...  # noqa: D102
    @property
    def inputs(self) -> tuple[StreamPort, ...]: ...  # noqa: D102
    @property
    def output(self) -> StreamPort: ...  # noqa: D102


@dataclass(frozen=True)
class ReferenceKernel:
    """A program that reads lines `stream digits...` (one item, its fields in order, hexadecimal)
    and writes its output items likewise.
    """

    kernel: StreamDesign
    program: Path

    @classmethod
    def build(cls, kernel: StreamDesign, variant: Variant) -> "ReferenceKernel":
        """Compile `reference/*.c` with the macros of a variant.

        Raises CryptagonError with file and line when it does not compile.
        """
        return cls(kernel, build_kernel(kernel.reference_folder, variant.defines))

    def run(self, inputs: Mapping[str, Sequence[Item]]) -> list[dict[str, int]]:
        """The output items for the items of each input stream.

        Raises CryptagonError when the program fails or writes something else.
        """
        ports = {port.name: port for port in self.kernel.inputs}
        lines = [
            self._line(name, ports[name].fields, item)
            for name, items in inputs.items()
            for item in items
        ]
        try:
            done = answer([self.program], "".join(lines).encode(), timeout=SECONDS)
        except subprocess.TimeoutExpired as fault:
            raise self._fault(f"it did not end within {SECONDS:g} s") from fault
        if done.returncode:
            raise self._fault(
                done.stderr.decode(errors="replace").strip() or f"exit code {done.returncode}"
            )
        return [
            self._item(line.split()) for line in done.stdout.decode(errors="replace").splitlines()
        ]

    def _line(self, name: str, fields: Mapping[str, int], item: Item) -> str:
        digits = [f"{item[field]:0{-(-bits // 4)}x}" for field, bits in fields.items()]
        return f"{' '.join([name, *digits])}\n"

    def _item(self, words: list[str]) -> dict[str, int]:
        output = self.kernel.output
        if words[:1] != [output.name] or len(words) != len(output.fields) + 1:
            raise self._fault(
                f'it wrote the line "{" ".join(words)}", which is no item of {output.name}'
            )
        try:
            return {name: int(digits, 16) for name, digits in zip(output.fields, words[1:])}
        except ValueError as fault:
            raise self._fault(f'it wrote the line "{" ".join(words)}": {fault}') from fault

    def _fault(self, why: str) -> CryptagonError:
        return CryptagonError(
            "the reference program fails", where=str(self.kernel.reference_folder), why=why
        )
