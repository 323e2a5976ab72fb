"""The table of a contest of kernels, as text, as Markdown, as a picture."""

from datetime import UTC, datetime
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from cryptagon.analysis.kernel_plot import kernel_plot
from cryptagon.analysis.kernel_table import NOTHING, console_table, kernel_tables, markdown
from cryptagon.catalog import KernelContest
from cryptagon.results import KernelMeasurement

CONTEST = KernelContest.model_validate(
    {
        "class": "kernel",
        "title": "Trial",
        "kernels": [{"name": "sha1", "variants": ["basic", "x2"]}, {"name": "aes", "variants": ["basic"]}],
        "targets": ["ecp5-85f-8"],
        "published": [
            {"by": "A tool", "approach": "hls", "source": "a paper", "cycles": {"sha1": 81786}},
            {"by": "By hand", "approach": "rtl", "source": "another", "cycles": {"sha1": 20480, "aes": 20}},
        ],
        "notes": ["Not the same task."],
        "path": Path("trial.toml"),
    }
)


def measurement(kernel, variant, approach, cycles, **changes):
    fields = {
        "kernel": kernel,
        "title": kernel.upper(),
        "variant": variant,
        "approach": approach,
        "target": "ecp5-85f-8",
        "device": "LFE5U",
    }
    fields |= {"job": "a job", "answer": "it", "source_digest": "0" * 64, "date": datetime(2026, 11, 21, tzinfo=UTC), "cryptagon": "0"}
    fields |= {
        "cycles": cycles,
        "luts": 1390,
        "ffs": 841,
        "brams": 0,
        "dsps": 0,
        "fmax_mhz": 100.0,
        "seeds": (1,),
        "tools": {"yosys": "0.70"},
    }
    return KernelMeasurement.model_validate(fields | changes)


@pytest.fixture
def table():
    found = [
        measurement("sha1", "x2", "hls", 10240),
        measurement("sha1", "basic", "rtl", 20480),
        measurement("sha1", "basic", "hls", 20481),
        measurement("aes", "basic", "hls", 11, status="ecp5-85f-8: it does not fit", luts=None, fmax_mhz=None),
        measurement("aes", "x9", "hls", 3),
    ]
    (one,) = kernel_tables(CONTEST, found)
    return one


def test_cycles_beside_those_published(table):
    assert table.cycles_heading == ["job", "A tool", "By hand", "Cryptagon", "our RTL"]
    assert table.cycles_rows == [["SHA1, a job", "81,786", "20,480", "20,481", "20,480"], ["AES, a job", NOTHING, "20", "11", NOTHING]]


def test_designs_in_the_order_of_the_contest_with_their_time(table):
    assert [row[:4] for row in table.designs_rows] == [
        ["SHA1", "basic", "HLS", "20,481"],
        ["SHA1", "basic", "RTL", "20,480"],
        ["SHA1", "x2", "HLS", "10,240"],
        ["AES", "basic", "HLS", "11"],
    ]
    assert table.designs_rows[0][4:] == ["1,390", "841", "100.0", "204.8"]
    assert table.designs_rows[3][4:] == [NOTHING, "841", NOTHING, "ecp5-85f-8: it does not fit"]


def test_markdown_has_tables_notes_and_sources(table):
    lines = markdown(table).splitlines()
    assert lines[0] == "| job | A tool | By hand | Cryptagon | our RTL |" and lines[1] == "|---|---:|---:|---:|---:|"
    assert "LFE5U, yosys 0.70, seeds 1, 2026-11-21." in lines
    assert lines[-3:] == ["* Not the same task.", "* A tool: a paper.", "* By hand: another."]


def test_console_shows_both_tables_and_the_notes(table):
    console = Console(width=200, record=True, file=StringIO())
    console.print(console_table(table))
    text = console.export_text()
    assert "81,786" in text and "it does not fit" in text and "note  Not the same task." in text


def test_picture_is_the_same_each_time_and_says_what_it_shows(table):
    plot = kernel_plot(table)
    assert plot.title == "HLS takes 0.55 to 1.00 of the cycles of the published designs by hand"
    assert plot.name == "trial-ecp5-85f-8"
    svg = plot.svg()
    assert svg == kernel_plot(table).svg() and "20,481" in svg and "A tool" in svg


def test_no_measurements_no_rows():
    (table,) = kernel_tables(CONTEST, [])
    assert table.cycles_rows == [] and markdown(table)


@pytest.mark.parametrize(("target", "recorded", "shown"), [("ecp5-85f-8", "LUT", "LUT4"), ("gatemate-a1", "half CPE", "half CPE"),
                                                            ("ice40-hx8k", "LUT", "LC"), ("gone", "LUT", "LUT")])  # fmt: skip
def test_area_stands_in_the_unit_of_its_target(target, recorded, shown):
    """Records that are too old to have a unit take that of their target."""
    contest = CONTEST.model_copy(update={"targets": (target,)})
    (table,) = kernel_tables(contest, [measurement("sha1", "basic", "hls", 20481, target=target, area_unit=recorded)])
    assert table.designs_heading[4] == shown and f"| {shown} |" in markdown(table)
    stream = StringIO()
    Console(file=stream, width=200).print(console_table(table))
    assert shown in stream.getvalue() and (shown == "LUT4" or "LUT4" not in stream.getvalue())


@pytest.mark.parametrize("width", [40, 60, 80, 100, 200])
def test_console_cuts_no_digit(table, width):
    stream = StringIO()
    Console(file=stream, width=width).print(console_table(table))
    text = stream.getvalue()
    assert max(map(len, text.splitlines())) <= width and "…" not in text
    assert all(number in text for number in ("81,786", "20,480", "1,390", "100.0"))
