"""The clock limit by experiment: raise the clock until the answers go wrong."""

from collections.abc import Callable
from dataclasses import dataclass

from cryptagon.errors import CryptagonError
from cryptagon.timing.netlist import TimedNetlist
from cryptagon.timing.simulation import WHOLE, Sampling, TimedFault, TimedRun, TimedSimulator
from cryptagon.timing.static import Longest, longest_paths
from cryptagon.timing.stimulus import Stimulus

# Of the static period: how much longer the first period is, and how much shorter each next one, at
# first and when the limit is near.
SLOW, COARSE, FINE = 3, 0.01, 0.001
PICOSECONDS = 1e6
"""In a microsecond: a period in ps and a frequency in MHz multiply to it."""


@dataclass(frozen=True)
class ClockLimit:
    """What one unit with one set of delays can do. Frequencies in MHz.

    `static_mhz` is static timing of these delays, from register to register. Up to `settled_mhz`
    every register takes the right value in every cycle of the stimulus. `limit_mhz` is the fastest
    clock in the sweep with right answers, and `fault` what went wrong at the next step,
    `resolution_mhz` above. `longest` has the static paths, `slow` is the run at the slow clock.
    """

    static_mhz: float
    settled_mhz: float
    limit_mhz: float
    resolution_mhz: float
    fault: TimedFault
    longest: Longest
    slow: TimedRun
    runs: int


def clock_limit(
    netlist: TimedNetlist,
    stimulus: Stimulus,
    tell: Callable[[str], None] = lambda text: None,
    sampling: Sampling = WHOLE,
) -> ClockLimit:
    """Sweep the clock upwards from where every register is in time, in steps of 1 %, and the last
    of these in steps of 0.1 %.

    `tell` hears of each run, of which the cycles of `sampling` are simulated with delays. Raises
    CryptagonError where the answers are wrong at a slow clock already, where a value does not
    outlive a hold time, and where there is nothing to time.
    """
    longest = longest_paths(netlist)
    _check_clocked(longest)
    simulator = TimedSimulator.of(netlist, stimulus, sampling)
    return limit_above(slow_run(simulator, longest), simulator, longest, tell)


def limit_above(
    slow: TimedRun, simulator: TimedSimulator, longest: Longest, tell: Callable[[str], None]
) -> ClockLimit:
    """The sweep of `clock_limit` behind a run at the slow clock."""
    _check_clocked(longest)
    return _Sweep(simulator, longest, tell, slow).run()


def _check_clocked(longest: Longest) -> None:
    if not longest.registers:
        raise CryptagonError("no path leads from register to register, so there is no clock limit")


def in_time_mhz(slow: TimedRun) -> float:
    """The fastest clock at which every register takes the right value in every cycle of a run at
    the slow clock.
    """
    return _mhz(max(slow.settled_ps, 1))


def slow_run(simulator: TimedSimulator, longest: Longest) -> TimedRun:
    """The stimulus at a clock so slow that everything settles: gate-level verification of the
    routed unit.

    Raises CryptagonError for a wrong answer, and where a value is gone before a register's hold
    time is over.
    """
    run = simulator.run(SLOW * max(longest.registers, longest.ports))
    if run.fault:
        raise CryptagonError(
            "the routed unit answers wrongly at a slow clock",
            why=f"{run.fault}, in cycle {run.cycles}",
        )
    if run.late_captures or not run.settled:
        raise CryptagonError(
            "the routed unit does not settle at a slow clock",
            why=f"{run.late_captures} registers took wrong values",
        )
    if run.hold_slack_ps is not None and run.hold_slack_ps < 0:
        raise CryptagonError(
            "a hold time is violated, at any clock", why=f"by {-run.hold_slack_ps} ps"
        )
    return run


class _Sweep:
    def __init__(
        self,
        simulator: TimedSimulator,
        longest: Longest,
        tell: Callable[[str], None],
        slow: TimedRun,
    ) -> None:
        self.simulator, self.longest, self.tell, self.slow = simulator, longest, tell, slow
        self.runs = 1

    def run(self) -> ClockLimit:
        slow = self.slow
        # Each run is like the slow one, cycle for cycle, until something goes wrong; one that waits
        # much longer has lost its way.
        self.watchdog = 2 * slow.longest_wait + 100
        right = max(slow.settled_ps, 1)
        if not self._try(right).right:
            raise CryptagonError(
                "an answer is wrong although every register is in time",
                fix="report it: this is a fault of the simulator",
            )
        coarse, fine = (max(1, round(share * self.longest.registers)) for share in (COARSE, FINE))
        right, _ = self._until_wrong(right, coarse)
        right, wrong = self._until_wrong(right, fine)
        assert wrong.fault  # that is what ended the sweep
        limit = _mhz(right)
        resolution = _mhz(wrong.period_ps) - limit
        static = _mhz(self.longest.registers)
        return ClockLimit(
            static,
            in_time_mhz(slow),
            limit,
            resolution,
            wrong.fault,
            self.longest,
            slow,
            self.runs,
        )

    def _until_wrong(self, right: int, step: int) -> tuple[int, TimedRun]:
        """The last right period in steps from one that is right, and the wrong run after it."""
        while (run := self._try(right - step)).right:
            right = run.period_ps
        return right, run

    def _try(self, period_ps: int) -> TimedRun:
        least = min(register.clock_to_output_ps for register in self.simulator.netlist.registers)
        if period_ps <= least:
            raise CryptagonError(
                "the answers do not depend on the clock",
                why=f"they are right at a period of {period_ps} ps still",
            )
        self.runs += 1
        run = self.simulator.run(period_ps, watchdog=self.watchdog)
        self.tell(f"{_mhz(period_ps):.1f} MHz {'right' if run.right else 'wrong'}")
        return run


def _mhz(period_ps: int) -> float:
    return PICOSECONDS / period_ps
