"""Finished units of others beside ours: cycles, area and clock on ECP5 with equal effort.

Their sources are not in this repository. THIRD_PARTY names a folder with the records that
`cryptagon unit run` and `cryptagon run` have left for it (docs/third-party.md);
`python benchmarks/third_party.py --page` puts the last rows into that page.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from common import Row

from cryptagon.analysis.documents import markdown_table
from cryptagon.analysis.made_page import Page, measured
from cryptagon.errors import CryptagonError
from cryptagon.results import THIRD_PARTY, Measurement, load_all, placed

RECORDS = "THIRD_PARTY"
HEADING = (
    "unit", "cipher", "by", "licence", "cycles/block", "LUT4", "FF", "MHz", "Mbit/s", "Mbit/s/LUT4",
)  # fmt: skip


def measure() -> list[Row]:
    """One row a record, ours among them.

    Raises CryptagonError where there are none.
    """
    records = placed(load_all(Path(os.environ.get(RECORDS, "")))) if RECORDS in os.environ else []
    found = [one for one in records if one.ok]
    if not found:
        raise CryptagonError(
            "no folder with records of units of others",
            why="sources of others are not part of this repository",
            fix=f"run cryptagon unit run as docs/third-party.md says, and name its results: {RECORDS}=FOLDER",
        )
    return [row_of(one) for one in sorted(found, key=lambda one: (one.algorithm, one.approach))]


def row_of(record: Measurement) -> Row:
    """The figures of a record, and where the unit is from; all values are plain."""
    origin = record.options.get(THIRD_PARTY)
    theirs = origin if isinstance(origin, dict) else {}
    faults = theirs.get("faults_under_stalls") or {}
    edits = theirs.get("edits") or []
    return {
        "unit": record.variant if theirs else f"ours, {record.approach.upper()}",
        "cipher": record.algorithm,
        "url": str(theirs.get("url", "")),
        "commit": str(theirs.get("commit", "")),
        "licence": str(theirs.get("licence", "")),
        "language": record.approach,
        "interface": record.interface or "",
        "edits": len(edits) if isinstance(edits, list) else 0,
        "wrong_under": ", ".join(faults) if isinstance(faults, dict) else "",
        "verified": ", ".join(
            f"{one.level}: {one.vectors}" for one in record.verification if one.ok
        ),
        "bits": record.work.bits or 0,
        "cycles": record.cycles_of_work or 0,
        "luts": record.luts or 0,
        "ffs": record.ffs or 0,
        "mhz": round(record.fmax_mhz or 0, 2),
        "mbps": round(record.throughput_mbps or 0, 1),
        "mbps_per_lut": round(record.throughput_per_area or 0, 4),
        "effort": str(record.options.get("effort_level", "")),
        "target": record.target,
        "source_digest": record.source_digest,
        "measured_at": record.commit or "",
        "tools": ", ".join(f"{name} {version}" for name, version in sorted(record.tools.items())),
    }


def table(rows: Sequence[Row]) -> str:
    """The rows as docs/third-party.md has them."""
    cells = [
        [
            str(row["unit"]),
            str(row["cipher"]),
            _origin(row),
            str(row["licence"]) or "Apache-2.0",
            f"{row['cycles']:g}",
            *(f"{row[name]:,}" for name in ("luts", "ffs")),
            f"{row['mhz']:.1f}",
            f"{row['mbps']:,.0f}",
            f"{row['mbps_per_lut']:.3f}",
        ]
        for row in rows
    ]
    return markdown_table(HEADING, cells, 4)


def _origin(row: Row) -> str:
    url, commit = str(row["url"]), str(row["commit"])
    if not url:
        return "Cryptagon"
    name = "/".join(url.split("/")[-2:])
    return f"[{name}]({url}/tree/{commit})"


PAGE = Page("docs/third-party.md", lambda: {"measured": table(measured("third_party")["rows"])})

if __name__ == "__main__":
    if sys.argv[1:] != ["--page"]:
        sys.exit(__doc__)
    PAGE.write()
