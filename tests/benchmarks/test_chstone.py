"""The benchmark of CHStone's programs, on a program of our own; and its page."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from cryptagon.errors import CryptagonError

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "benchmarks"
SORTING = """
#include <stdio.h>
#include "sort.c"
const int input[6] = {5, -3, 9, 0, 7, -8}, wanted[6] = {-8, -3, 0, 5, 7, 9};
int main_result;
half(x) int x; { return x / 2; }
union both { double value; unsigned long long bits; };
double as_double(unsigned long long bits) { union both x; x.bits = bits; return x.value; }
int
main ()
{
  int a[6], i;
  main_result = 0;
  for (i = 0; i < 6; i++) a[i] = input[i];
  sort (a, 6);
  for (i = 0; i < 6; i++) {
    main_result += a[i] != wanted[i];
    printf ("%d %lf\\n", half (a[i]), as_double (a[i]));
  }
  printf ("%d\\n", main_result);
  return main_result;
}
"""
SORT = """
void sort(int *a, int n)
{
  int i, j, t;
  for (i = 0; i < n; i++)
    for (j = 0; j + 1 < n - i; j++)
      if (a[j] > a[j + 1]) { t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }
}
"""


@pytest.fixture
def chstone(benchmarks):
    return benchmarks("chstone")


@pytest.fixture
def sources(tmp_path, monkeypatch):
    """A folder that has one program, of our own."""
    (tmp_path / "gsm").mkdir()
    (tmp_path / "gsm" / "gsm.c").write_text(SORTING)
    (tmp_path / "gsm" / "sort.c").write_text(SORT)
    monkeypatch.setenv("CHSTONE", str(tmp_path))
    monkeypatch.setenv("CHSTONE_CELLS", "0")
    return tmp_path


def test_a_program_goes_through_as_it_is(chstone, sources):
    row = json.loads(chstone.measured("gsm"))
    assert "problem" not in row and "undefined" not in row
    assert row["native"] == row["verilog"] == 0
    assert 15 <= row["cycles"] <= 60  # fifteen comparisons, and what is around them


def test_its_time_is_that_of_its_cycles_at_its_clock(chstone, sources, monkeypatch):
    monkeypatch.setenv("CHSTONE_CELLS", "1")
    row = json.loads(chstone.measured("gsm"))
    assert row["luts"] > 50 and row["ffs"] > 50 and row["dsps"] == row["brams"] == 0
    assert row["time_us"] == pytest.approx(row["cycles"] / row["fmax_mhz"], abs=0.01)
    assert f"| {row['time_us']:,} | 32.85 |" in chstone.table([row])


def test_with_levels_it_is_beside_itself_without(benchmarks, chstone, sources):
    rows = [json.loads(chstone.measured("gsm", levels)) for levels in (0, 1)]
    assert rows[0]["cycles"] < rows[1]["cycles"] and rows[1]["verilog"] == 0
    shown = chstone.table_with_levels(rows).splitlines()[2]
    assert shown.startswith(f"| gsm | 1 | {rows[1]['cycles']} | {rows[0]['cycles']} | 0 |")
    assert len(chstone.table(rows).splitlines()) == 3
    name_of = benchmarks("parts").name_of
    names = [name_of(row, chstone.parts().named_by) for row in rows]
    assert names == ["gsm", "gsm 1"] and "gsm 8" in {part.name for part in chstone.parts().each}


def test_why_there_is_no_clock_is_told_below_the_table(chstone):
    row = {"program": "gsm", "levels": "", "cycles": 20, "verilog": 0, "luts": 7}
    row |= {"not_placed": "does not fit"}
    assert chstone.table([row]).endswith("| 7 |\n\n* gsm: does not fit.")


def test_a_wrong_result_is_seen(chstone, sources):
    (sources / "gsm" / "gsm.c").write_text(SORTING.replace("5, 7, 9}", "5, 9, 7}"))
    assert json.loads(chstone.measured("gsm"))["verilog"] == 2


def test_what_c_leaves_open_is_told_and_compared_all_the_same(chstone, sources):
    (sources / "gsm" / "gsm.c").write_text(
        SORTING.replace("i < 6; i++) a[i]", "i < 9; i++) a[i % 6]")
    )
    row = json.loads(chstone.measured("gsm"))
    place = SORTING[: SORTING.index("for (i")].count("\n") + 1
    assert row["undefined"] == f"gsm.c:{place}: index 6 is outside of 'input', which has 6 elements"
    assert "verilog" in row or "problem" in row


def test_a_program_that_is_refused_is_told_without_its_folder(chstone, sources):
    (sources / "gsm" / "sort.c").write_text(SORT.replace("a[j] > a[j + 1]", "a[j] * 0.5 > 1"))
    row = json.loads(chstone.measured("gsm"))
    assert row["problem"].startswith("sort.c:7: floating-point arithmetic cannot become hardware")


def test_missing_sources_are_a_clear_error(chstone, tmp_path, monkeypatch):
    monkeypatch.delenv("CHSTONE", raising=False)
    with pytest.raises(CryptagonError, match="the sources of CHStone are not there"):
        chstone.parts().each[0].made_of()
    monkeypatch.setenv("CHSTONE", str(tmp_path))
    with pytest.raises(CryptagonError, match=r"adpcm\.c.*are not there"):
        chstone.parts().each[0].made_of()
    done = subprocess.run(
        [sys.executable, FOLDER / "chstone.py", "sha"], capture_output=True, text=True, check=False
    )
    assert done.returncode and "get CHStone v1.11" in done.stderr and "Trace" not in done.stderr


def test_the_page_shows_the_results(chstone):
    text = (FOLDER.parent / chstone.PAGE.file).read_text()
    assert chstone.PAGE.text() == text
    rows = chstone.recorded("chstone")["rows"]
    assert [row["program"] for row in rows if not row["levels"]] == list(chstone.PROGRAMS)
    assert all(row["verilog"] == row["native"] == 0 for row in rows if "problem" not in row)
