"""Unoptimised LLVM IR to one clean function: streams made explicit, calls inlined, variables in SSA form, loops still as the designer
wrote them.

Cycles are the designer's choice, so no pass here may move work from one clock cycle to another or unroll a loop that was not marked:
there is no loop-invariant code motion, no global value numbering, no jump threading.
"""

import re
from dataclasses import dataclass

import llvmlite.binding as llvm

from cryptagon.errors import CryptagonError
from cryptagon.hls.annotations import global_notes
from cryptagon.hls.arrays import arrays_to_registers
from cryptagon.hls.interface import Port, ports_of
from cryptagon.hls.latches import single_latches
from cryptagon.hls.lifetimes import forget_at_birth, without_forgetting
from cryptagon.hls.llvm_metadata import Metadata
from cryptagon.hls.loop_statements import LoopStatement, take_loop_statements
from cryptagon.hls.ram_accesses import RamAccesses, keep_in_memory
from cryptagon.hls.rams import Ram, private_variables, rams_of
from cryptagon.hls.storage import whole_storage

# Without wide native integers LLVM slices wide phis into 64-bit pieces, and each piece becomes a register of its own.
NATIVE_WIDTHS = ":".join(str(n) for n in (1, 2, 4, 8, 16, 32, 64, 96, 128, 192, 256, 320, 384, 512, 768, 1024, 1600, 2048, 4096))
TOP = "cg_hardware"
ACCESS = re.compile(r"^  call void @cg_(read|peek|has|write)_(\w+)\(ptr noundef (%[-\w.]+)\)(?: #\d+)?(.*)$", re.MULTILINE)
ANY_VALUE = re.compile(r"^  call void @cg_fill_any\(.*\n", re.MULTILINE)
DEFINITION = re.compile(r"^define (?:dso_local |internal )*(.*?@[\w.]+\(.*\).*?) (#\d+)(.*)\{$", re.MULTILINE)
FUNCTION = re.compile(r"^define [^@]*@([\w.]+)\((.*?)^\}$", re.MULTILINE | re.DOTALL)
DIRECT_CALL = re.compile(r"\bcall [^@\n]*@([\w.]+)\((?:.*)!dbg !(\d+)")


@dataclass(frozen=True)
class Prepared:
    """A design ready for lowering: LLVM IR text with the single function `cg_hardware`, its ports, its RAMs, what it states about loops."""

    text: str
    ports: dict[str, Port]
    rams: tuple[Ram, ...]
    loop_statements: tuple[LoopStatement, ...]


def prepare(module_text: str, source: str) -> Prepared:
    """Cleans up a module as clang wrote it.

    Raises CryptagonError, with file and line, for recursion, calls of unknown functions and a missing or doubled HARDWARE function.
    """
    metadata = Metadata(module_text)
    ports = ports_of(module_text, metadata)
    hardware = hardware_function(module_text, source)
    _check_calls(module_text, metadata, hardware)
    text = re.sub(r"-n8:16:32:64-", f"-n{NATIVE_WIDTHS}-", module_text, count=1)
    text = whole_storage(single_latches(ANY_VALUE.sub("", text)))
    text = ACCESS.sub(lambda match: _explicit_access(match, ports), text)
    text = DEFINITION.sub(r"define internal \1 alwaysinline \2\3{", text)
    text = re.sub(r"^@llvm\.global\.annotations = .*$", "", text, flags=re.MULTILINE)
    text = private_variables(text, {note.name for note in global_notes(module_text)})
    text += _top_function(hardware) + _port_declarations(ports)
    inlined, statements = take_loop_statements(_run_passes(text, ["always_inliner", "global_dead_code_eliminate"]))
    inlined = _registers_to_variables(inlined)
    rams = rams_of(module_text, inlined)
    # Once by name, before LLVM takes structs apart; then what is reached through pointers, once it has resolved these.
    named = RamAccesses(keep_in_memory(inlined, rams), rams).calls("named") if rams else inlined
    variables = without_forgetting(_run_passes(forget_at_birth(named), ["sroa"]))
    whole = RamAccesses(RamAccesses(variables, rams).calls("reached"), rams).finished() if rams else variables
    loops = _run_passes(whole, CLEAN_UP)
    cells = arrays_to_registers(loops, TOP)
    text = _run_passes(cells, [*(AFTER_ARRAYS if cells != loops else ()), *LAST])
    return Prepared(text, ports, tuple(rams.values()), statements)


