"""C that cannot become hardware and is known best in clang's own output, where every line still has
its place in the source.

Only what the HARDWARE function can reach counts. What needs more than a line to be known is refused
where it is met.
"""

import re

from cryptagon.errors import CryptagonError
from cryptagon.hls.ir.metadata import Metadata
from cryptagon.hls.source.annotations import global_notes
from cryptagon.hls.source.call_graph import DIRECT_CALL, function_bodies
from cryptagon.hls.source.function_pointers import CHOICE

PARAMETERS = re.compile(r"^define [^@]*@[\w.]+\((.*)\) ")
FOREIGN_VARIABLE = re.compile(
    r"^@([\w.]+) = external (?:dso_local |thread_local )*(?:global|constant) ", re.MULTILINE
)
DEBUG = re.compile(r"!dbg !(\d+)")
VALUE = r"^  (?:%[-\w.]+ = )?"
# A line of LLVM: (what it is in C, what to write instead).
CONSTRUCTS = {
    rf"{VALUE}(?:tail )?call [^@\n]*\basm ": ("inline assembly", "write it in C"),
    r"^  br label %indirectgoto\b": ("a computed goto", "write a switch"),
    rf"{VALUE}(?:atomicrmw|cmpxchg) ": (
        "this atomic operation",
        "write it as an assignment: nothing else reads or writes a variable here",
    ),
    rf"{VALUE}.*(?<![%@.\w])(?:half|bfloat|float|double|x86_fp80|fp128)(?![\w.])": (
        "floating-point arithmetic",
        "use integers or fixed point",
    ),
    r"<\d+ x ": ("vector arithmetic", "use an array, or one wide uint_t(N)"),
    rf"{VALUE}(?:tail )?call [^@\n]*%[-\w.]+\(": (
        "a call through a pointer that no function of its type has given its address to",
        "call the function by its name, or give the pointer the function's own type",
    ),
}
# What headers of other tools declare and hardware cannot have: (what it is, why, what to write).
MISUSES = {
    "hls_local_stream": (
        "an hls::stream that is no argument of the top function, and not between tasks that it calls,",
        "it is a FIFO between two calls of a function that has calls alone; other code is one state machine",
        "take an array in its place, or give the stream to the functions that write and read it",
    ),
    "hls_stream_full": (
        "a question whether an output stream would take an item",
        "what is written must not hang on when items are taken",
        "use write, which waits",
    ),
    "hls_stream_size": (
        "a question how many items a stream holds",
        "a port offers one item at a time",
        "use empty, or count the items",
    ),
}
HEAP = re.compile(r"malloc|realloc|free|(?:new|delete)(?:\.\d+)?")
"""What cleanup/heap does without; in C++ there are several of each."""
HEADERS_OF_TOOLS = "/hls/include/vivado/"
ANY_CONSTRUCT = re.compile("|".join(CONSTRUCTS), re.MULTILINE)


def hardware_function(text: str, source: str) -> str:
    """The name of the function that is marked HARDWARE in a module as clang wrote it.

    Raises CryptagonError when there is none, or more than one, or when it takes or returns
    something.
    """
    found = {
        note.name: note.line for note in global_notes(text) if note.text == "cryptagon.hardware"
    }
    if len(found) != 1:
        raise CryptagonError(
            f"{len(found)} functions are marked HARDWARE: {', '.join(found)}"
            if found
            else "no function is marked HARDWARE",
            where=":".join([source, *map(str, list(found.values())[1:2])]),
            why=""
            if found
            else "a static one that nothing calls, or one that is only declared, does not count",
            fix="mark the one function that becomes the hardware: HARDWARE void name(void) { ... }",
        )
    ((name, line),) = found.items()
    if not re.search(
        rf"^define (?:dso_local |internal |available_externally )*void @{re.escape(name)}\(\) ",
        text,
        re.MULTILINE,
    ):
        raise CryptagonError(
            f"'{name}' is marked HARDWARE, but takes or returns something",
            where=f"{source}:{line}",
            why="nothing calls it: it runs by itself, again and again",
            fix=f"write HARDWARE void {name}(void), and let items come and go on streams",
        )
    if name == "main":
        why, fix = "the program of a native run has a main of its own", "give it another name"
        raise CryptagonError(
            "the HARDWARE function is called 'main'", where=f"{source}:{line}", why=why, fix=fix
        )
    return name


