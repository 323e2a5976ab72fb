"""A machine of states to the XLS function of its datapath.

The function computes one clock cycle: from the registers, the items on the input streams and the
wires it gives what every register holds next and what every stream does. Every LLVM instruction
becomes exactly one operator, whichever states reach it; a value that may have been computed in this
cycle or in an earlier one is chosen between wire and register. That keeps the area that of RTL.
"""

import math
import re
from dataclasses import dataclass

from cryptagon.errors import CryptagonError
from cryptagon.hls.datapath.merges import Merges
from cryptagon.hls.datapath.operations import lower_operation
from cryptagon.hls.datapath.register_updates import RegisterUpdates, Update
from cryptagon.hls.datapath.unit_calls import UnitCalls
from cryptagon.hls.datapath.values import Values
from cryptagon.hls.datapath.wires import STATE, Wire
from cryptagon.hls.datapath.xls_ir import XlsWriter
from cryptagon.hls.ir.instructions import (
    Address,
    Const,
    Extract,
    Has,
    Instruction,
    Load,
    Peek,
    Phi,
    PointerStep,
    PortAccess,
    Read,
    UnitCall,
    Write,
)
from cryptagon.hls.ir.layout import type_size
from cryptagon.hls.ir.model import Block
from cryptagon.hls.memory.roms import Rom
from cryptagon.hls.registers.hardware import Hardware


@dataclass(frozen=True)
class Datapath:
    """The XLS function `name` and how its ports are to be used.

    `inputs` and `outputs` give names and widths; the outputs leave the function as one tuple, in
    this order. `unit_results` are the inputs that come from units outside, `states` those that tell
    whether the machine is in one of some of its `state_count` states. `updates` tells what the
    registers do. `written_together` are the output streams that a way through a cycle writes beside another one.
    """

    name: str
    text: str
    inputs: tuple[tuple[str, int], ...]
    outputs: tuple[tuple[str, int], ...]
    updates: tuple[Update, ...]
    roms: tuple[Rom, ...]
    written_together: frozenset[str]
    unit_results: tuple[tuple[str, int], ...] = ()
    states: tuple[tuple[str, tuple[int, ...]], ...] = ()
    state_count: int = 1

    def shown(self) -> tuple[str, str]:
        """The XLS IR, and the suffix of a file of it."""
        return ".ir", self.text


def lower(hardware: Hardware) -> Datapath:
    """The datapath of a machine."""
    return Lowering(hardware).run(hardware.around.name)


