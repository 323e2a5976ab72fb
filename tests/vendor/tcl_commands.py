"""The commands of the small Tcl, by name: those of Tcl 8.4 that the scripts use, in the forms in
which they use them.
"""

import importlib.util
import re
import shutil
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from small_tcl import Break, Command, Return, SmallTcl, TclError, items_of, numbers, source, text_of


def _set(tcl: SmallTcl, words: list[str]) -> str:
    if words[1:]:
        tcl.set(words[0], words[1])
    return tcl.get(words[0])


def _append(tcl: SmallTcl, words: list[str], *, listed: bool) -> str:
    before = tcl.get(words[0]) if tcl.exists(words[0]) else ""
    tcl.set(
        words[0],
        text_of([*items_of(before), *words[1:]]) if listed else before + "".join(words[1:]),
    )
    return tcl.get(words[0])


def _incr(tcl: SmallTcl, words: list[str]) -> str:
    tcl.set(words[0], str(int(tcl.get(words[0])) + int((words[1:] or ["1"])[0])))
    return tcl.get(words[0])


def _proc(tcl: SmallTcl, words: list[str]) -> None:
    name, parameters, body = words
    tcl.commands[name] = partial(_called, name=name, names=items_of(parameters), body=body)


def _called(tcl: SmallTcl, words: list[str], *, name: str, names: list[str], body: str) -> str:
    rest = names[-1:] == ["args"]
    plain = names[:-1] if rest else names
    if len(words) < len(plain) or (len(words) > len(plain) and not rest):
        raise TclError(f'wrong # args: should be "{" ".join([name, *names])}"')
    frame: dict[str, object] = dict(zip(plain, words))
    tcl.frames.append(frame | ({"args": text_of(words[len(plain) :])} if rest else {}))
    tcl.shared.append(set())
    try:
        return tcl.eval(body)
    except Return as left:
        return str(left)
    finally:
        tcl.frames.pop()
        tcl.shared.pop()


def _return(tcl: SmallTcl, words: list[str]) -> None:
    raise Return(words[0] if words else "")


def _error(tcl: SmallTcl, words: list[str]) -> None:
    raise TclError(words[0])


def _break(tcl: SmallTcl, words: list[str]) -> None:
    raise Break


def _catch(tcl: SmallTcl, words: list[str]) -> int:
    try:
        result, failed = tcl.eval(words[0]), 0
    except TclError as fault:
        result, failed = str(fault), 1
    if words[1:]:
        tcl.set(words[1], result)
    return failed


def _if(tcl: SmallTcl, words: list[str]) -> str:
    condition, body, *rest = words
    if tcl.true(condition):
        return tcl.eval(body)
    if rest[:1] == ["elseif"]:
        return _if(tcl, rest[1:])
    return tcl.eval(rest[-1]) if rest else ""


def _for(tcl: SmallTcl, words: list[str]) -> None:
    start, condition, after, body = words
    tcl.eval(start)
    _while(tcl, [condition, f"{body}\n{after}"])


def _while(tcl: SmallTcl, words: list[str]) -> None:
    try:
        while tcl.true(words[0]):
            tcl.eval(words[1])
    except Break:
        pass


def _foreach(tcl: SmallTcl, words: list[str]) -> None:
    names, items = items_of(words[0]), items_of(words[1])
    try:
        for first in range(0, len(items), len(names)):
            for place, name in enumerate(names):
                tcl.set(name, (items[first + place :] or [""])[0])
            tcl.eval(words[2])
    except Break:
        pass


def _switch(tcl: SmallTcl, words: list[str]) -> str:
    glob_style, value, cases = words[0] == "-glob", words[-2], items_of(words[-1])
    for pattern, body in zip(cases[::2], cases[1::2]):
        if pattern == "default" or (_matches(pattern, value) if glob_style else pattern == value):
            return tcl.eval(body)
    return ""


def _matches(pattern: str, text: str, flags: int = 0) -> bool:
    parts = {"*": ".*", "?": "."}
    return (
        re.fullmatch(
            "".join(parts.get(sign, re.escape(sign)) for sign in pattern), text, re.DOTALL | flags
        )
        is not None
    )


def _string(tcl: SmallTcl, words: list[str]) -> object:
    what, *rest = words
    if what == "match":
        return _matches(rest[-2], rest[-1], re.IGNORECASE if rest[0] == "-nocase" else 0)
    if what == "range":
        return rest[0][int(rest[1]) : int(rest[2]) + 1]
    if what == "map":
        pairs = items_of(rest[0])
        table = dict(zip(pairs[::2], pairs[1::2]))
        return re.sub("|".join(map(re.escape, table)), lambda match: table[match[0]], rest[1])
    raise TclError(f"string {what} is not known here")


