"""The native run of clocked C: the same file that becomes hardware, as a program with blocking
streams.
"""

import re
import struct
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import files
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.hls.ir.metadata import Metadata
from cryptagon.hls.memory.ports import MemoryPort, memory_ports_of
from cryptagon.hls.native.checks import CHECKS, FOUND_BY, OUT_OF_BOUNDS, out_of_bounds
from cryptagon.hls.source.annotations import NO_RESET
from cryptagon.hls.source.constructs import hardware_function
from cryptagon.hls.source.cpp import SUFFIXES
from cryptagon.hls.source.frontend import (
    AS_IT_WAS,
    NEWEST,
    include_options,
    language,
    llvm_ir_of,
    macro_options,
)
from cryptagon.hls.source.interface import Port, ports_of, widths_of
from cryptagon.toolchain import answer, complete, digest_of, find, run

RUNTIME = Path(str(files("cryptagon.hls.native") / "runtime.c"))
TASKS = RUNTIME.with_name("tasks.h")
PROGRAM, GLUE = "native", "design"
APART, REACHED_ALONE = "-ffunction-sections", "-Wl,--gc-sections"
"""Functions that nothing calls are left out: what they need may be nowhere, as in hardware."""
INLINE = "-mllvm", "-inlinehint-threshold=1000000"
"""Where an `inline` function of C99 has no definition that a linker finds, all are inlined. To
inline a hundred S-boxes takes minutes, so it is done nowhere else.
"""
MAIN, RENAMED = re.compile(r"^define [^\n]*@main\(", re.MULTILINE), "-Dmain=cg_main_of_the_source"
"""A program that became hardware may still have its own `main`, which nothing calls."""
WITHOUT_DEFINITION = " available_externally "
END_OF_PRESENTATION, END_OF_RUN, NOTHING = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFF
CUT = {0xFFFFFFFD: "after the most items", 0xFFFFFFFC: "after the most samples of wires"}
Item = Mapping[str, int]


@dataclass(frozen=True)
class Presentation:
    """What is offered together: values of wires, items of input streams (fields by name), and how
    many items come out.

    `falls_with` names for a wire the stream whose last item, when taken, makes the wire 0: a
    request that is held until it is served.
    """

    wires: Mapping[str, int]
    items: Mapping[str, Sequence[Item]]
    outputs: int
    falls_with: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class NativeRun:
    """What came out: for each presentation the items written, as (stream, fields), in the order of
    writing.

    `waiting_for` names the stream that was asked for in vain; it is empty when every presentation
    was taken whole. `cut` says which of its `Limits` ended the run; it is empty when the design had
    no more to take. `memories` has the elements of each memory port at the end, by its name; it is
    empty where the run was cut. `cpu_s` is the processor time that it took.
    """

    outputs: list[list[tuple[str, dict[str, int]]]] = field(default_factory=list)
    waiting_for: str = ""
    cut: str = ""
    memories: Mapping[str, list[int]] = field(default_factory=dict)
    cpu_s: float = 0.0


@dataclass(frozen=True)
class Limits:
    """What ends the run of a design that would not end by itself: items written, samples of wires,
    wall-clock seconds.
    """

    items: int
    samples: int
    seconds: float


