"""Tasks beside each other, with a FIFO in each stream between two of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cryptagon.hls.source.interface import Port
from cryptagon.hls.source.verilog_names import unused_name, vector
from cryptagon.hls.verilog.core import port_declarations
from cryptagon.hls.verilog.stream_fifos import FIFO

SHARED_DEPTH = 2
"""Items of the FIFO before each task where several take the same input: an item a cycle."""


@dataclass(frozen=True)
class Part:
    """A task as a module with ports."""

    module: str
    ports: Mapping[str, Port]


def outer_ports(parts: Sequence[Part], depths: Mapping[str, int]) -> dict[str, Port]:
    """The ports of the whole, by name: those that are not between tasks."""
    return {name: port for part in parts for name, port in part.ports.items() if name not in depths}


def network_verilog(name: str, parts: Sequence[Part], depths: Mapping[str, int]) -> str:
    """The module `name`: the parts, a FIFO of so many items at each stream between two of them, and
    one before each part that takes an input together with others.
    """
    return _Network(name, parts, depths).text()


class _Network:
    def __init__(self, name: str, parts: Sequence[Part], depths: Mapping[str, int]) -> None:
        self.name, self.parts, self.depths = name, parts, depths
        self.ports = outer_ports(parts, depths)
        self.used = {signal for port in self.ports.values() for signal in port.signals}
        self.body: list[str] = []
        self.pins: dict[str, list[str]] = {
            part.module: [".clk(clk)", ".rst(rst)"] for part in parts
        }

    def text(self) -> str:
        """The module, and that of its FIFOs."""
        for name, depth in self.depths.items():
            self._between(name, depth)
        for port in self.ports.values():
            users = [part for part in self.parts if port.name in part.ports]
            if len(users) == 1:
                self._connect(users[0], port, _signals(port))
            else:
                self._to_several(port, users)
        for part in self.parts:
            pins = ",\n".join(f"    {pin}" for pin in self.pins[part.module])
            instance = self._unused(f"task_{part.module}")
            self.body += ["", f"  {part.module} {instance} (", pins, "  );"]
        header = ["  input wire clk", "  input wire rst"]
        header += [line for port in self.ports.values() for line in port_declarations(port)]
        lines = [f"module {self.name} (", ",\n".join(header), ");", *self.body, "endmodule", ""]
        fifo = FIFO.read_text().replace("module stream_fifo", f"module {self.name}_fifo")
        return "\n".join(lines) + "\n" + fifo

    def _unused(self, name: str) -> str:
        found = unused_name(name, self.used)
        self.used.add(found)
        return found

    def _wires(self, name: str, port: Port) -> str:
        """Declares an item with its handshake; gives the item's name."""
        item = self._unused(name)
        self.used |= {f"{item}_valid", f"{item}_ready"}
        self.body += [
            f"  wire {vector(port.bits)}{item};",
            f"  wire {item}_valid;",
            f"  wire {item}_ready;",
        ]
        return item

    def _between(self, name: str, depth: int) -> None:
        """A stream between two tasks."""
        writer, reader = sorted(
            (part for part in self.parts if name in part.ports),
            key=lambda part: not part.ports[name].is_output,
        )
        port = writer.ports[name]
        self.body += ["", f"  // stream '{name}', from {writer.module} to {reader.module}"]
        given, taken = self._wires(f"{name}_given", port), self._wires(f"{name}_taken", port)
        self._connect(writer, port, _parts_of(port, given), given)
        self._connect(reader, reader.ports[name], _parts_of(port, taken), taken)
        self._fifo(f"fifo_{name}", port, depth, (given, f"{given}_valid", f"{given}_ready"), taken)

    def _to_several(self, port: Port, users: Sequence[Part]) -> None:
        """An input that several tasks take: each has all its items, and takes them when it can."""
        self.body += ["", f"  // '{port.name}', for each task that takes it"]
        item = "{" + ", ".join(_signals(port)) + "}"
        taken = [self._wires(f"{port.name}_of_{part.module}", port) for part in users]
        rooms = [self._unused(f"{one}_room") for one in taken]
        self.body += [f"  wire {room};" for room in rooms]
        self.body.append(f"  assign {port.name}_ready = {' && '.join(rooms)};")
        all_take = f"{port.name}_valid && {port.name}_ready"
        for part, one, room in zip(users, taken, rooms, strict=True):
            self._connect(part, port, _parts_of(port, one), one)
            self._fifo(f"fifo_{one}", port, SHARED_DEPTH, (item, all_take, room), one)

    def _fifo(
        self, name: str, port: Port, depth: int, given: tuple[str, str, str], taken: str
    ) -> None:
        """A FIFO; `given` are the item that comes, when it comes, and where it is told that it may."""
        item, valid, ready = given
        pins = [
            *(".clk(clk)", ".rst(rst)"),
            *(f".in({item})", f".in_valid({valid})", f".in_ready({ready})"),
            *(f".out({taken})", f".out_valid({taken}_valid)", f".out_ready({taken}_ready)"),
        ]
        self.body += [
            f"  {self.name}_fifo #(.WIDTH({port.bits}), .DEPTH({depth})) {self._unused(name)} (",
            ",\n".join(f"    {pin}" for pin in pins),
            "  );",
        ]

    def _connect(self, part: Part, port: Port, signals: Sequence[str], control: str = "") -> None:
        """Joins a port of a part; `control` is before the names of the handshake."""
        control = control or port.name
        pins = [
            f".{port.signal_of(one)}({signal})"
            for one, signal in zip(port.fields, signals, strict=True)
        ]
        pins += [
            f".{port.name}_{signal}({control}_{signal})"
            for signal in ("valid", "ready")
            if port.is_stream
        ]
        self.pins[part.module] += pins


def _signals(port: Port) -> list[str]:
    return [port.signal_of(one) for one in port.fields]


def _parts_of(port: Port, item: str) -> list[str]:
    """The fields of a packed item."""
    if len(port.fields) == 1:
        return [item]
    lows = [port.shift_of(one) for one in port.fields]
    return [
        f"{item}[{low + one.bits - 1}:{low}]" for low, one in zip(lows, port.fields, strict=True)
    ]
