"""Virtual boards: one netlist with the delays of one die at one voltage and temperature, drawn from
a stated model by a seed.

The delays of place and route hold for the slow corner: the slowest die that is sold under the speed
grade, at the lowest core voltage and the highest temperature. A board on a desk is none of these.
Its delays are the corner's, times a factor of the whole die, times one of the voltage and
temperature, times one of the place on the die, times one of each single arc. docs/timing.md says
where each number comes from; most are assumptions.
"""

import random
from dataclasses import dataclass, replace
from math import cos, pi

from cryptagon.timing.netlist import Arc, Control, Gate, RamBit, Register, TimedNetlist

KELVIN = 273.15
DIE_TILES = 128
"""Side of the square over which variation by place is stretched, in tiles: the LFE5U-85F has 126 by
95.
"""


@dataclass(frozen=True)
class Range:
    """A normal distribution, cut off at both ends by drawing again."""

    mean: float
    sigma: float
    low: float
    high: float

    def draw(self, source: random.Random) -> float:
        """One value."""
        while True:
            value = source.gauss(self.mean, self.sigma)
            if self.low <= value <= self.high:
                return value


@dataclass(frozen=True)
class Transistor:
    """How a delay goes with voltage and temperature: V T^mobility / (V - threshold)^alpha, the
    alpha-power law.

    Sakurai and Newton, "Alpha-power law MOSFET model and its applications to CMOS inverter delay
    and other formulas", IEEE JSSC 25(2),
    1990. `threshold_v` is at 25 degrees C and falls by `threshold_v_per_k`.
    """

    alpha: float = 1.3
    threshold_v: float = 0.35
    threshold_v_per_k: float = 0.001
    mobility: float = 1.5

    def delay(self, volt: float, celsius: float) -> float:
        """In a unit of its own."""
        threshold = self.threshold_v - self.threshold_v_per_k * (celsius - 25)
        return volt * (celsius + KELVIN) ** self.mobility / (volt - threshold) ** self.alpha


@dataclass(frozen=True)
class VariationModel:
    """The model of virtual boards.

    `die` is the delay of a die relative to the slowest that the grade allows, both under the same
    conditions; `voltage_v` and `temperature_c` are those of the boards, `corner_voltage_v` and
    `corner_temperature_c` those for which the tool's delays hold. `systematic` is the greatest
    deviation by place on the die, `random_sigma` the relative standard deviation of each arc by
    itself.
    """

    die: Range = Range(0.90, 0.04, 0.78, 1.0)
    voltage_v: Range = Range(1.10, 0.01, 1.07, 1.13)
    temperature_c: Range = Range(45.0, 8.0, 25.0, 70.0)
    corner_voltage_v: float = 1.045
    corner_temperature_c: float = 85.0
    transistor: Transistor = Transistor()
    systematic: float = 0.03
    random_sigma: float = 0.04


@dataclass(frozen=True)
class Board:
    """One virtual board: what holds for the whole of it.

    `number` counts from 1; it and `seed` say all that is random about it.
    """

    number: int
    seed: int
    die: float
    voltage_v: float
    temperature_c: float
    conditions: float
    model: VariationModel

    def delays(self, netlist: TimedNetlist) -> TimedNetlist:
        """The netlist with the delays of this board."""
        return _Silicon(self, netlist).netlist()


def boards(count: int, *, seed: int, model: VariationModel | None = None) -> list[Board]:
    """The first `count` boards of a seed: more boards do not change those before them."""
    return [_board(number, seed, model or VariationModel()) for number in range(1, count + 1)]


def _board(number: int, seed: int, model: VariationModel) -> Board:
    source = random.Random(f"board {seed} {number}")
    die, volt, celsius = (
        each.draw(source) for each in (model.die, model.voltage_v, model.temperature_c)
    )
    corner = model.transistor.delay(model.corner_voltage_v, model.corner_temperature_c)
    return Board(
        number, seed, die, volt, celsius, model.transistor.delay(volt, celsius) / corner, model
    )


class _Silicon:
    """The factors of one board over one netlist."""

    def __init__(self, board: Board, found: TimedNetlist) -> None:
        self.found = found
        self.whole = board.die * board.conditions
        self.sigma = board.model.random_sigma
        self.source = random.Random(f"arcs {board.seed} {board.number}")
        surface = _Surface(board)
        self.places = [surface.at(site.x, site.y) for site in found.sites]

    def netlist(self) -> TimedNetlist:
        return replace(
            self.found,
            gates=tuple(map(self._gate, self.found.gates)),
            registers=tuple(map(self._register, self.found.registers)),
            rams=tuple(map(self._ram, self.found.rams)),
        )

    def _gate(self, gate: Gate) -> Gate:
        return replace(gate, arcs=tuple(self._arc(arc, gate.cell) for arc in gate.arcs))

    def _register(self, register: Register) -> Register:
        cell = register.cell
        return replace(
            register,
            clock_to_output_ps=self._scaled(register.clock_to_output_ps, cell),
            data=self._arc(register.data, cell),
            enable=self._control(register.enable, cell),
            reset=self._control(register.reset, cell),
        )

    def _ram(self, ram: RamBit) -> RamBit:
        address = tuple(self._arc(arc, ram.cell) for arc in ram.address)
        return replace(
            ram,
            enable=self._control(ram.enable, ram.cell),
            address=address,
            data=self._arc(ram.data, ram.cell),
        )

    def _control(self, control: Control | None, cell: int) -> Control | None:
        return replace(control, arc=self._arc(control.arc, cell)) if control else None

    def _arc(self, arc: Arc, cell: int) -> Arc:
        """The wire by itself; the path through the cell and its setup and hold times together, as
        they are the same transistors.
        """
        wire, inside = self._factor(cell), self._factor(cell)
        return Arc(
            arc.net,
            round(arc.wire_ps * wire),
            round(arc.cell_ps * inside),
            round(arc.hold_ps * inside),
        )

    def _scaled(self, delay_ps: int, cell: int) -> int:
        return round(delay_ps * self._factor(cell))

    def _factor(self, cell: int) -> float:
        # Cut off at three sigma, so that no delay turns absurd in a netlist of tens of thousands of
        # arcs.
        deviation = max(-3.0, min(3.0, self.source.gauss(0.0, 1.0)))
        return self.whole * self.places[cell] * (1 + self.sigma * deviation)


class _Surface:
    """Variation by place: a tilted plane and a wave over the die, drawn once a board; the same for
    neighbours, other far away.
    """

    def __init__(self, board: Board) -> None:
        source = random.Random(f"surface {board.seed} {board.number}")
        self.amplitude = board.model.systematic
        self.tilt = source.uniform(-1, 1), source.uniform(-1, 1)
        self.wave = source.uniform(-1, 1), source.uniform(-1, 1), source.uniform(0, 2 * pi)

    def at(self, x: int, y: int) -> float:
        """The factor of a tile: 1 plus at most `systematic` either way."""
        across, up = x / DIE_TILES, y / DIE_TILES
        plane = (self.tilt[0] * (2 * across - 1) + self.tilt[1] * (2 * up - 1)) / 2
        wave = cos(2 * pi * (self.wave[0] * across + self.wave[1] * up) + self.wave[2])
        return 1 + self.amplitude * (plane + wave) / 2
