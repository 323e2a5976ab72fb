"""The Verilog of a design: the datapath by XLS's optimiser and code generator, and around it the
registers and the handshakes (`handshakes`).

The registers are written here rather than by XLS because a designer looks for them by name, and
because the form of their enable and reset decides what they cost.
"""

import re
from collections import Counter
from collections.abc import Sequence

from cryptagon.errors import CryptagonError
from cryptagon.hls.datapath.lowering import Datapath
from cryptagon.hls.datapath.optimised_ir import OptimisedDatapath
from cryptagon.hls.datapath.register_updates import Load, Update
from cryptagon.hls.datapath.shared_units import SharedUnit
from cryptagon.hls.datapath.wires import STATE
from cryptagon.hls.memory.rams import Ram
from cryptagon.hls.source.interface import Port
from cryptagon.hls.source.verilog_names import vector
from cryptagon.hls.verilog.handshakes import Handshakes
from cryptagon.hls.verilog.membership import is_one_of
from cryptagon.hls.verilog.rams import ram_instance
from cryptagon.hls.verilog.widths import check_widths


def core_verilog(
    name: str,
    logic: OptimisedDatapath,
    ports: dict[str, Port],
    rams: Sequence[Ram] = (),
    units: Sequence[SharedUnit] = (),
) -> str:
    """The module `name`: ports, registers, handshakes, the one instance of the datapath, and the
    units outside it.

    A port that the design never uses is still there: an unread input is never ready, an unwritten
    output never valid. Raises CryptagonError where a width does not fit, which is a fault of the
    compiler.
    """
    datapath, handshakes = logic.datapath, Handshakes(logic, ports)
    check_widths(datapath, ports)
    signals = dict([*datapath.inputs, *datapath.outputs])
    moved = [
        *(
            line
            for ram in rams
            for line in ram_instance(f"{name}_ram_{ram.name}", ram, signals, handshakes.and_happens)
        ),
        *(line for unit in units for line in unit.instances(signals)),
        *(line for update in datapath.updates for line in _register(update, handshakes)),
    ]
    body = [
        *_declarations("what the datapath decides in this cycle", "wire", datapath.outputs),
        *_declarations(
            "the registers, named after the C variables",
            "reg",
            [(u.register, u.width) for u in datapath.updates],
        ),
        *handshakes.lines(),
        *(line for stream in handshakes.answers.asked for line in handshakes.answer(stream)),
        *_declarations("what units outside the datapath give", "wire", datapath.unit_results),
        *_states(datapath),
        *_instance(datapath, ports),
        *moved,
        *handshakes.taken(),
    ]
    header = ",\n".join(
        [
            "  input wire clk",
            "  input wire rst",
            *(line for port in ports.values() for line in port_declarations(port)),
        ]
    )
    text = "\n".join([f"module {name} (", header, ");", *body, "endmodule", ""])
    _refuse_doubled_names(text)
    return text


DECLARED = re.compile(r"^ +(?:input |output )?(?:wire|reg) (?:\[\d+:0\] )?(\w+)", re.MULTILINE)


def _refuse_doubled_names(text: str) -> None:
    names = DECLARED.findall(text)
    if doubled := [name for name, count in Counter(names).items() if count > 1]:
        raise CryptagonError(
            f"the Verilog would have two signals called '{doubled[0]}'",
            why="one is a port, one a signal inside",
            fix="give the stream or wire another name",
        )


def port_declarations(port: Port) -> list[str]:
    """The lines that declare a port in a module's header."""
    out = port.is_output
    lines = [
        f"  {'output' if out else 'input'} wire {vector(field.bits)}{port.signal_of(field)}"
        for field in port.fields
    ]
    if port.is_stream:
        lines += [
            f"  {'output' if out else 'input'} wire {port.name}_valid",
            f"  {'input' if out else 'output'} wire {port.name}_ready",
        ]
    return lines


def _declarations(
    comment: str, kind: str, signals: list[tuple[str, int]] | tuple[tuple[str, int], ...]
) -> list[str]:
    if not signals:
        return []
    return [f"  // {comment}", *(f"  {kind} {vector(width)}{name};" for name, width in signals), ""]


def _states(datapath: Datapath) -> list[str]:
    """Which of many states the machine is in, decoded for the datapath."""
    if not datapath.states:
        return []
    bits = next(update.width for update in datapath.updates if update.register == STATE)
    tests = {
        name: is_one_of(STATE, bits, numbers, datapath.state_count)
        for name, numbers in datapath.states
    }
    return ["  // the states", *(f"  wire {name} = {test};" for name, test in tests.items()), ""]


def _instance(datapath: Datapath, ports: dict[str, Port]) -> list[str]:
    connections = []
    for name, _ in datapath.inputs:
        port = ports.get(name.removeprefix("item_")) if name.startswith("item_") else None
        signal = (
            "{" + ", ".join(port.signal_of(field) for field in port.fields) + "}" if port else name
        )
        connections.append(f"    .{name}({signal})")
    connections += [f"    .{name}({name})" for name, _ in datapath.outputs]
    return [f"  {datapath.name} datapath (", ",\n".join(connections), "  );", ""]


def _register(update: Update, handshakes: Handshakes) -> list[str]:
    """One register.

    Reset, where it matters at all, comes before the clear, and both before the loads.
    """
    clears = ["rst"] if update.needs_reset else []
    if update.clear:
        clear = handshakes.and_happens(update.clear)
        clears.append(f"({clear})" if clear != update.clear else clear)
    branches = (
        [f"if ({' || '.join(clears)}) {update.register} <= {update.width}'h{update.reset:x};"]
        if clears
        else []
    )
    loads = [
        f"if ({handshakes.and_happens(load.when)}) {update.register}{_part(load, update)} <= {load.value};"
        for load in update.loads
    ]
    branches += (
        loads
        if len(loads) == 1
        else ["begin\n      " + "\n      ".join(loads) + "\n    end"]
        if loads
        else []
    )
    return (
        ["  always @(posedge clk)", "    " + "\n    else ".join(branches), ""] if branches else []
    )


def _part(load: Load, update: Update) -> str:
    return f"[{load.low + load.width - 1}:{load.low}]" if load.width < update.width else ""