@dataclass(frozen=True)
class NativeDesign:
    """A compiled native program of a design.

    `draws_any` tells whether the design asks for values that do not matter, by any(type) or
    NO_RESET. `memories` are its memory ports, by name.
    """

    program: Path
    ports: dict[str, Port]
    source: Path
    draws_any: bool
    memories: Mapping[str, MemoryPort] = field(default_factory=dict)

    @staticmethod
    def build(
        source: Path,
        folder: Path,
        *,
        defines: Mapping[str, str] | None = None,
        standard: str = NEWEST,
        includes: Sequence[Path] = (),
        beside: Sequence[Path] = (),
        options: Sequence[str] = (),
        fed_by: Mapping[str, str] | None = None,
    ) -> "NativeDesign":
        """Compiles a design for this machine; the program, in a folder of its own in `folder`, is
        made again only when the source changed.

        `includes` are further folders of headers, `beside` other files of the design, `options` further
        ones for the C compiler. `fed_by` names for an input stream the output whose items come back
        on it, through a FIFO outside; they are no items of the run.

        Raises CryptagonError when the source does not compile.
        """
        text = llvm_ir_of(source, defines or {}, standard, includes, beside)
        metadata = Metadata(text)
        ports, memories = ports_of(text, metadata), memory_ports_of(text, metadata)
        hardware = hardware_function(text, str(source))
        glue = _glue(source.resolve(), ports, hardware, fed_by or {}) + _memory_glue(memories)
        made_of = (text, RUNTIME, TASKS, glue, *CHECKS, standard, *options, source, *beside)
        place = folder / f"native-{digest_of(*made_of)[:16]}"
        inline = INLINE if WITHOUT_DEFINITION in text else ()
        flags = ["-O1", "-w", APART, *inline, *AS_IT_WAS, *CHECKS, *macro_options(defines or {})]
        others = [file.absolute() for file in beside]
        has_main = MAIN.search(text) is not None
        flags += [RENAMED] * has_main
        apart = (
            has_main or bool(defines) or any(file.suffix in SUFFIXES for file in (source, *beside))
        )

        def arguments(file: Path) -> list[str]:
            return [*flags, *language(file, standard), *options, *include_options(source, includes)]

        complete(place, lambda fresh: _compile(source, glue, fresh, others, arguments, apart=apart))
        draws_any = "@cg_fill_any(" in text or NO_RESET in text
        return NativeDesign(place / PROGRAM, ports, source, draws_any, memories)

    @property
    def widths(self) -> dict[str, int]:
        """The bits of each port that the Verilog would have, by its name."""
        return widths_of(self.ports)

    def run(self, presentations: Sequence[Presentation], *, timeout: float = 120.0) -> NativeRun:
        """Offers the presentations in order.

        Raises CryptagonError when the program crashes, leaves an array, or runs on without asking
        for anything.
        """
        try:
            return self._decode(self._call([], presentations, timeout, {}))
        except subprocess.TimeoutExpired as error:
            raise CryptagonError(
                f"the native run did not end in {timeout:g} s",
                where=str(self.source),
                fix="look for a loop that neither reads nor ends",
            ) from error

    def run_within(
        self,
        presentations: Sequence[Presentation],
        limits: Limits,
        *,
        noise: int = 1,
        memories: Mapping[str, Sequence[int]] | None = None,
    ) -> NativeRun:
        """Offers the presentations in order until a limit is reached, which is no error; `noise` is
        what any() is made from, `memories` the elements that memory ports begin with, 0 where they
        are not named.

        Raises CryptagonError when the program crashes, leaves an array, shifts by too much or
        divides by 0.
        """
        arguments = [str(number) for number in (limits.items, limits.samples, noise)]
        try:
            return self._decode(
                self._call(arguments, presentations, limits.seconds, memories or {})
            )
        except subprocess.TimeoutExpired as error:
            written = self._decode(error.stdout or b"")
            return replace(written, cut=f"after {limits.seconds:g} s", cpu_s=limits.seconds)

    def _call(
        self,
        arguments: Sequence[str],
        presentations: Sequence[Presentation],
        timeout: float,
        memories: Mapping[str, Sequence[int]],
    ) -> bytes:
        numbers = {name: i for i, name in enumerate(self.ports)}
        stimulus = [port.content_of(memories.get(port.name, ())) for port in self.memories.values()]
        stimulus += [struct.pack("<I", len(presentations))] + [
            self._encode(one, numbers) for one in presentations
        ]
        done = answer([self.program, *arguments], b"".join(stimulus), timeout=timeout)
        if done.returncode == OUT_OF_BOUNDS:
            raise out_of_bounds(done.stderr.decode(errors="replace"), self.source)
        if done.returncode in FOUND_BY:
            raise FOUND_BY[done.returncode](done.stderr.decode(errors="replace"))
        if done.returncode:
            why = (
                done.stderr.decode(errors="replace").strip()[-1000:]
                or f"exit code {done.returncode}"
            )
            raise CryptagonError(
                "the native run crashed",
                where=str(self.source),
                why=why,
                fix="look for undefined behaviour in the C source",
            )
        return done.stdout

    def _encode(self, presentation: Presentation, numbers: Mapping[str, int]) -> bytes:
        records = []
        for name, value in presentation.wires.items():
            request = numbers.get(presentation.falls_with.get(name, ""), NOTHING)
            records.append(
                struct.pack("<II", numbers[name], request)
                + to_memory(self.ports[name], {"data": value})
            )
        for name, items in presentation.items.items():
            memory = b"".join(to_memory(self.ports[name], item) for item in items)
            records.append(struct.pack("<II", numbers[name], len(items)) + memory)
        return struct.pack("<II", presentation.outputs, len(records)) + b"".join(records)

    def _decode(self, data: bytes) -> NativeRun:
        """What the program wrote; a record that is not there whole, as the run was cut, is left
        out.
        """
        ports, outputs, at = list(self.ports.values()), [[]], 0
        while at + 4 <= len(data):
            (number,) = struct.unpack_from("<I", data, at)
            at += 4
            if number == END_OF_PRESENTATION:
                outputs.append([])
            elif number == END_OF_RUN:
                wanted, microseconds = struct.unpack_from("<II", data, at)
                cut = CUT.get(wanted, "")
                return NativeRun(
                    outputs if cut else outputs[:-1],
                    "" if wanted == NOTHING or cut else ports[wanted].name,
                    cut,
                    {} if cut else self._contents(data[at + 8 :]),
                    microseconds / 1e6,
                )
            elif at + ports[number].size <= len(data):
                port = ports[number]
                outputs[-1].append((port.name, from_memory(port, data[at : at + port.size])))
                at += port.size
        return NativeRun(outputs)

    def _contents(self, data: bytes) -> dict[str, list[int]]:
        """The elements of each memory port, which lie in `data` one after another."""
        found, at = {}, 0
        for port in self.memories.values():
            size = port.words * port.byte_count
            found[port.name] = port.values_of(data[at : at + size])
            at += size
        return found


