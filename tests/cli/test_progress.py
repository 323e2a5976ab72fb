"""Progress: a line an event off a terminal, a table of all entries on one, nothing with --json."""

import io
import re

import pytest
from rich.console import Console

from cryptagon.catalog import Entry, algorithm
from cryptagon.cli.progress import Board, Lines, progress
from cryptagon.study.events import Event

STAGES = ("core", "verify", "ecp5-85f-8")


@pytest.fixture
def entries():
    return [Entry(algorithm("dummy"), "hls"), Entry(algorithm("dummy"), "rtl")]


def shown(board):
    console = Console(width=120, record=True, file=io.StringIO())
    console.print(board)
    return [line.rstrip() for line in console.export_text().splitlines()]


def test_line_for_every_end_of_a_stage(entries, capsys):
    lines = Lines()
    for event in (
        Event(entries[0], "core", "running"),
        Event(entries[0], "core", "done", "3 states"),
        Event(entries[0], "verify", "cached", "9 messages"),
        Event(entries[1], "core", "failed", "it broke\nat length"),
    ):
        lines(event)
    output = capsys.readouterr()
    assert output.out == ""
    said = [re.sub(r"^\[ *[\d.]+ s\] ", "", line) for line in output.err.splitlines()]
    assert [line.split() for line in said] == [
        ["dummy", "hls", "core", "3", "states"],
        ["dummy", "hls", "verify", "9", "messages", "(cached)"],
        ["dummy", "rtl", "core", "it", "broke", "(failed)"],
    ]


def test_board_has_a_row_an_entry_and_a_column_a_stage(entries):
    board = Board(entries, STAGES)
    assert shown(board)[1].split() == ["dummy", "hls", "·", "·", "·"]
    board.update(Event(entries[0], "core", "done", "3 states"))
    board.update(Event(entries[0], "verify", "running", "unit level"))
    board.update(
        Event(
            entries[1],
            "core",
            "failed",
            "a reason that is far too long for a cell of the table, so it is cut",
        )
    )
    head, first, second, _ = shown(board)
    assert head.split() == [*STAGES, "elapsed"]
    assert "✓ 3 states" in first and "unit level" in first and "dummy" in first
    assert "✗ a reason that is far too long" in second and "…" in second and "dummy" not in second


def test_board_tells_about_how_long_it_goes_on(entries):
    assert "left" not in shown(Board(entries, STAGES))[-1]
    assert "about 3:1" in shown(Board(entries, STAGES, seconds=200))[-1]


def test_clock_of_an_entry_stops_with_its_last_stage(entries):
    board = Board(entries, STAGES)
    board.update(Event(entries[0], "core", "running"))
    assert "dummy hls" in board.clock and "dummy hls" not in board.ended
    board.update(Event(entries[0], "core", "failed", "no"))
    assert "dummy hls" in board.ended


def test_silent_means_silent(entries, capsys):
    with progress(entries, STAGES, silent=True) as watch:
        watch(Event(entries[0], "core", "done", "3 states"))
    output = capsys.readouterr()
    assert output.out == output.err == ""


@pytest.mark.parametrize("width", [40, 60, 80, 100, 200])
def test_board_cuts_no_number_at_any_width(entries, width):
    board = Board(entries, (*STAGES, "ice40-hx8k", "gowin-gw2a-18"))
    board.update(Event(entries[0], "core", "done", "3 states"))
    board.update(
        Event(entries[0], "ecp5-85f-8", "done", "1,345 LUT4, 144.75 MHz of narrow, seed 3")
    )
    board.update(Event(entries[1], "ecp5-85f-8", "running", "narrow-flow, seed 2: 144.75 MHz"))
    console = Console(width=width, record=True, file=io.StringIO())
    console.print(board)
    text = console.export_text()
    assert max(len(line.rstrip()) for line in text.splitlines()) <= width
    assert re.findall(r"\d[\d.,]*…", text) == []
    assert set(re.findall(r"\d+[,.]\d+", text)) <= {"1,345", "144.75", "0.0"}
    assert text.count("144.75") == (2 if width < 200 else text.count("144.75"))
