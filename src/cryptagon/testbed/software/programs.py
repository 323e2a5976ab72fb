"""The reference software as programs whose speed is of interest: for this machine, and for a
Cortex-A9.
"""

from pathlib import Path

from cryptagon import classes
from cryptagon.catalog import Entry
from cryptagon.errors import CryptagonError
from cryptagon.reference.build import build_fast

_HERE = Path(__file__).parent
WORK = {"hash": "hash_work.c", "aead": "aead_work.c"}
"""What is done with a message, by class."""
NATIVE = ("-mcpu=native",)
CORTEX_A9 = (
    "-target",
    "arm-linux-musleabihf",
    "-mcpu=cortex_a9",
    "-static",
    "-fno-stack-protector",
)


def host_program(entry: Entry, source: Path) -> Path:
    """The program that measures itself here (host.c), of the implementation in the folder `source`.

    Raises CryptagonError for a class without messages, for a folder that is not of the SUPERCOP
    shape, and with file and line where it does not compile.
    """
    return _program(entry, source, "host.c", NATIVE)


def arm_program(entry: Entry, source: Path) -> Path:
    """An ELF file for a Cortex-A9 with the function `work`. Raises CryptagonError likewise."""
    return _program(entry, source, "arm.c", CORTEX_A9)


def _program(entry: Entry, source: Path, driver: str, machine: tuple[str, ...]) -> Path:
    algorithm, kind = entry.algorithm, classes.class_of(entry.algorithm).name
    if kind not in WORK:
        raise CryptagonError(
            f"the speed of software is not measured for algorithms of class {kind}",
            where=algorithm.name,
            why="they have no messages of any length",
            fix=f"it takes {' and '.join(WORK)}",
        )
    defines = {**entry.variant.defines, "WORK": f'"{WORK[kind]}"'}
    return build_fast(source.resolve(), _HERE / driver, machine, defines)