class Lowering:
    """One pass over the blocks in topological order."""

    def __init__(self, hardware: Hardware) -> None:
        self.machine, around = hardware.machine, hardware.around
        self.ports, self.tables, self.files = around.ports, around.tables, around.files
        self.writer = XlsWriter()
        self.values = Values(hardware.machine, hardware.registers, self.writer)
        self.merges = Merges(self.values)
        self.units = UnitCalls(self.values)
        self.addresses: dict[str, PointerStep] = {}
        self.roms: dict[str, Rom] = {}
        self.waits: dict[str, list[Wire]] = {}
        self.reads: dict[str, list[Wire]] = {}
        self.writes: dict[str, list[tuple[Wire, Wire]]] = {}
        self.asked: dict[str, Wire] = {}

    def run(self, name: str) -> Datapath:
        """The whole design as the XLS function `name`."""
        for block_name in self.machine.order[1:]:
            if block_name in self.machine.function.blocks:
                self._lower_block(self.machine.function.blocks[block_name])
        self.writer.at(0, 0)
        accesses = {**self._access_outputs(), **self.units.outputs()}
        updates, next_values = RegisterUpdates(self.values, self.merges).run()
        return self._datapath(name, {**accesses, **next_values}, updates)

    def _lower_block(self, block: Block) -> None:
        for instruction in block.instructions[:-1]:
            self.writer.at(*self.files.place(instruction.location))
            self._lower(block, instruction)

    def _lower(self, block: Block, instruction: Instruction) -> None:
        """Writes one instruction down."""
        match instruction:
            case Phi():
                if block.name not in self.machine.state_blocks:
                    self.values.wires[instruction.result] = self._merge(instruction)
            case PointerStep():
                self.addresses[instruction.result] = instruction
            case Load():
                self.values.wires[instruction.result] = self._look_up(block.name, instruction)
            case Read() | Peek():
                self._receive(block.name, instruction)
            case Has():
                self.values.wires[instruction.result] = self.asked[instruction.port] = Wire(
                    f"has_{instruction.port}", 1
                )
            case Write():
                self._send(block.name, instruction)
            case UnitCall():
                self.units.lower(block.name, instruction)
            case Extract():
                self._extract(instruction)
            case _:
                self._compute(block.name, instruction)

    def _compute(self, block: str, instruction: Instruction) -> None:
        if instruction.opcode == "select" and instruction.width > 1:
            self.values.wires[instruction.result] = self._merge(instruction)
        else:
            operands = [self.values.use(operand, block) for operand in instruction.operands]
            made = lower_operation(self.writer, instruction, operands)
            if self.merges.has_many_takers(instruction):
                self.writer.keep_long_sum_whole(made)
            self.values.wires[instruction.result] = made

    def _merge(self, merge: Instruction) -> Wire:
        """A phi or select inside a cycle: a multiplexer on the conditions that lead to each of its
        values. A copy is what it copies: chosen once more, it would be another multiplexer.
        """
        copied = self.merges.copied(merge)
        if copied:
            return self.values.use(*copied)
        return self.writer.multiplexer(self.merges.ways(merge), merge.width)

    def _look_up(self, block: str, load: Load) -> Wire:
        """A load from a constant table: an instance of its ROM."""
        table, offset, terms = self._address(load.address, load, block)
        size, strides = -(-load.width // 8), [stride for stride, _ in terms]
        aligned = offset % size == 0 and all(stride % size == 0 for stride in strides)
        step = size if aligned else math.gcd(*strides) or size
        rom = self.tables.rom(table, load.width, offset % step, step)
        index = self.writer.literal(rom.address_width, offset // step % (1 << rom.address_width))
        for stride, wire in terms:
            index = self._add_scaled(index, wire, stride // step)
        if index.constant is not None:
            return self.writer.literal(
                load.width, rom.words[index.constant] if index.constant < len(rom.words) else 0
            )
        self.roms[rom.name] = rom
        return Wire(
            self.writer.node(f"bits[{load.width}]", f"invoke({index.name}, to_apply={rom.name})"),
            load.width,
        )

    def _add_scaled(self, index: Wire, wire: Wire, scale: int) -> Wire:
        narrow = wire
        if wire.width > index.width:
            narrow = self.writer.operation(
                "bit_slice", index.width, wire, start=0, width=index.width
            )
        elif wire.width < index.width:
            narrow = self.writer.operation("zero_ext", index.width, wire, new_bit_count=index.width)
        if scale != 1:
            narrow = self.writer.operation(
                "umul", index.width, narrow, self.writer.literal(index.width, scale)
            )
        return (
            narrow
            if index.constant == 0
            else self.writer.operation("add", index.width, index, narrow)
        )

    def _address(
        self, pointer: Address, load: Load, block: str
    ) -> tuple[str, int, list[tuple[int, Wire]]]:
        """A pointer as table, constant byte offset and variable terms (stride in bytes, index)."""
        if pointer.table in self.tables and len(pointer.indices) <= 1:
            return (
                pointer.table,
                sum(
                    type_size(pointer.kind, self.tables.named) * index for index in pointer.indices
                ),
                [],
            )
        step = self.addresses.get(pointer.name)
        if step is None:
            raise CryptagonError(
                "a read of memory that is neither a variable nor a constant table cannot become hardware",
                where=str(load.location),
                fix="declare a variable or a ROM, and read that",
            )
        kind = step.kind
        table, offset, terms = self._address(step.base, load, block)
        for operand in step.operands:
            stride = type_size(kind, self.tables.named)
            if isinstance(operand, Const):
                offset += stride * (
                    operand.value - (operand.value >> (operand.width - 1) << operand.width)
                )
            else:
                terms = [*terms, (stride, self.values.use(operand, block))]
            element = re.match(r"^\[\d+ x (.*)\]$", kind)
            kind = element.group(1) if element else kind
        return table, offset, terms

    # Streams and wires

    def _receive(self, block: str, call: Read | Peek) -> None:
        """All reads of a stream are one read of its port: the states see to it that no cycle has
        two. A peek waits like a read.
        """
        port, active = self.ports[call.port], self.values.active(block)
        self.waits.setdefault(call.port, []).append(active)
        if isinstance(call, Read):
            self.reads.setdefault(call.port, []).append(active)
        self.values.wires[call.result] = Wire(f"item_{port.name}", port.bits)

    def _access_outputs(self) -> dict[str, Wire]:
        """For every stream the condition under which it moves, for output streams also the item."""
        outputs = {}
        for name, conditions in self.waits.items():
            if self.ports[name].is_stream:
                outputs[f"wait_{name}"] = self.writer.disjunction(conditions)
                outputs[f"read_{name}"] = self.writer.disjunction(self.reads.get(name, []))
        for name, cases in self.writes.items():
            if self.ports[name].is_stream:
                outputs[f"write_{name}"] = self.writer.disjunction(
                    [condition for condition, _ in cases]
                )
            outputs[f"{name}_item"] = self.writer.multiplexer(cases, self.ports[name].bits)
        return outputs

    def _extract(self, instruction: Extract) -> None:
        access = self.values.defined[instruction.item]
        assert isinstance(access, PortAccess), access
        port = (
            self.ports[access.port].question if isinstance(access, Has) else self.ports[access.port]
        )
        field, item = port.fields[instruction.index], self.values.wires[instruction.item]
        whole = field.bits == port.bits
        self.values.wires[instruction.result] = (
            item
            if whole
            else self.writer.operation(
                "bit_slice", field.bits, item, start=port.shift_of(field), width=field.bits
            )
        )

    def _send(self, block: str, call: Write) -> None:
        port = self.ports[call.port]
        fields = [self.values.use(operand, block) for operand in call.operands]
        item = (
            fields[0] if len(fields) == 1 else self.writer.operation("concat", port.bits, *fields)
        )
        self.writes.setdefault(port.name, []).append((self.values.active(block), item))

    def _datapath(
        self, name: str, outputs: dict[str, Wire], updates: tuple[Update, ...]
    ) -> Datapath:
        states = tuple(self.writer.decoded.items())
        inputs = (
            [(STATE, self.values.state_bits)] if len(self.machine.states) > 1 and not states else []
        )
        inputs += [(wire, 1) for wire, _ in states]
        inputs += [(f"r_{r.name}", r.width) for r in self.values.registers.registers]
        inputs += [(f"item_{port}", self.ports[port].bits) for port in self.waits]
        inputs += [(wire.name, wire.width) for wire in self.asked.values()]
        inputs += self.units.inputs()
        lines = ["package design", "", *self.files.declarations()]
        for rom in self.roms.values():
            lines += ["", *rom.xls_function()]
        parameters = ", ".join(f"{name}: bits[{width}]" for name, width in inputs)
        kind = "(" + ", ".join(f"bits[{wire.width}]" for wire in outputs.values()) + ")"
        lines += ["", f"top fn {name}({parameters}) -> {kind} {{", *self.writer.lines]
        lines += [
            f"  ret outputs: {kind} = tuple({', '.join(wire.name for wire in outputs.values())})",
            "}",
            "",
        ]
        widths = tuple((output, wire.width) for output, wire in outputs.items())
        roms, together = tuple(self.roms.values()), self.machine.written_together
        return Datapath(
            name,
            "\n".join(lines),
            tuple(inputs),
            widths,
            updates,
            roms,
            together,
            tuple(self.units.inputs()),
            states,
            len(self.machine.states),
        )
