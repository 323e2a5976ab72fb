"""Calls through pointers to functions that never change, as calls by name.

A program that clears a key keeps the compiler from leaving that out by a pointer to `memset` that
is constant and volatile: a volatile variable that nothing may write holds what the source gives it,
since nothing else reads or writes a variable here.
"""

import re

CONSTANT = re.compile(
    r"^@([\w.]+) = (?:private |internal |dso_local )*(?:unnamed_addr )?constant ptr @([\w.]+),",
    re.MULTILINE,
)
LOAD = r"^  (%[-\w.]+) = load (?:volatile )?ptr, ptr @{variable},.*$"
ATTRIBUTES = r"(?:[a-z]+(?:\(\d+\))? )*"
VALUE = r"(%[-\w.]+|@[\w.]+|-?\d+|null)"
FILL_OR_COPY = re.compile(
    rf"^  (%[-\w.]+) = call ptr @(memset|memcpy|memmove)\(ptr {ATTRIBUTES}{VALUE}, "
    rf"(ptr|i32) {ATTRIBUTES}{VALUE}, i64 {ATTRIBUTES}{VALUE}\)[^,\n]*(.*)$",
    re.MULTILINE,
)


def by_their_names(text: str) -> str:
    """A module as clang wrote it, with each call through a constant pointer to a function a call of
    that function; one of memset, memcpy or memmove is what `string.h` makes of it.
    """
    pointers = CONSTANT.findall(text)
    for variable, function in pointers:
        text = _called_directly(text, variable, function)
    return with_block_moves(text) if pointers else text


def with_block_moves(text: str) -> str:
    """A module in which memset, memcpy and memmove, called by name, are what `string.h` makes of them
    in C by macros.
    """
    return FILL_OR_COPY.sub(_intrinsic, text)


def _called_directly(text: str, variable: str, function: str) -> str:
    """The functions of a module with the loads of one variable replaced where they are called.

    Values are numbered a function at a time, so each is looked at alone.
    """
    load = re.compile(LOAD.format(variable=re.escape(variable)), re.MULTILINE)
    parts = re.split(r"(?m)(?<=^}\n)", text)
    for at, part in enumerate(parts):
        for found in load.finditer(part):
            called = re.compile(rf"(\bcall [^@%\n]*){re.escape(found[1])}\(")
            parts[at] = called.sub(rf"\g<1>@{function}(", parts[at])
        if load.search(part):
            parts[at] = load.sub(lambda line: line[0].replace(" volatile", ""), parts[at])
    return "".join(parts)


def _intrinsic(call: re.Match[str]) -> str:
    result, function, target, kind, operand, size, place = call.groups()
    pointer = f"  {result} = getelementptr i8, ptr {target}, i64 0{place}"
    if function == "memset" and kind == "i32":
        byte = f"{result}.byte"
        return (
            f"  {byte} = trunc i32 {operand} to i8{place}\n"
            f"  call void @llvm.memset.p0.i64(ptr {target}, i8 {byte}, i64 {size}, i1 false){place}\n"
            f"{pointer}"
        )
    return (
        f"  call void @llvm.memmove.p0.p0.i64(ptr {target}, ptr {operand}, i64 {size}, i1 false)"
        f"{place}\n{pointer}"
    )
