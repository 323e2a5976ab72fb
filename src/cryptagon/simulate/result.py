"""What a simulation says."""

from dataclasses import dataclass
from pathlib import Path

NOT_RESET = "before the reset all messages were right: a register that matters is not reset"


@dataclass(frozen=True)
class PortState:
    """One stream at the moment of a hang.

    `waits_for` is the item it would move next; empty where none is left.
    """

    name: str
    to_design: bool
    valid: bool
    ready: bool
    message: int
    waits_for: str
    remaining: int

    def __str__(self) -> str:
        handshake = f"{self.name}: valid {int(self.valid)}, ready {int(self.ready)}"
        if not self.waits_for:
            return f"{handshake}, nothing left to {'offer' if self.to_design else 'expect'}"
        return (
            f"{handshake}, at message {self.message + 1}, {self.waits_for} ({self.remaining} left)"
        )

    @property
    def hangs(self) -> bool:
        """Whether one side waits for the other here."""
        return self.valid != self.ready and (self.to_design or bool(self.waits_for))


@dataclass(frozen=True)
class Fault:
    """The first thing that went wrong.

    `message` counts from 0 in the list that was run, -1 where none is concerned; `cycle` from
    the first reset. `resets`: how many in mid-run went before; all was right before the first.
    """

    kind: str
    port: str
    message: int
    item: str
    expected: str
    got: str
    cycle: int
    title: str = ""
    ports: tuple[PortState, ...] = ()
    resets: int = 0

    @property
    def called(self) -> str:
        """What is wrong, with its port, and whether a reset in mid-run went before."""
        port = f" on {self.port}" if self.port else ""
        return f"{self.kind}{port}{' after a reset in mid-run' if self.resets else ''}"

    def __str__(self) -> str:
        where = (
            f"message {self.message + 1} ({self.title})"
            if self.message >= 0
            else "after the last message"
        )
        lines = [
            f"{self.called} in cycle {self.cycle}, {where}{f', {self.item}' if self.item else ''}"
        ]
        lines += [f"expected {self.expected}"] if self.expected else []
        lines += [f"got      {self.got}"] if self.got else []
        lines += [NOT_RESET] if self.resets else []
        return "\n".join([*lines, *(str(state) for state in self.ports)])


@dataclass(frozen=True)
class MessageCycles:
    """Cycles, counted from reset, of a message's first and last transfer on the main input and over
    all outputs; -1 where none came.
    """

    first_input: int
    last_input: int
    first_output: int
    last_output: int

    @property
    def total(self) -> int:
        """Cycles from its first input to its last output, both included."""
        return self.last_output - self.first_input + 1


@dataclass(frozen=True)
class SimulationResult:
    """The outcome of one run.

    `seconds` is the time in the simulated cycles alone; `waveform` is a VCD file, where one was
    written.
    """

    ok: bool
    cycles: int
    seconds: float
    faults: tuple[Fault, ...]
    messages: tuple[MessageCycles, ...]
    waveform: Path | None = None

    @property
    def cycles_per_second(self) -> float:
        """Simulated clock cycles a second."""
        return self.cycles / self.seconds if self.seconds else float("inf")
