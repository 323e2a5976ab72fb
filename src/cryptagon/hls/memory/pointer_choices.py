"""Choices between pointers as choices between what they point to: `*(c ? a : b)` is `c ? *a : *b`.

LLVM also writes `c ? a[i] : b[j]` that way. A read reads both; a write writes both, one of them with what it held.
"""

import re

from cryptagon.hls.memory.addresses import DEBUG

CHOICE = re.compile(r"^  %([-\w.]+) = select i1 ([^,]+), ptr ([^,]+), ptr ([^,]+?)(?:, !.*)?$", re.MULTILINE)
USE = re.compile(r"ptr (?:nonnull )?%([-\w.]+)")
LOAD = re.compile(r"^  %([-\w.]+) = load ([^,]+), ptr %")
STORE = re.compile(r"^  store (\S+) ([^,]+), ptr %")
STEP = re.compile(r"^  %([-\w.]+) = getelementptr ")
WITH_CONSTANT = re.compile(r"^  %([-\w.]+) = select i1 .*ptr getelementptr .*$", re.MULTILINE)
CONSTANT = re.compile(r"getelementptr (?:inbounds |nuw |nusw )*\(([^()]*)\)")


def without_pointer_choices(body: str) -> str:
    """The body of a function without choices of pointers, where all that is done with them is address arithmetic, reading and writing."""
    body = WITH_CONSTANT.sub(_with_named_constants, body)
    while choice := _simple_choice(body):
        name, condition, left, right = choice
        lines = []
        for number, line in enumerate(body.splitlines()):
            if line.startswith(f"  %{name} = select "):
                continue
            lines += _twice(line, f"{name}.{number}", condition, name, (left, right)) if name in USE.findall(line) else [line]
        body = "\n".join(lines)
    return body


def _with_named_constants(line: re.Match[str]) -> str:
    """A choice of constant addresses with each of them computed in a line of its own before it."""
    named = {address: f"%cg.{line[1]}.address.{number}" for number, address in enumerate(dict.fromkeys(CONSTANT.findall(line[0])))}
    steps = [f"  {name} = getelementptr {address}" for address, name in named.items()]
    return "\n".join([*steps, CONSTANT.sub(lambda match: named[match[1]], line[0])])


def _simple_choice(body: str) -> tuple[str, str, str, str] | None:
    for choice in CHOICE.finditer(body):
        used = re.compile(rf"%{re.escape(choice.group(1))}(?![-\w.])")
        users = [line for line in body.splitlines() if used.search(line) and not line.startswith(f"  %{choice.group(1)} = ")]
        if all(_is_simple(line, choice.group(1)) for line in users):
            return choice.groups()  # type: ignore[return-value]
    return None


def _is_simple(line: str, name: str) -> bool:
    store = STORE.match(line)
    if store:
        return store.group(1) != "ptr" and f"ptr %{name}" in line
    return bool(LOAD.match(line) or STEP.match(line) or line.startswith("    #dbg_"))


def _twice(line: str, unique: str, condition: str, name: str, pointers: tuple[str, str]) -> list[str]:
    """A line that uses the chosen pointer, done with each of the two."""
    load, store, step = LOAD.match(line), STORE.match(line), STEP.match(line)
    debug = DEBUG.search(line)
    tail = f", {debug.group(0)}" if debug else ""
    both = [re.sub(rf"ptr %{re.escape(name)}(?![-\w.])", f"ptr {pointer}", line) for pointer in pointers]
    if load or step:
        result, kind = load.groups() if load else (step.group(1), "ptr")  # type: ignore[union-attr]
        sides = [f"%cg.{result}.{side}" for side in "ab"]  # a name may not begin with the number of an unnamed value
        made = [one.replace(f"  %{result} = ", f"  {side} = ", 1) for one, side in zip(both, sides)]
        return [*made, f"  %{result} = select i1 {condition}, {kind} {sides[0]}, {kind} {sides[1]}{tail if load else ''}"]
    if store:
        return [line for side in (0, 1) for line in _guarded_store(store, unique, condition, (side, pointers[side]), tail)]
    return []


def _guarded_store(store: re.Match[str], unique: str, condition: str, arm: tuple[int, str], tail: str) -> list[str]:
    """A store that takes place when the choice falls on this side; otherwise what is there is written again."""
    (kind, value), (side, pointer) = store.groups(), arm
    old, new = f"%cg.{unique}.old.{side}", f"%cg.{unique}.new.{side}"
    arms = (value, old) if side == 0 else (old, value)
    return [
        f"  {old} = load {kind}, ptr {pointer}, align 1{tail}",
        f"  {new} = select i1 {condition}, {kind} {arms[0]}, {kind} {arms[1]}{tail}",
        f"  store {kind} {new}, ptr {pointer}, align 1{tail}",
    ]
