"""What each step of a compilation costs in time and memory."""

import gc
import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass(frozen=True)
class StepCost:
    """One step: processor seconds, those of child processes included, and the largest resident size
    of this process by its end.
    """

    step: str
    cpu_s: float
    peak_memory_mib: float


@dataclass
class CostMeter:
    """Measures the steps of one compilation; `seconds` is wall-clock time since it was made."""

    begun: float = field(default_factory=time.perf_counter)
    steps: list[StepCost] = field(default_factory=list)

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Measures what is done within; what is done again adds to its step."""
        before = _processor_seconds()
        yield
        earlier = next((step for step in self.steps if step.step == name), None)
        cpu_s = _processor_seconds() - before + (earlier.cpu_s if earlier else 0.0)
        made = StepCost(name, cpu_s, peak_memory_mib())
        self.steps = [step for step in self.steps if step is not earlier] + [made]

    @property
    def seconds(self) -> float:
        """Wall-clock seconds so far."""
        return time.perf_counter() - self.begun


@contextmanager
def without_collections() -> Iterator[None]:
    """No search for garbage within: a compilation leaves none to speak of, and searching takes an
    eighth of its time.
    """
    searched = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if searched:
            gc.enable()


def peak_memory_mib() -> float:
    """The largest resident size of this process so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _processor_seconds() -> float:
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)
