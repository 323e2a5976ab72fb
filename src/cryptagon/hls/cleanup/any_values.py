"""any(type) as a value that is open, as it goes from the variable that it is born in to another one.

clang keeps an integer of odd width in a wider word of memory: it clears the rest of the word where
it stores one, and cuts off the rest of what it loads. Of a value that is open, LLVM would know the
rest to be 0, and so take 0 for all of it. Here the word that was loaded is stored as it is, into
variables of that width alone, of which every load cuts off the rest.
"""

import re
from collections.abc import Iterator, Sequence

from cryptagon.hls.cleanup.static_variables import STATIC_VARIABLE, type_and_initialiser
from cryptagon.hls.source.annotations import global_notes

NO_RESET = "cryptagon.no_reset"
FILLED = re.compile(r"^  call void @cg_fill_any\(ptr [^%]*%([-\w.]+),")
FUNCTION = re.compile(r"^define .*?^\}$", re.MULTILINE | re.DOTALL)
LOAD = re.compile(r"^  %([-\w.]+) = load (i\d+), ptr %([-\w.]+),")
CUT_OFF = re.compile(r"^  %([-\w.]+) = trunc (i\d+) %([-\w.]+) to (i\d+)")
EXTENDED = re.compile(r"^  %([-\w.]+) = zext (i\d+) %([-\w.]+) to (i\d+)")
STORE = re.compile(r"^  store (i\d+) %?([-\w.]+), ptr %([-\w.]+),")
"""Of a value, by its name, or of a constant."""
HARMLESS = re.compile(r"^    #dbg_|^  call void @llvm\.lifetime\.|^  %[-\w.]+ = alloca ")
VARIABLE = re.compile(r"ptr %([-\w.]+)")


def open_any_values(text: str) -> str:
    """The module in which any(type) leaves its variable as it was born, without a value, and what is
    copied from it has none either; so begin variables with NO_RESET.
    """
    text = FUNCTION.sub(lambda one: _opened(one[0]) if "@cg_fill_any(" in one[0] else one[0], text)
    for variable in [note.name for note in global_notes(text) if note.text == NO_RESET]:
        text = _without_initialiser(text, variable)
    return text


def _without_initialiser(text: str, variable: str) -> str:
    found = next((one for one in STATIC_VARIABLE.finditer(text) if one[1] == variable), None)
    if found is None:
        return text
    kind, _ = type_and_initialiser(found[2])
    return text[: found.start(2)] + f"{kind} undef" + text[found.end(2) :]


def _opened(function: str) -> str:
    lines = function.splitlines(keepends=True)
    return "".join(_lines(lines, _widths(lines)))


def _widths(lines: Sequence[str]) -> dict[str, str]:
    """The integer that each variable holds in a wider word; none of one that is used otherwise."""
    found: dict[str, str] = {}
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        cut = CUT_OFF.match(following)
        if (load := LOAD.match(line)) and cut and cut[3] == load[1]:
            if found.setdefault(load[3], cut[4]) != cut[4]:
                found[load[3]] = ""
        elif not (STORE.match(line) or FILLED.match(line) or HARMLESS.match(line)):
            found |= dict.fromkeys(VARIABLE.findall(line), "")
    return found


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