CLEAN_UP = [
    *("instruction_combine", "simplify_cfg"),
    *("loop_simplify", "loop_rotate", "instruction_combine", "simplify_cfg"),
    *("loop_unroll", "sroa", "instruction_combine", "sccp", "simplify_cfg"),
    *("loop_unroll", "sroa", "instruction_combine", "simplify_cfg"),
]
AFTER_ARRAYS = ["sroa", "instruction_combine", "simplify_cfg"]
LAST = ["loop_rotate", "instruction_combine", "simplify_cfg", "aggressive_dce", "instruction_namer"]


def hardware_function(text: str, source: str) -> str:
    """The name of the function that is marked HARDWARE.

    Raises CryptagonError when there is none, or more than one.
    """
    found = {note.name: note.line for note in global_notes(text) if note.text == "cryptagon.hardware"}
    if len(found) == 1:
        return next(iter(found))
    what = f"{len(found)} functions are marked HARDWARE: {', '.join(found)}" if found else "no function is marked HARDWARE"
    raise CryptagonError(
        what,
        where=":".join([source, *map(str, list(found.values())[1:2])]),
        fix="mark the one function that becomes the hardware: HARDWARE void name(void) { ... }",
    )


def _check_calls(text: str, metadata: Metadata, hardware: str) -> None:
    """Refuses recursion and calls of functions that have no body here."""
    bodies = {match.group(1): match.group(0) for match in FUNCTION.finditer(text)}
    calls = {name: DIRECT_CALL.findall(body) for name, body in bodies.items()}

    def visit(name: str, path: tuple[str, ...]) -> None:
        for callee, debug in calls[name]:
            if callee.startswith(("llvm.", "cg_")) and callee not in bodies:
                continue
            where = str(metadata.location(debug))
            if callee in (*path, name):
                raise CryptagonError(
                    f"'{callee}' calls itself", where=where, why="hardware has no call stack", fix="write the recursion as a loop"
                )
            if callee not in bodies:
                raise _unknown_function(callee, where)
            visit(callee, (*path, name))

    visit(hardware, ())


def _unknown_function(callee: str, where: str) -> CryptagonError:
    if callee in ("malloc", "calloc", "realloc", "free"):
        why, fix = "hardware has no heap", "use a local array or REGISTER variable of fixed size"
    else:
        why, fix = "its body is not in this source or what it includes", "include its definition; library functions are not hardware"
    return CryptagonError(f"call of '{callee}', which cannot become hardware", where=where, why=why, fix=fix)


def _explicit_access(match: re.Match[str], ports: dict[str, Port]) -> str:
    """An access to a port through memory becomes a call that gives or takes the item field by field."""
    direction, name, pointer, tail = match.groups()
    port, unique = ports[name], f"{name}.{match.start()}"
    port = port.question if direction == "has" else port
    debug = tail[tail.index("!dbg") :] if "!dbg" in tail else ""
    suffix = f", {debug}" if debug else ""
    lines = _write_lines(port, pointer, unique) if direction == "write" else _read_lines(port, direction, pointer, unique)
    return "\n".join(f"  {line}{suffix}" for line in lines)


def _item_type(port: Port) -> str:
    return "{ " + ", ".join(f"i{field.bits}" for field in port.fields) + " }"


def _read_lines(port: Port, direction: str, pointer: str, unique: str) -> list[str]:
    lines = [f"%cg.item.{unique} = call {_item_type(port)} @cg.{direction}.{port.name}()"]
    for i, field in enumerate(port.fields):
        value, memory = f"%cg.{i}.{unique}", f"i{field.size * 8}"
        lines.append(f"{value}.{field.name} = extractvalue {_item_type(port)} %cg.item.{unique}, {i}")
        stored = f"{value}.{field.name}"
        if field.bits != field.size * 8:
            lines.append(f"{value}.wide = zext i{field.bits} {stored} to {memory}")
            stored = f"{value}.wide"
        lines.append(f"{value}.address = getelementptr i8, ptr {pointer}, i64 {field.offset}")
        lines.append(f"store {memory} {stored}, ptr {value}.address, align 1")
    return lines


