"""Whether every loop takes the cycles that its source expects."""

from collections.abc import Sequence

from cryptagon.errors import CryptagonError
from cryptagon.hls.cleanup.loop_statements import LoopStatement
from cryptagon.hls.ir.loops import notes_of_loops
from cryptagon.hls.states.cutting import CALL
from cryptagon.hls.states.cycles import LoopCycles
from cryptagon.hls.states.header_states import AGAIN
from cryptagon.hls.states.machine import Machine


def check_expectations(
    machine: Machine, loops: Sequence[LoopCycles], statements: Sequence[LoopStatement]
) -> None:
    """Raises CryptagonError, with file and line, when a loop takes other cycles than expected, or
    when that cannot be told.
    """
    by_header = {loop.header: loop for loop in loops}
    found = loops_of_statements(machine)
    for number, statement in enumerate(statements):
        if statement.only_aims:
            continue
        headers = [header for header in found.get(number, []) if header in by_header]
        if not headers and not statement.dead:
            raise _not_clocked(statement)
        for header in headers:
            check = _check if statement.name == "expect_cycles" else _check_stages
            check(statement, by_header[header], loops)


def loops_of_statements(machine: Machine) -> dict[int, list[str]]:
    """The headers of the loops that each statement, by number, speaks of."""
    found: dict[int, list[str]] = {}
    for header, notes in notes_of_loops(machine.function).items():
        for number in dict.fromkeys(number for note in notes for number in note.statements):
            found.setdefault(number, []).append(header)
    return found


def _not_clocked(statement: LoopStatement) -> CryptagonError:
    return CryptagonError(
        f"{statement.name} is in a loop that is never run again",
        where=str(statement.location),
        why="its body runs once at most, so it is not a loop in hardware and has no cycles of its own",
        fix="write it in the body of the clocked loop around",
    )


def _check(statement: LoopStatement, loop: LoopCycles, loops: Sequence[LoopCycles]) -> None:
    if statement.least <= loop.least and loop.most is not None and loop.most <= statement.most:
        return
    where, why = str(statement.location), explanation(loop, loops)
    expected = _span(statement.least, statement.most)
    if loop.most is None:
        raise CryptagonError(
            f"the loop is expected to take {_cycles(expected)} an iteration, but that cannot be told",
            where=where,
            why=f"{_unbounded(loop, loops)}; {why}",
            fix="give every loop in it a constant bound, with a break where it may end early; or expect nothing here",
        )
    raise CryptagonError(
        f"the loop takes {_cycles(_span(loop.least, loop.most))} an iteration, not {expected}",
        where=where,
        why=why,
        fix="remove what begins a cycle too many or add a wait(), or expect what it takes",
    )


def _check_stages(statement: LoopStatement, loop: LoopCycles, loops: Sequence[LoopCycles]) -> None:
    if (loop.least, loop.most) != (statement.least, statement.least):
        most = loop.most if loop.most is not None else loop.least
        raise CryptagonError(
            f"cycles({statement.least}) cannot be kept: the loop takes {_cycles(_span(loop.least, most))} an iteration",
            where=str(statement.location),
            why=explanation(loop, loops),
            fix="ask for as many stages as its accesses need, or make them fewer",
        )


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def _cycles(span: str) -> str:
    return "1 cycle" if span == "1" else f"{span} cycles"


def explanation(loop: LoopCycles, loops: Sequence[LoopCycles]) -> str:
    """The states of a loop, each with its line and the reason why it begins there; inner loops with
    how often they run.
    """
    inner = {other.header: other for other in loops if other.header != loop.header}
    parts = []
    for state in loop.states:
        line, reason = state.location.line, state.reason
        header = state.block.removesuffix(AGAIN)
        if header in inner:
            line, reason = inner[header].location.line, f"loop, {_trips(inner[header])}"
        parts.append(f"line {line}: {reason}")
    return "; ".join(parts)


def _trips(loop: LoopCycles) -> str:
    if loop.trips_least is None:
        return "for ever"
    if loop.trips_most is None:
        return f"{loop.trips_least} times or more"
    times = _span(loop.trips_least, loop.trips_most)
    return "once" if times == "1" else f"{times} times"


def _unbounded(loop: LoopCycles, loops: Sequence[LoopCycles]) -> str:
    """Which inner loops, or else calls, make the cycles of a loop unknown."""
    inside = {state.block.removesuffix(AGAIN) for state in loop.states} - {loop.header}
    guilty = [
        str(other.location)
        for other in loops
        if other.header in inside and other.trips_most is None
    ]
    if guilty:
        return f"how often the loop at {' and the one at '.join(guilty)} runs hangs on data"
    calls = [str(state.location) for state in loop.states if state.reason.startswith(CALL)]
    return f"how long the call at {' or the one at '.join(calls)} takes hangs on data"
