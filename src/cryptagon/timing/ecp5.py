"""The cells of Lattice ECP5 as gates, registers and RAM, with the delays of an SDF file.

What the cells do: Lattice ECP5 and ECP5-5G Family Data Sheet (FPGA-DS-02012), section 2.2 "PFU
Blocks", and the simulation models of Yosys (LUT4, CCU2C, PFUMX, L6MUX21, TRELLIS_DPR16X4), which
nextpnr packs into TRELLIS_COMB, TRELLIS_RAMW and TRELLIS_FF.
"""

from collections.abc import Callable, Sequence

from cryptagon.errors import CryptagonError
from cryptagon.timing.netlist import (
    Arc,
    Control,
    Gate,
    RamBit,
    Register,
    Site,
    TimedNetlist,
    in_order,
)
from cryptagon.timing.routed import RoutedCell, RoutedNetlist
from cryptagon.timing.sdf import Delay, Sdf

LUT_PINS = ("A", "B", "C", "D")
# A LUT's input that is not connected is tied high by the configuration.
TIED_HIGH = 1
# The write address arrives in the order in which the read address is wired to the LUT's pins.
_WRITE_ADDRESS = ("WAD3", "WAD1", "WAD2", "WAD0")
_RAM_WRITE = {
    "A0": "WADO3",
    "B0": "WADO1",
    "C0": "WADO2",
    "D0": "WADO0",
    "A1": "WDO1",
    "B1": "WDO3",
    "C1": "WDO0",
    "D1": "WDO2",
}
_NO_DELAY = Delay(0, 0)

Function = Callable[[dict[str, int]], int]


def timed_netlist(routed: RoutedNetlist, sdf: Sdf) -> TimedNetlist:
    """The unit with the greatest delays of the SDF file: the slow corner, as static timing takes
    it.

    Raises CryptagonError for a cell or a mode that is not modelled, an arc without a delay, a delay
    that belongs to nothing, a second clock, and a loop of gates.
    """
    return _Builder(routed, sdf).build()


