"""A library small enough to reckon with, and the real one that comes with the pinned packages."""

import json
from pathlib import Path

import pytest
from tiny_library import liberty

from cryptagon.asic import Library, library_file, read_library
from cryptagon.asic.netlist import MappedNetlist, read_netlist
from cryptagon.fpga import Design


@pytest.fixture
def build(tmp_path, monkeypatch):
    monkeypatch.setenv("CRYPTAGON_BUILD", str(tmp_path / "build"))
    return tmp_path / "build"


@pytest.fixture
def library_of(tmp_path):
    """Writes a liberty file and reads it: `library_of(text)`."""

    def make(text: str) -> Library:
        path = tmp_path / f"library{len(list(tmp_path.glob('library*.lib')))}.lib"
        path.write_text(text)
        return read_library(path)

    return make


@pytest.fixture
def tiny(library_of):
    return library_of(liberty())


@pytest.fixture(scope="session")
def nangate45():
    return read_library(library_file("nangate45"))


@pytest.fixture
def netlist_of(tmp_path):
    """A netlist from gates, `name: (cell, {pin: net})`, where a net is a name; `inputs` and
    `outputs` are ports.
    """

    def make(
        library: Library,
        gates: dict[str, tuple[str, dict[str, str]]],
        inputs: str = "clk",
        outputs: str = "",
    ) -> MappedNetlist:
        names = sorted(
            {net for _, nets in gates.values() for net in nets.values()}
            | {*inputs.split(), *outputs.split()}
        )
        numbers = {name: place + 2 for place, name in enumerate(names)}
        ports = {name: {"direction": "input", "bits": [numbers[name]]} for name in inputs.split()}
        ports |= {
            name: {"direction": "output", "bits": [numbers[name]]} for name in outputs.split()
        }
        cells = {
            name: {"type": cell, "connections": {pin: [numbers[net]] for pin, net in nets.items()}}
            for name, (cell, nets) in gates.items()
        }
        netnames = {name: {"hide_name": 0, "bits": [number]} for name, number in numbers.items()}
        path = tmp_path / "netlist.json"
        path.write_text(
            json.dumps({"modules": {"top": {"ports": ports, "cells": cells, "netnames": netnames}}})
        )
        return read_netlist(path, "top", library)

    return make


@pytest.fixture
def design(tmp_path):
    """Writes a source and makes a design of it: `design("top", text, parameter=value)`."""

    def make(top: str, text: str, **parameters: int) -> Design:
        source = Path(tmp_path / f"{top}.sv")
        source.write_text(text)
        return Design(top, top, (source,), parameters)

    return make