def to_memory(port: Port, values: Item) -> bytes:
    """An item as it lies in memory on x86-64: every field little-endian at its offset."""
    memory = bytearray(port.size)
    for part in port.fields:
        memory[part.offset : part.offset + part.size] = values[part.name].to_bytes(
            part.size, "little"
        )
    return bytes(memory)


def from_memory(port: Port, memory: bytes) -> dict[str, int]:
    """The fields of an item in memory; bits past a field's width are dropped."""
    mask = {part.name: (1 << part.bits) - 1 for part in port.fields}
    return {
        part.name: int.from_bytes(memory[part.offset : part.offset + part.size], "little")
        & mask[part.name]
        for part in port.fields
    }


def _glue(source: Path, ports: Mapping[str, Port], hardware: str, fed_by: Mapping[str, str]) -> str:
    """C, and C++ as well, that joins the design's accesses with the runtime."""
    lines = [f'#include "{source}"']
    calls = {
        "stream_in": [("read", "cg_native_read"), ("peek", "cg_native_peek")],
        "wire_in": [("read", "cg_native_sample")],
        "stream_out": [("write", "cg_native_write")],
    }
    lines += [
        f"CG_EXTERN void {function}(__UINT32_TYPE__ port, void *item);"
        for kinds in calls.values()
        for _, function in kinds
    ]
    for number, port in enumerate(ports.values()):
        kind = f"__typeof__(cg_{port.kind}_{port.name})"
        lines += [
            f"CG_EXTERN void cg_{access}_{port.name}({kind} *item) {{ {function}({number}, item); }}"
            for access, function in calls[port.kind]
        ]
    inputs = [
        (number, name)
        for number, (name, port) in enumerate(ports.items())
        if port.kind == "stream_in"
    ]
    lines += ["CG_EXTERN int cg_native_has(__UINT32_TYPE__ port);"]
    lines += [
        f"CG_EXTERN void cg_has_{name}(bit *answer) {{ *answer = cg_native_has({number}); }}"
        for number, name in inputs
    ]
    lines.append(f"CG_EXTERN const __UINT32_TYPE__ cg_port_count = {len(ports)};")
    lines.append(
        f"CG_EXTERN const __UINT32_TYPE__ cg_port_sizes[] = {{{', '.join(str(port.size) for port in ports.values())}}};"
    )
    lines.append(
        f"CG_EXTERN const unsigned char cg_port_is_wire[] = {{{', '.join(str(int(not port.is_stream)) for port in ports.values())}}};"
    )
    numbers = {name: number for number, name in enumerate(ports)}
    feeders = (numbers.get(fed_by.get(name, ""), NOTHING) for name in ports)
    lines.append(
        f"CG_EXTERN const __UINT32_TYPE__ cg_port_fed_by[] = {{{', '.join(f'{feeder}u' for feeder in feeders)}}};"
    )
    lines.append(f"CG_EXTERN void cg_run_hardware(void) {{ {hardware}(); }}")
    return "\n".join(lines) + "\n"


def _memory_glue(memories: Mapping[str, MemoryPort]) -> str:
    """C, and C++ as well, that tells the runtime where the arrays of memory ports are; the last
    entry is no array.
    """
    places = ", ".join([*(f"(void *){name}" for name in memories), "0"])
    sizes = ", ".join([*(str(port.words * port.byte_count) for port in memories.values()), "0"])
    return "\n".join(
        [
            f"CG_EXTERN const __UINT32_TYPE__ cg_memory_count = {len(memories)};",
            f"CG_EXTERN void *const cg_memories[] = {{{places}}};",
            f"CG_EXTERN const __UINT32_TYPE__ cg_memory_sizes[] = {{{sizes}}};",
            "",
        ]
    )


def _compile(
    source: Path,
    glue: str,
    folder: Path,
    others: Sequence[Path],
    arguments: Callable[[Path], list[str]],
    *,
    apart: bool,
) -> None:
    """Compiles the source, which the glue includes, and the `others` of its design; `arguments` are
    those of the compiler for one file. The runtime is compiled `apart` where these are not for it:
    it is C, and has words of its own that a macro may have, too.
    """
    place = folder / f"{GLUE}{source.suffix}"
    place.write_text(glue)
    tool = find("zig-cc")
    files = [Path(place.name), *others]
    if apart:
        objects = [f"{number}.o" for number, _ in enumerate(files)]
        for file, made in zip(files, objects):
            argv = [*tool.argv, *arguments(file), str(file), "-c", "-o", made]
            run(argv, cwd=folder, env=tool.env)
        design = [*CHECKS, *objects]
    else:
        design = [*arguments(place), *map(str, files)]
    link = [REACHED_ALONE, "-o", PROGRAM, str(RUNTIME)]
    run([*tool.argv, *design, *link], cwd=folder, env=tool.env)
