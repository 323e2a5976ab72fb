"""The answers of a netlist at a clock so slow that everything settles: whether it computes what the
Verilog does.
"""

from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.timing.netlist import TimedNetlist
from cryptagon.timing.simulation import TimedFault, TimedSimulator
from cryptagon.timing.static import longest_paths
from cryptagon.timing.stimulus import Stimulus


def check_answers(netlist: TimedNetlist, stimulus: Stimulus, file: Path) -> None:
    """Send the stimulus through the netlist of `file`.

    Raises CryptagonError for the first answer that is wrong or missing.
    """
    longest = longest_paths(netlist)
    run = TimedSimulator.of(netlist, stimulus).run(1 + max(longest.registers, longest.ports))
    if run.fault:
        why = f"{run.fault}, in cycle {run.cycles}{_message(run.fault, stimulus)}"
        raise CryptagonError(
            "the netlist answers wrongly",
            where=str(file),
            why=why,
            fix="see that all tools read the Verilog alike",
        )
    if run.late_captures:
        raise CryptagonError(
            "the netlist does not settle",
            where=str(file),
            fix="report it: this is a fault of the simulator",
        )


def _message(fault: TimedFault, stimulus: Stimulus) -> str:
    """The message of the item that is wrong, where it is one of those that were sent or
    expected.
    """
    items = [item for item in stimulus.items if item.stream == fault.stream]
    return (
        f"\nin {stimulus.titles[items[fault.item].message]}" if 0 <= fault.item < len(items) else ""
    )
