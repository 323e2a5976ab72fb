"""The table of structured C in the designer's guide says what its benchmark measured."""

from cryptagon.analysis.documents import NOTHING
from cryptagon.analysis.made_page import measured
from cryptagon.analysis.structured import table

CONTENT = measured("structured")


def test_every_cipher_was_measured_in_every_form():
    forms: dict[tuple[str, str], list[str]] = {}
    for row in CONTENT["rows"]:
        forms.setdefault((row["algorithm"], row["target"]), []).append(row["form"])
    assert forms and set(map(tuple, forms.values())) == {("structured", "flat", "rtl")}


def test_what_failed_has_no_area_and_an_estimate_no_speed():
    failed = {"algorithm": "a", "form": "flat", "target": "t", "data_cycles": 1234.0, "lines": 7}
    rows = [
        failed,
        failed | {"form": "rtl", "luts": 5},
        failed | {"form": "rtl", "luts": 6, "target": "u"},
    ]
    made = table(
        {
            "rows": rows,
            "tools": {"yosys": "1", "nextpnr-ecp5": "2"},
            "date": "2026-01-02T00:00",
            "commit": "abc",
        }
    )
    assert "t:\n\n| algorithm | source | cycles/data block | LUT | lines of code |" in made
    assert f"| a | flat | 1,234 | {NOTHING} | 7 |\n| a | rtl | 1,234 | 5 | 7 |\n\nu:" in made
    assert made.endswith("yosys 1, nextpnr 2; 2026-01-02, commit abc.")
