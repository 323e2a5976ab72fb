"""Whether the time of a layout depends on secrets: it runs under valgrind with key and message
marked as undefined.

Valgrind's memcheck tells of every branch and address that depends on a value that is undefined
(ctgrind: Langley, 2010). The marks are requests to valgrind, four rotations that change nothing
anywhere else. They are written here for x86-64, so that no header of valgrind is needed.
"""

import platform
import shutil
import tempfile
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.spt.code.layouts.cipher import cipher_of
from cryptagon.spt.code.portable import size
from cryptagon.spt.model import Program
from cryptagon.toolchain import ToolError, run

FOUND = 9
"""The exit code of valgrind where it found something."""
SECONDS = 120
PROGRAM = """#include <stdint.h>
#include <string.h>
#include "{name}.h"

enum {{ UNDEFINED = 'M' << 24 | 'C' << 16 | 1, DEFINED }};

/* Asks memcheck to take memory as undefined or as defined. */
static void mark(uint64_t how, const void *memory, size_t bytes) {{
    volatile uint64_t request[6] = {{how, (uint64_t)memory, bytes, 0, 0, 0}};
    uint64_t result = 0;
    __asm__ volatile("rolq $3, %%rdi; rolq $13, %%rdi; rolq $61, %%rdi; rolq $51, %%rdi; xchgq %%rbx, %%rbx"
                     : "=d"(result) : "a"(request), "0"(result) : "cc", "memory");
}}

int main(void) {{
    enum {{ BLOCKS = 131 }};
    static uint8_t {declared}, counter[{block}], message[BLOCKS * {block}];
    static {name}_keys round_keys;
    {marked}
    mark(UNDEFINED, message, sizeof message);
    {name}_schedule(&round_keys{arguments});
    {name}_ecb(&round_keys, message, message, BLOCKS, 1);
    {name}_ctr(&round_keys, counter, message, message, sizeof message - 1, 1);
    mark(DEFINED, message, sizeof message);
    return 0;
}}
"""


def can_be_checked() -> str:
    """Why timing cannot be checked here; "" where it can."""
    if not shutil.which("valgrind"):
        return "valgrind is not here"
    if not shutil.which("gcc"):
        return "gcc is not here"
    return "" if platform.machine() == "x86_64" else "the marks are written for x86-64"


def verify_timing(program: Program, name: str, folder: Path) -> None:
    """Runs the C of a layout in `folder` under valgrind.

    Raises CryptagonError where a branch or an address depends on key or message.
    """
    cipher = cipher_of(program, name)
    sizes = {f"key{number}": size(one.type) for number, one in enumerate(cipher.keys)}
    text = PROGRAM.format(
        name=name, block=cipher.block, declared=", ".join(f"{key}[{count}]" for key, count in sizes.items()) or "nothing[1]",
        marked="\n    ".join(f"mark(UNDEFINED, {key}, sizeof {key});" for key in sizes), arguments="".join(f", {key}" for key in sizes),
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as place:
        (Path(place) / "main.c").write_text(text, encoding="utf-8")
        source = folder.resolve() / f"{name}.c"
        run(
            [
                "gcc",
                "-std=c11",
                "-O2",
                "-g",
                "-pthread",
                f"-I{folder.resolve()}",
                "-o",
                "check",
                "main.c",
                source,
            ],
            cwd=Path(place),
        )
        try:
            run(
                ["valgrind", "-q", f"--error-exitcode={FOUND}", "./check"],
                cwd=Path(place),
                timeout=SECONDS,
            )
        except ToolError as fault:
            what = f"the time of the C of figure {name} depends on key or data, or could not be checked"
            raise CryptagonError(what, where=str(folder / f"{name}.c"), why=fault.why) from fault