class _Builder:
    def __init__(self, routed: RoutedNetlist, sdf: Sdf) -> None:
        self.routed, self.sdf = routed, sdf
        self.gates: list[Gate] = []
        self.registers: list[Register] = []
        self.rams: list[tuple[int, RoutedCell, Gate]] = []
        self.clocks: set[int] = set()
        ports = {net for bits in routed.inputs.values() for net in bits}
        driven = [net for cell in routed.cells for net in cell.outputs.values()]
        self.number = {net: number for number, net in enumerate(dict.fromkeys([*ports, *driven]))}
        self.ports = ports

    def build(self) -> TimedNetlist:
        self._compare_cells()
        models = {
            "TRELLIS_COMB": self._comb,
            "TRELLIS_FF": self._register,
            "TRELLIS_RAMW": self._ram_write,
        }
        for index, cell in enumerate(self.routed.cells):
            if cell.type not in models:
                fix = "block RAM, multipliers and clock cells are not modelled; docs/timing.md says what is"
                raise self._fault(
                    cell, f"the cell type {cell.type} is not modelled in timing simulation", fix
                )
            models[cell.type](index, cell)
        if len(self.clocks) > 1:
            raise CryptagonError(
                "the unit has several clocks",
                where=str(self.routed.path),
                fix="timing simulation knows one",
            )
        unused = self.sdf.wires.keys() - {
            (cell.name, pin) for cell in self.routed.cells for pin in cell.inputs
        }
        if unused:
            why = f"{len(unused)} of them, such as that to {'/'.join(min(unused))}"
            raise CryptagonError(
                "the SDF file has wires to pins that do not exist",
                where=str(self.sdf.path),
                why=why,
            )
        return self._finished()

    def _finished(self) -> TimedNetlist:
        gates = in_order(self.gates, [cell.name for cell in self.routed.cells], self.routed.path)
        place = {id(gate): index for index, gate in enumerate(gates)}
        sites = tuple(Site(cell.name, cell.x, cell.y) for cell in self.routed.cells)
        rams = tuple(self._ram_bit(index, cell, place[id(gate)]) for index, cell, gate in self.rams)
        inputs = {
            name: tuple(self.number[net] for net in bits)
            for name, bits in self.routed.inputs.items()
        }
        outputs = {
            name: tuple(self._net(net, name) for net in bits)
            for name, bits in self.routed.outputs.items()
        }
        return TimedNetlist(
            sites, len(self.number), gates, tuple(self.registers), rams, inputs, outputs
        )

    def _compare_cells(self) -> None:
        types = {cell.name: cell.type for cell in self.routed.cells}
        # The unit as a whole is the one cell without a name.
        timed = {name: kind for name, kind in self.sdf.types.items() if name}
        if types != timed:
            names = sorted(
                name for name in types.keys() | timed.keys() if types.get(name) != timed.get(name)
            )
            why = f"{len(names)} cells differ, such as {names[0]}: {types.get(names[0])} and {timed.get(names[0])}"
            raise CryptagonError(
                "the SDF file and the netlist are not of the same layout",
                where=str(self.sdf.path),
                why=why,
            )

    def _comb(self, index: int, cell: RoutedCell) -> None:
        mode = cell.parameters.get("MODE", "LOGIC")
        if mode == "RAMW_BLOCK":
            return  # its LUT is taken by the write port beside it
        if mode not in ("LOGIC", "CCU2", "DPRAM"):
            raise self._fault(
                cell, f"the mode {mode} of TRELLIS_COMB is not modelled in timing simulation"
            )
        table = int(cell.parameters["INITVAL"], 2)

        def lut(pins: dict[str, int]) -> int:
            return table >> sum(pins[pin] << place for place, pin in enumerate(LUT_PINS)) & 1

        if mode == "DPRAM":
            self._ram(index, cell, table)
        elif mode == "CCU2":
            self._carry(index, cell, lut, table)
        else:
            self._logic(index, cell, lut)

    def _logic(self, index: int, cell: RoutedCell, lut: Function) -> None:
        """A LUT, and at OFX the multiplexer behind two LUTs (F1 and this one) or behind two
        multiplexers (FXA and FXB).
        """
        muxes: dict[str, Function] = {
            "F1": lambda p: p["F1"] if p["M"] else lut(p),
            "FXA": lambda p: p["FXB"] if p["M"] else p["FXA"],
        }
        kind = next((pin for pin in muxes if pin in cell.inputs), None)
        known = {*LUT_PINS, *({"M", "F1", "FXA", "FXB"} if kind else ())}
        self._only(cell, known, {"F", "OFX"} if kind else {"F"})
        if "F" in cell.outputs:
            self._gate(index, cell, "F", LUT_PINS, lut)
        if "OFX" in cell.outputs and kind:
            self._gate(
                index,
                cell,
                "OFX",
                (*LUT_PINS, "M", "F1") if kind == "F1" else ("M", "FXA", "FXB"),
                muxes[kind],
            )

    def _carry(self, index: int, cell: RoutedCell, lut: Function, table: int) -> None:
        """Half of a CCU2C: the sum, and the carry, which a propagating LUT4 takes from below and
        another from LUT2 of A and B.
        """
        injected = cell.parameters["CCU2_INJECT1"] == "YES"

        def generate(pins: dict[str, int]) -> int:
            return 0 if injected else table >> (pins["A"] + 2 * pins["B"]) & 1

        self._only(cell, {*LUT_PINS, "FCI"}, {"F", "FCO"})
        pins = (*LUT_PINS, "FCI")
        functions: dict[str, Function] = {
            "F": lambda p: lut(p) ^ (0 if injected else p["FCI"]),
            "FCO": lambda p: p["FCI"] if lut(p) else generate(p),
        }
        for output in cell.outputs:
            # The lowest carry input of a chain has no connection; its value does not matter where
            # the LUT does not propagate it.
            self._gate(index, cell, output, pins, functions[output])

    def _ram(self, index: int, cell: RoutedCell, table: int) -> None:
        self._only(cell, {*LUT_PINS, *_WRITE_ADDRESS, "WD", "WRE", "WCK"}, {"F"})
        if cell.parameters.get("WCKMUX", "WCK") != "WCK":
            raise self._fault(
                cell,
                "a RAM that is written at the falling edge is not modelled in timing simulation",
            )
        missing = [
            pin for pin in (*LUT_PINS, *_WRITE_ADDRESS, "WD", "WCK") if pin not in cell.inputs
        ]
        if missing:
            raise self._fault(cell, f"the pin {missing[0]} of a RAM is not connected")
        gate = Gate(
            index,
            self.number[cell.outputs["F"]],
            table,
            tuple(self._arc(cell, pin, "F") for pin in LUT_PINS),
        )
        self.gates.append(gate)
        self.rams.append((index, cell, gate))
        self.clocks.add(cell.inputs["WCK"])

    def _ram_bit(self, index: int, cell: RoutedCell, gate: int) -> RamBit:
        address = tuple(self._checked(cell, pin) for pin in _WRITE_ADDRESS)
        return RamBit(
            index, gate, self._control(cell, "WRE", "WREMUX"), address, self._checked(cell, "WD")
        )

    def _ram_write(self, index: int, cell: RoutedCell) -> None:
        """The write port's wires: what enters a LUT's pin leaves to the RAM."""
        self._only(cell, set(_RAM_WRITE), set(_RAM_WRITE.values()))
        for source, output in _RAM_WRITE.items():
            if output in cell.outputs:
                self._gate(index, cell, output, (source,), lambda pins, source=source: pins[source])

    def _register(self, index: int, cell: RoutedCell) -> None:
        parameters = cell.parameters
        data = {"0": "M", "1": "DI"}[parameters.get("SD", "0")]
        self._only(cell, {data, "CE", "LSR", "CLK"}, {"Q"})
        if parameters.get("CLKMUX", "CLK") != "CLK":
            raise self._fault(
                cell, "a register on the falling edge is not modelled in timing simulation"
            )
        if "LSR" in cell.inputs and parameters.get("SRMODE", "LSR_OVER_CE") != "LSR_OVER_CE":
            raise self._fault(
                cell,
                "a register with an asynchronous reset is not modelled in timing simulation",
                "reset it synchronously",
            )
        if "Q" not in cell.outputs:
            return
        if data not in cell.inputs:
            raise self._fault(cell, f"the pin {data} of a register is not connected")
        enable, reset = self._control(cell, "CE", "CEMUX"), self._control(cell, "LSR", "LSRMUX")
        clock_to_output = self._path(cell, "CLK", "Q").max_ps
        value = {"RESET": 0, "SET": 1}[parameters.get("REGSET", "RESET")]
        register = Register(
            index,
            self.number[cell.outputs["Q"]],
            clock_to_output,
            self._checked(cell, data),
            enable,
            reset,
            value,
        )
        self.registers.append(register)
        self.clocks.add(cell.inputs["CLK"])

    def _control(self, cell: RoutedCell, pin: str, mux: str) -> Control | None:
        """The control at a pin; None where it is not connected and so never holds the register
        back.
        """
        choice = cell.parameters.get(mux, pin)
        if choice not in (pin, "INV", "1") or (
            choice == "1" and pin in cell.inputs and pin == "LSR"
        ):
            raise self._fault(cell, f"{mux} = {choice} is not modelled in timing simulation")
        if pin not in cell.inputs or choice == "1":
            return None
        return Control(self._checked(cell, pin), 0 if choice == "INV" else 1)

    def _gate(
        self, index: int, cell: RoutedCell, output: str, pins: Sequence[str], function: Function
    ) -> None:
        """One output as a function of the pins that are connected and have a path to it."""
        connected = [pin for pin in pins if pin in cell.inputs]
        paths = self.sdf.paths.get(cell.name, {})
        used = [pin for pin in connected if (pin, output) in paths]
        high = dict.fromkeys(pins, TIED_HIGH)
        for pin in set(connected) - set(used):
            if _depends(function, pin, connected, high):
                self._path(cell, pin, output)
        table = sum(
            function({**high, **_values(used, number)}) << number
            for number in range(1 << len(used))
        )
        self.gates.append(
            Gate(
                index,
                self.number[cell.outputs[output]],
                table,
                tuple(self._arc(cell, pin, output) for pin in used),
            )
        )

    def _arc(self, cell: RoutedCell, pin: str, output: str) -> Arc:
        return Arc(
            self._net(cell.inputs[pin], cell.name),
            self._wire(cell, pin).max_ps,
            self._path(cell, pin, output).max_ps,
        )

    def _checked(self, cell: RoutedCell, pin: str) -> Arc:
        check = self.sdf.checks.get(cell.name, {}).get(pin)
        if check is None:
            raise self._fault(cell, f"the SDF file has no setup time for the pin {pin}")
        if not check.rising:
            raise self._fault(
                cell,
                f"the pin {pin} is checked against a falling edge, which is not modelled in timing simulation",
            )
        return Arc(
            self._net(cell.inputs[pin], cell.name),
            self._wire(cell, pin).max_ps,
            check.setup.max_ps,
            check.hold.max_ps,
        )

    def _wire(self, cell: RoutedCell, pin: str) -> Delay:
        """The delay of the wire to a pin; from a port there is none, since the unit is placed
        without pads.
        """
        found = self.sdf.wires.get((cell.name, pin))
        if found:
            return found[1]
        if cell.inputs[pin] in self.ports:
            return _NO_DELAY
        raise self._fault(cell, f"the SDF file has no delay for the wire to the pin {pin}")

    def _path(self, cell: RoutedCell, pin: str, output: str) -> Delay:
        found = self.sdf.paths.get(cell.name, {}).get((pin, output))
        if found is None:
            raise self._fault(cell, f"the SDF file has no delay from {pin} to {output}")
        return found

    def _net(self, net: int, user: str) -> int:
        if net not in self.number:
            raise CryptagonError(
                "a net has no driver", where=str(self.routed.path), why=f"{user} takes net {net}"
            )
        return self.number[net]

    def _only(self, cell: RoutedCell, inputs: set[str], outputs: set[str]) -> None:
        strange = [*(cell.inputs.keys() - inputs), *(cell.outputs.keys() - outputs)]
        if strange:
            raise self._fault(
                cell,
                f"the use of pin {sorted(strange)[0]} of {cell.type} is not modelled in timing simulation",
            )

    def _fault(self, cell: RoutedCell, what: str, fix: str = "") -> CryptagonError:
        return CryptagonError(
            what,
            where=str(self.routed.path),
            why=f"cell {cell.name} at X{cell.x}/Y{cell.y}",
            fix=fix,
        )


def _values(pins: Sequence[str], number: int) -> dict[str, int]:
    return {pin: number >> place & 1 for place, pin in enumerate(pins)}


def _depends(function: Function, pin: str, connected: Sequence[str], high: dict[str, int]) -> bool:
    others = [other for other in connected if other != pin]
    cases = ({**high, **_values(others, number)} for number in range(1 << len(others)))
    return any(function({**case, pin: 0}) != function({**case, pin: 1}) for case in cases)
