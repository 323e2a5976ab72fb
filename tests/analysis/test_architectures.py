"""The table and the picture of docs/architectures.md are those of the measurements."""

from cryptagon.analysis.made_page import measured
from cryptagon.catalog import kernel

CONTENT = measured("architectures")


def test_every_measured_variant_exists():
    for row in CONTENT["rows"]:
        assert kernel(row["kernel"]).variant(row["variant"])


def test_throughput_follows_from_the_other_figures():
    for row in (row for row in CONTENT["rows"] if row["status"] == "ok"):
        bits = kernel(row["kernel"]).output.bits
        assert (
            abs(row["throughput_mbps"] - bits * row["fmax_mhz"] / row["cycles_per_block"])
            <= 0.002 * row["throughput_mbps"]
        )
        assert abs(row["throughput_per_area"] - row["throughput_mbps"] / row["luts"]) < 0.002
