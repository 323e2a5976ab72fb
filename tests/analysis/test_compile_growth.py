"""The page on compile times says what its benchmarks measured."""

from cryptagon import paths
from cryptagon.analysis.compile_growth import growth_table

PAGE = paths.repository() / "docs" / "compile-time.md"


def test_what_was_stopped_is_said():
    content = {
        "rows": [{"shape": "chain", "size": 50_000, "stopped_after_cpu_s": 40}],
        "load_average": 1,
        "date": "2026-01-01",
    }
    table = growth_table({**content, "machine": {"processor": "one", "cores": 2}})
    assert "| chain | size 50,000 |  | over 40 |" in table


def test_an_earlier_compiler_has_its_columns_where_it_was_measured():
    content = {"load_average": 1, "date": "2026-01-01", "machine": {"processor": "one", "cores": 2}}
    row = {"shape": "chain", "operations": 500, "cpu_s": 1.0}
    assert "before" not in growth_table({**content, "rows": [row]})
    assert "| before, s | ratio |" in growth_table(
        {**content, "rows": [{**row, "before_cpu_s": 2.0, "ratio": 2.0}]}
    )
