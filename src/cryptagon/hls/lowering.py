"""A machine of states to one XLS proc.

One activation of the proc is one clock cycle: it runs all acyclic code from the current state's block to the next state's. Every LLVM
instruction becomes exactly one operator, whichever states reach it; a value that may have been computed in this cycle or in an earlier one is chosen
between wire and register. That keeps the area that of RTL.
"""

import re
from dataclasses import dataclass

from cryptagon.errors import CryptagonError
from cryptagon.hls.interface import Port
from cryptagon.hls.llvm_ir import Block, Const, Instruction, Name, Undef
from cryptagon.hls.operations import lower_operation
from cryptagon.hls.registers import Register, RegisterFile
from cryptagon.hls.rom import Rom, Tables, type_size
from cryptagon.hls.states import START, Machine
from cryptagon.hls.xls_ir import Wire, XlsWriter

Operand = Const | Name | Undef


@dataclass(frozen=True)
class Proc:
    """The XLS IR of a design and the Verilog modules that it refers to."""

    text: str
    roms: list[str]


class Lowering:
    """One pass over the blocks in topological order; `wires` holds the value of every instruction seen so far."""

    def __init__(self, machine: Machine, registers: RegisterFile, ports: dict[str, Port], tables: Tables, source: str) -> None:
        self.machine, self.registers, self.ports, self.tables, self.source = machine, registers, ports, tables, source
        self.writer = XlsWriter()
        self.wires: dict[str, Wire] = {}
        self.defined_in = {i.result: block.name for block, i in machine.function.instructions() if i.result}
        self.phi_of_state = {phi.result for name in machine.state_blocks for phi in machine.function.blocks[name].phis}
        self.addresses: dict[str, Instruction] = {}
        self.roms: dict[str, Rom] = {}
        self.reads: dict[str, list[Wire]] = {}
        self.writes: dict[str, list[tuple[Wire, Wire]]] = {}
        self.state_bits = max(1, (len(machine.states) - 1).bit_length())
        self._conditions: dict[tuple[str, str], Wire] = {}
        self._register_wires = {r.name: self._widened(r) for r in registers.registers}

    def run(self, name: str) -> Proc:
        """The whole design as XLS IR with the proc `name` on top."""
        for block_name in self.machine.order[1:]:
            if block_name in self.machine.function.blocks:
                self._lower_block(self.machine.function.blocks[block_name])
        self._write_accesses()
        self._write_next_values()
        return Proc(self._package(name), [rom.verilog() for rom in self.roms.values()])

    # Conditions: when does a block run?

    def active(self, block: str) -> Wire:
        """One bit: this activation runs the block."""
        return self.condition(START, block)

    def condition(self, upper: str, lower: str) -> Wire:
        """One bit: given that `upper` runs, `lower` runs too; `upper` must dominate `lower`."""
        key = (upper, lower)
        if key not in self._conditions:
            self._conditions[key] = self._find_condition(upper, lower)
        return self._conditions[key]

    def _find_condition(self, upper: str, lower: str) -> Wire:
        if upper == lower or self.machine.always_reaches(upper, lower):
            return self.writer.true
        nearest = self.machine.dominator[lower]
        if nearest != upper:
            return self.writer.conjunction(self.condition(upper, nearest), self.condition(nearest, lower))
        ways = [self.writer.conjunction(self.condition(upper, p), self.edge(p, lower)) for p in self.machine.before[lower]]
        return self.writer.disjunction(ways)

    def edge(self, source: str, target: str) -> Wire:
        """One bit: given that `source` runs, it goes on to `target`."""
        if source == START:
            return self._in_state(self.machine.state_blocks[target])
        terminator = self.machine.function.blocks[source].terminator
        if len(set(terminator.labels)) == 1:
            return self.writer.true
        if terminator.opcode == "br":
            condition = self.use(terminator.operands[0], source)
            return condition if terminator.labels[0] == target else self.writer.inverse(condition)
        return self._switch_edge(terminator, source, target)

    def _switch_edge(self, terminator: Instruction, source: str, target: str) -> Wire:
        subject = self.use(terminator.operands[0], source)
        cases = list(zip(terminator.operands[1:], terminator.labels[1:]))
        wanted = [case for case, label in cases if (label == target) == (terminator.labels[0] != target)]
        matches = [self.writer.operation("eq", 1, subject, self.use(case, source)) for case in wanted]
        hit = self.writer.disjunction(matches)
        return self.writer.inverse(hit) if terminator.labels[0] == target else hit

    def _in_state(self, number: int) -> Wire:
        if len(self.machine.states) == 1:
            return self.writer.true
        return self.writer.operation("eq", 1, Wire("fsm", self.state_bits), self.writer.literal(self.state_bits, number))

    # Values

    def use(self, operand: Operand, block: str) -> Wire:
        """The wire of an operand as the end of `block` sees it: made in this cycle, kept in a register, or whichever of the two applies."""
        if isinstance(operand, Const):
            return self.writer.literal(operand.width, operand.value)
        if isinstance(operand, Undef):
            return self.writer.literal(operand.width, 0)
        home = self.defined_in[operand.name]
        if operand.name in self.phi_of_state:
            return self._register_wire(operand)
        if home == block or self.machine.runs_before(home, block):
            return self.wires[operand.name]
        if block not in self.machine.reach[home]:
            return self._register_wire(operand)
        return self.writer.choice(self.active(home), self.wires[operand.name], self._register_wire(operand))

    def _widened(self, register: Register) -> Wire:
        """A register as the width of the values that it holds."""
        wire = Wire(f"r_{register.name}", register.width)
        wide = register.value_width
        return wire if wide == register.width else self.writer.operation("zero_ext", wide, wire, new_bit_count=wide)

    def _register_wire(self, operand: Name) -> Wire:
        register = self.registers.home.get(operand.name)
        return self._register_wires[register.name] if register else self.writer.literal(operand.width, 0)

    def _lower_block(self, block: Block) -> None:
        for instruction in block.instructions[:-1]:
            self.writer.at(0, instruction.location.line)
            if instruction.opcode == "phi":
                if block.name not in self.machine.state_blocks:
                    self.wires[instruction.result] = self._merge(block, instruction)
            elif instruction.opcode == "getelementptr":
                self.addresses[instruction.result] = instruction
            elif instruction.opcode == "load":
                self.wires[instruction.result] = self._look_up(block.name, instruction)
            elif instruction.opcode == "call" and instruction.detail.startswith("cg.read."):
                self._receive(block.name, instruction)
            elif instruction.opcode == "call" and instruction.detail.startswith("cg.write."):
                self._send(block.name, instruction)
            elif instruction.opcode == "extractvalue":
                self._extract(instruction)
            else:
                operands = [self.use(operand, block.name) for operand in instruction.operands]
                self.wires[instruction.result] = lower_operation(self.writer, instruction, operands)

    def _merge(self, block: Block, phi: Instruction) -> Wire:
        """A phi inside a cycle: a multiplexer on the conditions that lead here from the last block that all ways share."""
        fork = self.machine.dominator[block.name]
        cases = []
        for operand, source in zip(phi.operands, phi.labels):
            if isinstance(operand, Undef) or source not in self.machine.reach:
                continue
            way = self.writer.conjunction(self.condition(fork, source), self.edge(source, block.name))
            cases.append((way, self.use(operand, source)))
        return self.writer.first_match(cases) if cases else self.writer.literal(phi.width, 0)

    def _look_up(self, block: str, load: Instruction) -> Wire:
        """A load from a constant table: an instance of its ROM."""
        table, offset, terms = self._address(load.detail, load, block)
        rom = self.tables.rom(table, load.width, str(load.location))
        step = type_size(f"i{load.width}", self.tables.named)
        if offset % step or any(stride % step for stride, _ in terms):
            raise CryptagonError(
                f"table '{table}' is read across its elements", where=str(load.location), fix="read it with its own element type, by element index"
            )
        index = self.writer.literal(rom.address_width, offset // step)
        for stride, wire in terms:
            index = self._add_scaled(index, wire, stride // step)
        if index.constant is not None:
            return self.writer.literal(load.width, rom.words[index.constant])
        self.roms[rom.name] = rom
        return Wire(self.writer.node(f"bits[{load.width}]", f"invoke({index.name}, to_apply={rom.name})"), load.width)

    def _add_scaled(self, index: Wire, wire: Wire, scale: int) -> Wire:
        narrow = wire
        if wire.width > index.width:
            narrow = self.writer.operation("bit_slice", index.width, wire, start=0, width=index.width)
        elif wire.width < index.width:
            narrow = self.writer.operation("zero_ext", index.width, wire, new_bit_count=index.width)
        if scale != 1:
            narrow = self.writer.operation("umul", index.width, narrow, self.writer.literal(index.width, scale))
        return narrow if index.constant == 0 else self.writer.operation("add", index.width, index, narrow)

    def _address(self, pointer: str, load: Instruction, block: str) -> tuple[str, int, list[tuple[int, Wire]]]:
        """A pointer as table, constant byte offset and variable terms (stride in bytes, index)."""
        if pointer.startswith("@") and pointer[1:] in self.tables:
            return pointer[1:], 0, []
        step = self.addresses.get(pointer[1:])
        if step is None:
            raise CryptagonError(
                "memory that is neither registers nor a constant table cannot become hardware",
                where=str(load.location),
                why=f"the array is indexed by a variable, or reached through a pointer ({pointer})",
                fix="index it by constants in UNROLLed loops, keep it in one wide uint_t(N), or make it a ROM",
            )
        kind, base = step.labels
        table, offset, terms = self._address(base, load, block)
        for operand in step.operands:
            stride = type_size(kind, self.tables.named)
            if isinstance(operand, Const):
                offset += stride * (operand.value - (operand.value >> (operand.width - 1) << operand.width))
            else:
                terms = [*terms, (stride, self.use(operand, block))]
            element = re.match(r"^\[\d+ x (.*)\]$", kind)
            kind = element.group(1) if element else kind
        return table, offset, terms

    # Streams and wires

    def _receive(self, block: str, call: Instruction) -> None:
        """All reads of a stream are one read of its port: the states see to it that no cycle has two."""
        port = self.ports[call.detail.removeprefix("cg.read.")]
        self.reads.setdefault(port.name, []).append(self.active(block))
        self.wires[call.result] = Wire(f"item_{port.name}", port.bits)

    def _write_accesses(self) -> None:
        self.writer.at(0, 0)
        for name, conditions in self.reads.items():
            port, active = self.ports[name], self.writer.disjunction(conditions)
            predicate = f"predicate={active.name}, " if port.is_stream else ""
            self.writer.named(f"receive_{name}", f"(token, bits[{port.bits}])", f"receive(start, {predicate}channel={name})")
            self.writer.named(f"item_{name}", f"bits[{port.bits}]", f"tuple_index(receive_{name}, index=1)")
        for name, cases in self.writes.items():
            active, item = self.writer.disjunction([condition for condition, _ in cases]), self.writer.first_match(cases)
            self.writer.named(f"send_{name}", "token", f"send(start, {item.name}, predicate={active.name}, channel={name})")

    def _extract(self, instruction: Instruction) -> None:
        index = instruction.operands[0]
        assert isinstance(index, Const)
        call = next(i for _, i in self.machine.function.instructions() if i.result == instruction.detail)
        port = self.ports[call.detail.removeprefix("cg.read.")]
        field, item = port.fields[index.value], self.wires[instruction.detail]
        whole = field.bits == port.bits
        self.wires[instruction.result] = (
            item if whole else self.writer.operation("bit_slice", field.bits, item, start=port.shift_of(field), width=field.bits)
        )

    def _send(self, block: str, call: Instruction) -> None:
        port = self.ports[call.detail.removeprefix("cg.write.")]
        fields = [self.use(operand, block) for operand in call.operands]
        item = fields[0] if len(fields) == 1 else self.writer.operation("concat", port.bits, *fields)
        self.writes.setdefault(port.name, []).append((self.active(block), item))

    # What the registers hold next

    def _write_next_values(self) -> None:
        self.writer.at(0, 0)
        edges = [
            (self.writer.conjunction(self.active(name), self.edge(name, target)), name, target)
            for name in self.machine.order
            if name in self.machine.function.blocks
            for target in self.machine.function.blocks[name].successors
            if target in self.machine.state_blocks
        ]
        for register in self.registers.registers:
            self._write_next(f"r_{register.name}", register.width, [(e, v) for e, s, t in edges if (v := self._next_value(register, s, t)) is not None])
        if len(self.machine.states) > 1:
            numbers = self.machine.state_blocks
            self._write_next("fsm", self.state_bits, [(e, self.writer.literal(self.state_bits, numbers[t])) for e, _, t in edges])

    def _next_value(self, register: Register, source: str, target: str) -> Wire | None:
        """What a register must hold after going from `source` to `target`; None when nobody reads it there, or when it keeps its value."""
        alive = self.registers.live[target] & register.members
        if not alive:
            return None
        value: Operand = Name(register.value_width, min(alive))
        phi = next((p for p in self.machine.function.blocks[target].phis if p.result in alive), None)
        if phi is not None:
            value = phi.operands[phi.labels.index(source)]
        if isinstance(value, Undef):
            return None
        wire = self.use(value, source)
        return None if wire == self._register_wires[register.name] else wire

    def _write_next(self, parameter: str, width: int, cases: list[tuple[Wire, Wire]]) -> None:
        if not cases:
            return
        enable = self.writer.disjunction([condition for condition, _ in cases])
        value = self.writer.first_match(cases)
        if width < value.width:
            value = self.writer.operation("bit_slice", width, value, start=0, width=width)
        self.writer.named(f"next_{parameter}", "()", f"next_value(param={parameter}, value={value.name}, predicate={enable.name})")

    def _package(self, name: str) -> str:
        lines = ["package design", "", f'file_number 0 "{self.source}"', ""]
        lines += [self._channel(port, i) for i, port in enumerate(self.ports.values()) if port.name in {**self.reads, **self.writes}]
        for rom in self.roms.values():
            lines += ["", f'#[ffi_proto("""code_template: "{rom.name} {{fn}}(.address({{address}}), .data({{return}}))"', '""")]']
            lines += [f"fn {rom.name}(address: bits[{rom.address_width}]) -> bits[{rom.width}] {{"]
            lines += [f"  ret zero: bits[{rom.width}] = literal(value=0)", "}"]
        state = [("fsm", self.state_bits, 0)] if len(self.machine.states) > 1 else []
        registers = [*state, *((f"r_{r.name}", r.width, r.reset) for r in self.registers.registers)]
        parameters = ", ".join(f"{name}: bits[{width}]" for name, width, _ in registers)
        resets = ", ".join(str(reset) for _, _, reset in registers)
        lines += ["", f"top proc {name}({parameters}{', ' if registers else ''}init={{{resets}}}) {{", "  start: token = literal(value=token)"]
        return "\n".join([*lines, *self.writer.ordered(), "}", ""])

    def _channel(self, port: Port, number: int) -> str:
        if not port.is_stream:
            return f"chan {port.name}(bits[{port.bits}], id={number}, kind=single_value, ops=receive_only)"
        direction = "receive_only" if port.kind == "stream_in" else "send_only"
        return f"chan {port.name}(bits[{port.bits}], id={number}, kind=streaming, ops={direction}, flow_control=ready_valid)"