def check_constructs(text: str, metadata: Metadata, hardware: str) -> None:
    """Raises CryptagonError, with file and line, at the first function that `hardware` reaches and
    that cannot become hardware.
    """
    _Check(text, metadata).function(hardware, ())


class _Check:
    def __init__(self, text: str, metadata: Metadata) -> None:
        self.metadata = metadata
        self.bodies = function_bodies(text)
        self.foreign = FOREIGN_VARIABLE.findall(text)
        self.checked: set[str] = set()
        self.called_at: dict[str, str] = {}

    def function(self, name: str, path: tuple[str, ...]) -> None:
        """Checks a function and all that it calls; `path` are its callers, outermost first."""
        if name in self.checked:
            return
        body = self.bodies[name]
        if ANY_CONSTRUCT.search(body) or self.foreign:
            self._lines(body)
        for callee, debug in DIRECT_CALL.findall(body):
            if callee in self.bodies or not callee.startswith(("llvm.", "cg_")):
                self._call(callee, str(self.metadata.location(debug)), (*path, name))
        self.checked.add(name)

    def _lines(self, body: str) -> None:
        """Checks a function's lines.

        One without a place counts to that before it; those before the first place only make room.
        """
        where = ""
        for line in body.splitlines()[1:]:
            debug = DEBUG.search(line)
            where = str(self.metadata.location(debug.group(1))) if debug else where
            if where:
                self._refuse_construct(line, where)
                self._refuse_foreign(line, where)

    def _refuse_construct(self, line: str, where: str) -> None:
        for pattern, (construct, fix) in CONSTRUCTS.items():
            if re.search(pattern, line):
                raise CryptagonError(f"{construct} cannot become hardware", where=where, fix=fix)

    def _refuse_foreign(self, line: str, where: str) -> None:
        for name in self.foreign:
            if re.search(rf"@{re.escape(name)}(?![\w.])", line):
                raise CryptagonError(
                    f"variable '{name}' is defined nowhere",
                    where=where,
                    why="it is only declared in this source and what it includes",
                    fix="include its definition, or name the file that has it beside this one; what comes from outside is a stream or a WIRE_IN",
                )

    def _call(self, callee: str, where: str, path: tuple[str, ...]) -> None:
        if not where or HEADERS_OF_TOOLS in where:
            where = self.called_at.get(path[-1], where)
        self.called_at.setdefault(callee, where)
        if callee in MISUSES:
            construct, why, fix = MISUSES[callee]
            what = f"{construct} cannot become hardware"
            raise CryptagonError(what, where=where, why=why, fix=fix)
        if callee in path and callee.startswith(CHOICE):
            raise CryptagonError(
                f"'{path[path.index(callee) + 1]}' may call itself through a pointer",
                where=where,
                why="hardware has no call stack, and the pointer may mean any function of its type "
                "whose address is taken",
                fix="call the function by its name here, or give those that call others another type",
            )
        if callee in path:
            raise CryptagonError(
                f"'{callee}' calls itself",
                where=where,
                why="hardware has no call stack",
                fix="write the recursion as a loop",
            )
        if HEAP.fullmatch(callee) and callee not in self.bodies:  # blocks are variables
            return
        if callee not in self.bodies:
            why, fix = (
                "its body is not in this source or what it includes",
                "include its definition, or name the file that has it beside this one; library functions are not hardware",
            )
            raise _impossible_call(callee, where, why, fix)
        parameters = PARAMETERS.match(self.bodies[callee])
        if parameters and parameters.group(1).endswith("..."):
            fix = "give it as many parameters as it needs, or an array"
            raise _impossible_call(callee, where, "it takes a variable number of arguments", fix)
        self.function(callee, path)


def _impossible_call(callee: str, where: str, why: str, fix: str) -> CryptagonError:
    return CryptagonError(
        f"call of '{callee}', which cannot become hardware", where=where, why=why, fix=fix
    )
