"""The table of equal logic tells the spread over orders, each by the best of its seeds."""

from cryptagon.analysis.equal_logic import table


def test_the_table_has_the_spread_over_orders():
    rows = [
        {"algorithm": "a", "approach": "rtl", "target": "t", "order": order, "seed": seed, "luts": luts, "fmax_mhz": mhz}
        for order, luts, clocks in ((0, 100, (90.0, 100.0)), (1, 110, (99.0, 88.0)))
        for seed, mhz in enumerate(clocks)
    ]  # fmt: skip
    line = table(rows).splitlines()[-1]
    assert line == "| a | rtl | t | 2 | 100 to 110 | 99.0 to 100.0 | 0.95 to 1.05 | 7.4 % |"
