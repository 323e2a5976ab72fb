"""The table of structured C in the designer's guide says what its benchmark measured."""

import json

from cryptagon import paths
from cryptagon.analysis.documents import NOTHING, benchmark_file, with_section
from cryptagon.analysis.structured import BENCHMARK, table

CONTENT = json.loads(benchmark_file(BENCHMARK).read_text())


def test_guide_has_the_measured_rows():
    text = (paths.repository() / "docs" / "designers-guide.md").read_text()
    assert with_section(text, BENCHMARK, table(CONTENT)) == text


def test_every_cipher_was_measured_in_every_form():
    forms = {
        row["algorithm"]: [other["form"] for other in CONTENT["rows"] if other["algorithm"] == row["algorithm"]] for row in CONTENT["rows"]
    }
    assert forms and set(map(tuple, forms.values())) == {("structured", "flat", "rtl")}


def test_what_failed_has_no_area():
    row = {"algorithm": "a", "form": "flat", "target": "t", "data_cycles": 1234.0, "lines": 7}
    made = table({"rows": [row], "tools": {"yosys": "1", "nextpnr-ecp5": "2"}, "date": "2026-01-02T00:00", "commit": "abc"})
    dash = f"| {NOTHING} "
    assert f"| a | flat {dash}| 1,234 {5 * dash}| 7 |" in made
    assert made.endswith("t, cores alone; yosys 1, nextpnr 2; 2026-01-02, commit abc.")
