"""The table of equal logic tells the spread over orders, by the best of the seeds and by each."""

from cryptagon.analysis.equal_logic import table

NAMED = {"algorithm": "a", "approach": "rtl", "target": "t", "status": "ok"}
ROWS = [
    {**NAMED, "order": order, "seed": seed, "luts": luts, "fmax_mhz": mhz}
    for order, luts, clocks in ((0, 100, (90.0, 100.0)), (1, 110, (99.0, 88.0)))
    for seed, mhz in enumerate(clocks)
]
LINE = "| a | rtl | t | 2 | 100 to 110 | 99.0 to 100.0 | 0.95 to 1.05 | 7.4 % | 9.1 % |"


def test_the_spread_over_orders_and_seeds():
    assert table(ROWS).splitlines()[-1] == LINE


def test_a_run_that_failed_does_not_count():
    failed = {**NAMED, "order": 2, "seed": 1, "status": "no way", "luts": 0, "fmax_mhz": 0.0}
    assert table([*ROWS, failed]).splitlines()[-1] == LINE
