"""How long the runs of committed studies took on the machine that measured them: an estimate for
those who have no records of their own yet.

`python -m cryptagon.study.usual_times results/times.jsonl` writes the medians of such records anew.
"""

import json
import statistics
import sys
from collections import defaultdict
from dataclasses import asdict
from pathlib import Path

from cryptagon.study.times import FILE, Time, Times

USUAL = Path(__file__).with_name("usual_times.json")


def usual_times() -> list[Time]:
    """One time for each step, design and target: the median of the committed studies' runs."""
    return [Time(**one) for one in json.loads(USUAL.read_text(encoding="utf-8"))]


def medians(times: list[Time]) -> list[Time]:
    """One time for each step, design and target, with the date of the last run."""
    groups: dict[tuple[str, str, str], list[Time]] = defaultdict(list)
    for time in times:
        groups[time.design, time.target, time.step].append(time)
    return [
        Time(
            step,
            design,
            target,
            round(statistics.median(time.seconds for time in group), 1),
            max(time.date for time in group),
        )
        for (design, target, step), group in sorted(groups.items())
    ]


def main() -> None:
    """Write the file anew."""
    if len(sys.argv) != 2 or Path(sys.argv[1]).name != FILE:
        sys.exit(f"usage: python -m cryptagon.study.usual_times FOLDER/{FILE}")
    rows = [json.dumps(asdict(time)) for time in medians(Times(Path(sys.argv[1]).parent).load())]
    USUAL.write_text("[\n  " + ",\n  ".join(rows) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
