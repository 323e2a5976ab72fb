"""A program for ARM, executed in an emulator that counts its basic blocks."""

import importlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cryptagon.errors import CryptagonError, MachineError
from cryptagon.toolchain import how_to_install

PAGE = 0x1000
STACK, STACK_BYTES = 0x7000_0000, 0x10_0000
IN, OUT, ROOM = 0x4000_0000, 0x5000_0000, 0x200_0000
"""Where a message and its answer lie, with room for 32 MiB each."""
BACK = 0x7F00_0000
"""The address to which `work` returns: there the emulator ends."""


@dataclass(frozen=True)
class Executed:
    """What a call did: the answer, and how often each basic block, by its machine code, was run."""

    answer: bytes
    blocks: Mapping[bytes, int]

    @property
    def instructions(self) -> int:
        """Of four bytes each."""
        return sum(len(code) // 4 * count for code, count in self.blocks.items())


def _of_the_extra(name: str) -> Any:  # noqa: ANN401 - neither package has types
    """A module of a package of the extra. Raises MachineError where it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError as fault:
        raise MachineError(
            "the emulator of ARM is missing", why=str(fault), fix=how_to_install("unicorn")
        ) from fault


class ArmProgram:
    """An ELF file of 32-bit ARM with a function `unsigned work(out, in, size)`."""

    def __init__(self, file: Path) -> None:
        """Raises MachineError where the emulator is not installed."""
        self.file = file
        unicorn, names, elf_file = map(
            _of_the_extra, ("unicorn", "unicorn.arm_const", "elftools.elf.elffile")
        )
        self._unicorn, self._names = unicorn, names
        self._machine = unicorn.Uc(unicorn.UC_ARCH_ARM, unicorn.UC_MODE_ARM)
        self._machine.ctl_set_cpu_model(names.UC_CPU_ARM_CORTEX_A9)
        with file.open("rb") as stream:
            elf = elf_file.ELFFile(stream)
            self._load(elf)
            (self._work,) = elf.get_section_by_name(".symtab").get_symbol_by_name("work")
        for start, size in (
            (STACK - STACK_BYTES, STACK_BYTES),
            (IN, ROOM),
            (OUT, ROOM),
            (BACK, PAGE),
        ):
            self._machine.mem_map(start, size)
        self._with_floating_point()
        self._counted: Counter[tuple[int, int]] = Counter()
        self._machine.hook_add(unicorn.UC_HOOK_BLOCK, self._count)

    def _load(self, elf: Any) -> None:  # noqa: ANN401 - elftools has no types
        mapped = set[int]()
        for segment in elf.iter_segments("PT_LOAD"):
            first, end = segment["p_vaddr"], segment["p_vaddr"] + segment["p_memsz"]
            pages = set(range(first // PAGE, -(-end // PAGE))) - mapped
            for page in pages:
                self._machine.mem_map(page * PAGE, PAGE)
            mapped |= pages
            self._machine.mem_write(first, segment.data())

    def _with_floating_point(self) -> None:
        """Vectors are off after reset."""
        access = self._machine.reg_read(self._names.UC_ARM_REG_C1_C0_2)
        self._machine.reg_write(self._names.UC_ARM_REG_C1_C0_2, access | 0xF << 20)
        self._machine.reg_write(self._names.UC_ARM_REG_FPEXC, 1 << 30)

    def _count(self, machine: object, address: int, size: int, _: object) -> None:
        self._counted[address, size] += 1

    def run(self, message: bytes) -> Executed:
        """Call `work` with a message. Raises CryptagonError where the code fails."""
        names, machine = self._names, self._machine
        self._counted.clear()
        machine.mem_write(IN, message)
        given = {
            names.UC_ARM_REG_R0: OUT,
            names.UC_ARM_REG_R1: IN,
            names.UC_ARM_REG_R2: len(message),
            names.UC_ARM_REG_SP: STACK - 64,
            names.UC_ARM_REG_LR: BACK,
        }
        for register, value in given.items():
            machine.reg_write(register, value)
        try:
            machine.emu_start(self._work["st_value"], BACK)
        except self._unicorn.UcError as fault:
            raise CryptagonError(
                "the reference software fails on the emulated processor",
                where=str(self.file),
                why=str(fault),
            ) from fault
        length = machine.reg_read(names.UC_ARM_REG_R0)
        blocks: Counter[bytes] = Counter()
        for (address, size), count in self._counted.items():
            blocks[bytes(machine.mem_read(address, size))] += count
        return Executed(bytes(machine.mem_read(OUT, length)), blocks)
