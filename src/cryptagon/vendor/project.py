"""Writes a self-contained project for a vendor's tool: sources, constraints, the search over its
options, a manifest for the way back.
"""

import shutil
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from cryptagon import __version__
from cryptagon.catalog import Rules
from cryptagon.errors import CryptagonError
from cryptagon.fpga import Design
from cryptagon.vendor.manifest import FILE_NAME, Manifest, digests
from cryptagon.vendor.part import Part, part
from cryptagon.vendor.project_script import PROJECT, constraint_file, project_script
from cryptagon.vendor.readme import readme
from cryptagon.vendor.sources import Sources, write_sources
from cryptagon.vendor.tools import SCRIPTS, SEARCH_SCRIPT, TOOLS, VendorTool
from cryptagon.vendor.whole_folder import whole_folder

SETTINGS, PROJECT_SCRIPT, README = "settings.tcl", "project.tcl", "README.md"


@dataclass(frozen=True)
class VendorSearch:
    """What is tried: the strategies by name (none: all of the tool's), seeds where the tool has
    them, and how the clock is searched.

    For each strategy and seed the first run asks for `first_mhz`; up to `rounds` runs close in on
    the highest clock that is met.
    """

    strategies: tuple[str, ...] = ()
    seeds: tuple[int, ...] = (1,)
    first_mhz: float = 100.0
    rounds: int = 6


@dataclass(frozen=True)
class ExportRecord:
    """The fields of a measurement that are known before it is implemented, by name."""

    title: str
    fields: dict[str, Any]


def export_project(
    design: Design,
    record: ExportRecord,
    tool: str,
    number: str,
    folder: Path,
    *,
    rules: Rules,
    search: VendorSearch,
) -> Manifest:
    """Write the project of `design` for part `number` of `tool` into `folder`, which must be empty
    or not there yet.

    It is there whole or not at all. Raises CryptagonError for an unknown part or strategy, and for
    a folder that holds something or cannot be written.
    """
    vendor, device = TOOLS[tool], part(tool, number)
    strategies = _strategies(vendor, search)
    return whole_folder(
        folder,
        lambda fresh: _write(
            fresh, design, record, device, rules=rules, search=search, strategies=strategies
        ),
    )


def _strategies(tool: VendorTool, search: VendorSearch) -> tuple[str, ...]:
    for name in search.strategies:
        if name not in tool.strategies:
            raise CryptagonError(
                f'{tool.title} has no strategy "{name}" here',
                fix=f"known: {', '.join(tool.strategies)}",
            )
    return search.strategies or tuple(tool.strategies)


def _write(
    folder: Path,
    design: Design,
    record: ExportRecord,
    device: Part,
    *,
    rules: Rules,
    search: VendorSearch,
    strategies: tuple[str, ...],
) -> Manifest:
    tool = TOOLS[device.tool]
    sources = write_sources(design, tool, folder)
    script = project_script(device, sources.top, list(sources.files), sources.parameters)
    (folder / PROJECT_SCRIPT).write_text(script, encoding="utf-8")
    settings = _settings(tool, device, sources, rules=rules, search=search, strategies=strategies)
    (folder / SETTINGS).write_text(settings, encoding="utf-8")
    (folder / constraint_file(tool.name)).touch()
    shutil.copyfile(SCRIPTS / SEARCH_SCRIPT, folder / SEARCH_SCRIPT)
    shutil.copyfile(tool.script, folder / tool.script.name)
    manifest = Manifest(
        cryptagon=__version__,
        made_with={"edalize": version("edalize")},
        tool=tool.name,
        part=device.number,
        top=sources.top,
        unit=sources.unit,
        no_bram=rules.no_bram,
        no_dsp=rules.no_dsp,
        search={
            "strategies": list(strategies),
            "seeds": list(_seeds(tool, search)),
            "first_mhz": search.first_mhz,
            "rounds": search.rounds,
        },
        files=digests(
            folder, [*sources.files, PROJECT_SCRIPT, SETTINGS, SEARCH_SCRIPT, tool.script.name]
        ),
        record=record.fields,
    )
    manifest.write(folder)
    (folder / README).write_text(readme(manifest, record.title), encoding="utf-8")
    return manifest


def _seeds(tool: VendorTool, search: VendorSearch) -> tuple[int, ...]:
    return search.seeds if tool.seeds else (0,)


def _settings(
    tool: VendorTool,
    device: Part,
    sources: Sources,
    *,
    rules: Rules,
    search: VendorSearch,
    strategies: tuple[str, ...],
) -> str:
    """The values that search.tcl and the tool's script read, as Tcl."""
    values = {
        "tool": tool.name,
        "project": PROJECT,
        "part": device.number,
        "top": sources.top,
        "clock": sources.clock,
        "constraints": constraint_file(tool.name),
        "no_bram": int(rules.no_bram),
        "no_dsp": int(rules.no_dsp),
        "first_mhz": f"{search.first_mhz:g}",
        "rounds": search.rounds,
        "seeds": " ".join(map(str, _seeds(tool, search))),
        "strategies": " ".join(strategies),
    }
    lines = ["# Written by cryptagon export, read by search.tcl."]
    lines += [f"set {name} {{{value}}}" for name, value in values.items()]
    lines += [
        f"set settings_of({name}) {{{' '.join(f'{{{word}}}' for word in tool.strategies[name])}}}"
        for name in strategies
    ]
    return "\n".join(lines) + "\n"


__all__ = ["FILE_NAME", "ExportRecord", "VendorSearch", "export_project"]
