"""any(type) as a value that is open, as it goes from the variable that it is born in to another one.

clang keeps an integer of odd width in a wider word of memory: it clears the rest of the word where
it stores one, and cuts off the rest of what it loads. Of a value that is open, LLVM would know the
rest to be 0, and so take 0 for all of it. Here the word that was loaded is stored as it is, into
variables of that width alone, of which every load cuts off the rest. An array is one variable.
"""

import re
from collections.abc import Iterator, Sequence

from cryptagon.errors import CryptagonError
from cryptagon.hls.cleanup.static_variables import type_and_initialiser
from cryptagon.hls.source.annotations import NO_RESET, Note, global_notes, local_notes

FILLED = re.compile(r"^  call void @cg_fill_any\(ptr [^%]*%([-\w.]+),")
FUNCTION = re.compile(r"^define .*?^\}$", re.MULTILINE | re.DOTALL)
LOAD = re.compile(r"^  %([-\w.]+) = load (i\d+), ptr %([-\w.]+),")
CUT_OFF = re.compile(r"^  %([-\w.]+) = trunc (i\d+) %([-\w.]+) to (i\d+)")
EXTENDED = re.compile(r"^  %([-\w.]+) = zext (i\d+) %([-\w.]+) to (i\d+)")
STORE = re.compile(r"^  store (i\d+) %?([-\w.]+), ptr %([-\w.]+),")
"""Of a value, by its name, or of a constant."""
HARMLESS = re.compile(r"^    #dbg_|^  call void @llvm\.lifetime\.|^  %[-\w.]+ = alloca ")
VARIABLE = re.compile(r"ptr %([-\w.]+)")
ELEMENT = re.compile(
    r"^  %([-\w.]+) = getelementptr inbounds (?:nuw |nusw )*\[\d+ x [^%{}]*\], ptr %([-\w.]+), i64 0, i64 "
)
"""The address of an element of an array of integers, or of an array of such."""
DEFINITION = r"^(@{name} = [\w ]*\bglobal )(.*?)(, align \d+.*)$"
ZEROS = re.compile(r"0|false|null|zeroinitializer")


def open_any_values(text: str) -> str:
    """The module in which any(type) leaves its variable as it was born, without a value, and what is
    copied from it has none either; so begin variables with NO_RESET.

    Raises CryptagonError where NO_RESET is before something else than a variable that is kept, or
    before one with an initialiser.
    """
    text = FUNCTION.sub(lambda one: _opened(one[0]) if "@cg_fill_any(" in one[0] else one[0], text)
    for note in (one for one in local_notes(text) if one.text == NO_RESET):
        raise _misplaced(note)
    for note in (one for one in global_notes(text) if one.text == NO_RESET):
        text = _without_initialiser(text, note)
    return text


def _without_initialiser(text: str, note: Note) -> str:
    found = re.search(DEFINITION.format(name=re.escape(note.name)), text, re.MULTILINE)
    if found is None:
        raise _misplaced(note)
    kind, value = type_and_initialiser(found[2])
    if not ZEROS.fullmatch(value):
        raise CryptagonError(
            f"'{_plain(note)}' has NO_RESET and an initialiser",
            where=f"{note.file}:{note.line}",
            why="an initialiser is the value at reset",
            fix="leave one of the two out",
        )
    return text[: found.start()] + f"{found[1]}{kind} undef{found[3]}" + text[found.end() :]


def _misplaced(note: Note) -> CryptagonError:
    return CryptagonError(
        f"NO_RESET is before '{_plain(note)}', which keeps nothing between runs",
        where=f"{note.file}:{note.line}",
        why="it is for REGISTER, static and global variables",
        fix="leave it out; a local variable has no reset where it begins as any(type)",
    )


def _plain(note: Note) -> str:
    """The name in the source; a static variable's has its function in front."""
    return note.name.rpartition(".")[2]


def _opened(function: str) -> str:
    lines = function.splitlines(keepends=True)
    return "".join(_lines(lines, _widths(lines)))


def _widths(lines: Sequence[str]) -> dict[str, str]:
    """The integer that each variable, or each element of an array, holds in a wider word, by the name
    of its address; none of one that is used otherwise.
    """
    found: dict[str, str] = {}
    arrays: dict[str, str] = {}  # by the names of addresses of their elements
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        cut = CUT_OFF.match(following)
        if element := ELEMENT.match(line):
            address, array = element.groups()
            arrays[address] = arrays.get(array, array)
        elif (load := LOAD.match(line)) and cut and cut[3] == load[1]:
            variable = arrays.get(load[3], load[3])
            if found.setdefault(variable, cut[4]) != cut[4]:
                found[variable] = ""
        elif not (STORE.match(line) or FILLED.match(line) or HARMLESS.match(line)):
            for name in map(str, VARIABLE.findall(line)):
                found[arrays.get(name, name)] = ""
    return found | {name: found.get(array, "") for name, array in arrays.items()}


def _lines(lines: Sequence[str], widths: dict[str, str]) -> Iterator[str]:
    variables = set[str]()  # that are open
    words: dict[str, tuple[str, str, str]] = {}  # that were loaded from these, type and width
    for line in lines:
        if filled := FILLED.match(line):
            variables.add(filled[1])
            continue
        if (load := LOAD.match(line)) and load[3] in variables:
            words[load[1]] = (load[1], load[2], widths.get(load[3], ""))
        cut = CUT_OFF.match(line) or EXTENDED.match(line)
        if cut and cut[3] in words and words[cut[3]][2] in (cut[2], cut[4]):
            words[cut[1]] = words[cut[3]]
        store = STORE.match(line)
        if store and store[2] in words:
            word, kind, width = words[store[2]]
            if kind == store[1] and width and width == widths.get(store[3]):
                if store[3].startswith("tmp"):  # what an expression in parentheses gives
                    variables.add(store[3])
                yield line.replace(f" %{store[2]},", f" %{word},", 1)
                continue
        yield line
