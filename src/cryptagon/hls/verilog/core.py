"""The Verilog of a design: the datapath by XLS's optimiser and code generator, and around it the
registers and the handshakes.

The registers are written here rather than by XLS because a designer looks for them by name, and
because the form of their enable and reset decides what they cost.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from cryptagon.errors import CryptagonError
from cryptagon.hls.datapath.lowering import Datapath
from cryptagon.hls.datapath.optimised_ir import OptimisedDatapath
from cryptagon.hls.datapath.register_updates import Load, Update
from cryptagon.hls.datapath.shared_units import SharedUnit
from cryptagon.hls.memory.rams import Ram
from cryptagon.hls.source.interface import Port
from cryptagon.hls.source.verilog_names import vector
from cryptagon.hls.verilog.answers import answers_of
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
    datapath, answers = logic.datapath, answers_of(logic)
    check_widths(datapath, ports)
    outputs, signals = dict(datapath.outputs), dict([*datapath.inputs, *datapath.outputs])
    body = [
        *_declarations("what the datapath decides in this cycle", "wire", datapath.outputs),
        *_declarations(
            "the registers, named after the C variables",
            "reg",
            [(u.register, u.width) for u in datapath.updates],
        ),
        *_handshakes(ports, outputs, datapath.written_together, answers.surely_there),
        *(line for stream in answers.asked for line in _answer(stream, stream in answers.held)),
        *_declarations("what units outside the datapath give", "wire", datapath.unit_results),
        *_states(datapath),
        *_instance(datapath, ports),
        *(line for ram in rams for line in ram_instance(f"{name}_ram_{ram.name}", ram, signals)),
        *(line for unit in units for line in unit.instances(signals)),
        *(line for update in datapath.updates for line in _register(update)),
        *(line for stream in sorted(datapath.written_together) for line in _taken(stream)),
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


def _handshakes(
    ports: dict[str, Port], outputs: dict[str, int], together: frozenset[str], there: frozenset[str]
) -> list[str]:
    """A cycle happens when every item it reads is offered and every item it writes is taken; those
    in `there` surely are offered then.

    Items written together may be taken one by one: `taken_NAME` remembers it until the cycle
    happens.
    """
    reads = [p.name for p in ports.values() if f"read_{p.name}" in outputs]
    writes = [p.name for p in ports.values() if f"write_{p.name}" in outputs]
    offered = {name: f"(!wait_{name} || {name}_valid)" for name in reads if name not in there}
    ready = {
        name: f"{name}_ready || taken_{name}" if name in together else f"{name}_ready"
        for name in writes
    }
    taken = [f"(!write_{name} || {ready[name]})" for name in writes]
    lines = [*(f"  reg taken_{name};" for name in sorted(together))]
    lines += [
        "  // a cycle happens when every item that it reads is offered and every item that it writes is taken"
    ]
    lines += [
        f"  wire offered = {_all(offered.values())};",
        f"  wire go = {_all(['offered', *taken])};",
    ]
    for (
        name
    ) in reads:  # a stream does not wait for itself: nothing moves there while its `valid` is 0
        others = [condition for other, condition in offered.items() if other != name]
        lines.append(f"  assign {name}_ready = {_all([f'read_{name}', *others, *taken])};")
    lines += [
        f"  assign {name}_valid = write_{name} && offered{f' && !taken_{name}' if name in together else ''};"
        for name in writes
    ]
    for port in ports.values():
        signals = "{" + ", ".join(port.signal_of(field) for field in port.fields) + "}"
        if port.kind == "stream_out":
            lines.append(
                f"  assign {signals} = " + (f"{port.name}_item;" if port.name in writes else "0;")
            )
            lines += [] if port.name in writes else [f"  assign {port.name}_valid = 1'b0;"]
        elif port.kind == "stream_in" and port.name not in reads:
            lines.append(f"  assign {port.name}_ready = 1'b0;")
    return [*lines, ""]


def _all(conditions: Iterable[str]) -> str:
    return " && ".join(conditions) or "1'b1"


def _answer(stream: str, held: bool) -> list[str]:
    """What `stream_has` sees in this cycle.

    An answer on which an offered item may hang is held until that item is taken.
    """
    if not held:
        return [f"  wire has_{stream} = {stream}_valid;", ""]
    return [
        f"  reg missed_{stream};",
        f"  wire has_{stream} = {stream}_valid && !missed_{stream};",
        "  always @(posedge clk)",
        f"    if (rst || go) missed_{stream} <= 1'b0;",
        f"    else if (offered && !{stream}_valid) missed_{stream} <= 1'b1;",
        "",
    ]


def _states(datapath: Datapath) -> list[str]:
    """Which of many states the machine is in, decoded for the datapath."""
    if not datapath.states:
        return []
    bits = next(update.width for update in datapath.updates if update.register == "fsm")
    tests = {
        name: " || ".join(f"fsm == {bits}'d{number}" for number in numbers)
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


def _register(update: Update) -> list[str]:
    """One register.

    Reset, where it matters at all, comes before the clear, and both before the loads.
    """
    clears = ["rst"] if update.needs_reset else []
    clears += [f"(go && {update.clear})"] if update.clear else []
    branches = (
        [f"if ({' || '.join(clears)}) {update.register} <= {update.width}'h{update.reset:x};"]
        if clears
        else []
    )
    loads = [
        f"if (go && {load.when}) {update.register}{_part(load, update)} <= {load.value};"
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


def _taken(stream: str) -> list[str]:
    """Whether the item of this cycle has left already, while another one that is written with it
    has not.
    """
    name = f"taken_{stream}"
    return [
        "  always @(posedge clk)",
        f"    if (rst || go) {name} <= 1'b0;",
        f"    else if ({stream}_valid && {stream}_ready) {name} <= 1'b1;",
        "",
    ]
