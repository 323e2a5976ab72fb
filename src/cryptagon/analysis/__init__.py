"""Ranks, ratios, correlations, plots and the report.

What needs a heavy library stays in its own module, so that a table does not wait for it:
`correlation` (SciPy), `plots` (Matplotlib), `report` (both), `table` (rich).
"""

from cryptagon.analysis.comparison import Comparison, Group
from cryptagon.analysis.grouping import groups
from cryptagon.analysis.metrics import Metric
from cryptagon.analysis.ranking import Ranked, contested, rank, ranks_within
from cryptagon.analysis.ratio import BASELINE, Ratio
from cryptagon.analysis.remarks import remarks

__all__ = [
    "BASELINE",
    "Comparison",
    "Group",
    "Metric",
    "Ranked",
    "Ratio",
    "contested",
    "groups",
    "rank",
    "ranks_within",
    "remarks",
]
