"""Volatile and atomic variables, and those of a thread, as all others.

On a processor something else may read or write a variable meanwhile. In hardware nothing does: a
variable is a register, wires or a memory of the design alone, an access happens at once, and there
is one of each. A memory port is accessed as the source says with or without these words.
"""

import re
from itertools import count

ORDER = r'(?: syncscope\("[^"]*"\))? (?:unordered|monotonic|acquire|release|acq_rel|seq_cst)'
TARGET = r"ptr [@%][-\w.$]+"
VOLATILE = re.compile(r"^(  (?:%[-\w.]+ = load|store) (?:atomic )?)volatile ", re.MULTILINE)
VOLATILE_BLOCK = re.compile(
    r"^(  (?:tail )?call void @llvm\.mem(?:cpy|move|set)\.[\w.]+\(.*, i1) true\)", re.MULTILINE
)
ACCESS = re.compile(
    rf"^(  (?:%[-\w.]+ = load|store) )atomic ([^\n]*?{TARGET}){ORDER}(?=,)", re.MULTILINE
)
UPDATE = re.compile(
    rf"^  (?P<old>%[-\w.]+) = atomicrmw (?:volatile )?(?P<how>\w+) (?P<place>{TARGET}), "
    rf"(?P<kind>\w+) (?P<value>[-%\w.]+){ORDER}(?P<align>, align \d+)?(?P<rest>[^\n]*)$",
    re.MULTILINE,
)
EXCHANGE = re.compile(
    rf"^  (?P<pair>%[-\w.]+) = cmpxchg (?:weak )?(?:volatile )?(?P<place>{TARGET}), "
    rf"(?P<kind>\w+) (?P<expected>[-%\w.]+), \w+ (?P<value>[-%\w.]+){ORDER} \w+"
    r"(?P<align>, align \d+)?(?P<rest>[^\n]*)$",
    re.MULTILINE,
)
FENCE = re.compile(rf"^  fence{ORDER}[^\n]*\n", re.MULTILINE)
OF_A_THREAD = re.compile(r"^(@[^\n]* )thread_local(?:\(\w+\))? ", re.MULTILINE)
ADDRESS = re.compile(
    r"^  (%[-\w.]+) = call (?:[\w()]+ )*ptr @llvm\.threadlocal\.address\.p0\(ptr [^@\n]*(@[-\w.$]+)\)",
    re.MULTILINE,
)
COMPUTED = frozenset(("add", "sub", "and", "or", "xor"))
COMPARED = {"max": "sgt", "min": "slt", "umax": "ugt", "umin": "ult"}
"""The comparison by which the old value is kept."""


def plain_accesses(text: str) -> str:
    """The module, as clang wrote it, in which no access is volatile or atomic and no variable a
    thread's.

    What it leaves is an update of another kind, such as `nand`.
    """
    numbers = count()
    text = VOLATILE_BLOCK.sub(r"\1 false)", VOLATILE.sub(r"\1", text))
    text = FENCE.sub("", ACCESS.sub(r"\1\2", text))
    text = UPDATE.sub(lambda found: _updated(found, next(numbers)), text)
    text = EXCHANGE.sub(lambda found: _exchanged(found, next(numbers)), text)
    return ADDRESS.sub(r"  \1 = getelementptr i8, ptr \2, i64 0", OF_A_THREAD.sub(r"\1", text))


def _updated(found: re.Match[str], number: int) -> str:
    """The old value, what is made of it, and the store of that."""
    old, how, place, kind, value, align, rest = found.group(
        "old", "how", "place", "kind", "value", "align", "rest"
    )
    new, larger = f"%cg.updated.{number}", f"%cg.larger.{number}"
    if how in COMPUTED:
        made = [f"{new} = {how} {kind} {old}, {value}{rest}"]
    elif how in COMPARED:
        made = [
            f"{larger} = icmp {COMPARED[how]} {kind} {old}, {value}{rest}",
            f"{new} = select i1 {larger}, {kind} {old}, {kind} {value}{rest}",
        ]
    elif how == "xchg":
        made, new = [], value
    else:
        return found[0]
    return "\n".join(
        [
            f"  {old} = load {kind}, {place}{align or ''}{rest}",
            *(f"  {line}" for line in made),
            f"  store {kind} {new}, {place}{align or ''}{rest}",
        ]
    )


def _exchanged(found: re.Match[str], number: int) -> str:
    """The old value and whether it is the expected one, as a pair; the new one is stored if so."""
    pair, place, kind, expected, value, align, rest = found.group(
        "pair", "place", "kind", "expected", "value", "align", "rest"
    )
    old, same, new, half = (f"%cg.{name}.{number}" for name in ("old", "same", "new", "half"))
    both = f"{{ {kind}, i1 }}"
    return "\n".join(
        [
            f"  {old} = load {kind}, {place}{align or ''}{rest}",
            f"  {same} = icmp eq {kind} {old}, {expected}{rest}",
            f"  {new} = select i1 {same}, {kind} {value}, {kind} {old}{rest}",
            f"  store {kind} {new}, {place}{align or ''}{rest}",
            f"  {half} = insertvalue {both} poison, {kind} {old}, 0{rest}",
            f"  {pair} = insertvalue {both} {half}, i1 {same}, 1{rest}",
        ]
    )
