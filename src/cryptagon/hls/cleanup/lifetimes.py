"""A local variable is born without a value, also in the second iteration of the loop that it is in.

clang and the inliner mark where a variable's life begins, but SSA construction does not look there:
what a variable held in the last iteration, and the padding between a struct's members, would live
on in registers. "No value" is LLVM's undef: one undefined byte of a word leaves the others what
they are, while one byte of poison would make the word poison.
"""

import re

from cryptagon.hls.ir.layout import named_types, type_size

BIRTH = re.compile(
    r"^  call void @llvm\.lifetime\.start\.p0\(ptr %([-\w.]+)\)(?: #\d+)?(.*)$", re.MULTILINE
)
SLOT = re.compile(r"^  %([-\w.]+) = alloca (.*?), align \d+", re.MULTILINE)
FORGET = re.compile(
    r"^  (?:tail )?call void @llvm\.memset\.p0\.i64\(ptr (?:[^%\n]* )?%([-\w.]+), i8 undef, i64 (\d+), i1 false\)(?: #\d+)?(.*)\n",
    re.MULTILINE,
)
DECLARED = re.compile(r"^declare void @llvm\.memset\.p0\.i64", re.MULTILINE)
DECLARATION = "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)\n"


def forget_at_birth(text: str) -> str:
    """The module with every variable overwritten by "no value" where its life begins; `text` is
    inlined, before SSA construction.
    """
    named = named_types(text)
    kinds = dict(SLOT.findall(text))
    # What any(T) leaves open is undefined rather than poison: a choice that does not matter may
    # hang on it. A pointer overwritten as bytes would become an integer; it is no register anyway.
    kinds = {
        name: kind
        for name, kind in kinds.items()
        if not name.startswith("cg_value") and kind != "ptr"
    }
    text = BIRTH.sub(lambda birth: _forget(birth, kinds, named), text)
    return text if DECLARED.search(text) else text + DECLARATION


def _forget(birth: re.Match[str], kinds: dict[str, str], named: dict[str, str]) -> str:
    name, debug = birth.groups()
    if name not in kinds or _is_set_first(name, kinds[name], birth):
        return birth.group(0)
    size = type_size(kinds[name], named)
    return f"  call void @llvm.memset.p0.i64(ptr %{name}, i8 undef, i64 {size}, i1 false){debug}"


def _is_set_first(name: str, kind: str, birth: re.Match[str]) -> bool:
    """Whether the variable gets a whole value before anything else is done with it, as a function's
    parameters do. SSA construction sees that without help, and with it would give each of thousands
    of them a phi of its own.
    """
    text, at = birth.string, birth.end()
    while (at := text.find(f"%{name}", at + 1)) >= 0:
        line = text[text.rindex("\n", 0, at) + 1 : text.find("\n", at)]
        if not line.startswith("    #dbg") and re.search(rf"%{re.escape(name)}(?![-\w.])", line):
            sets = line.startswith(f"  store {kind} ") and f", ptr %{name}, " in line
            return sets and text.find("\n\n", birth.end(), at) < 0  # in the same block
    return False


def without_forgetting(text: str) -> str:
    """The module without what is left of `forget_at_birth` on variables that stayed memory; the
    births of whole ones are marked again.
    """
    named = named_types(text)
    kinds = dict(SLOT.findall(text))

    def restored(forget: re.Match[str]) -> str:
        name, size, debug = forget.groups()
        whole = name in kinds and type_size(kinds[name], named) == int(size)
        return f"  call void @llvm.lifetime.start.p0(ptr %{name}){debug}\n" if whole else ""

    return FORGET.sub(restored, text)
