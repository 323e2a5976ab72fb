"""The datapath as XLS's optimiser leaves it: what becomes Verilog, one net a node, and which C
lines each net comes from.

Nodes are named after what they do and the C line they come from, `xor_L59` or `add_aes_L12` for a
line of another file than the source. XLS keeps names, synthesis and timing reports mostly do: a
slow path can be read as a list of C lines.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from cryptagon.hls.datapath.lowering import Datapath
from cryptagon.hls.datapath.optimiser import inputs_of, optimised_text
from cryptagon.hls.ir.instructions import Location

FILE = re.compile(r'^file_number (\d+) "(.*)"$', re.MULTILINE)
NODE = re.compile(r"^  (ret )?([\w.]+): (.+?) = (\w+)\((.*)\)$")
POSITION = re.compile(r"\((\d+),(\d+),\d+\)")
TOKEN = re.compile(r"[A-Za-z_][\w.]*")
OPTION = re.compile(r"(\w+)=(\w+)")
SEVERAL = ""
COMMENT_AFTER = re.compile(r"^  (?:assign|wire(?: \[\d+:0\])?) (\w+) = .*;$")


@dataclass(frozen=True)
class Node:
    """One node: `width` bits in all, made from `operands` (names of nodes and inputs).

    `places` are the C lines that it comes from.
    """

    name: str
    operation: str
    width: int
    operands: tuple[str, ...]
    options: Mapping[str, str]
    places: tuple[Location, ...]


@dataclass(frozen=True)
class OptimisedDatapath:
    """The IR after optimisation: its text, the inputs' widths, the nodes in topological order, and
    the node that makes each output.

    `ranges_hidden`: the optimiser could not see what values there can be (`optimiser`).
    """

    text: str
    inputs: Mapping[str, int]
    nodes: Mapping[str, Node]
    outputs: Mapping[str, str]
    datapath: Datapath
    ranges_hidden: bool = False

    def shown(self) -> tuple[str, str]:
        """The XLS IR, and the suffix of a file of it."""
        return ".ir", self.text

    def unit_outputs(self, result: str) -> tuple[str, ...]:
        """The outputs that go into the unit (memory, shared function) which gives this result: a
        unit's inputs and its result begin with the same name.
        """
        unit = result.rpartition("_")[0] + "_"
        return tuple(output for output in self.outputs if output.startswith(unit))


def optimised_by_xls(datapath: Datapath) -> OptimisedDatapath:
    """The optimised datapath, its nodes as XLS names them.

    Raises CryptagonError when XLS refuses the IR.
    """
    text, ranges_hidden = optimised_text(datapath.text, datapath.name)
    return replace(_read(text, datapath), ranges_hidden=ranges_hidden)


def named_by_lines(datapath: OptimisedDatapath) -> OptimisedDatapath:
    """The same datapath with its nodes named after what they do and the C line they come from."""
    return _with_names(datapath, _names_by_line(datapath))


def with_source_lines(verilog: str, datapath: OptimisedDatapath) -> str:
    """The Verilog with the C lines of every net behind its assignment, as comments."""
    return "\n".join(_with_comment(line, datapath.nodes) for line in verilog.split("\n"))


def _with_comment(line: str, nodes: Mapping[str, Node]) -> str:
    assigned = COMMENT_AFTER.match(line)
    node = nodes.get(assigned.group(1)) if assigned else None
    return f"{line}  // {', '.join(map(str, node.places))}" if node and node.places else line


def _read(text: str, datapath: Datapath) -> OptimisedDatapath:
    files = dict(FILE.findall(text))
    body = text.split(f"top fn {datapath.name}(", 1)[1].split("{\n", 1)[1]
    inputs = {name: width_of(kind) for name, kind in inputs_of(text, datapath.name).items()}
    nodes: dict[str, Node] = {}
    known = set(inputs)
    made: tuple[str, ...] = ()
    for line in body.split("\n}", 1)[0].split("\n"):
        match = NODE.match(line)
        if match:
            node = _node(match, files, known)
            nodes[node.name] = node
            known.add(node.name)
            # Where all outputs are constants the function returns one literal, which makes each of
            # them.
            returned = (
                node.operands if node.operation == "tuple" else (node.name,) * len(datapath.outputs)
            )
            made = returned if match.group(1) else made
    return OptimisedDatapath(
        text,
        inputs,
        nodes,
        dict(zip((name for name, _ in datapath.outputs), made, strict=True)),
        datapath,
    )


def width_of(kind: str) -> int:
    """Bits of a value of an XLS type: bits, arrays and tuples of them."""
    if kind.startswith("("):
        return sum(int(width) for width in re.findall(r"bits\[(\d+)\]", kind))
    width = 1
    for size in re.findall(r"\[(\d+)\]", kind):
        width *= int(size)
    return width


def _node(match: re.Match[str], files: Mapping[str, str], known: set[str]) -> Node:
    _, name, kind, operation, arguments = match.groups()
    position = arguments.partition("pos=[")[2]
    places = tuple(
        dict.fromkeys(Location(files[file], int(line)) for file, line in POSITION.findall(position))
    )
    operands = tuple(token for token in TOKEN.findall(arguments) if token in known)
    return Node(name, operation, width_of(kind), operands, dict(OPTION.findall(arguments)), places)


def _names_by_line(datapath: OptimisedDatapath) -> dict[str, str]:
    """New names for all nodes but constants, which XLS writes where they are used."""
    purposes, taken, names = _purposes(datapath), set(datapath.inputs), {}
    used: dict[str, int] = {}
    main = next(iter(FILE.findall(datapath.text)), ("0", ""))[1]
    for node in datapath.nodes.values():
        if node.operation in ("literal", "tuple"):
            continue
        place = (
            _place_in_name(node.places[0], main)
            if node.places
            else purposes.get(node.name, "control")
        )
        base = f"{node.operation}_{place}"
        count = used.get(base, 0) + 1
        name = base if count == 1 else f"{base}_{count}"
        while name in taken:
            count += 1
            name = f"{base}_{count}"
        used[base] = count
        taken.add(name)
        names[node.name] = name
    return names


def _place_in_name(place: Location, main: str) -> str:
    stem = (
        ""
        if place.file == main
        else re.sub(r"\W", "_", place.file.rsplit("/", 1)[-1].split(".")[0]) + "_"
    )
    return f"{stem}L{place.line}"


def _purposes(datapath: OptimisedDatapath) -> dict[str, str]:
    """For nodes that lead to one register or stream only, its name."""
    reached: dict[str, str] = {}
    for output, name in datapath.outputs.items():
        purpose = re.sub(r"^(clear|load|next|wait|read|write)_|_item$", "", output)
        reached[name] = purpose if reached.get(name, purpose) == purpose else SEVERAL
    for node in reversed(list(datapath.nodes.values())):
        if node.name in reached and node.operation != "tuple":
            purpose = reached[node.name]
            for operand in node.operands:
                reached[operand] = purpose if reached.get(operand, purpose) == purpose else SEVERAL
    return {name: purpose for name, purpose in reached.items() if purpose != SEVERAL}


def _with_names(datapath: OptimisedDatapath, names: Mapping[str, str]) -> OptimisedDatapath:
    """The same datapath with its nodes called by `names`."""
    nodes = [
        replace(
            node,
            name=names.get(node.name, node.name),
            operands=tuple(names.get(operand, operand) for operand in node.operands),
        )
        for node in datapath.nodes.values()
    ]
    outputs = {output: names.get(node, node) for output, node in datapath.outputs.items()}
    text = "\n".join(_renamed(line, names) for line in datapath.text.split("\n"))
    return replace(datapath, text=text, nodes={node.name: node for node in nodes}, outputs=outputs)


def _renamed(line: str, names: Mapping[str, str]) -> str:
    return (
        TOKEN.sub(lambda token: names.get(token[0], token[0]), line)
        if line.startswith("  ")
        else line
    )
