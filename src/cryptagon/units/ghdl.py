"""VHDL to Verilog by GHDL (an optional tool), and what to do about code that it refuses."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.toolchain import answer, find
from cryptagon.toolchain.process import tail
from cryptagon.units.ghdl_text import escaped, mixed, repaired, tables_for_roms

FLAGS = ("--std=08", "-frelaxed", "-fexplicit", "-fsynopsys", "-C")
# GHDL 2.0 makes wrong memories (ghdl_text).
NO_MEMORIES = "-dm"
LOG = "ghdl.log"
TIMEOUT_S = 600
_LOCATED = re.compile(
    r"^(?P<file>[^\s:]+):(?P<line>\d+):\d+:(?!warning|note|\(assertion)\s*(?P<what>.+)$"
)

# What GHDL says, and the one line that helps: seen with units of the CAESAR and LWC packages.
_REMEDIES = (
    (
        r"not static choice|non-locally static choice",
        "an index that is no constant is beside `others`: write the value as a number, "
        "std_logic_vector(to_unsigned(2**INDEX, WIDTH))",
    ),
    (
        r"length does not match|same length|length mismatch|vector length|width mismatch",
        "the two sides have other lengths, in a branch that this width never takes: "
        "write (others => '0') on the right",
    ),
    (
        r"IIR_PREDEFINED_ARRAY_(?:LESS|GREATER)",
        "vectors are compared as they are: compare numbers, unsigned(A) <= unsigned(B)",
    ),
    (
        r"multiple (?:assignments|drivers)|several (?:sources|drivers)|driven",
        "one signal is driven from two places, a generate and a process: give the second one a "
        "signal of its own",
    ),
    (
        r"unhandled|not (?:yet )?supported|not handled",
        "GHDL does not translate this construct: write the line in another way",
    ),
    (
        r"cannot find|not found in library|no declaration for|not analy[sz]ed",
        "a file before this one is missing, or the order is wrong",
    ),
)


def translate(sources: Sequence[Path], top: str, generics: Mapping[str, str], folder: Path) -> Path:
    """The Verilog of `top` in `folder`, `top`.v, from VHDL files below that folder, in the order in
    which they are read.

    Raises MachineError without GHDL, and CryptagonError with GHDL's words, file and line of the
    source below `folder`, and what helps.
    """
    asked = ["synth", *FLAGS, *(f"-g{name}={value}" for name, value in generics.items())]
    read = [*map(str, sources), "-e", top]
    without = _translated([*asked, NO_MEMORIES], read, folder)
    verilog = mixed(_translated(asked, read, folder), without)
    file = folder / f"{top}.v"
    file.write_text(escaped(tables_for_roms(verilog)), encoding="utf-8")
    return file


def _translated(asked: Sequence[str], read: Sequence[str], folder: Path) -> str:
    """The Verilog, put right, by these options of GHDL."""
    verilog, vhdl = (
        _synthesised([*asked, f"--out={language}", *read], folder)
        for language in ("verilog", "vhdl")
    )
    return repaired(verilog, vhdl)


def _synthesised(arguments: Sequence[str], folder: Path) -> str:
    """What GHDL writes; places in it are named from `folder`."""
    tool = find("ghdl")
    done = answer([*tool.argv, *arguments], b"", timeout=TIMEOUT_S)
    here = f"{folder}/"
    said = done.stderr.decode("utf-8", "replace").replace(here, "")
    (folder / LOG).write_text(said, encoding="utf-8")
    if done.returncode:
        raise _refusal(said, folder / LOG)
    return done.stdout.decode("utf-8").replace(here, "")


def _refusal(said: str, log: Path) -> CryptagonError:
    """What GHDL said first that is no warning, with what helps."""
    for line in said.splitlines():
        if match := _LOCATED.match(line):
            return CryptagonError(
                "GHDL refuses this VHDL",
                where=f"{match['file']}:{match['line']}",
                why=match["what"],
                fix=remedy(match["what"]),
            )
    return CryptagonError("GHDL refuses this VHDL", where=str(log), why=tail(said))


def remedy(said: str) -> str:
    """What helps against a message of GHDL, in a line."""
    return next(
        (text for words, text in _REMEDIES if re.search(words, said)),
        "change the line by an edit (docs/third-party.md)",
    )