def _regexp(tcl: SmallTcl, words: list[str]) -> object:
    options = [word for word in words if word in ("-all", "-inline")]
    pattern, text, *names = words[len(options) :]
    if options:
        return [
            part for match in re.finditer(pattern, text) for part in (match[0], *match.groups(""))
        ]
    match = re.search(pattern, text)
    for name, value in zip(names, [match[0], *match.groups("")] if match else []):
        tcl.set(name, value)
    return match is not None


def _regsub(tcl: SmallTcl, words: list[str]) -> int:
    _, pattern, text, replacement, name = words  # always -all
    changed, count = re.subn(pattern, lambda match: replacement, text)
    tcl.set(name, changed)
    return count


def _lsort(tcl: SmallTcl, words: list[str]) -> list[str]:
    items = items_of(words[-1])
    return (
        [item for _, item in sorted(zip(numbers(items), items))]
        if words[0] == "-real"
        else sorted(items)
    )


def _lsearch(tcl: SmallTcl, words: list[str]) -> int:
    items = items_of(words[-2])  # always -exact
    return items.index(words[-1]) if words[-1] in items else -1


def _lindex(tcl: SmallTcl, words: list[str]) -> str:
    items = items_of(words[0])
    place = len(items) - 1 if words[1] == "end" else int(words[1])
    return items[place] if 0 <= place < len(items) else ""


def _file(tcl: SmallTcl, words: list[str]) -> object:
    what, *names = words
    names = [name for name in names if name != "-force"]
    if what in ("join", "tail", "exists"):
        return {
            "join": "/".join(names),
            "tail": Path(names[0]).name,
            "exists": Path(names[0]).exists(),
        }[what]
    if what == "mkdir":
        return [Path(name).mkdir(parents=True, exist_ok=True) for name in names][:0]
    if what == "delete":
        return [
            shutil.rmtree(name) if Path(name).is_dir() else Path(name).unlink(missing_ok=True)
            for name in names
        ][:0]
    if what == "rename":
        return Path(names[0]).rename(names[1]) and None
    if what == "copy":
        return shutil.copy(names[0], names[1]) and None
    raise TclError(f"file {what} is not known here")


def _glob(tcl: SmallTcl, words: list[str]) -> list[str]:
    return sorted(
        str(found)
        for pattern in words
        if pattern != "-nocomplain"
        for found in Path().glob(pattern)
    )


def _open(tcl: SmallTcl, words: list[str]) -> str:
    channel = next(tcl.channels)
    tcl.files[channel] = Path(words[0]).open((words[1:] or ["r"])[0], newline="")  # noqa: SIM115 - the script closes it
    return channel


def _close(tcl: SmallTcl, words: list[str]) -> None:
    tcl.files.pop(words[0]).close()


def _read(tcl: SmallTcl, words: list[str]) -> str:
    return tcl.files[words[0]].read()


def _puts(tcl: SmallTcl, words: list[str]) -> None:
    if words[1:]:
        tcl.files[words[0]].write(words[1] + "\n")


def _format(tcl: SmallTcl, words: list[str]) -> str:
    return words[0] % tuple(numbers(words[1:]))


COMMANDS: dict[str, Command] = {
    "append": partial(_append, listed=False),
    "break": _break,
    "catch": _catch,
    "clock": lambda tcl, words: int(time.time()),  # clock seconds
    "close": _close,
    "error": _error,
    "eval": lambda tcl, words: tcl.eval(" ".join(words)),
    "expr": lambda tcl, words: tcl.expression(" ".join(words)),
    "file": _file,
    "for": _for,
    "foreach": _foreach,
    "format": _format,
    "glob": _glob,
    "global": lambda tcl, words: tcl.shared[-1].update(words),
    "if": _if,
    "incr": _incr,
    "info": lambda tcl, words: tcl.exists(words[1]),  # info exists
    "lappend": partial(_append, listed=True),
    "lindex": _lindex,
    "list": lambda tcl, words: list(words),
    "llength": lambda tcl, words: len(items_of(words[0])),
    "lsearch": _lsearch,
    "lsort": _lsort,
    "open": _open,
    "proc": _proc,
    "puts": _puts,
    "read": _read,
    "regexp": _regexp,
    "regsub": _regsub,
    "return": _return,
    "set": _set,
    "source": lambda tcl, words: source(tcl, words[0]),
    "string": _string,
    "switch": _switch,
    "while": _while,
}


def small_tcl() -> SmallTcl:
    """A new interpreter."""
    return SmallTcl(COMMANDS)


def _whole_tcl() -> Any:
    return importlib.import_module("tkinter").Tcl()


# Tcl itself as well, where Python has it: on Debian it comes with python3-tk.
INTERPRETERS: list[Callable[[], Any]] = [
    small_tcl,
    *([_whole_tcl] if importlib.util.find_spec("_tkinter") else []),
]
