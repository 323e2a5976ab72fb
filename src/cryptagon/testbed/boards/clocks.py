"""Clocks that a chip can make: the dividers of its PLLs, and the frequency nearest to the one that
is asked for.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from cryptagon.errors import CryptagonError

TOLERANCE = Fraction(100, 1_000_000)
"""Of a frequency that is as good as the one asked for: crystals of boards are as far off."""


@dataclass(frozen=True)
class Clock:
    """A frequency in MHz, exactly, and the settings that make it, by the names of the chip's
    primitive.
    """

    mhz: Fraction
    settings: tuple[tuple[str, str], ...] = ()

    @property
    def hz(self) -> int:
        """Rounded to whole Hz."""
        return round(self.mhz * 1_000_000)

    def setting(self, name: str) -> str:
        """The value of a setting."""
        return dict(self.settings)[name]


Steps = Callable[[Fraction], Iterator[Clock]]
"""Clocks of a chip, those near a frequency in MHz among them."""


def chosen(steps: Steps, mhz: float, what: str, board: str) -> Clock:
    """The clock of `mhz`, within 100 ppm.

    Raises CryptagonError where the board has none, with the nearest below and above.
    """
    wanted = Fraction(mhz).limit_denominator(1_000_000)
    made = list(steps(wanted)) if wanted > 0 else []
    below = max((one for one in made if one.mhz <= wanted), key=lambda one: one.mhz, default=None)
    above = min((one for one in made if one.mhz >= wanted), key=lambda one: one.mhz, default=None)
    near = [one for one in (below, above) if one]
    best = min(near, key=lambda one: abs(one.mhz - wanted), default=None)
    if best and abs(best.mhz - wanted) <= wanted * TOLERANCE:
        return best
    raise CryptagonError(
        f"{mhz:g} MHz is no clock that the {board} can make for {what}",
        why="its PLL divides and multiplies in steps" if best else "its PLL does not reach it",
        fix=f"choose {' or '.join(_shown(one) for one in near)}" if near else "choose another",
    )


def _shown(clock: Clock) -> str:
    """With as many digits as name it within the tolerance."""
    return f"{float(clock.mhz):.6g} MHz"


# ---- Zynq-7000 ----

PS_IO_PLL = Fraction(1000)
"""MHz of the PLL that the processing system's clocks come from, as the ZedBoard sets it."""


def zynq_fabric_clocks(_wanted: Fraction) -> Iterator[Clock]:
    """What the processing system gives the logic, MHz: its PLL by two dividers of 6 bits, up to
    250 MHz.
    """
    products = {a * b for a in range(1, 64) for b in range(1, 64)}
    return (Clock(PS_IO_PLL / n) for n in sorted(products) if PS_IO_PLL / n <= 250)


def mmcm_clocks(source: Fraction) -> Steps:
    """What an MMCM of 7-series parts of speed grade -1 makes of a clock of `source` MHz.

    Limits are those of the data sheet: phase detector 10 to 450 MHz, oscillator 600 to 1,200,
    output 4.69 to 800; multiplier 2 to 64 and divider 1 to 128 in eighths, but no divider
    between 1 and 2.
    """

    def steps(wanted: Fraction) -> Iterator[Clock]:
        if not Fraction("4.69") <= wanted <= 800:
            return
        for divide in range(1, 11):
            if not 10 <= source / divide <= 450:
                continue
            for eighths in range(16, 513):
                oscillator = source / divide * eighths / 8
                if 600 <= oscillator <= 1200:
                    yield from _mmcm_outputs(oscillator, divide, eighths, wanted)

    return steps


def _mmcm_outputs(
    oscillator: Fraction, divide: int, eighths: int, wanted: Fraction
) -> Iterator[Clock]:
    """The two dividers of the output that are nearest."""
    below = int(oscillator * 8 / wanted)
    for out in (below, below + 1):
        if out == 8 or 16 <= out <= 1024:
            values = {"DIVCLK_DIVIDE": f"{divide}", "CLKFBOUT_MULT_F": f"{eighths / 8:.3f}"}
            values["CLKOUT0_DIVIDE_F"] = f"{out / 8:.3f}"
            yield Clock(oscillator * 8 / out, tuple(values.items()))


# ---- ECP5 ----


def ecp5_clocks(source: Fraction) -> Steps:
    """What a PLL of an ECP5 makes of a clock of `source` MHz, on its output CLKOS.

    Limits are those of the data sheet: phase detector 3.125 to 400 MHz, oscillator 400 to 800,
    outputs 3.125 to 400; dividers of 7 bits. The feedback is from CLKOP.
    """

    def steps(wanted: Fraction) -> Iterator[Clock]:
        if not Fraction("3.125") <= wanted <= 400:
            return
        for reference in range(1, 9):
            detector = source / reference
            if not Fraction("3.125") <= detector <= 400:
                continue
            for product in range(1, 801):  # feedback divider times that of CLKOP
                if 400 <= detector * product <= 800:
                    yield from _ecp5_outputs(detector * product, reference, product, wanted)

    return steps


def _ecp5_outputs(
    oscillator: Fraction, reference: int, product: int, wanted: Fraction
) -> Iterator[Clock]:
    feedback = next(
        (
            one
            for one in range(1, 81)
            if product % one == 0
            and product // one <= 128
            and Fraction("3.125") <= oscillator * one / product <= 400
        ),
        None,
    )
    below = int(oscillator / wanted)
    for out in (below, below + 1):
        if feedback and 1 <= out <= 128:
            values = {"CLKI_DIV": reference, "CLKFB_DIV": feedback}
            values |= {"CLKOP_DIV": product // feedback, "CLKOS_DIV": out}
            yield Clock(oscillator / out, tuple((name, str(one)) for name, one in values.items()))
