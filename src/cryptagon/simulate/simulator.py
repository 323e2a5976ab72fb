"""The universal testbench: any core, at either level, through any messages."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Generic

from cryptagon.core import VerilogCore
from cryptagon.hwapi import HardwareAlgorithm, Message
from cryptagon.simulate.build import build_program, scratch_folder
from cryptagon.simulate.failures import failure_folder
from cryptagon.simulate.levels import LevelName, Testbench, Work_contra, level_of
from cryptagon.simulate.result import Fault, MessageCycles, PortState, SimulationResult
from cryptagon.simulate.stalls import NO_STALLS, Stalls
from cryptagon.toolchain import digest_of, json_of, run

logger = logging.getLogger(__name__)

WATCHDOG_CYCLES = 10_000
WAVEFORM_CYCLES = 2_000
"""How many cycles before a fault the waveform of a failed run begins."""


@dataclass(frozen=True)
class Simulator(Generic[Work_contra]):
    """A design built into a program.

    Make one by `Simulator.build`, or by `Simulator.on` for any testbench.
    """

    core: VerilogCore
    level: Testbench[Work_contra]
    program: Path

    @staticmethod
    def on(core: VerilogCore, level: Testbench[Work_contra]) -> "Simulator[Work_contra]":
        """Compile a core for simulation on that testbench; instant when it was built before.

        Raises CryptagonError like `build`.
        """
        return Simulator(core, level, build_program(core, level, waveform=False))

    @staticmethod
    def build(
        core: VerilogCore,
        algorithm: HardwareAlgorithm,
        level: LevelName = "unit",
        w: int = 32,
        sw: int = 32,
    ) -> "Simulator[Message]":
        """Compile a core for simulation; instant when it was built before.

        `w` and `sw` are the widths in bits of pdi, do and of sdi at level "unit". Raises
        CryptagonError, with the tool's own words, where the Verilog does not compile or its ports
        are not those of docs/cipher-core.md.
        """
        return Simulator.on(core, level_of(level, algorithm, w, sw))

    def run(
        self,
        messages: Sequence[Work_contra],
        *,
        seed: int = 1,
        stalls: Stalls = NO_STALLS,
        waveform: Path | None = None,
        watchdog: int = WATCHDOG_CYCLES,
        isolate: bool = False,
        probe: bool = True,
        stimulus: str = "",
        record: bool = True,
    ) -> SimulationResult:
        """Send the messages and compare every output; stops at the first fault.

        `watchdog`: cycles without any transfer that count as a hang, beside the longest pause of
        `stalls`. `isolate`: a message is offered only when the one before it is answered, so that
        its cycles are its own. `probe`: also check that no valid depends on ready, at the cost of
        some speed. `waveform`: a VCD file of the whole run; without it a failed run is run again
        and, where `record`, its end is written under the build folder. `stimulus`: what
        `stimulus_of` gave, for messages that are run again and again.
        """
        options = {
            "seed": seed,
            "input-stall": stalls.inputs,
            "output-stall": stalls.outputs,
            "burst": stalls.burst,
            "pauses": stalls.pauses,
            "resets": stalls.resets,
            "watchdog": watchdog + stalls.longest_pause,
            "isolate": int(isolate or stalls.isolate),
            "probe": int(probe),
        }
        text = stimulus or stimulus_of(self.level, messages)
        if waveform:
            waveform.parent.mkdir(parents=True, exist_ok=True)
            return replace(
                self._execute(text, {**options, "waveform": waveform.resolve()}, messages),
                waveform=waveform,
            )
        result = self._execute(text, options, messages)
        return (
            replace(result, waveform=self._record(text, options, result, messages))
            if record and not result.ok
            else result
        )

    def _execute(
        self, stimulus: str, options: dict[str, Any], messages: Sequence[Work_contra]
    ) -> SimulationResult:
        program = (
            build_program(self.core, self.level, waveform=True)
            if "waveform" in options
            else self.program
        )
        with scratch_folder() as name:
            folder = Path(name)
            (folder / "stimulus.txt").write_text(stimulus)
            run(
                [program, "--stimulus=stimulus.txt", "--result=result.json", *_arguments(options)],
                cwd=folder,
            )
            return self._result(json_of(folder / "result.json"), messages)

    def _record(
        self,
        stimulus: str,
        options: dict[str, Any],
        result: SimulationResult,
        messages: Sequence[Work_contra],
    ) -> Path:
        """The waveform of a failed run: its last cycles, with the stimulus beside it."""
        name = f"{self.level.design}-{self.level.name}-{digest_of(self.core.digest, stimulus, str(options))[:12]}"
        folder = failure_folder(name)
        (folder / "stimulus.txt").write_text(stimulus)
        (folder / "fault.txt").write_text(f"{result.faults[0]}\n")
        waveform = folder / "waveform.vcd"
        start = max(0, result.faults[0].cycle - WAVEFORM_CYCLES)
        again = self._execute(
            stimulus, {**options, "waveform": waveform, "waveform-from": start}, messages
        )
        if again.faults != result.faults:
            logger.warning(
                "the run did not fail again in the same way: it depends on registers that have no reset value; see %s",
                folder,
            )
        return waveform

    def _result(self, raw: dict[str, Any], messages: Sequence[Work_contra]) -> SimulationResult:
        fault = raw["fault"]
        return SimulationResult(
            ok=raw["ok"],
            cycles=raw["cycles"],
            seconds=raw["seconds"],
            faults=(self._fault(fault, messages),) if fault else (),
            messages=tuple(MessageCycles(*stamps) for stamps in raw["messages"]),
        )

    def _fault(self, raw: dict[str, Any], messages: Sequence[Work_contra]) -> Fault:
        ports = tuple(
            PortState(
                s["port"],
                s["to_design"],
                s["valid"],
                s["ready"],
                s["message"],
                self._item(s, messages),
                s["remaining"],
            )
            for s in raw["ports"]
        )
        number = raw["message"]
        if number < 0:
            number = max((state.message for state in ports), default=-1)
        show = lambda digits: self.level.show(raw["port"], int(digits, 16)) if digits else ""  # noqa: E731
        return Fault(
            kind=raw["kind"],
            port=raw["port"],
            message=number,
            item=self._item(raw, messages) if raw["port"] else "",
            expected=show(raw["expected"]),
            got=show(raw["got"]),
            cycle=raw["cycle"],
            title=messages[number].title if number >= 0 else "",
            ports=ports,
            resets=raw["resets"],
        )

    def _item(self, raw: dict[str, Any], messages: Sequence[Work_contra]) -> str:
        """What the item is that a fault or a port is at: "word 3, DAT"."""
        if raw["index"] < 0:
            return ""
        due = raw.get("due", raw["port"])
        items = [*self.level.inputs(messages), *self.level.outputs(messages)]
        notes = [
            item.note for item in items if item.stream == due and item.message == raw["message"]
        ]
        name = f"{self.level.item} {raw['index'] + 1}, {notes[raw['index']]}"
        return name if due == raw["port"] else f"where {due} {name} was due"


def stimulus_of(level: Testbench[Work_contra], messages: Sequence[Work_contra]) -> str:
    """The messages as the engine reads them (simulate/stimulus.cpp): the same for every core at
    that level.
    """
    lines = [f"messages {len(messages)}"]
    lines += [f"> {item.stream} {item.message} {item.value:x}" for item in level.inputs(messages)]
    lines += [
        f"< {item.stream} {item.message} {item.value:x} {item.known:x}"
        for item in level.outputs(messages)
    ]
    return "\n".join(lines) + "\n"


def _arguments(options: dict[str, Any]) -> Iterator[str]:
    for option, value in options.items():
        if isinstance(value, Mapping):
            yield from (
                f"--{option}={port}:{','.join(map(str, cycles))}" for port, cycles in value.items()
            )
        else:
            yield f"--{option}={value}"
