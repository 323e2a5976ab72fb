"""From which lines of the Verilog the look-up tables of a netlist stem.

Names do not tell: the logic optimiser makes new nets. A table stems from the net of the sources
that computes the same, or the complement, for some thousand random contents of registers and
inputs; of several such nets from the first. A table inside, which computes what no net of the
sources does, stems from where all that it leads to stems from.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from graphlib import TopologicalSorter
from typing import Any

from cryptagon.fpga.derived import derived
from cryptagon.fpga.families import Family, family_of
from cryptagon.fpga.functions import Functions
from cryptagon.fpga.netlist_cells import Cell, logic, module_of, pins, read_at_once
from cryptagon.fpga.synthesis import Netlist
from cryptagon.toolchain import elaborated, json_of

SOURCE, MAPPED = "source.json", "mapped.json"
_PLACE = re.compile(r"(?:^|\|)(?:[^|]*/)?(?P<file>[^/|:]+):(?P<first>\d+)\.\d+-(?P<last>\d+)\.\d+")

Place = Callable[[str, int, int], str]
"""What lines of a source, given by the file's name and the first and last of them, are called; ""
for none.
"""


def luts_by_place(netlist: Netlist, place: Place) -> dict[str | None, int]:
    """The look-up tables of a netlist by what `place` calls the lines that they stem from; those of
    None stem from no one place.

    Raises ToolError when Yosys cannot read the netlist again.
    """
    family = family_of(netlist.plan.target)
    cells = logic(module_of(netlist)["cells"], family)
    found = _spread(cells, family, _matched(netlist, cells, place))
    counts: Counter[str | None] = Counter()
    for name, cell in cells.items():
        counts[found.get(name)] += family.netlist_luts.get(cell["type"], 0)
    return {where: count for where, count in counts.items() if count}


def _matched(netlist: Netlist, cells: Mapping[str, Cell], place: Place) -> dict[str, str]:
    """The places of the cells that make a net of the sources, by its name or by what they
    compute.
    """
    folder = derived(netlist, "origins", _script(netlist))
    top = netlist.plan.design.top
    sources = {source.name for source in netlist.plan.design.sources}
    source = Functions(json_of(folder / SOURCE)["modules"][top])
    mapped = Functions(json_of(folder / MAPPED)["modules"][top], source)
    places: dict[int, str] = {}
    for net in source.order:
        function = source.of_net(net)
        if function is not None and function not in places:
            places[function] = _place_of(source.gates[net], sources, place)
    found: dict[str, str] = {}
    names = _names(module_of(netlist))
    for cell, name in (
        (made, name)
        for made in cells
        for _, net in pins(cells[made], "output")
        for name in names[net]
    ):
        gate = source.gates.get(source.nets.get(name, "x"))
        where = _place_of(gate, sources, place) if gate else places.get(mapped.of(name) or 0)
        if where is not None:
            found.setdefault(cell, where)
    return found


def _place_of(gate: Mapping[str, Any], sources: set[str], place: Place) -> str:
    """The first of the gate's places in a source of the design, which the gates of an operator all
    have.
    """
    for found in _PLACE.finditer(gate["attributes"].get("src", "")):
        if found["file"] in sources:
            return place(found["file"], int(found["first"]), int(found["last"]))
    return ""


def _names(module: Mapping[str, Any]) -> dict[int, list[tuple[str, int]]]:
    """The names of each net, with the index in each."""
    found: dict[int, list[tuple[str, int]]] = defaultdict(list)
    for name, net in module["netnames"].items():
        for n, bit in enumerate(net["bits"]):
            found[bit].append((name, n))
    return found


def _spread(
    cells: Mapping[str, Cell], family: Family, places: Mapping[str, str]
) -> dict[str, str | None]:
    """The places of all cells: one that has none of its own has that of all that it leads to; None
    where these are several or none.
    """
    makers = {net: name for name, cell in cells.items() for _, net in pins(cell, "output")}
    ahead: dict[str, set[str]] = defaultdict(set)
    for name, cell in cells.items():
        for _, net in read_at_once(cell, family):
            if net in makers:
                ahead[makers[net]].add(name)
    found: dict[str, str | None] = {}
    for name in TopologicalSorter({name: ahead[name] for name in cells}).static_order():
        leads_to = {found[one] for one in ahead[name]}
        found[name] = (
            places[name] if name in places else leads_to.pop() if len(leads_to) == 1 else None
        )
    return found


def _script(netlist: Netlist) -> str:
    """The sources as synthesis reads them, then the netlist with the models that Yosys has of its
    cells; as gates with names and places.
    """
    plan = netlist.plan
    there = f"../{plan.folder.name}"
    design = plan.design
    sources = [f"{there}/{source}" for source in design.copied_sources]
    lines = [
        *elaborated(sources, design.top, design.parameters),
        *(
            "proc",
            "flatten",
            "memory_map -rom-only",
            "techmap",
            f"write_json {SOURCE}",
            "design -reset",
        ),
        *(f"read_json {there}/{netlist.core_file.name}", "delete =A:blackbox"),
        *(f"read_verilog -overwrite {model}" for model in family_of(plan.target).models),
        *(f"hierarchy -top {design.top}", "proc", "flatten", "techmap", f"write_json {MAPPED}"),
    ]
    return "\n".join(lines) + "\n"
