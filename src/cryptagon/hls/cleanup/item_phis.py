"""Merges of whole items as merges of their fields.

Where two ways take a field of the item that they read, LLVM merges the items and takes the field once, behind the merge. An item is no
value of the datapath; its fields are. Nor is it ever undefined, so that LLVM's `freeze` of one is the item itself.
"""

import re
from collections.abc import Iterator

PHI = re.compile(r"^  (%[-\w.]+) = phi ({ .* }) (\[ .* \])$")
FREEZE = re.compile(r"^  (%[-\w.]+) = freeze { .* } (%[-\w.]+)(?:, !.*)?$")
EDGE = re.compile(r"\[ (%[-\w.]+), (%[-\w.]+) \]")
FIELD = re.compile(r"^  (%[-\w.]+) = extractvalue ({ .* }) (%[-\w.]+), (\d+)(.*)$")


def without_item_phis(text: str) -> str:
    """The module's text with a phi for every field that is taken of a phi of items."""
    lines = _without_freezes(text.splitlines())
    while found := next(_item_phis(lines), None):
        lines = _taken_apart(lines, *found)
    return "\n".join(lines) + "\n"


def _without_freezes(lines: list[str]) -> list[str]:
    frozen = {match.group(1): match.group(2) for line in lines if (match := FREEZE.match(line))}
    return [_renamed(line, frozen) for line in lines if not FREEZE.match(line)] if frozen else lines


def _item_phis(lines: list[str]) -> Iterator[tuple[int, re.Match[str]]]:
    return ((number, match) for number, line in enumerate(lines) if (match := PHI.match(line)))


def _taken_apart(lines: list[str], at: int, phi: re.Match[str]) -> list[str]:
    """The lines with one phi of items as phis of the fields that its users take."""
    name, kind, edges = phi.groups()
    types = kind.strip("{ }").split(", ")
    used = [match for line in lines if (match := FIELD.match(line)) and match.group(3) == name]
    fields = {int(match.group(4)): match.group(5) for match in used}
    renamed = {match.group(1): f"{name}.{match.group(4)}" for match in used}
    incoming = dict.fromkeys(value for value, _ in EDGE.findall(edges))
    found: list[str] = []
    for number, line in enumerate(lines):
        if number == at:
            found += [f"  {name}.{i} = phi {types[i]} {_edges_of_field(edges, name, i)}" for i in fields]
        elif (field := FIELD.match(line)) is None or field.group(3) != name:
            found.append(line)
        if (value := line[2:].partition(" = ")[0]) in incoming and line.startswith("  %") and number != at:
            found += [f"  {value}.{name[1:]}.{i} = extractvalue {kind} {value}, {i}{debug}" for i, debug in fields.items()]
    return _behind_phis([_renamed(line, renamed) for line in found])


def _edges_of_field(edges: str, name: str, field: int) -> str:
    """The edges of the phi of a field; a loop may bring the phi's own item back."""
    return EDGE.sub(lambda m: f"[ {name if m[1] == name else f'{m[1]}.{name[1:]}'}.{field}, {m[2]} ]", edges)


def _renamed(line: str, names: dict[str, str]) -> str:
    return re.sub(r"%[-\w.]+", lambda match: names.get(match[0], match[0]), line) if names else line


def _behind_phis(lines: list[str]) -> list[str]:
    """Fields taken of items that are phis themselves stand behind all phis of their block."""
    found: list[str] = []
    waiting: list[str] = []
    for line in lines:
        is_phi = " = phi " in line
        if waiting and not is_phi and not line.startswith("    #dbg"):
            found, waiting = [*found, *waiting], []
        if FIELD.match(line) and found and " = phi " in found[-1]:
            waiting.append(line)
        else:
            found.append(line)
    return found