def _write_lines(port: Port, pointer: str, unique: str) -> list[str]:
    lines, arguments = [], []
    for i, field in enumerate(port.fields):
        value, memory = f"%cg.{i}.{unique}", f"i{field.size * 8}"
        lines.append(f"{value}.address = getelementptr i8, ptr {pointer}, i64 {field.offset}")
        lines.append(f"{value}.memory = load {memory}, ptr {value}.address, align 1")
        argument = f"{value}.memory"
        if field.bits != field.size * 8:
            lines.append(f"{value}.narrow = trunc {memory} {argument} to i{field.bits}")
            argument = f"{value}.narrow"
        arguments.append(f"i{field.bits} {argument}")
    return [*lines, f"call void @cg.write.{port.name}({', '.join(arguments)})"]


def _top_function(hardware: str) -> str:
    """The hardware function, run for ever."""
    return f"""
define void @{TOP}() {{
reset:
  br label %run
run:
  call void @{hardware}()
  br label %run
}}
"""


def _port_declarations(ports: dict[str, Port]) -> str:
    effects = "nounwind willreturn convergent memory(inaccessiblemem: readwrite)"
    lines = []
    for port in ports.values():
        if port.kind == "stream_out":
            lines.append(f"declare void @cg.write.{port.name}({_item_type(port).strip('{ }')}) {effects}")
        else:
            lines += [f"declare {_item_type(port)} @cg.{access}.{port.name}() {effects}" for access in ("read", "peek")]
        if port.kind == "stream_in":
            lines.append(f"declare {_item_type(port.question)} @cg.has.{port.name}() {effects}")
    return "\n".join(lines) + "\n"


CONSTANT_ADDRESS = re.compile(r"(getelementptr (?:inbounds |nuw |nusw )*)(\([^()\n]*, ptr %cg\.(?:register|element)\.[^()\n]*\))")
STATIC_VARIABLE = re.compile(r"^@([\w.]+) = internal (?:unnamed_addr )?global (.*?), align \d+.*$", re.MULTILINE)


def _registers_to_variables(text: str) -> str:
    """Turns variables with static storage into local ones of the top function, which never ends; SSA construction does the rest."""
    head, label, body = text.partition("reset:")
    if not label:
        return text
    variables = ""
    for name, rest in STATIC_VARIABLE.findall(text):
        if not re.search(rf"@{re.escape(name)}\b", body):
            continue
        kind, value = _type_and_initialiser(rest)
        variables += f"\n  %cg.register.{name} = alloca {kind}\n  store {kind} {value}, ptr %cg.register.{name}"
        body = re.sub(rf"@{re.escape(name)}\b(?![^\n]*= internal)", f"%cg.register.{name}", body)
    addresses, body = _addresses_of_elements(body)
    return head + label + variables + addresses + body


def _addresses_of_elements(body: str) -> tuple[str, str]:
    """Constant addresses inside a variable: as the variable is no longer global, they become instructions at the function's start.

    Such an address may stand inside another one, so the innermost come first.
    """
    lines: list[str] = []
    while found := dict.fromkeys(CONSTANT_ADDRESS.findall(body)):
        for operator, address in found:
            name = f"%cg.element.{len(lines)}"
            lines.append(f"\n  {name} = getelementptr {address[1:-1]}")
            body = body.replace(operator + address, name)
    return "".join(lines), body


def _type_and_initialiser(rest: str) -> tuple[str, str]:
    """Splits `[4 x i32] [i32 1, ...]` or `%struct.s zeroinitializer` into type and value."""
    if rest[0] in "[{<":
        depth = 0
        for i, char in enumerate(rest):
            depth += (char in "[{<") - (char in "]}>")
            if depth == 0:
                return rest[: i + 1], rest[i + 1 :].strip()
    kind, _, value = rest.partition(" ")
    return kind, value


def _run_passes(text: str, names: list[str]) -> str:
    llvm.initialize_native_target()
    try:
        module = llvm.parse_assembly(text)
    except RuntimeError as error:
        raise CryptagonError(
            "the LLVM IR could not be read", why=str(error)[:1000], fix="report this source as a fault of the compiler"
        ) from error
    machine = llvm.Target.from_triple("x86_64-linux-gnu").create_target_machine()
    options = llvm.create_pipeline_tuning_options(speed_level=1)
    options.loop_unrolling = False
    builder = llvm.create_pass_builder(machine, options)
    manager = llvm.create_new_module_pass_manager()
    for name in names:
        getattr(manager, f"add_{name}_pass")()
    manager.run(module, builder)
    return str(module)
